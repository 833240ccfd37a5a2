// The routes on the phone, with their stops, so that a run can start without a network.
import { routeCalls } from '@bordee/core/routes/routes.calls.ts'
import type { RouteStop } from '@bordee/core/runs/run.ts'
import { runCalls } from '@bordee/core/runs/runs.calls.ts'
import { ask } from '../api.ts'
import { keepFact, readFact } from './kept.ts'
import type { RouteOption } from './shown.ts'

/** How many routes the phone stores. */
const mostRoutes = 50

const routesFact = (owner: string) => `routes ${owner}`
const stopsFact = (routeId: string) => `stops ${routeId}`

export const readStoredStops = (routeId: string) => readFact<RouteStop[]>(stopsFact(routeId))

export async function readRoutes(owner: string): Promise<RouteOption[]> {
  const routes = await ask(routeCalls.listRouteOptions)
  await keepFact(routesFact(owner), routes)
  return withStored(routes)
}

export const recallRoutes = async (owner: string): Promise<RouteOption[]> =>
  withStored((await readFact<RouteOption[]>(routesFact(owner))) ?? [])

/** Reads the stops of each route again. A route that can't be read keeps the stops stored earlier, if any. */
export async function storeStops(routes: readonly RouteOption[]): Promise<RouteOption[]> {
  for (const { id } of routes.slice(0, mostRoutes))
    await ask(runCalls.listRouteStops, { id }).then(
      (stops) => keepFact(stopsFact(id), stops),
      () => undefined,
    )
  return withStored(routes)
}

const withStored = (routes: readonly RouteOption[]) =>
  Promise.all(routes.map(async (route) => ({ ...route, isStored: (await readStoredStops(route.id)) !== undefined })))
