import type { TwilioServer } from '../../server/src/testing/local-twilio.ts'
import type { RunningServer, Starting } from '../running-server.ts'
import type { Balancer } from './balancer.ts'
import type { Company } from './company.ts'
import type { Excuses } from './promises.ts'

interface Stage {
  server: RunningServer
  twilio: TwilioServer
  companies: readonly Company[]
  balancer: Balancer
  /** Something worth reporting about what happened. */
  note(text: string): void
}

/** What is done to a server while people work with it. */
export interface Scenario {
  tried: string
  excuses?: Excuses
  /** How the server is started, or the reason why this machine does not allow it. */
  open?(): Promise<{ starting: Starting; close(): void } | { impossible: string }>
  /** Returns what did not hold. */
  run(stage: Stage): Promise<string[]>
}
