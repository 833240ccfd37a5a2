// Contracts to sign, active runs, spreadsheets, quote requests, and what platform staff look after.

import { randomInt, randomUUID } from 'node:crypto'
import { api } from '@bordee/core/api.ts'
import { importSheets } from '@bordee/core/imports/columns.ts'
import { hashOf, newCode } from '../../server/src/engine/secrets.ts'
import { newContract } from '../../server/src/testing/contracts.ts'
import { around, home, newClient, newSector, newSite } from '../../server/src/testing/folders.ts'
import { signed } from '../../server/src/testing/local-twilio.ts'
import { inCompany, insertCompany } from '../../server/src/testing/people.ts'
import { clearing, newRoute } from '../../server/src/testing/runs.ts'
import { newUnsubscribed } from '../../server/src/testing/world.ts'
import { captchaHeaders, type Given, newcomer, type Prologue, type Setting } from './prologue.ts'

export const tradePrologues: Record<string, Prologue> = {
  acceptContract: signable,
  declineContract: signable,

  async sendAlert(setting) {
    const { people } = setting
    await letAlert(setting)
    const { id: messageId } = await people.owner(api.createMessage, {
      message: { short: randomUUID(), long: 'Nous passons bientôt.' },
    })
    const { id: site } = await newSite(people.owner, (await newClient(people.owner)).id)
    await people.owner(api.createOccupant, { contact: { site, phone: `418${5_000_000 + randomInt(1_000_000)}` } })
    const { id: sectorId } = await newSector(people.owner, { polygon: away, siteIds: [site] })
    const others = { sectorGroupId: undefined, routeId: undefined, runId: undefined }
    return { who: 'owner', input: { messageId, sectorId, requestKey: randomUUID(), ...others } }
  },

  async findAlert({ at, company }) {
    const requestKey = randomUUID()
    const { accountId } = company.people.owner
    await inCompany(
      at,
      company.companyId,
      (tx) => tx.sql`
      insert into alert_sends (company_id, target, target_name, message, sent_by, sent_by_name, request_key, expected)
      values (${company.companyId}, 'sector:none', 'Nord', 'Bonjour', ${accountId}, 'Camille', ${requestKey}, 0)`,
    )
    return { who: 'owner', input: { requestKey } }
  },

  /** Signed as Twilio signs its callbacks. */
  async hearAlerts({ at }) {
    const form = {
      MessageSid: `SM${randomUUID().replaceAll('-', '')}`,
      MessageStatus: 'delivered',
      From: '+15815550100',
      To: '+14185550142',
    }
    const address = `${at.url}/api${api.hearAlerts.path.replace(':hook', 'status')}`
    const { payload, headers } = signed(address, form)
    const body = { type: headers['content-type'], bytes: Buffer.from(payload) }
    return { who: 'anyone', input: { hook: 'status' }, headers: { 'x-twilio-signature': headers['x-twilio-signature'] }, body }
  },

  async resubscribeOccupant({ at, people }) {
    return { who: 'owner', input: { id: await newUnsubscribed(at, people), request: 'A téléphoné.' } }
  },

  async askForModule({ at, company }) {
    const { companyId } = company
    await inCompany(at, companyId, (tx) => tx.sql`update companies set contract_is_active = false where id = ${companyId}`)
    return { who: 'owner', input: { module: 'contracts' } }
  },

  listRouteStops: ownRoute,
  previewStart: ownRoute,

  async printContracts({ people }) {
    const drafts = [await newContract(people.owner), await newContract(people.owner)]
    return { who: 'owner', input: { contractIds: drafts.map(({ id }) => id) } }
  },

  async addLocations(setting) {
    const { runId, token } = await driven(setting)
    return { who: 'employee', token, input: { id: runId, locations: clearing(0, Date.now()), sentAt: undefined } }
  },
  async deleteRun(setting) {
    const { runId, driver } = await driven(setting)
    await driver(api.actOnRun, { id: runId, type: 'quit' })
    return { who: 'super_admin', input: { id: runId } }
  },
  markAreaDone: async (setting) => onItsRun(setting, 'area'),
  markAreaNotDone: async (setting) => onItsRun(setting, 'area'),
  markSiteDone: async (setting) => onItsRun(setting, 'site'),
  markSiteNotDone: async (setting) => onItsRun(setting, 'site'),

  followLocations: async ({ company }) => ({ who: 'owner', input: { id: company.companyId } }),

  async hearDevice({ people }) {
    const { key } = await people.owner(api.createDevice, { device: { name: 'Traceur' } })
    const report = new URLSearchParams({ id: key, lat: '46.81', lon: '-71.21', timestamp: String(Math.floor(Date.now() / 1000)) })
    return { who: 'anyone', body: { type: 'application/x-www-form-urlencoded', bytes: Buffer.from(report.toString()) } }
  },

  validateImport: async () => ({ who: 'super_admin', body: spreadsheet }),
  async runImport({ company }) {
    return { who: 'super_admin', input: imported(company.companyId, 'Camille Roy') }
  },
  async exportRefused({ company, people }) {
    await people.super_admin.raw(api.runImport, imported(company.companyId, 'é'.repeat(400)))
    return { who: 'super_admin', input: { companyId: company.companyId } }
  },

  async startQuotes(setting) {
    const companyId = await insertCompany(setting.at, `Déneigement ${setting.company.mark}`)
    const { token } = await newcomer(setting, 'owner', companyId)
    return { who: 'owner', token, input: { isActive: true } }
  },
  async getQuoteCompany(setting) {
    await serveHome(setting)
    return { who: 'anyone', input: { companyId: setting.company.companyId } }
  },
  async submitQuote(setting) {
    await serveHome(setting)
    return { who: 'anyone', input: asked(setting), headers: await captchaHeaders(setting.anyone) }
  },
  async withdrawQuote({ at, company }) {
    const code = newCode()
    await at.work(async ({ tx }) => {
      await tx.scope({ platform: true })
      await tx.sql`
        insert into quote_submissions (id, content_hash, withdraw_hash, company_ids, company_names)
        values (${randomUUID()}, ${hashOf(code)}, ${hashOf(code)}, ${[company.companyId]}::uuid[], '[]')`
    })
    return { who: 'anyone', input: { code } }
  },

  async getAddress({ anyone }) {
    const [found] = await anyone(api.suggestAddresses, { search: '500 Saint-Jean' })
    return { who: 'anyone', input: { placeId: found?.placeId ?? '', sessionToken: 'fuzz' } }
  },

  async deleteCompany({ at, people }) {
    const id = await insertCompany(at, 'Déneigement d’un hiver')
    await people.super_admin(api.archiveCompany, { id })
    await people.super_admin.raw(api.exportCompany, { company_id: id })
    return { who: 'super_admin', input: { id } }
  },

  getPolicy: async (setting) => ({ who: 'super_admin', input: { id: await policy(setting) } }),
  deletePolicy: async (setting) => ({ who: 'super_admin', input: { id: await policy(setting) } }),
  addNetwork: async (setting) => ({
    who: 'super_admin',
    input: { policyId: await policy(setting), ssid: 'Camions', passphrase: 'une phrase de passe' },
  }),
  async deleteNetwork(setting) {
    const policyId = await policy(setting)
    const network = { policyId, ssid: 'Camions', passphrase: 'une phrase de passe' }
    const { id: networkId } = await setting.people.super_admin(api.addNetwork, network)
    return { who: 'super_admin', input: { policyId, networkId } }
  },

  async getAttachment({ people }) {
    const letters = await people.super_admin(api.listOutbox, { limit: 500 })
    return { who: 'super_admin', input: { id: letters.flatMap(({ attachments }) => attachments)[0]?.id ?? '' } }
  },

  async retryDeadLetter({ at, people }) {
    await at.work(async ({ tx }) => {
      await tx.boss.executeSql(
        `insert into pgboss.job (name, data, dead_letter, source_name, source_id)
         values ('dead', '{}', null, 'identity.purge', gen_random_uuid())`,
      )
    })
    const [dead] = await people.super_admin(api.listDeadLetters)
    return { who: 'super_admin', input: { id: dead?.id ?? '' } }
  },
}

