// A site: a place that is cleared, with its drawn areas (docs/product/sites.md).
import * as z from 'zod'
import { isSimple } from '../geo.ts'
import { id, named, optionalLines, optionalText, optionalZip, orLess, point, polygon, required, text } from '../wire.ts'

const siteTypes = ['residential', 'commercial'] as const

export const siteStatuses = ['active', 'not_geocoded', 'inactive'] as const
export const siteStatus = z.enum(siteStatuses)
export const siteStatusNames: Record<(typeof siteStatuses)[number], string> = {
  active: 'Actif',
  not_geocoded: 'À localiser',
  inactive: 'Inactif',
}
export const areaStatuses = ['good', 'invalid', 'undefined'] as const
export const areaStatusNames: Record<(typeof areaStatuses)[number], string> = {
  good: 'Valides',
  invalid: 'Invalides',
  undefined: 'À dessiner',
}

export const indicatorTypes = ['snowflake', 'snowman', 'snowplow'] as const
export const indicatorColors = { blue: '#00AAFF', red: '#F00' } as const
export const indicator = z.object({
  type: z.enum(indicatorTypes),
  color: z.enum(Object.keys(indicatorColors) as [keyof typeof indicatorColors]),
  location: point,
})
export type Indicator = z.infer<typeof indicator>
/** What each pictogram tells the driver. */
export const indicatorMeanings: Record<Indicator['type'], Record<Indicator['color'], string>> = {
  snowflake: { blue: 'Déposer la neige ici', red: 'Ne pas déposer de neige ici' },
  snowman: { blue: 'Repère', red: 'Obstacle' },
  snowplow: { blue: 'Pousser ici', red: 'Ne pas pousser ici' },
}

export const areaFields = z.object({
  id: id.nullish(),
  name: text(50),
  notes: optionalLines(2000).default(null),
  polygon,
  indicators: z.array(indicator).max(100).default([]),
  services: z.array(id).max(100).default([]),
  /** The area's state as the sender read it: a merge into a newer one is refused. */
  version: z.string().max(100).nullish(),
})
export type AreaFields = z.output<typeof areaFields>

/**
 * Checking for crossings takes CPU time that everyone shares, so a site's areas together may have this many corners.
 */
const maxCorners = 5000
const maxAreas = 100
const tooMany = `Un point de service ne peut pas avoir plus de ${maxAreas} zones.`
const tooManyCorners = `Les zones d’un point de service ne peuvent pas avoir plus de ${maxCorners} points ensemble.`

/** Why a site can't have these areas together. */
export function areasError(areas: readonly { polygon: readonly unknown[] }[]): string | undefined {
  if (areas.length > maxAreas) return tooMany
  return areas.reduce((sum, { polygon }) => sum + polygon.length, 0) > maxCorners ? tooManyCorners : undefined
}

const areaList = z
  .array(areaFields)
  .max(maxAreas, tooMany)
  .superRefine((areas, { addIssue }) => {
    const message = areasError(areas)
    if (message) return addIssue({ code: 'custom', message })
    for (const [index, area] of areas.entries())
      if (!isSimple(area.polygon)) addIssue({ code: 'custom', path: [index, 'polygon'], message: 'Le contour de la zone se croise.' })
  })

/** « Zone A », « Zone B », …, « Zone Z », « Zone AA »: the first name that no area has yet. */
export function nextAreaName(taken: readonly string[]): string {
  for (let n = 0; ; n++) {
    const name = `Zone ${letters(n)}`
    if (!taken.includes(name)) return name
  }
}

/** What a list adds to the address: nothing for a site's only area, unless someone named it. */
export const distinctName = (name: string, areasCount: number): string | null =>
  areasCount === 1 && /^Zone [A-Z]+$/.test(name) ? null : name

const letters = (n: number): string => (n < 26 ? '' : letters(Math.floor(n / 26) - 1)) + String.fromCharCode(65 + (n % 26))

export const addressFields = z.object({
  civicNumber: optionalText(20),
  apartment: optionalText(20),
  street: text(),
  zip: optionalZip,
  city: optionalText(100),
  state: optionalText(2),
  country: optionalText(2),
  location: point.nullable(),
})

export const siteFields = z.object({
  name: text(50, orLess(50)),
  customerId: z.uuid('Le client est requis.'),
  type: z.enum(siteTypes),
  notes: optionalLines(5000),
  address: addressFields,
  /** Sets the manual switch; derived statuses (not_geocoded) are ignored. */
  status: z.string(),
  areas: areaList,
})

