import { companyCalls } from '@bordee/core/companies/companies.calls.ts'
import { groupingCalls } from '@bordee/core/groupings/groupings.calls.ts'
import { importSheets } from '@bordee/core/imports/columns.ts'
import { importCalls } from '@bordee/core/imports/imports.calls.ts'
import { messageCalls } from '@bordee/core/messages/messages.calls.ts'
import { occupantCalls } from '@bordee/core/occupants/occupants.calls.ts'
import { paymentCalls } from '@bordee/core/payments/payments.calls.ts'
import { routeCalls } from '@bordee/core/routes/routes.calls.ts'
import { runCalls } from '@bordee/core/runs/runs.calls.ts'
import { readXlsx } from 'hucre/xlsx'
import { expect, test, vi } from 'vitest'
import { snake } from '../engine/db/columns.ts'
import { sendOnCredit } from '../testing/billing.ts'
import { newContract, newTemplate, today } from '../testing/contracts.ts'
import { newClient, newSector, newService, newSite, square } from '../testing/folders.ts'
import { leftOut } from '../testing/left-out-columns.ts'
import { clearing, newRun } from '../testing/runs.ts'
import { type Caller, openTestServer } from '../testing/server.ts'
import { exportSheets } from './company-export.ts'

const server = await openTestServer()
const { archiveCompany, deleteCompany, restoreCompany, getCompany, listArchivedCompanies } = companyCalls

const exportAs = (caller: Caller, companyId: string) =>
  server.app.inject({
    url: '/api/importation/export',
    query: { company_id: companyId },
    headers: { authorization: `Bearer ${caller.token}` },
  })

const inCompany = <T>(companyId: string, text: string, values: unknown[] = [companyId]) =>
  server.work(async ({ tx }) => {
    await tx.scope({ companies: [companyId], platform: true })
    return (await tx.boss.executeSql(text, values)).rows as T[]
  })

/** A client with a site that has an area, an occupant and a route. */
async function aFolder(owner: Caller, name: string) {
  const service = await newService(owner, { name: 'Déneigement', defaultAnnualAugmentation: 250 })
  const client = await newClient(owner, { name, number: '007' })
  const areas = [{ name: 'Zone A', polygon: square(), services: [service.id] }]
  const site = await newSite(owner, client.id, { name: 'Entrée nord', areas })
  const contact = { site: site.id, phone: '4185550142', lastName: 'Roy', alertMethod: 'call' as const }
  await owner(occupantCalls.createOccupant, { contact })
  await owner(routeCalls.createRoute, { route: { name: 'Nord', serviceIds: [service.id], sites: [{ site: site.id, sortOrder: 0 }] } })
  return client
}

test('contracts are exported, one row per service, with their payments and templates', async () => {
  const { admin, owner, companyId } = await server.newCompany()
  const template = await newTemplate(owner, { name: 'Résidentiel' })
  const made = await newContract(owner, {
    contractTemplateId: template.id,
    status: 'accepted',
    services: [
      { name: 'Déneigement', price: 425 },
      { name: 'Rabais', price: -25.5 },
    ],
    payments: [{ amount: 10_050, paidAt: today(), type: 'check' }],
  })
  const { rowsOf } = await readBack((await exportAs(admin, companyId)).rawPayload)
  const contract = { 'Numéro de contrat': made.contractNumber, 'Modèle de contrat *': 'Résidentiel', Statut: 'Signé', 'Payé ($)': 100.5 }
  expect(rowsOf('Contrats')).toMatchObject([
    { ...contract, Libellé: 'Déneigement', 'Prix ($) *': 425, 'Total du contrat ($)': made.totalPrice / 100 },
    { ...contract, Libellé: 'Rabais', 'Prix ($) *': -25.5 },
  ])
  expect(rowsOf('Paiements')).toMatchObject([{ 'Montant ($)': 100.5, 'Mode de paiement': 'Chèque', Client: made.clientName }])
  expect(rowsOf('Modèles de contrats')).toMatchObject([{ 'Nom *': 'Résidentiel', Libellé: 'Déneigement', 'Prix ($)': 425, Quantité: 1 }])
})

