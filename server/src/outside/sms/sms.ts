// Texts and calls. A provider takes each alert once: by our key if it knows keys, otherwise because we ask it first.
import type { CallOutcome, SendPurpose } from '@bordee/core/alerts/alert.ts'
import { namesCompany } from '@bordee/core/messages/company-name.ts'
import { spokenPhone } from '@bordee/core/phone.ts'
import type { LineAnswer, PressedKey } from '@bordee/core/voice-line/line.ts'
import type { Posted } from '../../engine/http/posted.ts'
import type { GatewayWork } from '../gateway-work.ts'

/** One alert to one person. */
export interface Outgoing {
  /** The delivery's: the key for a provider that remembers keys. */
  id: string
  companyName: string
  companyPhone: string
  purpose: SendPurpose
  method: 'sms' | 'call'
  /** Ten digits. */
  phone: string
  text: string
  /** The same for records: without a link that lets whoever reads it open a resident's page. */
  keptText: string
  /** The company's number it comes from; null if none is needed. */
  from: string | null
  /** When it was marked `sending`, to the microsecond. A late worker finds another mark and leaves it alone. */
  mark: string
}

/**
 * Deliveries that are ours to send, and since when, by two clocks in milliseconds: `performance.now()`, which nobody
 * can set but which stops while the machine sleeps, and the time of day, which is the opposite.
 */
export interface Batch {
  companyId: string
  deliveries: readonly Outgoing[]
  clock: number
  timeOfDay: number
  /** Asked before each request: a send may be stopped, or its hours end, while its deliveries wait for their turns. */
  mayLeave(): Promise<boolean>
  /** The server is stopping: deliveries not yet sent are left to the next one. */
  stopping: AbortSignal
}

/** Milliseconds, by whichever clock shows more. */
export const ageOf = ({ clock, timeOfDay }: Pick<Batch, 'clock' | 'timeOfDay'>) =>
  Math.max(performance.now() - clock, Date.now() - timeOfDay)

/**
 * `later`: nothing left, retry; not before `after` seconds, if the provider asks for that. `unsure`: it may have
 * left; only asking the provider can tell.
 */
export type Outcome =
  | { is: 'accepted'; providerId: string | null }
  | { is: 'refused'; reason: 'unsubscribed' | 'other' }
  | { is: 'later'; wasTried: boolean; after?: number }
  | { is: 'unsure' }

/** Everything at the provider that a lost alert might be, oldest first; possibly nothing. */
export type Trace = { is: 'known'; providerIds: string[] } | { is: 'unsure' }

/** A provider's news, in our words. */
export type AlertNews =
  /**
   * `missed`: left but didn't arrive. `refused`: never left, costs nothing. `isBlocked`: the phone's carrier got
   * STOP. `callOutcome`: how a call ended that no person heard.
   */
  | {
      is: 'delivery'
      deliveryId: string
      providerId: string
      became: 'accepted' | 'delivered' | 'missed' | 'refused'
      isBlocked: boolean
      callOutcome: CallOutcome | null
    }
  /** Someone replied by text. `phone` is ten digits; posted again, it has the same `messageId`. */
  | { is: 'answer'; phone: string; to: string; text: string; messageId: string | null }
  /** Someone pressed a key during a call. */
  | { is: 'key'; deliveryId: string; key: string }
  | { is: 'nothing' }

/** Someone calls one of our numbers, and what they do then. */
export type LineEvent = {
  /** The provider's name for the call. */
  callId: string
  /** Ten digits; null if it is hidden or foreign. */
  phone: string | null
  to: string
} & ({ is: 'call' } | { is: 'key'; pressed: PressedKey } | { is: 'dialled'; wasReached: boolean })

export interface AlertProvider {
  readonly name: 'journal' | 'twilio'
  /** The platform's numbers, of which every company gets some of its own; null if none are needed. */
  readonly pool: { numbers: readonly string[]; perCompany: number } | null
  /** Alerts per second and number; null for no limit. */
  readonly rate: number | null
  /** Writes what it accepts in our transaction, so that a rollback undoes it. */
  readonly isInside: boolean
  /** Milliseconds after which a delivery is certainly no longer being sent. */
  readonly patience: number
  /** Milliseconds after which everything that left can be found: before that, finding nothing proves nothing. */
  readonly certainty: number
  /** How many lost deliveries to trace at a time. */
  readonly traces: number
  /** How many to send at a time for a company with so many numbers: a few seconds' worth. */
  chunk(numbers: number): number
  /** One outcome each, in the same order. Never throws for a single delivery's failure. */
  deliver(work: GatewayWork, batch: Batch): Promise<Outcome[]>
  /** Traces deliveries that a crash or a silence left open; in the same order. */
  trace(work: GatewayWork, lost: readonly (Outgoing & { since: Date })[]): Promise<Trace[]>
  /** Whether it answers at all: asked when it seemed down, before sending more. */
  isUp(): Promise<boolean>
  /** A webhook's news; null if it isn't from the provider. */
  hear(posted: Posted): Promise<AlertNews | null>
  /** What the provider should write or say in reply; null: nothing. */
  reply(news: AlertNews, text: string | null): Uint8Array
  /** What happens in a call to one of our numbers; null if it isn't from the provider. */
  hearCall(posted: Posted): Promise<LineEvent | null>
  /** What the provider should do with that call; null: nothing more. */
  answerCall(answer: LineAnswer | null): Uint8Array
}

const purposes: Record<SendPurpose, string> = {
  alert: 'au sujet de votre déneigement',
  answer: 'pour vous répondre',
  crew: 'pour le travail de l’équipe',
  line: 'au sujet de votre déneigement',
}

/** What a call says: first who calls, what for and how to reach them, as the CRTC asks of automatic calls. */
export function spokenText({
  companyName,
  companyPhone,
  purpose,
  text,
}: Pick<Outgoing, 'companyName' | 'companyPhone' | 'purpose' | 'text'>) {
  const phone = spokenPhone(companyPhone)
  return [
    `${companyName} vous appelle ${purposes[purpose]}.`,
    phone && `Pour nous joindre, composez le ${phone}.`,
    unnamed(text, companyName),
    'Pour ne plus recevoir ces appels, appuyez sur 9.',
  ]
    .filter(Boolean)
    .join(' ')
}

/** Most messages begin with the company’s name, which has just been said. */
function unnamed(text: string, companyName: string): string {
  const [, opening, rest] = /^(.+?)\s*:\s*(.+)$/s.exec(text) ?? []
  if (!opening || !rest || !namesCompany(opening, companyName)) return text
  return `${rest.charAt(0).toUpperCase()}${rest.slice(1)}`
}
