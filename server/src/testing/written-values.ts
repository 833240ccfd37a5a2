// What the test that writes every field sends for fields of some names, and how some entities show it again.
import { home, square } from './folders.ts'
import type { Door } from './people.ts'
import type { People } from './server.ts'
import { companyResources } from './world.ts'

type Values = Record<string, unknown>

/** What a field of that name takes the id of. */
export const thingFor: Record<string, (people: People, door: Door) => Promise<string>> = {
  ...named(['clientId', 'customerId', 'customerIds'], 'clients'),
  ...named(['siteId', 'site', 'siteIds'], 'sites'),
  ...named(['serviceId', 'serviceIds', 'services'], 'services'),
  ...named(['contractTemplateId'], 'templates'),
  ...named(['message', 'initialMessage'], 'messages'),
  ...named(['userId', 'userIds', 'accountsForAlertsIds', 'userForAlertsIds'], 'accounts'),
  ...named(['alertId', 'groupId', 'groupingIds'], 'groupings'),
  ...named(['siteGroupIds', 'sectorIds'], 'sectors'),
  ...named(['routeForAlertIds', 'routeId'], 'routes'),
  ...named(['companyId'], 'companies'),
}

function named(fields: readonly string[], slice: string) {
  const make = companyResources[slice]
  if (!make) throw new Error(`world.ts makes nothing of the slice ${slice}`)
  return Object.fromEntries(fields.map((field) => [field, make]))
}

const pixel = (color: number) =>
  [
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk',
    color ? 'YPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==' : '+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  ].join('')

/** Values of fields whose rules no schema shows. */
export const valueFor = (field: string, round: number): unknown =>
  ({
    polygon: square(20 * round),
    location: { lat: home.lat + round / 1000, lng: home.lng },
    point: { lat: home.lat + round / 1000, lng: home.lng },
    ceiling: 40 + round, // passes are whole
    bands: [
      { upTo: 5 + round, price: 4000 + round },
      { upTo: null, price: 6000 + round },
    ],
    clauses: `<p>Clause ${round}</p>`,
    happenedAt: `2026-0${round + 1}-10T12:00:00.000Z`, // nothing has happened yet that is still to come
    logo: `data:image/png;base64,${pixel(round)}`,
    companyLogo: `data:image/png;base64,${pixel(round)}`,
    startHourAllowed: `0${round + 5}:00`,
    endHourAllowed: `2${round}:00`,
    allowedOrigins: [`https://exemple${round}.ca`],
    url: `https://exemple${round}.ca/lien`,
  })[field]

/** An account says in its access to the company what it was given there. */
const accountAsSent = (account: Values) => ({ ...account, ...(account.currentAccess as Values), role: account.role, id: account.id })

/** Where an entity is read otherwise than it is written. */
export const asSent: Record<string, (read: Values) => Values> = {
  accounts: accountAsSent,
  occupants: ({ site, ...occupant }) => ({ ...occupant, site: (site as Values).id }),
  routes: ({ services, sites, ...route }) => ({
    ...route,
    serviceIds: (services as Values[]).map(({ id }) => id),
    userForAlertsIds: route.accountsForAlertsIds,
    ...(Array.isArray(sites) && { sites: sites.map(({ site, sortOrder }) => ({ site: site.id, sortOrder })) }),
  }),
}
