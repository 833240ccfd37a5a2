// What the office notes of a call it answered (docs/product/callers.md).
import * as z from 'zod'
import { id, instant, named, optionalLines, phone, required } from '../wire.ts'

export const phoneCallKinds = ['request', 'complaint', 'damage', 'noted'] as const
export type PhoneCallKind = (typeof phoneCallKinds)[number]
export const phoneCallKindNames: Record<PhoneCallKind, string> = {
  request: 'Demande de passage',
  complaint: 'Plainte',
  damage: 'Dommage',
  noted: 'Appel noté',
}

export const phoneCall = named(
  'PhoneCall',
  z.object({
    id,
    at: instant,
    kind: z.enum(phoneCallKinds),
    text: z.string().nullable(),
    isUrgent: z.boolean(),
    phone: z.string().nullable(),
    /** Null for an unknown caller. */
    customerId: id.nullable(),
    customerName: z.string().nullable(),
    siteId: id.nullable(),
    siteAddress: z.string().nullable(),
    userName: z.string(),
    /** The operation on whose board the request is; null while it waits for the next one. */
    operationId: id.nullable(),
  }),
)
export type PhoneCall = z.infer<typeof phoneCall>

const noSite = 'Une demande de passage se fait pour un point de service.'

export const newPhoneCall = {
  /** Sent again after a lost answer, it is the same call. */
  id: id.nullish(),
  siteId: id.nullish(),
  /** The client, if the call isn't about a site. */
  customerId: id.nullish(),
  phone: phone.nullish(),
  kind: z.enum(phoneCallKinds),
  text: optionalLines(1000).nullish(),
  isUrgent: z.boolean().default(false),
}

interface Written {
  kind: PhoneCallKind
  text?: string | null | undefined
  siteId?: string | null | undefined
}

/** What is missing of a call, by field. A request may do without words: the site says enough. */
export const missingOf = ({ kind, text, siteId }: Written): Record<string, string> =>
  kind === 'request' ? (siteId ? {} : { siteId: noSite }) : text ? {} : { text: required }
