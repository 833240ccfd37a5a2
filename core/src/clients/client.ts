// A client's folder (docs/product/clients.md). Every writable key is a column of the table `clients`.
import * as z from 'zod'
import { shownAddress, siteAddress, siteStatus } from '../sites/site.ts'
import { id, named, optionalEmail, optionalLines, optionalText, optionalZip, orLess, text } from '../wire.ts'

const clientTypes = ['residential', 'commercial'] as const
export const clientTypeNames = { residential: 'Résidentiel', commercial: 'Commercial' } as const

export const clientStatuses = ['active', 'partialy_active', 'not_geocoded', 'inactive'] as const // sic
export const clientStatusNames: Record<(typeof clientStatuses)[number], string> = {
  active: 'Actif',
  partialy_active: 'Partiellement actif',
  not_geocoded: 'À localiser',
  inactive: 'Inactif',
}

/** Ten digits, or up to 15 with a country code, since some clients live abroad. A leading +1 is dropped. */
const phone = z
  .string()
  .transform((value) => value.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, ''))
  .pipe(
    z
      .string()
      .max(15, orLess(15))
      .regex(/^([2-9]\d{9}|\d{11,})?$/, 'Veuillez entrer un numéro de téléphone valide.'),
  )
  .transform((value) => value || null)
  .nullable()

const latitude = z.number().min(-90).max(90).nullable()
const longitude = z.number().min(-180).max(180).nullable()

export const clientFields = z.object({
  type: z.enum(clientTypes),
  name: text(100, orLess(100)),
  number: optionalText(30),
  email: optionalEmail,
  phone,
  post: optionalText(10),
  firstName: optionalText(50, orLess(50)),
  lastName: optionalText(50, orLess(50)),
  billingCivicNumber: optionalText(20),
  billingStreet: optionalText(),
  billingApartment: optionalText(20),
  billingCity: optionalText(100),
  billingState: optionalText(2),
  billingCountry: optionalText(2),
  billingZip: optionalZip,
  billingLatitude: latitude,
  billingLongitude: longitude,
  notes: optionalLines(5000),
})
export type ClientFields = z.output<typeof clientFields>

const halfAPoint = 'La latitude et la longitude vont ensemble.'
type Halves = { billingLatitude?: number | null | undefined; billingLongitude?: number | null | undefined }
const isWholePoint = ({ billingLatitude: lat, billingLongitude: lng }: Halves) =>
  (lat === undefined) === (lng === undefined) && (lat === null) === (lng === null)
const wholePoint = { path: ['billingLatitude'], message: halfAPoint }

/** A residential client has no contact person. */
export const withoutContact = (type: ClientFields['type'] | undefined) =>
  type === 'residential' ? { firstName: null, lastName: null } : {}

/** A merge: missing keys stay, null clears. */
export const clientChanges = clientFields.partial().refine(isWholePoint, wholePoint)
export const newClientFields = clientFields
  .partial()
  .extend({ type: z.enum(clientTypes).default('residential'), name: clientFields.shape.name })
  .refine(isWholePoint, wholePoint)

export const client = named(
  'Client',
  z.object({
    id,
    type: z.enum(clientTypes),
    name: z.string(),
    number: z.string(),
    email: z.string().nullable(),
    phone: z.string().nullable(),
    post: z.string().nullable(),
    firstName: z.string().nullable(),
    lastName: z.string().nullable(),
    billingCivicNumber: z.string().nullable(),
    billingStreet: z.string().nullable(),
    billingApartment: z.string().nullable(),
    billingCity: z.string().nullable(),
    billingState: z.string().nullable(),
    billingCountry: z.string().nullable(),
    billingZip: z.string().nullable(),
    billingLatitude: z.number().nullable(),
    billingLongitude: z.number().nullable(),
    notes: z.string().nullable(),
    status: z.enum(clientStatuses),
    sites: z.array(z.object({ id, name: z.string(), address: siteAddress, status: siteStatus })),
    sectors: z.array(z.object({ id, name: z.string() })),
    contactsCount: z.int(),
    /** « BQ-7F3K », for the message of an Interac transfer: their own in the company, for good. */
    transferCode: z.string(),
  }),
)
export type Client = z.infer<typeof client>

export const clientRow = named(
  'ClientRow',
  client
    .pick({
      id: true,
      type: true,
      name: true,
      number: true,
      email: true,
      phone: true,
      billingCivicNumber: true,
      billingStreet: true,
      billingApartment: true,
      billingCity: true,
      billingState: true,
      billingZip: true,
      notes: true,
      status: true,
      contactsCount: true,
    })
    .extend({
      sites: z.array(z.object({ address: shownAddress })),
      sectors: z.array(client.shape.sectors.element.pick({ name: true })),
    }),
)
export type ClientRow = z.infer<typeof clientRow>

export const numberTaken = 'Ce numéro est déjà utilisé.'
export const nameKnown = 'Un autre client porte déjà ce nom.'

/** Checked while the user types: whatever is typed is answered with remarks. */
const typedFields = Object.fromEntries(Object.keys(clientFields.shape).map((field) => [field, z.unknown()]))
export const clientDraft = z
  .object(typedFields as Record<keyof ClientFields, z.ZodUnknown>)
  .partial()
  .extend({ id: id.nullish() })

const fieldTexts = z.record(z.string(), z.string())
/** What saving would refuse, and what is only worth knowing. */
export const clientRemarks = z.object({ formErrors: z.object({ client: fieldTexts }), warnings: z.object({ client: fieldTexts }) })