/** A contract sent to a client, who has opened it. */
async function signable(setting: Setting): Promise<Given> {
  const { owner } = setting.people
  const { token, email, caller } = await newcomer(setting, 'client')
  const { id } = await newContract(owner, { email })
  await owner(api.setContractStatuses, { contractIds: [id], status: 'sent' })
  await caller(api.getContract, { id })
  return { who: 'client', token, input: { id, version: undefined } }
}

/** The module on, at any hour, without a delay between sends, and with alerts in the bank. */
async function letAlert({ at, company: { companyId }, people }: Setting) {
  await inCompany(
    at,
    companyId,
    (tx) => tx.sql`
      update companies
      set alert_is_active = true, alert_start_hour_allowed = null, alert_end_hour_allowed = null, alert_min_time_between_two_alert = 0
      where id = ${companyId}`,
  )
  await people.super_admin(api.addLot, { companyId, transaction: { amount: 5, expiresAt: null } })
}

/** Where we have no sites. */
const away = around.map(({ lat, lng }) => ({ lat: lat + 1, lng }))

/** A driver on a route created for them. */
async function driven(setting: Setting) {
  const { token, caller: driver } = await newcomer(setting, 'employee')
  const { id: routeId } = await newRoute(setting.people.owner, 1)
  const { id: runId } = await driver(api.startRun, { routeId })
  return { token, driver, runId }
}

