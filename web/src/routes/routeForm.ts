import { asPlaces } from '@bordee/core/routes/places.ts'
import { type Route, routeFields } from '@bordee/core/routes/route.ts'
import { id } from '@bordee/core/wire.ts'
import * as z from 'zod'
import { emptyValues, valuesFrom } from '../ui/form/values.ts'

/** The form holds the ordered site ids; a site's number is its position in that list. */
export const routeSchema = routeFields.omit({ sites: true, userForAlertsIds: true, version: true }).extend({ order: z.array(id) })
export type RouteValues = z.input<typeof routeSchema>
export type SentRoute = z.output<typeof routeSchema>

export const emptyRoute = emptyValues(routeSchema, { siteBefore: 1 })

export const valuesOf = (route: Route): RouteValues =>
  valuesFrom(routeSchema, route, { serviceIds: route.services.map((service) => service.id), order: route.sites.map(({ site }) => site.id) })

export const asInput = ({ order, ...route }: SentRoute) => ({ ...route, sites: asPlaces(order) })