async function readBack(bytes: Uint8Array) {
  const { sheets } = await readXlsx(bytes)
  const rowsOf = (sheet: string) => {
    const [heading = [], ...rest] = sheets.find(({ name }) => name === sheet)?.rows ?? []
    return rest.map((row) => Object.fromEntries(heading.map((name, i) => [String(name), row[i] ?? null])))
  }
  return { sheets, rowsOf }
}

test('a company is exported sheet by sheet, with the columns of the import', async () => {
  const { admin, owner, companyId, manager } = await server.newCompany('Déneigement L’Été & Fils')
  const client = await aFolder(owner, 'Hélène Côté')
  await inCompany(
    companyId,
    'insert into access_customers (company_id, access_id, client_id) select $1, id, ' +
      '$3 from accesses where company_id = $1 and account_id = $2',
    [companyId, manager.accountId, client.id],
  )
  await aFolder((await server.newCompany()).owner, 'Le client d’à côté')

  const answer = await exportAs(admin, companyId)
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-type']).toContain('spreadsheetml.sheet')
  expect(answer.headers['content-disposition']).toMatch(/filename\*=UTF-8''deneigement-l-ete-fils-\d{4}-\d\d-\d\d\.xlsx/)
  const { sheets, rowsOf } = await readBack(answer.rawPayload)
  const link = { 'Client (numéro ou nom) *': '007', 'Point de service (nom) *': 'Entrée nord' }
  expect(rowsOf('Compagnie')).toMatchObject([{ Nom: 'Déneigement L’Été & Fils', NEQ: '1174829305', Téléphone: '4185550142' }])
  expect(rowsOf('Comptes')).toHaveLength(5)
  expect(rowsOf('Comptes').filter((account) => account['Peut répartir'] === 'Oui')).toMatchObject([{ Rôle: 'Employé' }])
  expect(rowsOf('Comptes')).toContainEqual(expect.objectContaining({ Rôle: 'Gestionnaire', 'Clients confiés': 'Hélène Côté' }))
  expect(rowsOf('Clients')).toMatchObject([{ 'Nom *': 'Hélène Côté', 'Numéro de client': '007', Type: 'Résidentiel' }])
  expect(rowsOf('Points de service')).toMatchObject([
    { 'Client (numéro ou nom) *': '007', 'Nom *': 'Entrée nord', 'Rue *': 'rue Saint-Jean', Latitude: 46.81, Désactivé: 'Non' },
  ])
  expect(rowsOf('Zones')).toMatchObject([
    { ...link, Nom: 'Zone A', Services: 'Déneigement', Polygone: '46.81,-71.215 46.81,-71.2149 46.8101,-71.2149 46.8101,-71.215' },
  ])
  expect(rowsOf('Occupants')).toMatchObject([{ ...link, 'Téléphone *': '4185550142', 'Mode d’alerte *': 'Appel', Désabonné: 'Non' }])
  expect(rowsOf('Services')).toMatchObject([{ 'Nom *': 'Déneigement', 'Augmentation annuelle (%)': 2.5 }])
  expect(rowsOf('Trajets')).toMatchObject([{ ...link, 'Nom du trajet *': 'Nord', Services: 'Déneigement' }])
  expect(sheets.find(({ name }) => name === 'Clients')?.rows[0]).toHaveLength(importSheets.clients.columns.length)
  expect(sheets.find(({ name }) => name === 'Points de service')?.rows[0]).not.toContain('Adresse complète')
})

test('every column of an exported table is in its sheet, or listed as left out', async () => {
  for (const { table, shape } of exportSheets) {
    const rows = await server.sql<{ name: string }>(
      `select column_name as name from information_schema.columns where table_schema = 'public' and table_name = $1`,
      [table],
    )
    const told: string[] = shape.columns.map(({ field }) => snake(field))
    const omitted: readonly string[] = leftOut[table] ?? []
    expect(rows.length, table).toBeGreaterThan(0)
    expect(
      rows.map(({ name }) => name).filter((name) => !told.includes(name) && !omitted.includes(name)),
      `columns of ${table} that the export forgets`,
    ).toEqual([])
    expect(
      omitted.filter((name) => told.includes(name) || !rows.some((row) => row.name === name)),
      `columns of ${table} left out that are told, or that it does not have`,
    ).toEqual([])
  }
})

