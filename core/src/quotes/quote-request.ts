// A resident's quote request, and what each company does with it (docs/product/quotes.md).
import * as z from 'zod'
import { boundsOf, isSimple, metresBetween, type Polygon, squareFeet } from '../geo.ts'
import { addressFields } from '../sites/site.ts'
import { id, named, optionalLines, phone, point, polygon, properName, required, text } from '../wire.ts'
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

/** Spellings of the public form that differ from those stored. */
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

/** A request whose folder was created is no longer new: the resident waits for a price. */
export const statusWithFolder = (status: QuoteStatus): QuoteStatus => (status === 'new' ? 'waiting' : status)

const notSuggested = 'Veuillez sélectionner l’un des résultats suggérés'
const invalidEmail = 'Veuillez entrer un courriel valide'

const location = z.object(point.shape, notSuggested)
/** The outline of the driveway. */
const outline = polygon.nullable().default(null)

/** Checked together as soon as both are there: the form asks for them before the rest. */
const place = z.object({ location, polygon: outline })
type Place = z.output<typeof place>
const whenPlaced = ({ value }: { value: unknown }) => place.safeParse(value).success

/** Metres from the address, and square feet: a driveway is near its address, and smaller than a neighbourhood. */
const farthestCorner = 1000
const largestEntry = 1_000_000
function wrongWithOutline({ location: at, polygon: driveway }: Place): string | undefined {
  if (!driveway) return undefined
  if (!isSimple(driveway)) return 'Le contour de l’entrée se croise.'
  if (driveway.some((corner) => metresBetween(at, corner) > farthestCorner)) return 'Le contour de l’entrée est trop loin de l’adresse.'
  const size = squareFeet(driveway)
  return size < 1 ? 'Le contour de l’entrée est vide.' : size > largestEntry ? 'Le contour de l’entrée est trop grand.' : undefined
}

export const quoteFields = z
  .object({
    firstname: properName(35),
    lastname: properName(35),
    email: z.string(required).trim().toLowerCase().min(1, required).max(255, invalidEmail).pipe(z.email(invalidEmail)),
    phone,
    address: z.string(notSuggested).trim().min(1, notSuggested).pipe(text(255)),
    location,
    /** The address in parts, from the provider that suggested it: for a client folder made from the request. */
    addressParts: addressFields.omit({ location: true }).nullable().default(null),
    size: oneOf(sizes),
    slope: oneOf(slopes),
    coating: oneOf(coatings),
    hasTempo: z.boolean().default(false),
    wantAlerts: z.boolean().default(false),
    additionalInformation: optionalLines(2000).default(null),
    polygon: outline,
  })
  .refine(({ location: at }) => isInCanada(at), { path: ['address'], message: notSuggested, when: whenPlaced })
  .refine((quote) => !wrongWithOutline(quote), {
    path: ['polygon'],
    error: ({ input }) => wrongWithOutline(input as Place),
    when: whenPlaced,
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
    /** The client folder made from it. */
    clientId: id.nullable(),
    polygon: z.array(point).nullable(),
    squareFeet: z.number().nullable(),
    withdrawnAt: z.string().nullable(),
  }),
)
export type QuoteRequest = z.infer<typeof quoteRequest>

/** What an office may change on a request. */
export const quoteChanges = z.object({ notes: optionalLines(5000), status: z.enum(quoteStatuses, required) }).partial()

/** The origin of a website: « https://deneigement-boreal.ca ». Accents become what browsers send for them. */
const notSite = 'Écrivez l’adresse du site ainsi\u00a0: https://exemple.ca'
const origin = z
  .string()
  .trim()
  .pipe(z.url({ normalize: true, error: notSite }))
  .transform((href) => href.replace(/\/$/, ''))
  .pipe(
    z
      .string()
      .max(200)
      .regex(/^https:\/\/[a-z0-9-]+(\.[a-z0-9-]+)+(:\d{1,5})?$/, notSite),
  )

/** Metres from end to end: a region, not a country. */
const widestSector = 300_000
const isRegion = (corners: Polygon) => {
  const [southWest, northEast] = boundsOf(corners) ?? []
  return !southWest || !northEast || metresBetween(southWest, northEast) <= widestSector
}

export const quoteSector = polygon
  .refine(isSimple, 'Le contour du secteur se croise.')
  .refine(isRegion, 'Le secteur ne peut pas mesurer plus de 300\u00a0km d’un bout à l’autre.')

export const maxOrigins = 10
export const tooManyOrigins = `Un formulaire peut être affiché par ${maxOrigins} sites au plus.`

export const quoteConfigChanges = z
  .object({
    isActive: z.boolean(),
    polygon: quoteSector.nullable(),
    allowedOrigins: z.array(origin).max(maxOrigins, tooManyOrigins),
    /** Sent with the list, even when empty: it is then merged instead of replacing. */
    removedAllowedOrigins: z.array(origin).max(maxOrigins),
  })
  .partial()
