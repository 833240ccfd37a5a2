// The life of a delivery: the events each state allows, and the next state. All code that writes a status uses it.
import { life } from '../life.ts'

/** `sending`: a worker holds it, and the provider may already have it. The office sees it as `queued`. */
export type DeliveryState = 'queued' | 'sending' | 'accepted' | 'delivered' | 'failed' | 'cancelled' | 'unknown'

const events = [
  /** A worker takes it, before calling the provider. */
  'take',
  /** Its occupant's quiet hours have begun: it waits for their end. */
  'hold',
  /** The provider has not accepted it: it waits for another try. */
  'putBack',
  /** The provider has it. */
  'accept',
  /** The provider will not send it: it costs nothing. */
  'refuse',
  /** It reached the phone. */
  'arrive',
  /** It left but did not reach the phone. */
  'miss',
  /** It must no longer leave: it costs nothing. */
  'cancel',
  /** Its send is over, and the provider was asked but never accepted it: it costs nothing. */
  'expire',
  /** Its outcome could not be determined. */
  'forget',
  /** The provider's record that was matched to it belongs to another delivery. */
  'mistake',
] as const
export type DeliveryEvent = (typeof events)[number]

/** A status callback may overtake our own update, so a queued delivery can already be accepted or refused. */
export const deliveryLife = life<DeliveryState, DeliveryEvent>(events, {
  queued: { take: 'sending', hold: 'queued', accept: 'accepted', refuse: 'failed', cancel: 'cancelled', expire: 'failed' },
  sending: { putBack: 'queued', accept: 'accepted', refuse: 'failed', forget: 'unknown' },
  accepted: { arrive: 'delivered', miss: 'failed', refuse: 'failed', mistake: 'unknown' },
  unknown: { putBack: 'queued', accept: 'accepted', refuse: 'failed' },
  delivered: {},
  failed: { arrive: 'delivered' }, // if it left: a carrier may retract a report of non-delivery
  cancelled: {},
})

/** In progress: neither the provider nor we have settled the outcome. */
export const openStates = ['queued', 'sending'] as const satisfies DeliveryState[]
