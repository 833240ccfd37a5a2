// Text messages and calls. A provider takes each alert once: by a key of ours where it knows one, by being asked first where it does not.

import type { Posted } from '../../engine/http/posted.ts'
import type { AtWork } from '../at-work.ts'

/** One alert to one person. */
export interface Outgoing {
  /** The delivery's: the key of a provider that remembers keys. */
  id: string
  companyName: string
  method: 'sms' | 'call'
  /** Ten digits. */
  phone: string
  text: string
  /** Which of the company's numbers it comes from; null where none is needed. */
  from: string | null
  /** When it was marked `sending`, to the microsecond. Who comes too late finds another mark, and leaves the delivery to whoever set it. */
  mark: string
}

/**
 * Deliveries that are ours to bring, and since when, by two clocks in milliseconds: `performance.now()`, which nobody sets but which stands
 * still while the machine sleeps, and the time of day, which is the other way round.
 */
export interface Batch {
  companyId: string
  deliveries: readonly Outgoing[]
  clock: number
  timeOfDay: number
  /** Asked before each request: a send may be stopped, or its hours end, while its deliveries wait for their turns. */
  mayLeave(): Promise<boolean>
  /** The server stops: what has not been asked of the provider yet is left to the next one. */
  stopping: AbortSignal
}

/** Milliseconds, by the clock that says more. */
export const ageOf = ({ clock, timeOfDay }: Pick<Batch, 'clock' | 'timeOfDay'>) =>
  Math.max(performance.now() - clock, Date.now() - timeOfDay)

/**
 * `later`: nothing left, it may be tried again; not before `after` seconds, where the provider asks for that. `unsure`: perhaps it left; only
 * asking the provider can tell.
 */
export type Outcome =
  | { is: 'accepted'; providerId: string | null }
  | { is: 'refused'; reason: 'unsubscribed' | 'other' }
  | { is: 'later'; wasTried: boolean; after?: number }
  | { is: 'unsure' }

/** What a provider knows of an alert that was perhaps sent: everything it might be, oldest first; perhaps nothing. */
export type Trace = { is: 'known'; providerIds: string[] } | { is: 'unsure' }

/** What a provider tells us by itself, in our words. */
export type AlertNews =
  /**
   * `missed`: it left, and did not arrive. `refused`: it never left, and costs nothing. `isBlocked`: the phone has told its carrier to
   * stop.
   */
  | { is: 'delivery'; deliveryId: string; providerId: string; became: 'accepted' | 'delivered' | 'missed' | 'refused'; isBlocked: boolean }
  /** Somebody answered by a text. `phone` is ten digits. */
  | { is: 'answer'; phone: string; to: string; text: string }
  /** Somebody pressed a key during a call. */
  | { is: 'key'; deliveryId: string; key: string }
  | { is: 'nothing' }

export interface AlertProvider {
  readonly name: 'journal' | 'twilio'
  /** The platform's numbers, of which every company gets some for itself; null where none are needed. */
  readonly pool: { numbers: readonly string[]; perCompany: number } | null
  /** Alerts per second and number; null without limit. */
  readonly rate: number | null
  /** Writes what it accepts in our transaction, and forgets it when that is undone. */
  readonly isInside: boolean
  /** Milliseconds until something that is still being sent is certainly no longer so. */
  readonly patience: number
  /** Milliseconds until everything that left can be found: before that, finding nothing says nothing. */
  readonly certainty: number
  /** How many that were lost are looked for at a time. */
  readonly traces: number
  /** How many to bring at a time from a company with so many numbers: a few seconds' worth. */
  chunk(numbers: number): number
  /** One outcome for each, in the same order. Never throws for what concerns a single one. */
  deliver(work: AtWork, batch: Batch): Promise<Outcome[]>
  /** Looks for what a crash or a silence left open; in the same order. */
  trace(work: AtWork, lost: readonly (Outgoing & { since: Date })[]): Promise<Trace[]>
  /** Whether it answers at all: asked of one that seemed to be down, before anything more is brought to it. */
  isUp(): Promise<boolean>
  /** What a webhook tells; null when it does not come from the provider. */
  hear(posted: Posted): Promise<AlertNews | null>
  /** What the provider is to write, or to say, to whoever brought the news; null: nothing. */
  reply(news: AlertNews, text: string | null): Uint8Array
}

/** What is heard in a call: the company's name first, so that nobody hangs up on a stranger. */
export const spokenText = ({ companyName, text }: Pick<Outgoing, 'companyName' | 'text'>) =>
  `${companyName.replace(/\.$/, '')}. ${text} Pour ne plus recevoir ces appels, appuyez sur 9.`
