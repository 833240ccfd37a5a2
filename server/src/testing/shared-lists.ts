// Every list that a call replaces, as two people have it open: what a screen sends to add and remove items, given what it
// read when it was opened. Items are named by what identifies them: an id, a name, a phone.
import { api } from '@bordee/core/api.ts'
import { inDays, newContract, newTemplate } from './contracts.ts'
import { home, newClient, newSector, newService, newSite, square } from './folders.ts'
import type { Caller, People, Reply } from './server.ts'
import { publishBulletin } from './world.ts'

interface Change {
  added: string
  removed: readonly string[]
}

/** A page on something whose list has at least one item. */
interface Page {
  items: () => Promise<readonly string[]>
  newItem: () => Promise<string>
  save: (as: Caller, change: Change) => Promise<Reply>
}

type Open = (people: People) => Promise<Page>

let count = 0
const newName = async () => `Nom ${++count}`

const newRoute = async (owner: Caller, route: object = {}) => owner(api.createRoute, { route: { name: await newName(), ...route } })
const siteOf = async (owner: Caller, site: object = {}) => (await newSite(owner, (await newClient(owner)).id, site)).id

/** Away from the sectors that are drawn around home. */
const siteInTheNorth = (owner: Caller) =>
  siteOf(owner, { address: { street: 'rue du Nord', location: { lat: home.lat + 1, lng: home.lng } } })

const accountOf = async (owner: Caller) => {
  const name = { firstName: 'Camille', lastName: 'Roy', email: `camille.${++count}@exemple.ca` }
  return (await owner(api.createAccount, { account: { ...name, role: 'employee', password: 'un mot de passe' } })).id
}

/** A whole list with the version that was read. */
const after = (read: readonly string[], { added, removed }: Change) => [...read.filter((item) => !removed.includes(item)), added]

async function sectorOf(people: People, field: 'siteIds' | 'userIds', newItem: () => Promise<string>): Promise<Page> {
  const { id } = await newSector(people.owner, { [field]: [await newItem()] })
  const removedField = field === 'siteIds' ? 'removedSiteIds' : 'removedUserIds'
  return {
    newItem,
    items: async () => (await people.owner(api.listSectors)).find((sector) => sector.id === id)?.[field] ?? [],
    save: (as, { added, removed }) => as.raw(api.updateSector, { id, sector: { [field]: [added], [removedField]: removed } }),
  }
}

type Scope = 'customerIds' | 'sectorIds' | 'routeForAlertIds'
async function accountWith({ owner }: People, caller: Caller, scope: Scope, newItem: () => Promise<string>): Promise<Page> {
  const id = caller.accountId
  const removedField = `removed${scope.charAt(0).toUpperCase()}${scope.slice(1)}`
  await owner(api.updateAccount, { id, account: { [scope]: [await newItem()] } })
  return {
    newItem,
    items: async () => (await owner(api.getAccount, { id })).currentAccess?.[scope] ?? [],
    save: (as, { added, removed }) => as.raw(api.updateAccount, { id, account: { [scope]: [added], [removedField]: removed } }),
  }
}

async function groupingOf({ owner }: People, send: (siteGroupIds: string[]) => object): Promise<Page> {
  const newItem = async () => (await newSector(owner)).id
  const { id } = await owner(api.createGrouping, { alerts: { name: await newName() }, siteGroupIds: [await newItem()] })
  return {
    newItem,
    items: async () => (await owner(api.listGroupings)).find((grouping) => grouping.id === id)?.siteGroupIds ?? [],
    save: (as, { added, removed }) => as.raw(api.updateGrouping, { id, ...send([added]), removedSiteGroupIds: removed }),
  }
}

type RouteList = 'serviceIds' | 'sites' | 'accountsForAlertsIds' | 'userForAlertsIds'
async function routeOf({ owner }: People, field: RouteList, newItem: () => Promise<string>): Promise<Page> {
  const sent = (items: string[]) => ({ [field]: field === 'sites' ? items.map((site, sortOrder) => ({ site, sortOrder })) : items })
  const { id, version } = await newRoute(owner, sent([await newItem()]))
  const items = async () => {
    const route = await owner(api.getRoute, { id })
    if (field === 'serviceIds') return route.services.map((service) => service.id)
    return field === 'sites' ? route.sites.map(({ site }) => site.id) : route.accountsForAlertsIds
  }
  const read = await items()
  return {
    newItem,
    items,
    save: (as, change) => as.raw(api.updateRoute, { id, route: { ...sent(after(read, change)), version } }),
  }
}

