import type { TwilioServer } from '../../server/src/testing/local-twilio.ts'
import type { House, Starting } from '../house.ts'
import type { Balancer } from './balancer.ts'
import type { Company } from './company.ts'
import type { Excuses } from './promises.ts'

interface Stage {
  house: House
  twilio: TwilioServer
  companies: readonly Company[]
  balancer: Balancer
  /** What is worth knowing of what happened, for the report. */
  note(text: string): void
}

/** What is done to a server while people work with it. */
export interface Scenario {
  tried: string
  excuses?: Excuses
  /** What the server is started with; null, with the reason, where this machine does not let us. */
  open?(): Promise<{ starting: Starting; close(): void } | { impossible: string }>
  /** Answers what did not hold. */
  run(stage: Stage): Promise<string[]>
}
