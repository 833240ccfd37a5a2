// Everything a handler or a job may touch.
import type { HandlerInput, HandlerOutput, LiveChannel, LiveEvent } from '@bordee/core/call.ts'
import type { Module } from '@bordee/core/modules.ts'
import type { DeadLetter } from '@bordee/core/platform/platform.calls.ts'
import { notFound, type Problem } from '@bordee/core/problem.ts'
import type { ActingRole } from '@bordee/core/roles.ts'
import type { Captcha } from '../outside/captcha/captcha.ts'
import type { Directions } from '../outside/directions/directions.ts'
import type { Files } from '../outside/files/files.ts'
import type { Mail } from '../outside/mail/mail.ts'
import type { PaymentProvider } from '../outside/payments/payments.ts'
import type { Places } from '../outside/places/places.ts'
import type { AlertProvider } from '../outside/sms/sms.ts'
import type { Tracker } from '../outside/trackers/trackers.ts'
import type { WeatherGateway } from '../outside/weather/weather.ts'
import type { Tx } from './db/db.ts'
import type { Env } from './env.ts'
import type { Posted } from './http/posted.ts'
import type { Throttle } from './http/throttle.ts'
import type { Schedule } from './jobs/clock-steps.ts'
import type { JobKind } from './jobs/job-kind.ts'
import type { Secrets } from './secrets.ts'

/** The outside world, each part behind one of our own types. */
export interface Gateways {
  mail: Mail
  payments: PaymentProvider
  captcha: Captcha
  places: Places
  directions: Directions
  alerts: AlertProvider
  tracker: Tracker
  weather: WeatherGateway
  files: Files
}

/** What requests and jobs share. */
export interface Work {
  tx: Tx
  now: Date
  env: Env
  secrets: Secrets
  gateways: Gateways
  /** Enqueues a job: it exists only if this transaction commits. It starts at least `after` seconds from now. */
  later<D extends object>(kind: JobKind<D>, data: D, after?: number): Promise<void>
  /** Notifies everyone who listens to the company, once the transaction has committed. */
  publish(companyId: string, event: LiveEvent): void
  /** Same, on a separate channel where only the latest state matters: of events with one key, the last one is sent. */
  publishLatest(companyId: string, channel: LiveChannel, key: string, event: object): void
  /**
   * Runs a short separate transaction, for the same people as the request's. Use it to look something up before or
   * during slow work, so as not to hold a connection meanwhile, and for writes that must survive whatever comes after.
   */
  aside<T>(run: (work: Work) => Promise<T>): Promise<T>
}

/** The claims of an identity token. */
export interface Claims {
  accountId: string
  sessionId: string
}

/** The caller, read from the database at every request: a revoked account is out at once. */
export interface Actor {
  accountId: string
  email: string
  /** Null for an account without access to any active company. */
  role: ActingRole | null
  /** The company the caller works in. */
  companyId: string | null
  /** The companies whose rows the caller may see: the current one, or all of a client's. */
  companies: string[]
  /** The modules that the current company has switched on. */
  modules: Record<Module, boolean>
  /** The current company is a trial night: only some calls work there. */
  isTrial: boolean
  sessionId: string
  byLink: boolean
  /** Must have a second factor here, and has none yet. */
  lacksSecondFactor: boolean
  signedInAt: Date
}

/** What platform staff see of the queues. */
interface Queues {
  schedule(): Promise<Schedule>
  /** Jobs that failed for good, newest first. */
  dead(): Promise<DeadLetter[]>
  /** Puts one back in its queue. Returns false if there is none with that id. */
  redrive(tx: Tx, id: string): Promise<boolean>
}

export interface Ctx extends Work {
  /** Throws a 401 if the call is open to anyone and nobody has signed in. */
  actor: Actor
  visitor: Actor | null
  throttle: Throttle
  jobs: Queues
  request: {
    /** What rate limits count by: an IPv6 household is one address. */
    address: string
    /** The caller's exact address, for records. */
    ip: string
    /** What the device calls itself: anyone can send anything here. Printable ASCII. */
    agent: string | null
    captcha: string | undefined
    refreshToken: string | undefined
    /** The raw request that a provider's webhook signed. */
    posted: Posted
  }
  /** Logs a failure that costs the caller only part of the answer. */
  report(error: unknown): void
  /** The caller's key is valid, or their new token: its requests then wait for each other, not for others of the same address. */
  vouchFor(line: string, token?: string): void
  /** Sets the session cookie; null removes it. */
  keepSession(token: { refreshToken: string; maxAge: number | null } | null): void
}

/** The company the caller works in. Platform staff have none until a company exists. */
export function companyOf({ actor }: Ctx): string {
  if (!actor.companyId) throw notFound('Compagnie')
  return actor.companyId
}

/**
 * One function per row; a missing one is a compile error. A handler that throws undoes everything; one that *returns* a
 * problem refuses the caller but keeps what it wrote (a stolen session must end although its bearer gets a 401).
 */
export type Handlers<A> = { [K in keyof A]: (ctx: Ctx, input: HandlerInput<A[K]>) => Promise<HandlerOutput<A[K]> | Problem> }

/** The parts of a request that the rules of slices use, for work that acts as someone: an import, the demo. */
export function actingAs(work: Work, who: Pick<Actor, 'accountId' | 'email' | 'role'> & { companyId: string }): Ctx {
  const actor: Actor = {
    ...who,
    companies: [who.companyId],
    modules: { alerts: true, contracts: true, geolocation: true, quotes: true },
    isTrial: false,
    sessionId: '',
    byLink: false,
    lacksSecondFactor: false,
    signedInAt: work.now,
  }
  return { ...work, actor, visitor: actor } as Ctx
}

/** A short transaction scoped to one company. */
export const inCompany = <T>(work: Work, companyId: string, run: (own: Work) => Promise<T>): Promise<T> =>
  work.aside(async (own) => {
    await own.tx.scope({ companies: [companyId] })
    return run(own)
  })