/** Equal names and prices, days and percentages; the methods are few. */
const lines = (names: readonly string[]) => names.map((name) => ({ name, price: 100, quantity: 1 }))
const instalments = (days: readonly string[]) =>
  days.map((paymentDate, i) => ({ paymentDate, percent: i === 0 ? 100 - 10 * (days.length - 1) : 10 }))
const newDay = async () => inDays(++count)
const methodsLeft = ['cash', 'interac', 'credit_card']
const newMethod = async () => methodsLeft[++count % methodsLeft.length] ?? ''

interface Terms {
  newItem: () => Promise<string>
  as: (items: readonly string[]) => unknown[]
  named: (item: never) => string
}
const services: Terms = { newItem: newName, as: lines, named: ({ name }: { name: string }) => name }
const schedule: Terms = { newItem: newDay, as: instalments, named: ({ paymentDate }: { paymentDate: string }) => paymentDate }
const methods: Terms = { newItem: newMethod, as: (items) => [...items], named: String }

async function contractOf({ owner }: People, field: 'services' | 'paymentShedules' | 'paymentMethods', { newItem, as, named }: Terms) {
  const { id, version, ...read } = await newContract(owner, { [field]: as([field === 'paymentMethods' ? 'check' : await newItem()]) })
  const names = (contract: Pick<typeof read, typeof field>) => (contract[field] as never[]).map(named)
  return {
    newItem,
    items: async () => names(await owner(api.getContract, { id })),
    save: (caller: Caller, change: Change) =>
      caller.raw(api.updateContract, { id, contract: { [field]: as(after(names(read), change)), version } }),
  }
}

type TemplateList = 'services' | 'paymentSchedules' | 'contractTemplatePaymentMethod'
async function templateOf({ owner }: People, field: TemplateList, { newItem, as, named }: Terms) {
  const first = field === 'contractTemplatePaymentMethod' ? 'check' : await newItem()
  const { id, version, ...read } = await newTemplate(owner, { [field]: as([first]) })
  const names = (template: Pick<typeof read, typeof field>) => (template[field] as never[]).map(named)
  return {
    newItem,
    items: async () => names(await owner(api.getTemplate, { id })),
    save: (caller: Caller, change: Change) =>
      caller.raw(api.updateTemplate, { id, contractTemplate: { [field]: as(after(names(read), change)), version } }),
  }
}

type BulletinList = 'sectorIds' | 'groupingIds' | 'links'
async function bulletinOf({ owner }: People, field: BulletinList, newItem: () => Promise<string>, as: (item: string) => unknown = String) {
  const read = await publishBulletin({ owner }, { [field]: [as(await newItem())] })
  const names = (config: typeof read) => config[field].map((item) => (typeof item === 'string' ? item : item.label))
  return {
    newItem,
    items: async () => names(await owner(api.getBulletinConfig)),
    save: (caller: Caller, change: Change) =>
      caller.raw(api.updateBulletinConfig, { ...read, [field]: after(names(read), change).map(as) }),
  }
}

