// Clients, sites and sectors for the tests.

import { api } from '@bordee/core/api.ts'
import type { Input } from '@bordee/core/call.ts'
import type { Caller } from './server.ts'

type NewClient = Input<typeof api.createClient>['client']
type NewSite = Input<typeof api.createSite>['site']

let count = 0

export const newClient = (caller: Caller, client: Partial<NewClient> = {}) =>
  caller(api.createClient, { client: { name: `Client ${++count}`, ...client } })

/** With coordinates, unless overridden. */
export const newSite = (caller: Caller, customerId: string, site: object = {}) =>
  caller(api.createSite, {
    site: {
      customerId,
      name: `Entrée ${String(++count).padStart(6, '0')}`, // lists are sorted by name
      address: { street: 'rue Saint-Jean', civicNumber: '500', city: 'Québec', location: home },
      ...site,
    } as NewSite,
  })

export const newService = (caller: Caller, service: object = {}) =>
  caller(api.createService, { service: { name: `Service ${++count}`, ...service } })

/** An area around home. */
export const newSector = (caller: Caller, sector: object = {}) =>
  caller(api.createSector, { sector: { name: `Secteur ${++count}`, polygon: around, ...sector } })

export const home = { lat: 46.81, lng: -71.215 }

/** A triangle of a kilometre or two around home. */
export const around = [
  { lat: home.lat - 0.01, lng: home.lng - 0.01 },
  { lat: home.lat - 0.01, lng: home.lng + 0.02 },
  { lat: home.lat + 0.02, lng: home.lng - 0.01 },
]

/** A square of some ten metres, `north` metres north of home. */
export function square(north = 0) {
  const lat = home.lat + north / 111_195
  return [
    { lat, lng: home.lng },
    { lat, lng: home.lng + 0.0001 },
    { lat: lat + 0.0001, lng: home.lng + 0.0001 },
    { lat: lat + 0.0001, lng: home.lng },
  ]
}
