// For the test that writes every field: what each call needs besides fresh values, and where what it wrote is read back.
import { randomUUID } from 'node:crypto'
import { api } from '@bordee/core/api.ts'
import { modelsFor } from '@bordee/core/messages/message.ts'
import { newOccupant } from './alerts.ts'
import { solveCaptcha } from './captcha.ts'
import { inDays, newContract, newTemplate } from './contracts.ts'
import { around, home, newClient, newSector, newService, newSite } from './folders.ts'
import { testPassword } from './people.ts'
import { clearing, newRoute, newRun } from './runs.ts'
import { newClaim, newImportRequest, newUnsubscribed, publishBulletin } from './world.ts'
import type { Setting, Values, Written } from './writing.ts'
import { writtenCheques } from './written-cheques.ts'
import { writtenOperations } from './written-operations.ts'

const twoRoles = [
  { role: 'manager', canDispatch: false, sectorIds: undefined, routeForAlertIds: undefined },
  { role: 'employee', canDispatch: true, customerIds: undefined },
]

const access = ({ people, round, idFor }: Setting) => {
  const scopes = { customerIds: [idFor('customerIds')], sectorIds: [idFor('sectorIds')], routeForAlertIds: [idFor('routeForAlertIds')] }
  const role = { ...scopes, ...twoRoles[round] }
  return { account: { ...role, accesses: [{ companyId: people.companyId, ...role }] } }
}

const settings = {
  as: 'super_admin' as const,
  given: ({ round }: Setting) => ({
    company: { isActive: true },
    contractConfig: { isActive: true },
    confirmedInactiveSites: round,
  }),
}

/** A contract that its client has opened, and may answer. */
async function opened({ people }: Setting): Promise<string> {
  const { email } = await people.client(api.getCurrentAccount)
  const { id } = await newContract(people.owner, { email })
  await people.owner(api.setContractStatuses, { contractIds: [id], status: 'sent' })
  await people.client(api.getContract, { id })
  return id
}

/** A run of one site that its employee drives. */
async function driven({ people }: Setting) {
  const { id: routeId } = await newRoute(people.owner, 1)
  const { id } = await people.employee(api.startRun, { routeId, at: minutesAgo(30) })
  const { runSites } = await people.employee(api.getRunDetails, { id })
  return { runId: id, runSiteId: runSites[0]?.id ?? '', siteAreaId: runSites[0]?.areas[0]?.id ?? '' }
}

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
/** Of what a phone tells later. */
const told = ({ round }: Setting) => ({ at: minutesAgo(10 - round), sentAt: undefined })

const details = async ({ people }: Setting, id: unknown) => people.owner(api.getRunDetails, { id: String(id) })

const marking: Written = {
  as: 'employee',
  given: async (setting) => ({ ...(await driven(setting)), ...told(setting), id: randomUUID() }),
  reads: async (setting, { runId }) => [(await details(setting, runId)).areaActions.at(-1) ?? {}],
}

async function serving({ people }: Setting) {
  await people.owner.raw(api.startQuotes, { isActive: true })
  await people.owner(api.updateQuoteConfig, { isActive: true, polygon: around })
}

const quoteConfig = async ({ people }: Setting) => [(await people.owner(api.getCurrentCompany)).quoteConfig as Values]

/** Only its switch is written: the rest is derived. */
const siteOf = ({ round }: Setting) => ({ site: { status: round ? 'inactive' : 'active' } })

const grouping: Written = {
  given: async ({ people, idFor, round }) => {
    await people.super_admin(api.updateCurrentCompany, { company: { sectorMode: false } })
    const parts = {
      siteGroupIds: [(await newSector(people.owner)).id],
      siteGroups: [{ name: `Sous-secteur ${randomUUID()}`, siteIds: [idFor('siteIds')], userIds: [idFor('userIds')] }],
    }
    return round === 0
      ? { alerts: parts, siteGroupIds: undefined, siteGroups: undefined }
      : { alerts: { siteGroupIds: undefined, siteGroups: undefined }, ...parts }
  },
  async reads({ people }, _sent, answer) {
    const parts = { siteGroupIds: answer.siteGroupIds, siteGroups: await people.owner(api.listElements, { id: String(answer.id) }) }
    const listed = (await people.owner(api.listGroupings)).find(({ id }) => id === answer.id)
    return [answer, listed].map((grouping) => ({ alerts: { ...grouping, ...parts }, ...parts }))
  },
}

