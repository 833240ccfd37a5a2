import * as z from 'zod'
import { call, longLists, slice } from '../call.ts'
import { alertSenders, companyAdmins } from '../roles.ts'
import { id, instant, point } from '../wire.ts'
import { maxRouteSites, newRouteFields, placedSite, route, routeChanges, routeForAlerts, routeInList } from './route.ts'

/** Sites show their routes, and accounts show the routes they may alert. */
const withTheRoute = ['accounts', 'alerts', 'search', 'sites'] as const

export const routeCalls = slice('routes', {
  listRoutes: call('GET /routes', {
    who: alertSenders,
    returns: z.array(routeInList),
    summary: 'The routes, without their sites; employees with limited access see their own',
  }),

  listRouteOptions: call('GET /routes/select-options', {
    who: alertSenders,
    returns: z.array(
      z.object({
        id,
        name: z.string(),
        /** By the caller. */
        lastDrivenAt: instant.nullable(),
        /** The caller was called to work for it in an operation that is open, and did not refuse. */
        isExpected: z.boolean(),
      }),
    ),
    summary: 'All routes, as a list to choose from, and what the caller has to do with each: access limits apply to alerts, not to driving',
  }),

  listRoutesForAlerts: call('GET /routes/for-alerts', {
    who: alertSenders,
    returns: z.array(routeForAlerts),
    summary: 'The routes that the caller may send alerts to',
  }),

  getRoute: call('GET /routes/:id', { who: alertSenders, input: { id }, returns: route, summary: 'One route with its sites in order' }),

  listRouteSites: call('GET /routes/:id/sites', {
    who: alertSenders,
    input: { id },
    returns: z.array(placedSite),
    summary: 'A route’s sites in order; those that cannot be placed say why',
  }),

  createRoute: call('POST /routes', {
    who: companyAdmins,
    maxBytes: longLists,
    status: 201,
    input: { route: newRouteFields },
    returns: route,
    touches: withTheRoute,
    summary: 'Creates a route; its sites are numbered from 0 in the order sent',
  }),

  updateRoute: call('PATCH|PUT /routes/:id', {
    who: companyAdmins,
    maxBytes: longLists,
    input: { id, route: routeChanges },
    returns: route,
    touches: withTheRoute,
    summary: 'Changes a route; refused with an outdated version, so that two people never overwrite each other',
  }),

  deleteRoute: call('DELETE /routes/:id', {
    who: companyAdmins,
    input: { id },
    touches: withTheRoute,
    summary: 'Removes a route; its sites stay',
  }),

  findDirections: call('POST /routes/directions', {
    who: alertSenders,
    maxBytes: longLists,
    input: { points: z.array(point).min(2).max(maxRouteSites) },
    returns: z.object({
      line: z.array(point),
      distance: z.number(),
      duration: z.number().nullable(),
      provider: z.enum(['straight', 'osrm']),
      /** Legs that the provider could not answer are straight lines. */
      isPartial: z.boolean(),
    }),
    limits: [{ by: 'address', max: 120, seconds: 600 }],
    outside: true,
    summary: 'The way through the points, avoiding highways: metres, and seconds where roads are known',
  }),
})
