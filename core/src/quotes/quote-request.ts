// What a resident asks companies a price for, and what each of them makes of it (docs/product/quotes.md).
import * as z from 'zod'
import { isSimple } from '../geo.ts'
import { addressFields } from '../sites/site.ts'
import { id, named, optionalLines, phone, point, polygon, required, text } from '../wire.ts'
import { isInCanada } from './canada.ts'

const sizes = ['simple', 'double', 'triple', 'quadruple', 'circulars', 'other'] as const // sic
const slopes = ['flat', 'ascendent', 'descending'] as const // sic
const coatings = ['asphalt', 'dirt', 'gravel', 'paving-stones', 'concrete', 'rock', 'other'] as const

export const sizeNames: Record<(typeof sizes)[number], string> = {
  simple: 'Simple',
  double: 'Double',
  triple: 'Triple',
  quadruple: 'Quadruple',
  circulars: 'Circulaire',
  other: 'Autre',
}
export const slopeNames: Record<(typeof slopes)[number], string> = { flat: 'Plate', ascendent: 'Montante', descending: 'Descendante' }
export const coatingNames: Record<(typeof coatings)[number], string> = {
  asphalt: 'Asphalte',
  dirt: 'Terre',
  gravel: 'Gravier',
  'paving-stones': 'Pavé',
  concrete: 'Béton',
  rock: 'Roche',
  other: 'Autre',
}

/** The form's own spellings of what folders spell otherwise. */
const spellings: Record<string, string> = { circular: 'circulars', ascendant: 'ascendent', 'paving stones': 'paving-stones' }
const oneOf = <const V extends readonly [string, ...string[]]>(values: V) =>
  z.preprocess((value) => (typeof value === 'string' ? (spellings[value] ?? value) : value), z.enum(values, required))

export const quoteStatuses = ['new', 'waiting', 'declined', 'accepted'] as const
export type QuoteStatus = (typeof quoteStatuses)[number]
export const quoteStatusNames: Record<QuoteStatus, string> = {
  new: 'Nouvelle',
  waiting: 'En attente',
  declined: 'Refusée',
  accepted: 'Acceptée',
}

const notSuggested = "Veuillez selectionné l'un des resultats suggérés" // sic
const invalidEmail = 'Veuillez entrer un courriel valide'

/** What the form sends. */
export const quoteFields = z
  .object({
    firstname: text(35),
    lastname: text(35),
    email: z.string(required).trim().toLowerCase().min(1, required).max(255, invalidEmail).pipe(z.email(invalidEmail)),
    phone,
    address: z.string(notSuggested).trim().min(1, notSuggested).pipe(text(255)),
    location: z.object(point.shape, notSuggested),
    /** The same in its parts, as whoever suggested it knows them: for the folder that may come of it. */
    addressParts: addressFields.omit({ location: true }).nullable().default(null),
    size: oneOf(sizes),
    slope: oneOf(slopes),
    coating: oneOf(coatings),
    hasTempo: z.boolean().default(false),
    wantAlerts: z.boolean().default(false),
    additionalInformation: optionalLines(2000).default(null),
    /** The entry, outlined. */
    polygon: polygon.nullable().default(null),
  })
  .superRefine(({ location, polygon: entry }, { addIssue }) => {
    if (!isInCanada(location)) addIssue({ code: 'custom', path: ['address'], message: notSuggested })
    if (entry && !isSimple(entry)) addIssue({ code: 'custom', path: ['polygon'], message: 'Le contour de l’entrée se croise.' })
  })
export type QuoteFields = z.output<typeof quoteFields>

export const quoteRequest = named(
  'QuoteRequest',
  z.object({
    id,
    submittedAt: z.string(),
    firstname: z.string(),
    lastname: z.string(),
    email: z.string(),
    phone: z.string(),
    address: z.string(),
    location: point,
    size: z.enum(sizes),
    slope: z.enum(slopes),
    coating: z.enum(coatings),
    hasTempo: z.boolean(),
    wantAlerts: z.boolean(),
    additionalInformation: z.string().nullable(),
    status: z.enum(quoteStatuses),
    notes: z.string().nullable(),
    /** The folder that came of it. */
    clientId: id.nullable(),
    polygon: z.array(point).nullable(),
    squareFeet: z.number().nullable(),
    withdrawnAt: z.string().nullable(),
  }),
)
export type QuoteRequest = z.infer<typeof quoteRequest>

/** What an office writes of a request. */
export const quoteChanges = z.object({ notes: optionalLines(5000), status: z.enum(quoteStatuses) }).partial()

/** An address of a site, without anything after it: « https://deneigement-boreal.ca ». */
const origin = z
  .string()
  .trim()
  .toLowerCase()
  .transform((value) => value.replace(/\/$/, ''))
  .pipe(
    z
      .string()
      .max(200)
      .regex(/^https:\/\/[a-z0-9-]+(\.[a-z0-9-]+)+(:\d{1,5})?$/, 'Écrivez l’adresse du site ainsi\u00a0: https://exemple.ca'),
  )

export const quoteConfigChanges = z
  .object({
    isActive: z.boolean(),
    polygon: polygon.refine(isSimple, 'Le contour du secteur se croise.').nullable(),
    allowedOrigins: z.array(origin).max(10, 'Un formulaire peut être affiché par 10 sites au plus.'),
  })
  .partial()