/** Sent with `areas`, even when empty: those are then merged with the site's areas instead of replacing them. */
const removedAreas = z.array(areaFields.pick({ version: true }).extend({ id })).max(maxAreas)

/** The wire accepts a nested or flat address, and two names for the client. Errors use the nested names. */
function nested(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const given = value as Record<string, unknown>
  const flat = picked(given, Object.keys(addressFields.shape))
  const address = Object.keys(flat).length > 0 && !isObject(given.address) ? flat : given.address
  const customerId = given.customerId === undefined ? given.clientId : given.customerId
  return {
    ...picked(given, [...Object.keys(siteFields.shape), 'removedAreas']),
    ...(address !== undefined && { address }),
    ...(customerId !== undefined && { customerId }),
  }
}
/** Iterates over the known keys, never the keys sent: there may be a hundred thousand of those. */
const picked = (given: Record<string, unknown>, keys: readonly string[]) =>
  Object.fromEntries(keys.filter((key) => Object.hasOwn(given, key)).map((key) => [key, given[key]]))
const isObject = (value: unknown) => typeof value === 'object' && value !== null

const { street } = addressFields.shape
const optionalParts = siteFields.omit({ name: true, customerId: true, address: true }).partial()

/** A new site without an address is reported as lacking its street. */
const nestedNew = (value: unknown) => {
  const site = nested(value)
  return isObject(site) && !Array.isArray(site) ? { address: {}, ...(site as object) } : site
}

/** Created together with its client. */
export const newSiteFields = z.preprocess(
  nestedNew,
  optionalParts.extend({ name: siteFields.shape.name, address: z.object({ ...addressFields.partial().shape, street }, required) }),
)
export const newSiteOfClientFields = z.preprocess(
  nestedNew,
  optionalParts.extend({
    name: siteFields.shape.name,
    customerId: siteFields.shape.customerId,
    address: z.object({ ...addressFields.partial().shape, street }, required),
  }),
)
export type NewSite = z.output<typeof newSiteOfClientFields>
/** A merge, in the address too. */
export const siteChanges = z.preprocess(nested, siteFields.extend({ address: addressFields.partial(), removedAreas }).partial())
export type SiteChanges = z.output<typeof siteChanges>

export const siteAddress = named(
  'SiteAddress',
  z.object({
    civicNumber: z.string().nullable(),
    apartment: z.string().nullable(),
    street: z.string(),
    zip: z.string().nullable(),
    city: z.string().nullable(),
    state: z.string().nullable(),
    country: z.string().nullable(),
    location: point.nullable(),
  }),
)
export type SiteAddress = z.infer<typeof siteAddress>
/** The parts that `addressLine` shows and `wholeAddress` exports. */
export const shownAddress = siteAddress.pick({ civicNumber: true, apartment: true, street: true, city: true, state: true, zip: true })

const area = named(
  'Area',
  z.object({
    id,
    name: z.string(),
    notes: z.string().nullable(),
    /** Absent in lists. */
    polygon: z.array(point).optional(),
    indicators: z.array(indicator),
    services: z.array(id),
    /** Changes with every other field. Absent in lists. */
    version: z.string().optional(),
  }),
)

export const site = named(
  'Site',
  z.object({
    id,
    name: z.string(),
    customerId: id,
    clientId: id,
    customerName: z.string(),
    type: z.enum(siteTypes),
    siteGroups: z.array(id),
    notes: z.string().nullable(),
    address: siteAddress,
    status: siteStatus,
    snowRemovalAreaStatus: z.enum(areaStatuses),
    areas: z.array(area),
    routes: z.array(z.object({ id, name: z.string(), sortOrder: z.int() })),
    routesAssigned: z.int(),
  }),
)
export type Site = z.infer<typeof site>

export const siteRow = named(
  'SiteRow',
  site
    .pick({ id: true, name: true, customerName: true, notes: true, status: true, snowRemovalAreaStatus: true })
    .extend({ address: shownAddress, routes: z.array(site.shape.routes.element.pick({ name: true })) }),
)
export type SiteRow = z.infer<typeof siteRow>

/** Sites that one decision is about. */
export const mostSites = 2000
export const someSites = z
  .array(id)
  .min(1, 'Choisissez au moins un point de service.')
  .max(mostSites, `Choisissez au plus ${mostSites} points de service.`)

export const siteNameTaken = 'Ce client a déjà un point de service de ce nom.'
export const lastAreaStays = 'Un point de service garde au moins une zone.'

export const siteDraft = z.object({ id: id.nullish(), customerId: z.string().nullish(), name: z.string().nullish() })
export const siteRemarks = z.object({ formErrors: z.object({ site: z.record(z.string(), z.string()) }) })