/** The second time, there was no visit. */
const correction: Written = {
  async given({ people, round }) {
    const { began, siteIds } = await newRun(people, { driveways: 1 }).then(async (run) => {
      await people.employee(api.addLocations, { id: run.id, locations: clearing(0, run.began + 60_000) })
      await people.employee(api.actOnRun, { id: run.id, type: 'quit' })
      return run
    })
    const [visit] = await people.owner(api.listVisits, { from: '2020-01-01', to: '2100-01-01', siteIds })
    const times = { startedAt: new Date(began).toISOString(), finishedAt: new Date(began + 120_000).toISOString() }
    return { id: randomUUID(), visitId: visit?.id ?? '', ...(round === 0 ? times : { startedAt: null, finishedAt: null }) }
  },
  reads: async (_setting, { visitId }, answer) => [{ visitId, ...(answer.corrections as Values[])[0] }],
}

const readClaim: Written['reads'] = async ({ people }, { id }, answer) => [
  { id, claim: answer },
  { id, claim: await people.owner(api.getClaim, { id: String(id) }) },
]

export const written: Record<string, Written> = {
  createClaim: {
    given: async ({ people, idFor }) => ({ id: randomUUID(), claim: { siteId: idFor('siteId') ?? (await newClaim(people.owner)).siteId } }),
    reads: readClaim,
  },
  updateClaim: {
    given: async ({ people, round }) => ({ id: (await newClaim(people.owner)).id, claim: { state: round ? 'settled' : 'rejected' } }),
    reads: readClaim,
  },
  /** The second time, all sites of a client. */
  orderEvidence: {
    async given({ people, round }) {
      const { id: claimId, siteId, customerId } = await newClaim(people.owner)
      const days = { from: inDays(-3), to: inDays(0), momentAt: minutesAgo(600) }
      const place = round ? { customerId, siteId: undefined, claimId: undefined } : { siteId, customerId: undefined, claimId }
      return { id: randomUUID(), evidence: { ...days, ...place, withDrivers: round === 0 } }
    },
    reads: async ({ people }, { id }, answer) => [
      { id, evidence: answer },
      { id, evidence: await people.owner(api.getEvidence, { id: String(id) }) },
    ],
  },
  correctVisit: correction,
  updateCurrentAccount: {
    as: 'employee',
    given: ({ people }) => ({ account: { accesses: [{ companyId: people.companyId, isCurrent: true }] } }),
  },
  createAccount: { given: access },
  /** Of one who has not shown yet that they read their e-mail, that too. */
  updateAccount: {
    async given(setting) {
      const account = {
        firstName: 'Camille',
        lastName: 'Roy',
        email: `${randomUUID()}@exemple.ca`,
        invite: true,
        role: 'employee' as const,
      }
      return { ...access(setting), id: (await setting.people.owner(api.createAccount, { account })).id }
    },
  },

  registerCompany: {
    headers: async ({ server }) => ({ recaptcha: await solveCaptcha(server) }),
    given: () => ({ account: { password: testPassword } }),
    async reads({ server }, { account }) {
      const owner = await server.signIn(String((account as Values).email))
      return [{ account: await owner(api.getCurrentAccount), company: await owner(api.getCurrentCompany) }]
    },
  },
  createCompany: settings,
  updateCurrentCompany: settings,
  updateCompany: settings,
  setAlertPrice: {
    async reads({ people }) {
      const { id, alertPriceId } = await people.super_admin(api.getCurrentCompany)
      return [{ companyId: id, priceId: alertPriceId }]
    },
  },

  decideAdmission: {
    given: ({ people, round }) => ({ id: people.companyId, admission: 'refused', isSectorUnlimited: round === 0 }),
    async reads({ people }) {
      await people.owner.raw(api.startQuotes, { isActive: true })
      const { quoteConfig: config } = await people.super_admin(api.getCurrentCompany)
      return [{ ...config, reason: config?.admissionReason }]
    },
  },

  askForModule: {
    given: () => ({ module: 'alerts' }),
    reads: async (_setting, _sent, { moduleRequests }) => moduleRequests as Values[],
  },
  decideModuleRequest: {
    async given({ people, round }) {
      await people.super_admin(api.updateCurrentCompany, { alertConfig: { isActive: false } })
      await people.owner(api.askForModule, { module: 'alerts' })
      return { id: people.companyId, module: 'alerts', ...(round ? { status: 'activated', reason: undefined } : { status: 'refused' }) }
    },
    reads: async (_setting, _sent, { moduleRequests }) => moduleRequests as Values[],
  },
  settleImportRequest: {
    given: async ({ server, people, round }) => ({
      id: await newImportRequest(people, server),
      ...(round ? { status: 'imported', reason: undefined } : { status: 'refused' }),
    }),
    reads: async (_setting, _sent, answer) => [answer],
  },

  createClient: {
    given: (setting) => ({ client: { type: 'commercial' }, ...siteOf(setting) }),
    async reads({ people }, _sent, { id }) {
      const client = await people.owner(api.getClient, { id: String(id) })
      const [site] = await people.owner(api.listSites).then((sites) => sites.filter(({ clientId }) => clientId === id))
      const occupants = await people.owner(api.listOccupants, { clientId: String(id) })
      return [{ client, site: await people.owner(api.getSite, { id: site?.id ?? '' }), occupants }]
    },
  },
  updateClient: { given: () => ({ client: { type: 'commercial' } }) },
  placeSites: {
    given: async ({ people, round }) => ({
      sites: [
        { id: (await newSite(people.owner, (await newClient(people.owner)).id)).id, point: { ...home, lat: home.lat + round / 100 } },
      ],
    }),
    reads: async (_setting, _sent, answer) => [
      { sites: (answer as unknown as Values[]).map(({ id, address }) => ({ id, point: (address as Values).location })) },
    ],
  },
  replaceOccupants: {
    reads: async ({ people }, { siteId }, answer) => {
      const listed = await people.owner(api.listOccupants, { siteId: String(siteId) })
      return [answer as unknown as Values[], listed].map((occupants) => ({ siteId, occupants }))
    },
  },
  resubscribeOccupant: {
    async given({ people, server }) {
      return { id: await newUnsubscribed(server, people) }
    },
    reads: async ({ people }, { id }) => (await people.owner(api.listSubscriptionChanges, { id: String(id) })).slice(0, 1),
  },

  ...createdAndUpdated('Site', { given: siteOf }),
  ...createdAndUpdated('Route', { given: routeOf }),
  ...createdAndUpdated('Sector', { given: sectorOf }),
  ...createdAndUpdated('Grouping', grouping),
  ...createdAndUpdated('Message', { given: messageOf }),

  addLot: {
    reads: async ({ people: { super_admin, companyId } }, { transaction }) => {
      const lots = await super_admin(api.listLots, { companyId })
      const lot = lots.find(({ amount }) => amount === (transaction as Values).amount)
      return [{ companyId, transaction: lot }]
    },
  },
  adjustBank: {
    reads: async ({ people: { super_admin, companyId } }, _sent, answer) =>
      [answer, await super_admin(api.getCompanyBankTotal, { companyId })].map((total) => ({ ...total, companyId })),
  },
  setMonthlyCap: { given: ({ people: { companyId } }) => ({ companyId }) },

  addNetwork: {
    given: async ({ people, round }) => ({
      policyId: (await people.super_admin(api.createPolicy, { name: `Camions ${round}` })).id,
      passphrase: 'une phrase de passe',
    }),
    reads: async ({ people }, { policyId }) => (await people.super_admin(api.getPolicy, { id: String(policyId) })).networks,
  },
  updateDevice: { as: 'super_admin' },

  updateBulletinConfig: {
    given: ({ round }) => ({ address: `ecrite-${round}`, sentences: { done: `Phrase ${round}` }, version: undefined }),
  },
  updateReply: {
    given: async ({ people, round }) => {
      const { id: occupantId, site } = await newOccupant(people.owner)
      return { occupantId, siteId: site.id, isRead: round === 0 }
    },
    reads: async (_setting, _sent, answer) => [answer.reply as Values],
  },
  postBulletin: {
    as: 'owner',
    async given({ people }) {
      const { id: areaId } = await newSector(people.owner)
      await publishBulletin(people, { sectorIds: [areaId] })
      return { id: randomUUID(), areaId }
    },
    reads: async ({ people }, { id }, answer) => {
      const { posts } = await people.owner(api.getBulletins)
      return [answer, posts.find((post) => post.id === id) as unknown as Values]
    },
  },

  ...createdAndUpdated('Template', { as: 'super_admin', given: () => ({ contractTemplate: { version: undefined } }) }),
  duplicateTemplate: {
    given: async ({ people }) => ({ id: (await newTemplate(people.owner)).id }),
    reads: async ({ people }, _sent, { id }) => [await people.owner(api.getTemplate, { id: String(id) })],
  },
  createContract: { given: contractOf },
  updateContract: { given: async (setting) => ({ ...(await contractOf(setting)), id: (await newContract(setting.people.owner)).id }) },
  updateBillable: { given: () => ({ billable: { isCorrected: undefined } }) },
  declineContract: {
    as: 'client',
    given: async (setting) => ({ id: await opened(setting), version: undefined }),
    reads: async ({ people }, { id, version }) => {
      const { declineReason } = await people.owner(api.getContract, { id: String(id) })
      return [{ reason: declineReason, version }]
    },
  },
  setContractStatuses: {
    given: async ({ people, round }) => ({
      contractIds: [(await newContract(people.owner)).id],
      status: ['sent', 'printed'][round],
    }),
    reads: async ({ people }, { contractIds }) => {
      const [id = ''] = contractIds as string[]
      const { status } = await people.owner(api.getContract, { id })
      return [{ status, contractIds: [id] }]
    },
  },

  setConsent: {
    as: 'employee',
    reads: async ({ people }, _sent, answer) =>
      [answer, await people.employee(api.getConsent)].map(({ acceptedAt }) => ({ accepted: acceptedAt !== null })),
  },
  startRun: {
    given: (setting) => ({ ...told(setting), id: randomUUID(), isWholeRoute: true }),
    async reads({ people }, { id }, answer) {
      const listed = (await people.owner(api.listCurrentRuns)).find((run) => run.id === id)
      return [answer, listed as Values].map((run) => ({ ...run, at: run.startedAt }))
    },
  },
  addStops: {
    given: async (setting) => {
      const { runId } = await driven(setting)
      const { siteIds } = await newRoute(setting.people.owner, 1)
      return { id: runId, siteIds, place: setting.round ? 'end' : 'next' }
    },
    async reads(setting, { id, siteIds }) {
      const { runSites } = await details(setting, id)
      const place = runSites.findIndex(({ siteId }) => siteId === (siteIds as string[])[0])
      return [{ siteIds: [runSites[place]?.siteId], place: place === 0 ? 'next' : 'end' }]
    },
  },
  actOnRun: {
    as: 'employee',
    given: async (setting) => ({ ...told(setting), id: (await driven(setting)).runId, type: 'quit' }),
    reads: async (setting, { id }) => (await details(setting, id)).actions.slice(-1),
  },
  addLocations: {
    as: 'employee',
    given: async (setting) => ({
      id: (await driven(setting)).runId,
      sentAt: undefined,
      locations: [{ ...home, timestamp: Date.now(), accuracy: 3, speed: 2 }],
    }),
    reads: async (setting, { id }) => {
      const { locations } = await details(setting, id)
      return [{ locations: locations.map(({ timestamp, ...one }) => ({ ...one, timestamp: Date.parse(timestamp) })) }]
    },
  },
  reportDamage: {
    ...marking,
    reads: async (setting, { runId }) => (await details(setting, runId)).damages.slice(-1),
  },
  markAreaDone: marking,
  markAreaPartial: marking,
  markAreaNotDone: marking,
  markSiteDone: marking,
  markSitePartial: marking,
  markSiteNotDone: marking,
  ...writtenCheques,
  ...writtenOperations,

  submitQuote: {
    given: async (setting) => {
      await serving(setting)
      return { companyId: setting.people.companyId, requestId: randomUUID() }
    },
    headers: async ({ server }) => ({ recaptcha: await solveCaptcha(server) }),
    async reads({ people: { owner, companyId } }, { quoteRequest }) {
      const { firstname } = quoteRequest as Values
      const listed = (await owner(api.listQuotes)).find((quote) => quote.firstname === firstname)
      const read = await owner(api.getQuote, { id: listed?.id ?? '' })
      const { sites } = await owner(api.createClientOfQuote, { id: read.id })
      return [listed, read].map((quote) => ({ quoteRequest: { ...quote, addressParts: sites[0]?.address }, companyId }))
    },
  },
  startQuotes: { reads: quoteConfig },
  updateQuoteConfig: {
    given: async (setting) => {
      await serving(setting)
      return {}
    },
    reads: quoteConfig,
  },
}

