// For tests that loop over every call: something in each slice that belongs to a company, for another one to request.
import { randomUUID } from 'node:crypto'
import { api } from '@bordee/core/api.ts'
import { noProof } from '@bordee/core/billables/billable.ts'
import type { CallRow } from '@bordee/core/call.ts'
import { fileOf, newBankFile } from './bank-files.ts'
import { visa } from './cards.ts'
import { inDays, newContract, newTemplate, today } from './contracts.ts'
import { newClient, newSector, newService, newSite } from './folders.ts'
import { type Door, inCompany, sqlIn } from './people.ts'
import type { Caller, People } from './server.ts'
import { validInput } from './values.ts'

/** The id of something in the company of `people`, by slice. A slice with ids in its paths must have a line here. */
export const companyResources: Record<string, (people: People, door: Pick<Door, 'work'>) => Promise<string>> = {
  accounts: async (people) => people.employee.accountId,
  companies: async (people) => people.companyId,
  clients: async ({ owner }) => (await newClient(owner)).id,
  season: async ({ owner }) => `site-not-placed:${(await aSite(owner)).id}`,
  callers: async ({ owner }) => (await newClient(owner)).id,
  sites: async ({ owner }) => (await aSite(owner)).id,
  services: async ({ owner }) => (await newService(owner)).id,
  occupants: async ({ owner }) => (await owner(api.createOccupant, { contact: { site: (await aSite(owner)).id, phone: '4185550142' } })).id,
  sectors: async ({ owner }) => (await newSector(owner)).id,
  groupings: async ({ owner }) => (await owner(api.createGrouping, { alerts: { name: 'Voisin' } })).id,
  messages: async ({ owner }) => (await owner(api.createMessage, { message: { short: 'Voisin', long: 'Bonjour' } })).id,
  routes: async ({ owner }) => (await owner(api.createRoute, { route: { name: 'Voisin' } })).id,
  alerts: async ({ companyId }, door) =>
    inCompany(door, companyId, async (tx) => {
      const [send] = await tx.sql<{ id: string }>`
        insert into alert_sends (company_id, target, target_name, message, sent_by_name, expected)
        values (${companyId}, 'sector:none', 'Nord', 'Bonjour', 'Camille', 0) returning id`
      return send?.id ?? ''
    }),
  runs: async ({ owner, super_admin: driver }) => {
    const [kept] = await driver(api.listCurrentRuns)
    const { id: routeId } = await owner(api.createRoute, { route: { name: 'Voisin' } })
    return (kept ?? (await driver(api.startRun, { routeId }))).id
  },
  photos: async ({ owner, companyId }, door) => {
    const siteId = (await aSite(owner)).id
    return inCompany(door, companyId, async (tx) => {
      const hash = 'a'.repeat(64)
      const [photo] = await tx.sql<{ id: string }>`
        with stored as (
          insert into stored_files (company_id, hash, size) values (${companyId}, ${hash}, 1) returning id)
        insert into photos (id, company_id, kind, site_id, taken_at, author, hash, size, width, height, full_id)
        select uuidv7(), ${companyId}, 'condition', ${siteId}, now(), 'Camille', ${hash}, 1, 1, 1, id from stored
        returning id`
      return photo?.id ?? ''
    })
  },
  operations: async ({ owner }) => (await owner(api.openOperation)).id,
  devices: async ({ owner }) => (await owner(api.createDevice, { device: { name: 'Voisin' } })).id,
  quotes: async ({ companyId }, door) =>
    inCompany(door, companyId, async (tx) => {
      const [quote] = await tx.sql<{ id: string }>`
        insert into quote_requests (
          company_id, submission_id, firstname, lastname, email, phone, address, lat, lng, size, slope, coating, has_tempo, want_alerts)
        values (${companyId}, uuidv7(), 'Camille', 'Voisin', 'a@b.ca', '4185550142', 'rue A',
                46.8, -71.2, 'simple', 'flat', 'asphalt', false, false)
        returning id`
      return quote?.id ?? ''
    }),
  billing: async ({ companyId }, door) =>
    inCompany(door, companyId, async (tx) => {
      const [invoice] = await tx.sql<{ id: string }>`
        insert into invoices (
          company_id, customer_id, purpose, status, bill_to, lines, subtotal, taxes, total, period_start, period_end)
        values (${companyId}, 'voisin', 'alerts', 'void', '{}', '[]', 100, '[]', 115, now() - interval '1 month', now())
        returning id`
      return invoice?.id ?? ''
    }),
  billables: async (people, door) =>
    inCompany(door, people.companyId, async (tx) => {
      const { id: contractId } = await newContract(people.owner)
      const [line] = await tx.sql<{ id: string }>`
        insert into billables (
          company_id, source_key, kind, contract_id, operation_id, operation_name, day, description, unit, quantity, price, amount,
          source_quantity, source_price, source_amount, source_description, proof)
        values (${people.companyId}, 'pass:' || uuidv7(), 'pass', ${contractId}, uuidv7(), 'Nuit', '2026-12-01', 'Passage', 'pass',
                1, 100, 100, 1, 100, 100, 'Passage', ${JSON.stringify(noProof)})
        returning id`
      return line?.id ?? ''
    }),
  'client-invoices': async ({ companyId }, door) =>
    inCompany(door, companyId, async (tx) => {
      const [invoice] = await tx.sql<{ id: string }>`
        insert into client_invoices (company_id, company_name) values (${companyId}, 'Voisin') returning id`
      return invoice?.id ?? ''
    }),
  collection: async ({ owner }) => {
    const { id: clientId } = await newClient(owner)
    const id = randomUUID()
    await owner(api.stopService, { stop: { id, clientId, fromDay: inDays(1) } })
    return id
  },
  replies: async ({ companyId }, door) =>
    inCompany(door, companyId, async (tx) => {
      const [reply] = await tx.sql<{ id: string }>`
        insert into replies (company_id, kind, source, phone, text, at)
        values (${companyId}, 'text', 'text', '4185550142', 'Bonjour', now())
        returning id`
      return reply?.id ?? ''
    }),
  privacy: async ({ companyId }, door) =>
    inCompany(door, companyId, async (tx) => {
      const [request] = await tx.sql<{ id: string }>`
        insert into erasure_requests (company_id, email) values (${companyId}, 'a@b.ca') returning id`
      return request?.id ?? ''
    }),
  imports: (people, door) => newImportRequest(people, door),
  templates: async ({ owner }) => (await newTemplate(owner)).id,
  contracts: async ({ owner }) => (await newContract(owner)).id,
  punches: async ({ owner, employee }) => {
    const [kept] = await owner(api.listPunches)
    const startedAt = new Date(Date.now() - 3_600_000).toISOString()
    return (kept ?? (await owner(api.savePunch, { accountId: employee.accountId, startedAt }))).id
  },
  cheques: async ({ owner }) => (await newCheque(owner)).id,
  'bank-files': async ({ owner }) => (await newBankFile(owner, [{ text: `Voisin ${randomUUID()}`, amount: 100 }])).id,
  claims: async ({ owner }) => (await newClaim(owner)).id,
  evidence: async ({ owner }) =>
    (await owner(api.orderEvidence, { evidence: { siteId: (await aSite(owner)).id, from: '2026-01-01', to: '2026-01-02' } })).id,
  payments: async (people) => {
    const [kept] = await people.owner(api.listPaymentMethods)
    return (kept ?? (await people.owner(api.addPaymentMethod, { card: visa }))).id
  },
}

