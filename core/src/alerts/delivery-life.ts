// The life of a delivery: what may happen to it, in which state, and what becomes of it. All that writes a status reads it here.
import { life } from '../life.ts'

/** `sending`: in the hands of a worker, perhaps at the provider already. The office reads it as `queued`. */
export type DeliveryState = 'queued' | 'sending' | 'accepted' | 'delivered' | 'failed' | 'cancelled' | 'unknown'

const events = [
  /** A worker takes it, before the provider is asked. */
  'take',
  /** The provider has not taken it in: it waits for another try. */
  'putBack',
  /** The provider has it. */
  'accept',
  /** The provider will not send it: it costs nothing. */
  'refuse',
  /** It reached the phone. */
  'arrive',
  /** It left, and did not reach the phone. */
  'miss',
  /** It must not leave any more: it costs nothing. */
  'cancel',
  /** Its send is over, and the provider never took it in although it was asked: it costs nothing. */
  'expire',
  /** Nobody has been able to tell what became of it. */
  'forget',
  /** What was taken for its trace at the provider is another delivery's. */
  'mistake',
] as const
export type DeliveryEvent = (typeof events)[number]

/** Word from the provider may come before our own: what still waits in the queue may be accepted, or refused, by a status callback. */
export const deliveryLife = life<DeliveryState, DeliveryEvent>(events, {
  queued: { take: 'sending', accept: 'accepted', refuse: 'failed', cancel: 'cancelled', expire: 'failed' },
  sending: { putBack: 'queued', accept: 'accepted', refuse: 'failed', forget: 'unknown' },
  accepted: { arrive: 'delivered', miss: 'failed', refuse: 'failed', mistake: 'unknown' },
  unknown: { putBack: 'queued', accept: 'accepted', refuse: 'failed' },
  delivered: {},
  failed: { arrive: 'delivered' }, // if it left: a carrier may take back that it did not arrive
  cancelled: {},
})

/** On its way: neither the provider nor we have had the last word. */
export const openStates = ['queued', 'sending'] as const satisfies DeliveryState[]
