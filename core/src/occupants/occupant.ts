// A person who lives or works at a site and is alerted; `contact` on the wire (docs/product/occupants.md).
import * as z from 'zod'
import { callRequest, quietHours } from '../alerts/hours.ts'
import { id, instant, lines, named, optionalLines, optionalText, required } from '../wire.ts'

export const alertMethods = ['sms', 'call'] as const
export const alertMethodNames = { sms: 'Texto', call: 'Appel' } as const

/** A site sent back as it was read is `{id, …}`. */
const siteId = z.preprocess(
  (value) => (typeof value === 'object' && value !== null && 'id' in value ? value.id : value),
  z.uuid('Le point de service est requis.'),
)

const phone = z
  .string(required)
  .transform((value) => value.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, ''))
  .pipe(
    z
      .string()
      .min(1, required)
      .regex(/^[2-9]\d{9}$/, 'Veuillez entrer un numéro de téléphone valide.'),
  )

/** What spreadsheets have of an occupant. */
export const occupantFields = z.object({
  firstName: optionalText(50),
  lastName: optionalText(50),
  phone,
  alertMethod: z.enum(alertMethods),
  notes: optionalLines(2000),
})
export type OccupantFields = z.output<typeof occupantFields>

/** « I ask to be called at any hour »: a request that is sent back as it was read stays as it was. */
const callsAnytime = z.preprocess((value) => (typeof value === 'object' ? value !== null : value), z.boolean())

export const editedOccupant = occupantFields.extend({ quietHours, callsAnytime })
export type EditedOccupant = z.output<typeof editedOccupant>

export const newOccupantFields = editedOccupant.partial().extend({ phone, alertMethod: z.enum(alertMethods).default('sms') })
/** For calls whose path doesn't name the site. */
export const newContactFields = newOccupantFields.extend({ site: siteId })
export const contactChanges = editedOccupant.extend({ site: siteId }).partial()

/** One line of a site's complete list; an id means it already existed. */
export const listedOccupant = editedOccupant.partial().extend({ phone, id: id.nullish() })

export const occupant = named(
  'Contact',
  z.object({
    id,
    firstName: z.string().nullable(),
    lastName: z.string().nullable(),
    phone: z.string(),
    alertMethod: z.enum(alertMethods),
    notes: z.string().nullable(),
    quietHours,
    /** Who asked to be called at any hour, when and how. */
    callsAnytime: callRequest.nullable(),
    site: z.object({
      id,
      name: z.string(),
      customerId: id,
      customerName: z.string(),
      state: z.string().nullable(),
      zip: z.string().nullable(),
    }),
    unsubscribed: z.boolean(),
    address: z.string(),
  }),
)
export type Occupant = z.infer<typeof occupant>

/** What lists show of an occupant; the form starts from its site. */
export const occupantRow = named('ContactRow', occupant.extend({ site: occupant.shape.site.omit({ customerId: true }) }))
export type OccupantRow = z.infer<typeof occupantRow>

export const missingPhones = 'Il manque le numéro de téléphone de certains occupants.'

/** How a phone unsubscribed or resubscribed; `carrier` when we only ran into the carrier's block. */
export const changeWays = ['sms', 'call', 'carrier', 'office', 'link'] as const
export const changeWayNames: Record<(typeof changeWays)[number], string> = {
  sms: 'par texto',
  call: 'au téléphone, en appuyant sur 9',
  carrier: 'bloqué chez l’opérateur',
  office: 'par le bureau',
  link: 'par le lien de suivi',
}

/** One change of a phone's subscription: who, when, how. */
export const subscriptionChange = named(
  'SubscriptionChange',
  z.object({
    id,
    unsubscribed: z.boolean(),
    how: z.enum(changeWays),
    /** For the office's changes: who recorded it, and what was asked. */
    byName: z.string().nullable(),
    request: z.string().nullable(),
    changedAt: instant,
  }),
)
export type SubscriptionChange = z.infer<typeof subscriptionChange>

/** What was asked, by whom and how. The office can't resubscribe anyone without it: consent must be proven. */
export const resubscription = z.object({ request: lines(500) })