interface ChequeOf {
  /** A new one that is signed, by default. */
  contractId?: string
  amount?: number
  dated?: string
  number?: string
}

let cheques = 0
/** At hand, of 100 $ and dated today unless told, for one contract. */
export async function newCheque(owner: Caller, { contractId, amount = 10_000, dated = today(), number = `${++cheques}` }: ChequeOf = {}) {
  const id = contractId ?? (await newContract(owner, { status: 'accepted' })).id
  return owner(api.createCheque, { cheque: { number, amount, dated, parts: [{ contractId: id, amount }] } })
}

/** Of someone who fell, unless `more` says otherwise, at a new site. */
export const newClaim = async (owner: Caller, more: object = {}) =>
  owner(api.createClaim, {
    claim: {
      siteId: (await aSite(owner)).id,
      kind: 'fall',
      happenedAt: new Date(Date.now() - 3_600_000).toISOString(),
      claimant: 'Paule Roy',
      description: 'Elle a glissé devant la porte.',
      ...more,
    },
  })

let pages = 0

/** Publishes a company's page; `more` are further settings. */
export async function publishBulletin({ owner }: Pick<People, 'owner'>, more: object = {}) {
  const config = await owner(api.getBulletinConfig)
  return owner(api.updateBulletinConfig, { ...config, isOn: true, isAutomatic: false, address: `neige-${++pages}-voisine`, ...more })
}