function createdAndUpdated(noun: string, how: Written): Record<string, Written> {
  return { [`create${noun}`]: how, [`update${noun}`]: how }
}

/** Two sites, the other way round the next time. */
async function routeOf({ people: { owner }, round, idFor }: Setting) {
  const other = (await newSite(owner, (await newClient(owner)).id)).id
  const sites = [idFor('site'), other].map((site, place) => ({ site, sortOrder: place === round ? 1 : 0 }))
  return { route: { sites, version: undefined } }
}

/** Its site is outside the polygon; its grouping has two names. */
async function sectorOf({ people: { owner }, round }: Setting) {
  const address = { street: 'rue du Nord', location: { lat: home.lat + 1, lng: home.lng } }
  const { id } = await newSite(owner, (await newClient(owner)).id, { address })
  return { sector: { siteIds: [id], [round ? 'alertId' : 'groupId']: undefined } }
}

/** Its own words, or those of a model. */
function messageOf({ round }: Setting) {
  return { message: round === 0 ? { model: undefined } : { model: modelsFor('').at(0)?.id, short: undefined, long: undefined } }
}

async function contractOf({ people, round }: Setting) {
  const { id: clientId } = await newClient(people.owner, { billingState: 'QC' })
  const { id: siteId } = await newSite(people.owner, clientId)
  const payments = [{ amount: 100 + round, paidAt: inDays(-round), type: round ? 'cash' : 'check' }]
  const paymentShedules = [30 + round, 70 - round].map((percent, i) => ({ paymentDate: inDays(30 + 30 * i + round), percent }))
  const { id: serviceId } = await newService(people.owner)
  // Only a line of the season may be paid.
  const line = (n: number, pricing: string) => ({
    serviceId,
    name: `Service ${n}`,
    description: `Détail ${n}`,
    quantity: 1 + n,
    pricing,
    price: 400 + n,
    bands: [
      { upTo: 5 + n, price: n },
      { upTo: null, price: 10 * n },
    ],
    equipment: `Chargeuse ${n}`,
    materialKind: n % 2 ? 'salt' : 'sand',
    materialUnit: n % 2 ? 'kg' : 'bag',
    color: n % 2 ? 'red' : 'blue',
  })
  const services = [line(1 + round, 'season'), line(3 + round, round ? 'pass' : 'outing')]
  return { contract: { clientId, siteId, services, payments, paymentShedules, status: round ? 'printed' : 'sent', version: undefined } }
}