test('alerts are exported too: sectors, messages and unsubscribed phones', async () => {
  const { admin, owner, companyId, employee } = await server.newCompany()
  const site = await newSite(owner, (await newClient(owner, { number: '007' })).id, {
    name: 'Entrée nord',
    address: { street: 'rue Loin', location: null },
  })
  const group = await owner(groupingCalls.createGrouping, { alerts: { name: 'Rive-Nord' } })
  await newSector(owner, { name: 'Limoilou', groupId: group.id, siteIds: [site.id], userIds: [employee.accountId] })
  await owner(messageCalls.createMessage, { message: { short: 'Tempete', long: 'Nous passons bientot.', isActive: false } })
  await inCompany(companyId, `insert into unsubscribed_phones (company_id, phone) values ($1, '4185550199')`)

  const { rowsOf } = await readBack((await exportAs(admin, companyId)).rawPayload)
  expect(rowsOf('Secteurs')).toMatchObject([
    {
      Nom: 'Limoilou',
      Regroupement: 'Rive-Nord',
      'Points de service ajoutés': '007 / Entrée nord',
      Comptes: expect.stringMatching(/^employee\./),
    },
  ])
  expect(rowsOf('Messages')).toMatchObject([{ 'Identifiant interne': 'Tempete', Message: 'Nous passons bientot.', Visible: 'Non' }])
  expect(rowsOf('Désabonnements')).toMatchObject([{ Téléphone: '4185550199' }])
})

test('runs are exported with their visits, in readable form', async () => {
  const people = await server.newCompany()
  const { id, began } = await newRun(people, { by: people.employee })
  await people.employee(runCalls.addLocations, { id, locations: clearing(0, began) })
  const { rowsOf } = await vi.waitFor(
    async () => {
      const read = await readBack((await exportAs(people.admin, people.companyId)).rawPayload)
      expect(read.rowsOf('Visites')).toHaveLength(1)
      return read
    },
    { timeout: 20_000, interval: 100 },
  )
  const route = { Trajet: 'Haute-Ville' }
  expect(rowsOf('Tournées')).toMatchObject([{ ...route, Opérateurs: 'Prénom Nom', Zones: 3, Fin: null }])
  expect(rowsOf('Visites')).toMatchObject([
    { ...route, Zone: 'Entrée', Adresse: '500, rue Saint-Jean, Québec', Opérateur: 'Prénom Nom', 'Durée (s)': 24 },
  ])
})

test('quote requests are exported with readable choices, and the client created from them', async () => {
  const { admin, owner, companyId } = await server.newCompany()
  const client = await newClient(owner, { number: '012' })
  await inCompany(
    companyId,
    `insert into quote_requests (
       company_id, submission_id, firstname, lastname, email, phone, address, lat, lng, size, slope, coating, has_tempo, want_alerts,
       polygon, square_feet, status, notes, client_id)
     values ($1, uuidv7(), 'Hélène', 'Côté', 'helene@exemple.ca', '4185550142', '12, rue A',
             46.8, -71.2, 'circulars', 'ascendent', 'paving-stones',
             true, false, $2, 900, 'accepted', '=1+1', $3)`,
    [companyId, JSON.stringify(square()), client.id],
  )
  const { rowsOf } = await readBack((await exportAs(admin, companyId)).rawPayload)
  expect(rowsOf('Soumissions')).toMatchObject([
    {
      Nom: 'Côté',
      Entrée: 'Circulaire',
      Pente: 'Montante',
      Revêtement: 'Pavé',
      'Abri d’auto temporaire': 'Oui',
      Polygone: '46.81,-71.215 46.81,-71.2149 46.8101,-71.2149 46.8101,-71.215',
      'Superficie (pi²)': 900,
      Statut: 'Acceptée',
      Notes: '=1+1', // a text, never a formula
      'Client (numéro)': '012',
    },
  ])
})

test('characters that a workbook cannot hold do not damage it', async () => {
  const { admin, owner, companyId } = await server.newCompany()
  const name = 'Côté _x0041_ & <b> « 😀 » \uFFFF fin'
  await newClient(owner, { name })
  const { rowsOf } = await readBack((await exportAs(admin, companyId)).rawPayload)
  expect(rowsOf('Clients')).toMatchObject([{ 'Nom *': name.replace('\uFFFF', '') }])
})

