// All that a handler or a job may touch.
import type { HandlerInput, HandlerOutput, LiveChannel, LiveEvent } from '@bordee/core/call.ts'
import type { Module } from '@bordee/core/modules.ts'
import type { DeadLetter } from '@bordee/core/platform/platform.calls.ts'
import { notFound, type Problem } from '@bordee/core/problem.ts'
import type { Role } from '@bordee/core/roles.ts'
import type { Captcha } from '../outside/captcha/captcha.ts'
import type { Directions } from '../outside/directions/directions.ts'
import type { Mail } from '../outside/mail/mail.ts'
import type { PaymentProvider } from '../outside/payments/payments.ts'
import type { Places } from '../outside/places/places.ts'
import type { AlertProvider } from '../outside/sms/sms.ts'
import type { Tracker } from '../outside/trackers/trackers.ts'
import type { Tx } from './db/db.ts'
import type { Env } from './env.ts'
import type { Posted } from './http/posted.ts'
import type { Throttle } from './http/throttle.ts'
import type { JobKind } from './jobs/job-kind.ts'
import type { Secrets } from './secrets.ts'

/** The outside world, each behind a type of ours. */
export interface Gateways {
  mail: Mail
  payments: PaymentProvider
  captcha: Captcha
  places: Places
  directions: Directions
  alerts: AlertProvider
  tracker: Tracker
}

/** What requests and jobs share. */
export interface Work {
  tx: Tx
  now: Date
  env: Env
  secrets: Secrets
  gateways: Gateways
  /** Enqueues a job in this transaction: it exists if and only if the transaction commits. It is done no sooner than `after` seconds from now. */
  later<D extends object>(kind: JobKind<D>, data: D, after?: number): Promise<void>
  /** Tells everyone who listens to the company, once the transaction has committed. */
  publish(companyId: string, event: LiveEvent): void
  /** The same on a channel of its own, for what only its latest state counts of: of those with one key the last of a moment is told. */
  publishLatest(companyId: string, channel: LiveChannel, key: string, event: object): void
  /**
   * A short transaction of its own; of a request's, for the same people. For a look before or during slow work, so that nobody holds a connection
   * meanwhile, and for what must stay whatever comes after.
   */
  aside<T>(run: (work: Work) => Promise<T>): Promise<T>
}

/** What an identity token says. */
export interface Claims {
  accountId: string
  sessionId: string
}

/** Who is calling. Read from the database at every request: a revoked account is out at once. */
export interface Actor {
  accountId: string
  email: string
  /** Null for an account without access to any active company. */
  role: Role | null
  /** The company one works in. */
  companyId: string | null
  /** The companies whose rows one may see: the current one, or all those of a client. */
  companies: string[]
  /** The modules that the current company has switched on. */
  modules: Record<Module, boolean>
  sessionId: string
  byLink: boolean
  /** He must have a second factor here, and has none yet. */
  lacksSecondFactor: boolean
  signedInAt: Date
}

/** Jobs that failed for good. */
interface DeadLetters {
  /** Newest first. */
  dead(): Promise<DeadLetter[]>
  /** Puts one back in its queue. False when there is none of that id. */
  redrive(tx: Tx, id: string): Promise<boolean>
}

export interface Ctx extends Work {
  /** Throws 401 in a call open to anyone that nobody signed. */
  actor: Actor
  visitor: Actor | null
  throttle: Throttle
  jobs: DeadLetters
  request: {
    /** By which callers are counted: an IPv6 household is one. */
    address: string
    /** As the caller came, for what is kept of it. */
    ip: string
    /** What the browser calls itself. */
    agent: string | null
    captcha: string | undefined
    refreshToken: string | undefined
    /** What a provider's webhook signs. */
    posted: Posted
  }
  /** The session cookie: kept for a browser, dropped with null. */
  keepSession(token: { refreshToken: string; maxAge: number | null } | null): void
}

/** The company that the caller works in. Platform staff have none while no company exists. */
export function companyOf({ actor }: Ctx): string {
  if (!actor.companyId) throw notFound('Compagnie')
  return actor.companyId
}

/**
 * One function per row; a missing one is a compile error. A handler that throws undoes everything; one that *returns* a
 * problem refuses the caller but keeps what it wrote (a stolen session must end although its bearer gets a 401).
 */
export type Handlers<A> = { [K in keyof A]: (ctx: Ctx, input: HandlerInput<A[K]>) => Promise<HandlerOutput<A[K]> | Problem> }