/** A list that waits, of which a company has one. Returns its id. */
export const newImportRequest = ({ companyId }: Pick<People, 'companyId'>, door: Parameters<typeof inCompany>[0]) =>
  inCompany(door, companyId, async (tx) => {
    const [request] = await tx.sql<{ id: string }>`
      insert into import_requests (company_id, files, rows_count) values (${companyId}, '{voisin.csv}', 1)
      on conflict (company_id) where status = 'pending' do update set rows_count = 1
      returning id`
    return request?.id ?? ''
  })

/** An occupant who wants no alerts. Returns their id. */
export async function newUnsubscribed(door: Pick<Door, 'work'>, people: People): Promise<string> {
  const { companyId } = people
  const id = (await companyResources.occupants?.(people, door)) ?? ''
  await sqlIn(door, companyId)`
    insert into unsubscribed_phones (company_id, phone)
    select company_id, phone from occupants where company_id = ${companyId} and id = ${id}
    on conflict do nothing`
  return id
}

const aSite = async (owner: Caller) => newSite(owner, (await newClient(owner)).id)

/** Calls that answer 200 for what isn't there, because repeating them must change nothing. Their own tests try a neighbour's. */
export const repeatable = ['takeRunBack']

/** Input that a call takes besides its ids: the line below about it, or else what its schema takes. */
export function sampleOf(row: CallRow, ids: object): object {
  const said = samples[row.name] ?? {}
  if (row.input.safeParse({ ...ids, ...said }).success) return said
  const round = { number: 0, made: 0, valueFor: () => undefined }
  return { ...validInput(row.input, { random: () => 0.5, mark: 'x', idFor: () => nowhere, round }).input, ...ids }
}
export const nowhere = '00000000-0000-7000-8000-000000000000'

/** Input that a call needs besides its ids before it looks them up, where its schema doesn't say. */
export const samples: Record<string, object> = {
  search: { text: 'voisin' }, // the name of the neighbour’s route
  listAlertHistory: { from: '2020-01-01', to: '2100-01-01' },
  updateOccupant: { contact: { firstName: 'Camille' } }, // nor that quiet hours end at another time than they begin
  updateSite: { site: { name: 'Entrée' } }, // the schema doesn't say which polygons are simple
  listContractPayments: { from: '2020-01-01', to: '2100-01-01' },
  listActiveRuns: { routeId: nowhere },
  orderEvidence: { evidence: { siteId: nowhere, from: '2026-01-01', to: '2026-01-02' } },
  listVisits: { from: '2020-01-01', to: '2100-01-01' },
  exportPunches: { from: '2026-01-01', to: '2026-01-31' }, // nor of hours
  createBankFile: { bankFile: fileOf([{ text: 'Voisin', amount: 100 }]).bankFile }, // nor what a file contains
  updateCheque: { cheque: { note: 'Voisin' } }, // nor that what a cheque pays adds up to it
  getWeather: { from: '2026-01-01', to: '2026-01-02' }, // nor how long a period may be
  addWeatherHour: { reading: { hour: '2026-01-01T05:00:00Z', snow: 1 } }, // nor that an hour is over
}