test('a company is deleted once it is archived and has been exported since', async () => {
  const [people, { admin }] = [await server.newCompany('À effacer'), await server.newCompany()]
  const { companyId: id, owner } = people
  const card = { name: 'P', number: '4242424242424242', cvc: '123', expMonth: 1, expYear: 2099 }
  const saved = await owner(paymentCalls.addPaymentMethod, { card })
  await aFolder(owner, 'Un client')
  const elsewhere = await server.newCompany()
  await inCompany(elsewhere.companyId, `insert into accesses (company_id, account_id, role) values ($1, $2, 'employee')`, [
    elsewhere.companyId,
    people.employee.accountId,
  ])

  await exportAs(admin, id) // exported before it was archived: does not count
  expect(await admin.raw(deleteCompany, { id })).toMatchObject({ status: 409, body: { code: 'not-archived' } })
  await admin(archiveCompany, { id })
  expect(await admin.raw(deleteCompany, { id })).toMatchObject({ status: 409, body: { code: 'not-exported' } })
  expect((await admin(getCompany, { id })).name).toBe('À effacer')

  expect((await exportAs(admin, id)).statusCode).toBe(200)
  expect(await admin.raw(deleteCompany, { id })).toMatchObject({ status: 200, body: null })

  expect((await admin.raw(getCompany, { id })).status).toBe(404)
  expect(await admin(listArchivedCompanies)).not.toContainEqual(expect.objectContaining({ id }))
  expect((await admin.raw(deleteCompany, { id })).status).toBe(404)
  const left = await server.sql<{ id: string }>('select id from accounts where id = any($1)', [
    [people.owner, people.employee, people.manager, people.client, people.admin].map(({ accountId }) => accountId),
  ])
  expect(left.map((row) => row.id).toSorted()).toEqual([people.employee.accountId, people.admin.accountId].toSorted())
  await vi.waitFor(async () => expect(await server.sql('select from sandbox_cards where id = $1', [saved.id])).toEqual([]), {
    timeout: 20_000,
    interval: 50,
  })
  for (const table of ['clients', 'sites', 'areas', 'services', 'routes', 'accesses', 'payment_methods'])
    expect(await inCompany(id, `select from ${table} where company_id = $1`)).toEqual([])
  const [line] = await inCompany<{ details: object }>(id, `select details from audit_log where action = 'company-deleted'`, [])
  expect(line?.details).toEqual({ companyId: id, name: 'À effacer' })
})

test('staff see what a deleted company was not billed for, and must agree to lose it', async () => {
  const [people, { admin }] = [await server.newCompany(), await server.newCompany()]
  const { companyId: id } = people
  await sendOnCredit(server, people, 100)
  await admin(archiveCompany, { id })
  await exportAs(admin, id)
  expect(await admin.raw(deleteCompany, { id })).toMatchObject({
    status: 409,
    body: { code: 'unbilled', message: expect.stringContaining('11,50\u00a0$') },
  })
  expect((await admin(getCompany, { id })).id).toBe(id)
  await admin(deleteCompany, { id, writeOff: true })
  const [line] = await inCompany<{ details: object }>(id, `select details from audit_log where details ->> 'companyId' = $1`)
  expect(line?.details).toMatchObject({ writtenOff: 1150 })
})

test('archiving again after a restore requires a new export', async () => {
  const [{ companyId: id }, { admin }] = [await server.newCompany(), await server.newCompany()]
  await admin(archiveCompany, { id })
  await exportAs(admin, id)
  await admin(restoreCompany, { id })
  await admin(archiveCompany, { id })
  expect(await admin.raw(deleteCompany, { id })).toMatchObject({ status: 409, body: { code: 'not-exported' } })
})

test('only staff export and delete', async () => {
  const { owner, admin, companyId: id } = await server.newCompany()
  expect((await exportAs(owner, id)).statusCode).toBe(403)
  expect((await owner.raw(deleteCompany, { id })).status).toBe(403)
  expect((await exportAs(admin, '00000000-0000-7000-8000-000000000000')).statusCode).toBe(404)
  expect((await admin.raw(importCalls.exportCompany, {})).status).toBe(422)
})
