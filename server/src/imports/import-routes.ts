// Routes: a row per stop in driving order, followed by the stops that no row names.
import type { MappedRow } from '@bordee/core/imports/mapped-rows.ts'
import { nameKey } from '@bordee/core/imports/names.ts'
import { maxRouteSites, type RouteChanges } from '@bordee/core/routes/route.ts'
import { required } from '@bordee/core/wire.ts'
import { routeHandlers } from '../routes/routes.handlers.ts'
import type { Importation, Importer, Plan } from './importation.ts'
import { siteOf } from './links.ts'
import { type Names, namesOf, resolve } from './names.ts'
import { changesOf, outcomeOf } from './planning.ts'

interface RoutePlan extends Plan {
  id: string | undefined
  name: string
  route: RouteChanges
}

interface Draft {
  name: string
  said: Said
  stops: string[]
  rows: MappedRow<'routes'>[]
}

type Said = Pick<RouteChanges, 'hasAlerts' | 'siteBefore' | 'message' | 'initialMessage' | 'serviceIds'>

export const routeImporter: Importer<'routes', RoutePlan> = {
  entity: 'routes',
  atOnce: 10,

  async plan(importation, rows) {
    const links = { services: await namesOf(importation, 'services'), messages: await namesOf(importation, 'messages') }
    const drafts = new Map<string, Draft>()
    for (const row of rows) {
      await importation.pause()
      const problem = follow(importation, links, drafts, row)
      if (problem) importation.refuse('routes', row, problem)
    }
    const held = await heldRoutes(importation)
    return [...drafts.values()].flatMap((draft) => planned(importation, draft, held.get(nameKey(draft.name))))
  },

  async write(ctx, _run, plans) {
    for (const { id, name, route } of plans)
      if (id) await routeHandlers.updateRoute(ctx, { id, route })
      else await routeHandlers.createRoute(ctx, { route: { ...route, name } })
  },
}

/** Adds a row to its route; returns a problem if it can't. */
function follow(
  importation: Importation,
  links: { services: Names; messages: Names },
  drafts: Map<string, Draft>,
  row: MappedRow<'routes'>,
): string | undefined {
  const { name, hasAlerts, siteBefore, clientLink, siteLink } = row.values
  if (!name) return `Nom du trajet\u00a0: ${required}`
  const draft = drafts.get(nameKey(name)) ?? { name, said: {}, stops: [], rows: [] }
  const services = row.values.services && resolve(links.services, 'service', row.values.services)
  if (services && 'problem' in services) return services.problem
  const message = row.values.message ? resolve(links.messages, 'message', [row.values.message]) : { ids: [] }
  const initial = row.values.initialMessage ? resolve(links.messages, 'message', [row.values.initialMessage]) : { ids: [] }
  if ('problem' in message) return message.problem
  if ('problem' in initial) return initial.problem
  // A route without stops is a row without a site.
  const isStop = Boolean(siteLink) || Boolean(clientLink) || importation.isShared('routes', 'sites')
  const site = isStop ? siteOf(importation, 'routes', row) : undefined
  if (site && 'problem' in site) return site.problem
  if (site && draft.stops.includes(site.id)) return 'Ce point de service est déjà dans le trajet.'
  if (draft.stops.length >= maxRouteSites) return tooManyStops
  if (site) draft.stops.push(site.id)
  Object.assign(draft.said, {
    ...(hasAlerts !== undefined && { hasAlerts }),
    ...(siteBefore !== undefined && { siteBefore }),
    ...(message.ids[0] && { message: message.ids[0] }),
    ...(initial.ids[0] && { initialMessage: initial.ids[0] }),
    ...(services && { serviceIds: [...new Set(services.ids)].toSorted() }),
  })
  draft.rows.push(row)
  drafts.set(nameKey(name), draft)
  return undefined
}

const tooManyStops = `Un trajet ne peut pas avoir plus de ${maxRouteSites} points de service.`

type HeldRoute = Required<Said> & { id: string; stops: string[] }

/** Stops that no row names stay, after the others: a file may contain only rows that were refused before. */
function planned(importation: Importation, { name, said, stops: named, rows }: Draft, held: HeldRoute | undefined): RoutePlan[] {
  const stops = [...named, ...(held?.stops.filter((site) => !named.includes(site)) ?? [])]
  if (named.length > 0 && stops.length > maxRouteSites) {
    for (const row of rows) importation.refuse('routes', row, tooManyStops)
    return []
  }
  const wanted = { ...said, ...(named.length > 0 && { stops }) }
  const { stops: order, ...changes } = held ? changesOf<Partial<HeldRoute>>(held, wanted) : wanted
  const route: RouteChanges = { ...changes, ...(order && { sites: order.map((site, sortOrder) => ({ site, sortOrder })) }) }
  return [{ id: held?.id, name, route, rows, outcomes: [outcomeOf(!held, route)] }]
}

/** By name: of two with the same name, the first. */
async function heldRoutes(importation: Importation): Promise<Map<string, HeldRoute>> {
  const rows = await importation.sql<HeldRoute & { name: string }>`
    select r.id, r.name, r.has_alerts as "hasAlerts", r.site_before as "siteBefore",
           r.message_id as message, r.initial_message_id as "initialMessage",
           array(
             select s.service_id
             from route_services s
             where s.company_id = r.company_id and s.route_id = r.id
             order by s.service_id)::text[] as "serviceIds",
           array(
             select p.site_id
             from route_sites p
             where p.company_id = r.company_id and p.route_id = r.id
             order by p.sort_order, p.site_id)::text[] as stops
    from routes r
    where r.company_id = ${importation.companyId}
    order by r.id desc`
  return new Map(rows.map(({ name, ...route }) => [nameKey(name), route]))
}
