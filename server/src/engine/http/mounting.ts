import type { Actor, Claims, Ctx, Work } from '../ctx.ts'
import type { Streams } from '../live/streams.ts'
import type { Secrets } from '../secrets.ts'
import type { TakenMessages } from './problems.ts'

export interface Mounting {
  /** The claims of this bearer token; null if it isn't ours, or has expired. */
  readToken(secrets: Secrets, token: string): Promise<Claims | null>
  /** The account behind the claims; null if it is no longer valid. */
  authenticate(work: Work, claims: Claims): Promise<Actor | null>
  /** Whether anything may leave the company yet. */
  isProven(work: Work, companyId: string): Promise<boolean>
  /** Parses every answer with its row's schema, so that SQL and wire can't drift apart. Tests turn it on. */
  checkAnswers: boolean
  streams: Streams
  takenMessages: TakenMessages
}

export type AnyHandler = (ctx: Ctx, input: Record<string, unknown>) => Promise<unknown>