async function ownRoute({ people }: Setting): Promise<Given> {
  return { who: 'owner', input: { id: (await newRoute(people.owner, 1)).id } }
}

async function onItsRun(setting: Setting, what: 'area' | 'site'): Promise<Given> {
  const { token, driver, runId } = await driven(setting)
  const { runSites } = await driver(api.getRunDetails, { id: runId })
  const [site] = runSites
  const place = what === 'site' ? { runSiteId: site?.id } : { siteAreaId: site?.areas[0]?.id }
  return { who: 'employee', token, input: { runId, id: undefined, at: undefined, sentAt: undefined, ...place } }
}

const spreadsheet = {
  type: 'multipart/form-data; boundary=between',
  bytes: Buffer.from(
    '--between\r\ncontent-disposition: form-data; name="files"; filename="clients.csv"\r\ncontent-type: text/csv\r\n\r\n' +
      'Nom,Courriel\r\nCamille Roy,camille@exemple.ca\r\n\r\n--between--\r\n',
  ),
}

const imported = (companyId: string, name: string) => ({
  ...Object.fromEntries(Object.keys(importSheets).map((entity) => [entity, undefined])),
  companyId,
  dryRun: false,
  data: { sheets: [{ name: 'Feuil1', content: [{ Nom: name }] }] },
  clients: { sheet: 'Feuil1', keyMappings: { name: 'Nom' } },
})

/** The quotes module on, for everyone around home. */
async function serveHome({ people }: Setting) {
  await people.owner.raw(api.startQuotes, { isActive: true })
  await people.owner.raw(api.updateQuoteConfig, { isActive: true, polygon: around })
}

const asked = ({ company }: Setting) => ({
  companyId: company.companyId,
  requestId: randomUUID(),
  quoteRequest: {
    firstname: 'Camille',
    lastname: 'Personne', // every company that serves this address may read it
    email: 'camille@exemple.ca',
    phone: '4185550142',
    address: '500, rue Saint-Jean, Québec',
    location: home,
    size: 'simple',
    slope: 'flat',
    coating: 'asphalt',
  },
})

const policy = async ({ people }: Setting) => (await people.super_admin(api.createPolicy, { name: `Camions ${randomUUID()}` })).id
