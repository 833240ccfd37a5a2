import { asPlaces } from '@bordee/core/routes/places.ts'
import { type Route, routeFields } from '@bordee/core/routes/route.ts'
import { id } from '@bordee/core/wire.ts'
import * as z from 'zod'

const { name, hasAlerts, siteBefore, message, initialMessage, serviceIds, accountsForAlertsIds } = routeFields.shape

/** The form holds the order itself; the numbers are where each site stands in it. */
export const routeSchema = z.object({
  name,
  hasAlerts,
  siteBefore,
  message,
  initialMessage,
  serviceIds,
  accountsForAlertsIds,
  order: z.array(id),
})
export type RouteValues = z.input<typeof routeSchema>
export type SentRoute = z.output<typeof routeSchema>

export const emptyRoute: RouteValues = {
  name: '',
  hasAlerts: false,
  siteBefore: 1,
  message: null,
  initialMessage: null,
  serviceIds: [],
  accountsForAlertsIds: [],
  order: [],
}

export const valuesOf = (route: Route): RouteValues => ({
  name: route.name,
  hasAlerts: route.hasAlerts,
  siteBefore: route.siteBefore,
  message: route.message,
  initialMessage: route.initialMessage,
  serviceIds: route.services.map((service) => service.id),
  accountsForAlertsIds: route.accountsForAlertsIds,
  order: route.sites.map(({ site }) => site.id),
})

export const asInput = ({ order, ...route }: SentRoute) => ({ ...route, sites: asPlaces(order) })