/** By call and field. */
export const sharedLists: Record<string, Open> = {
  'updateSite site.areas': async ({ owner }) => {
    const { id, areas } = await newSite(owner, (await newClient(owner)).id, { areas: [{ name: 'Zone A', polygon: square() }] })
    return {
      newItem: newName,
      items: async () => (await owner(api.getSite, { id })).areas.map(({ name }) => name),
      save: (as, { added, removed }) =>
        as.raw(api.updateSite, {
          id,
          site: { areas: [{ name: added, polygon: square(20) }], removedAreas: areas.filter(({ name }) => removed.includes(name)) },
        }),
    }
  },

  'replaceOccupants occupants': async ({ owner }) => {
    const siteId = await siteOf(owner)
    const read = await owner(api.replaceOccupants, { siteId, occupants: [{ phone: '4185550101' }] })
    return {
      newItem: async () => `41855502${(++count % 90) + 10}`,
      items: async () => (await owner(api.listOccupants, { siteId })).map(({ phone }) => phone),
      save: (as, { added, removed }) =>
        as.raw(api.replaceOccupants, {
          siteId,
          occupants: [{ phone: added }],
          removedOccupantIds: read.filter(({ phone }) => removed.includes(phone)).map(({ id }) => id),
        }),
    }
  },

  'updateSector sector.siteIds': (people) => sectorOf(people, 'siteIds', () => siteInTheNorth(people.owner)),
  'updateSector sector.userIds': (people) => sectorOf(people, 'userIds', () => accountOf(people.owner)),
  'updateGrouping siteGroupIds': (people) => groupingOf(people, (siteGroupIds) => ({ siteGroupIds })),
  'updateGrouping alerts.siteGroupIds': (people) => groupingOf(people, (siteGroupIds) => ({ alerts: { siteGroupIds } })),

  'updateAccount account.customerIds': (people) =>
    accountWith(people, people.manager, 'customerIds', async () => (await newClient(people.owner)).id),
  'updateAccount account.sectorIds': (people) =>
    accountWith(people, people.employee, 'sectorIds', async () => (await newSector(people.owner)).id),
  'updateAccount account.routeForAlertIds': (people) =>
    accountWith(people, people.employee, 'routeForAlertIds', async () => (await newRoute(people.owner)).id),

  'updateRoute route.sites': (people) => routeOf(people, 'sites', () => siteOf(people.owner)),
  'updateRoute route.serviceIds': (people) => routeOf(people, 'serviceIds', async () => (await newService(people.owner)).id),
  'updateRoute route.accountsForAlertsIds': (people) => routeOf(people, 'accountsForAlertsIds', () => accountOf(people.owner)),
  'updateRoute route.userForAlertsIds': (people) => routeOf(people, 'userForAlertsIds', () => accountOf(people.owner)),

  'updateContract contract.services': (people) => contractOf(people, 'services', services),
  'updateContract contract.paymentShedules': (people) => contractOf(people, 'paymentShedules', schedule),
  'updateContract contract.paymentMethods': (people) => contractOf(people, 'paymentMethods', methods),
  'updateContract contract.payments': async ({ owner }) => {
    const paid = (amount: string) => ({ amount: Number(amount), paidAt: inDays(0), type: 'cash' })
    const { id, payments } = await newContract(owner, { status: 'accepted', payments: [paid('100')] })
    return {
      newItem: async () => String(200 + ++count),
      items: async () => (await owner(api.getContract, { id })).payments.map(({ amount }) => String(amount)),
      save: (as, { added, removed }) => {
        const leaving = payments.filter(({ amount }) => removed.includes(String(amount)))
        return as.raw(api.updateContract, {
          id,
          contract: { payments: [paid(added), ...leaving.map((one) => ({ ...one, deletedAt: inDays(0) }))] },
        })
      },
    }
  },

  'updateTemplate contractTemplate.services': (people) => templateOf(people, 'services', services),
  'updateTemplate contractTemplate.paymentSchedules': (people) => templateOf(people, 'paymentSchedules', schedule),
  'updateTemplate contractTemplate.contractTemplatePaymentMethod': (people) => templateOf(people, 'contractTemplatePaymentMethod', methods),

  'updateBulletinConfig sectorIds': (people) => bulletinOf(people, 'sectorIds', async () => (await newSector(people.owner)).id),
  'updateBulletinConfig groupingIds': (people) =>
    bulletinOf(people, 'groupingIds', async () => (await people.owner(api.createGrouping, { alerts: { name: await newName() } })).id),
  'updateBulletinConfig links': (people) => bulletinOf(people, 'links', newName, (label) => ({ label, url: 'https://exemple.ca' })),

  'updateQuoteConfig allowedOrigins': async ({ owner }) => {
    await owner(api.startQuotes, { isActive: true })
    await owner(api.updateQuoteConfig, { allowedOrigins: ['https://un.exemple'] })
    return {
      newItem: async () => `https://site-${++count}.exemple`,
      items: async () => (await owner(api.getCurrentCompany)).quoteConfig?.allowedOrigins ?? [],
      save: (as, { added, removed }) => as.raw(api.updateQuoteConfig, { allowedOrigins: [added], removedAllowedOrigins: removed }),
    }
  },
}

/** Lists that need no such care, with the reason. */
export const otherLists: Record<string, string> = {
  'updateCurrentAccount account.accesses': 'only chooses the current company',
  'updateAccount account.accesses': 'no screen changes it',
  'placeSites sites': 'names only what it changes',
  'setContractStatuses contractIds': 'names only what it changes',
  'updateSector sector.polygon': 'is one drawing',
  'updateQuoteConfig polygon': 'is one drawing',
  'updateOperation routeIds': 'one dispatcher chooses the routes of a night; one that was driven stays',
  'updateCompany operationConfig.warnedRunKinds': 'is one choice among five',
  'updateCurrentCompany operationConfig.warnedRunKinds': 'is one choice among five',
  'updateCompany operationConfig.units': 'is a short list that a company writes once',
  'updateCurrentCompany operationConfig.units': 'is a short list that a company writes once',
  'updateCheque cheque.parts': 'splits one amount, so that a part alone means nothing',
  'updateGrouping siteGroups': 'no screen sends it',
  'updateGrouping alerts.siteGroups': 'no screen sends it',
}
