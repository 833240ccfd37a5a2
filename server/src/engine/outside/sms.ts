// Text messages and calls. A provider takes each alert once: by a key of ours where it knows one, by being asked first where it does not.
import type { AtWork } from './at-work.ts'
import type { Posted } from './posted.ts'

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
  /** When it was marked `sending`, to the microsecond: who comes too late finds another mark, and leaves the delivery to whoever set that. */
  mark: string
}

/**
 * Whose batch it is, and since when it is ours to deliver, by two clocks in milliseconds: `performance.now()`, which nobody sets but which stands still while
 * the machine sleeps, and the time of day, which is the other way round.
 */
export interface Taken {
  companyId: string
  at: number
  time: number
}

export const takenNow = (companyId: string): Taken => ({ companyId, at: performance.now(), time: Date.now() })

/** How long ago at least one of the clocks says that was. */
export const sinceTaken = ({ at, time }: Taken) => Math.max(performance.now() - at, Date.now() - time)

/** `later`: nothing left, it may be tried again. `unsure`: perhaps it left; only asking the provider can tell. */
export type Outcome =
  | { is: 'accepted'; providerId: string | null }
  | { is: 'refused'; reason: 'unsubscribed' | 'other' }
  | { is: 'later'; wasTried: boolean }
  | { is: 'unsure' }

/** What a provider knows of an alert that was perhaps sent: everything it might be, oldest first; none when it is certain that it never left. */
export type Trace = { is: 'known'; providerIds: string[] } | { is: 'unsure' }

/** What a provider tells us by itself, in our words. */
export type AlertNews =
  /** `lost`: it left, and did not arrive. `refused`: it never left, and costs nothing. `isBlocked`: the phone has told its carrier to stop. */
  | { is: 'delivery'; deliveryId: string; providerId: string; became: 'accepted' | 'delivered' | 'lost' | 'refused'; isBlocked: boolean }
  /** Somebody answered by a text. `phone` is ten digits. */
  | { is: 'answer'; phone: string; to: string; text: string }
  /** Somebody pressed a key during a call. */
  | { is: 'key'; deliveryId: string; key: string }
  | { is: 'nothing' }

export interface AlertProvider {
  readonly name: 'journal' | 'twilio'
  /** The platform's numbers, of which every company gets some for itself; null where none are needed. */
  readonly pool: { numbers: readonly string[]; perCompany: number } | null
  /** Milliseconds until something that is still being sent is certainly no longer so. */
  readonly patience: number
  /** How many that were lost are looked for at a time. */
  readonly traces: number
  /** How many to bring at a time from a company with so many numbers: a few seconds' worth. */
  chunk(numbers: number): number
  /** One outcome for each, in the same order. Never throws for what concerns a single one. */
  deliver(work: AtWork, batch: readonly Outgoing[], taken: Taken): Promise<Outcome[]>
  /** Looks for what a crash or a silence left open; in the same order. */
  trace(work: AtWork, lost: readonly (Outgoing & { since: Date })[]): Promise<Trace[]>
  /** What a webhook tells; null when it does not come from the provider. */
  hear(posted: Posted): Promise<AlertNews | null>
  /** What the provider is to write, or to say, to whoever brought the news; null: nothing. */
  reply(news: AlertNews, text: string | null): Uint8Array
}

/** What is heard in a call: the company's name first, so that nobody hangs up on a stranger. */
export const spokenText = ({ companyName, text }: Pick<Outgoing, 'companyName' | 'text'>) =>
  `${companyName.replace(/\.$/, '')}. ${text} Pour ne plus recevoir ces appels, appuyez sur 9.`
