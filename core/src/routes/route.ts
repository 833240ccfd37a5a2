// A route: sites in the order in which they are cleared (docs/product/routes.md).
import * as z from 'zod'
import { colorOf } from '../services/service.ts'
import { siteAddress, siteStatus } from '../sites/site.ts'
import { id, named, text } from '../wire.ts'

export const exclusionReasons = ['inactive', 'not_geocoded', 'no_common_services'] as const
export const exclusionTexts: Record<(typeof exclusionReasons)[number], string> = {
  inactive: 'Point de service inactif',
  not_geocoded: 'Sans position sur la carte',
  no_common_services: 'N’a aucun des services du trajet',
}

/** A site sent back as it was read is `{id, …}`. */
const placeId = z.preprocess((value) => (typeof value === 'object' && value !== null && 'id' in value ? value.id : value), id)
const place = z.object({ site: placeId, sortOrder: z.number().min(0).max(1_000_000) })

export const maxRouteSites = 2000

export const routeFields = z.object({
  name: text(100),
  hasAlerts: z.boolean(),
  siteBefore: z
    .int('Veuillez entrer un nombre entier.')
    .min(0, 'Le nombre doit être d’au moins 0.')
    .max(100, 'Le nombre doit être d’au plus 100.'),
  message: id.nullable(),
  initialMessage: id.nullable(),
  serviceIds: z.array(id).max(100),
  sites: z.array(place).max(maxRouteSites, `Un trajet ne peut pas avoir plus de ${maxRouteSites} points de service.`),
  accountsForAlertsIds: z.array(id).max(1000),
  userForAlertsIds: z.array(id).max(1000), // an alias of the same list
  version: z.int(),
})

const twice = { path: ['sites'], message: 'Un point de service est deux fois dans le trajet.' }
const eachOnce = ({ sites = [] }: { sites?: { site: string }[] | undefined }) =>
  new Set(sites.map(({ site }) => site)).size === sites.length

/** A merge: missing keys stay. `version` names the state of the route that was edited. */
export const routeChanges = routeFields.partial().refine(eachOnce, twice)
export type RouteChanges = z.output<typeof routeChanges>
export const newRouteFields = routeFields.partial().extend({ name: routeFields.shape.name }).refine(eachOnce, twice)

const placed = z.object({
  site: z.object({ id, name: z.string(), address: siteAddress, status: siteStatus, customerName: z.string() }),
  sortOrder: z.int(),
  isIncluded: z.boolean(),
  exclusionReason: z.enum(exclusionReasons).nullable(),
})
export type PlacedSite = z.infer<typeof placed>

const routeCard = z.object({
  id,
  name: z.string(),
  hasAlerts: z.boolean(),
  siteBefore: z.int(),
  message: id.nullable(),
  initialMessage: id.nullable(),
  services: z.array(z.object({ id, name: z.string(), color: colorOf })),
  sitesCount: z.int(),
  accountsForAlertsIds: z.array(id),
  version: z.int(),
})
export const routeInList = named('RouteInList', routeCard)
export const route = named('Route', routeCard.extend({ sites: z.array(placed) }))
export const placedSite = named('PlacedSite', placed)
export type Route = z.infer<typeof route>
export type RouteInList = z.infer<typeof routeInList>

export const routeForAlerts = named(
  'RouteForAlerts',
  z.object({
    id,
    name: z.string(),
    contactsCount: z.int(),
    notifiedAt: z.string().nullable(),
    activeRuns: z.array(z.object({ id, startedAt: z.string() })),
  }),
)
