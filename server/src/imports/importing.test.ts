import { clientCalls } from '@bordee/core/clients/clients.calls.ts'
import { contractCalls } from '@bordee/core/contracts/contracts.calls.ts'
import type { ImportError, ImportForecast } from '@bordee/core/imports/import.ts'
import { importCalls } from '@bordee/core/imports/imports.calls.ts'
import { occupantCalls } from '@bordee/core/occupants/occupants.calls.ts'
import { routeCalls } from '@bordee/core/routes/routes.calls.ts'
import { siteCalls } from '@bordee/core/sites/sites.calls.ts'
import { expect, test, vi } from 'vitest'
import { newTemplate } from '../testing/contracts.ts'
import { home, newClient, newService, newSite } from '../testing/folders.ts'
import { flat, importInto, sheetsIn } from '../testing/imports.ts'
import { type Caller, openTestServer } from '../testing/server.ts'
import { runImportJob } from './importing.jobs.ts'
import { packSheets } from './uploads.ts'

const server = await openTestServer()

const refusals = async (staff: Caller, input: object) => (await importInto(staff, input)) as ImportError[]
const forecast = async (staff: Caller, input: object) => (await importInto(staff, { ...input, dryRun: true })) as ImportForecast

const client = { number: 'No', name: 'Client' }
const site = { address: 'Adresse' }
const occupant = { name: 'Client', phone: 'Tél' }

/** A typical file of a small company: one row per address. */
const smallFile = flat(
  [
    { Client: 'Côté, Hélène', Adresse: '123, rue Saint-Jean, app. 4, Québec (QC) G1R 1P8', Tél: '418 555-0142', Courriel: 'h@exemple.ca' },
    { Client: 'Gestion Roy inc.', Adresse: '9 rue du Quai, Lévis', Tél: 4185550143, Courriel: null },
    { Client: 'GESTION ROY INC.', Adresse: '11 rue du Quai, Lévis', Tél: null, Courriel: null },
    { Client: null, Adresse: null, Tél: null, Courriel: null },
  ],
  { clients: { name: 'Client', email: 'Courriel' }, sites: site, occupants: occupant },
)

test('a flat sheet imports clients, sites and occupants row by row', async () => {
  const { admin, owner } = await server.newCompany()

  expect(await refusals(admin, smallFile)).toEqual([])

  const clients = await owner(clientCalls.listClients)
  expect(clients.map(({ name, sites }) => [name, sites.length])).toEqual([
    ['Côté, Hélène', 1],
    ['Gestion Roy inc.', 2],
  ])
  const [helene] = clients
  expect(helene).toMatchObject({ number: '1', email: 'h@exemple.ca', type: 'residential', status: 'not_geocoded' })
  const sites = await owner(siteCalls.listSites)
  expect(sites[0]).toMatchObject({
    name: '123, rue Saint-Jean, app. 4',
    address: { civicNumber: '123', street: 'rue Saint-Jean', apartment: '4', city: 'Québec', state: 'QC', zip: 'G1R 1P8' },
  })
  expect(await owner(occupantCalls.listOccupants)).toMatchObject([
    { firstName: 'Hélène', lastName: 'Côté', phone: '4185550142', alertMethod: 'sms' },
    { firstName: null, lastName: 'Gestion Roy inc.', phone: '4185550143' },
  ])
  expect((await forecast(admin, smallFile)).counts).toEqual({
    clients: { created: 0, updated: 0, unchanged: 2, refused: 0 },
    sites: { created: 0, updated: 0, unchanged: 3, refused: 0 },
    occupants: { created: 0, updated: 0, unchanged: 2, refused: 0 },
  })
})

test('listeners are told about progress and changes, and two concurrent imports write everything once', async () => {
  const { admin, owner, companyId } = await server.newCompany()
  const heard: { topic: string; state?: string }[] = []
  const leave = server.live.subscribe(companyId, (texts) => heard.push(...texts.map((text) => JSON.parse(text) as { topic: string })))

  expect(await Promise.all([refusals(admin, smallFile), refusals(admin, smallFile)])).toEqual([[], []])

  expect(await owner(clientCalls.listClients)).toHaveLength(2)
  expect(await owner(siteCalls.listSites)).toHaveLength(3)
  expect(await owner(occupantCalls.listOccupants)).toHaveLength(2)
  await vi.waitFor(() => expect(heard.filter(({ topic, state }) => topic === 'imports' && state === 'done')).toHaveLength(2), {
    timeout: 20_000,
  })
  expect(heard).toContainEqual(expect.objectContaining({ topic: 'imports', state: 'running', total: 12 }))
  expect(heard.map(({ topic }) => topic)).toEqual(expect.arrayContaining(['clients', 'sites', 'occupants']))
  leave()
})

test('an import that fails says so, and does not block the next one', async () => {
  const { admin, owner } = await server.newCompany()
  await server.sql(`
    create function break_down() returns trigger language plpgsql as $$
    begin
      raise exception 'out of order' using errcode = '58000';
    end $$`)
  await server.sql('create trigger broken before insert on clients for each row execute function break_down()')
  const quiet = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  expect(await admin.raw(importCalls.runImport, smallFile)).toMatchObject({
    status: 500,
    body: { message: "Impossible d'importer vos données pour le moment. Contactez le support." },
  })
  expect(await admin(importCalls.getImportProgress)).toMatchObject({ state: 'failed' })
  quiet.mockRestore()
  await server.sql('drop trigger broken on clients')
  expect(await refusals(admin, smallFile)).toEqual([])
  expect(await owner(clientCalls.listClients)).toHaveLength(2)
})

test('a forecast counts what an import would do, and writes nothing', async () => {
  const { admin, owner } = await server.newCompany()
  const answer = await forecast(admin, smallFile)
  expect(answer).toEqual({
    counts: {
      clients: { created: 2, updated: 0, unchanged: 0, refused: 0 },
      sites: { created: 3, updated: 0, unchanged: 0, refused: 0 },
      occupants: { created: 2, updated: 0, unchanged: 0, refused: 0 },
    },
    errors: [],
  })
  expect(await owner(clientCalls.listClients)).toEqual([])
  expect(await admin(importCalls.getImportProgress)).toBeNull()
})

test('a corrected file updates, an empty cell changes nothing, and someone else’s number is refused', async () => {
  const { admin, owner } = await server.newCompany()
  const fields = { clients: { ...client, email: 'Courriel', billingStreet: 'Rue', type: 'Type' } }
  const first = [
    { No: '007', Client: 'Hélène Cote', Courriel: 'h@exemple.ca', Rue: 'rue Saint-Jean', Type: 'Commercial' },
    { No: 8, Client: 'Jean Roy', Courriel: 'j@exemple.ca', Rue: 'rue du Quai', Type: null },
  ]
  expect(await refusals(admin, flat(first, fields))).toEqual([])
  const second = [
    { No: '007', Client: 'Hélène Côté', Courriel: null, Rue: null, Type: null },
    { No: '8', Client: 'Paul Gagnon', Courriel: 'p@exemple.ca', Rue: 'rang 3', Type: null },
    { No: null, Client: 'Luc', Courriel: 'luc à exemple', Rue: null, Type: null },
    { No: null, Client: null, Courriel: 'x@exemple.ca', Rue: null, Type: null },
  ]
  expect(await refusals(admin, flat(second, fields))).toEqual([
    { entity: 'clients', sheet: 'Feuil1', row: 4, message: 'Courriel\u00a0: Ce champ requiert un courriel valide.' },
    {
      entity: 'clients',
      sheet: 'Feuil1',
      row: 3,
      message: 'Le numéro 8 est celui de «\u00a0Jean Roy\u00a0», qui n’est pas à la même adresse que «\u00a0Paul Gagnon\u00a0».',
    },
    { entity: 'clients', sheet: 'Feuil1', row: 5, message: 'Nom\u00a0: Ce champ est requis.' },
  ])
  expect(await owner(clientCalls.listClients)).toMatchObject([
    { number: '007', name: 'Hélène Côté', email: 'h@exemple.ca', billingStreet: 'rue Saint-Jean', type: 'commercial' },
    { number: '8', name: 'Jean Roy', email: 'j@exemple.ca' },
  ])
})

test('numbers assigned by the database never conflict with those in the file', async () => {
  const { admin, owner } = await server.newCompany()
  const rows = [
    { No: null, Client: 'Sans numéro' },
    { No: 1, Client: 'Premier' },
  ]
  expect(await refusals(admin, flat(rows, { clients: client }))).toEqual([])
  expect(await owner(clientCalls.listClients)).toMatchObject([
    { number: '1', name: 'Premier' },
    { number: '2', name: 'Sans numéro' },
  ])
})

test('links between sheets work by number, name or address; ambiguous ones are refused with the candidates', async () => {
  const { admin, owner } = await server.newCompany()
  const [a, b] = [await newClient(owner, { name: 'Jean Roy', number: '007' }), await newClient(owner, { name: 'Jean Roy', number: '8' })]
  const address = (civicNumber: string) => ({ civicNumber, street: 'rue du Quai', city: 'Lévis' })
  await newSite(owner, a.id, { name: 'Entrée', address: address('1') })
  await newSite(owner, b.id, { name: 'Entrée', address: address('2') })
  const rows = [
    { Client: '7', Site: 'entree', Tél: '418 555-0101' },
    { Client: null, Site: '8 / Entrée', Tél: '418 555-0102' },
    { Client: null, Site: '2, rue du Quai', Tél: '418 555-0103' },
    { Client: '8', Site: null, Tél: '418 555-0104' },
    { Client: null, Site: 'Entrée', Tél: '418 555-0105' },
    { Client: 'jean roy', Site: 'Entrée', Tél: '418 555-0106' },
    { Client: '9', Site: 'Entrée', Tél: '418 555-0107' },
    { Client: '8', Site: 'Cour', Tél: '418 555-0108' },
    { Client: '8', Site: 'Entrée', Tél: '418 555-0109 poste 4' },
  ]
  const errors = await refusals(admin, flat(rows, { occupants: { clientLink: 'Client', siteLink: 'Site', phone: 'Tél' } }))
  expect(errors.map(({ row, message }) => [row, message.replaceAll('\u00a0', ' ')])).toEqual([
    [10, 'Téléphone : un occupant est averti à un numéro direct, sans poste (« 4 »).'],
    [6, '« Entrée » désigne plusieurs points de service : « 007 / Entrée », « 8 / Entrée ».'],
    [7, '« jean roy » désigne plusieurs clients : « 007 (Jean Roy) », « 8 (Jean Roy) ».'],
    [8, 'Aucun client « 9 ».'],
    [9, 'Aucun point de service « Cour » chez ce client.'],
  ])
  const occupants = await owner(occupantCalls.listOccupants)
  expect(occupants.map(({ phone, site: of }) => [phone, of.customerId === a.id])).toEqual([
    ['4185550101', true],
    ['4185550102', false],
    ['4185550103', false],
    ['4185550104', false],
  ])
})

test('a route follows its rows in order; contracts group rows by site, template and season, as drafts', async () => {
  const { admin, owner } = await server.newCompany()
  const folder = await newClient(owner, { number: '1' })
  for (const name of ['A', 'B', 'C']) await newSite(owner, folder.id, { name, address: { street: `rue ${name}` } })
  await newService(owner, { name: 'Déneigement' })
  await newService(owner, { name: 'Abrasif' })
  await newTemplate(owner, { name: 'Saison', startAt: '2026-11-01', endAt: '2027-04-15' })
  const routes = flat(
    ['C', 'A', 'B', 'A'].map((Site) => ({ Trajet: 'Nord', Site })),
    { routes: { name: 'Trajet', siteLink: 'Site' } },
  )
  expect(await refusals(admin, routes)).toMatchObject([
    { entity: 'routes', row: 5, message: 'Ce point de service est déjà dans le trajet.' },
  ])
  const [route] = await owner(routeCalls.listRoutes)
  const stops = async () => (await owner(routeCalls.listRouteSites, { id: route?.id ?? '' })).map((stop) => stop.site.name)
  expect(await stops()).toEqual(['C', 'A', 'B'])
  expect((await forecast(admin, routes)).counts.routes).toMatchObject({ unchanged: 1, updated: 0 })

  const line = (Site: string, Service: string, Prix: string) => ({ Site, Modèle: 'saison', Service, Prix, Qté: 1 })
  const contracts = (...rows: ReturnType<typeof line>[]) =>
    flat(rows, {
      contracts: { siteLink: 'Site', contractTemplateLink: 'Modèle', serviceLink: 'Service', servicePrice: 'Prix', serviceQuantity: 'Qté' },
    })
  const file = contracts(
    line('A', 'Déneigement', '1 425,50 $'),
    line('B', 'Déneigement', '400'),
    line('A', 'ABRASIF', '(25,50)'),
    line('A', 'Autre', '1'),
  )
  expect(await refusals(admin, file)).toMatchObject([{ row: 5, message: 'Aucun service «\u00a0Autre\u00a0».' }])
  const made = (await owner(contractCalls.listContracts)).toSorted((one, other) => other.totalPrice - one.totalPrice)
  expect(made).toMatchObject([
    {
      status: 'draft',
      startAt: '2026-11-01',
      endAt: '2027-04-15',
      subtotal: 140_000,
      services: [{ name: 'Déneigement' }, { name: 'Abrasif' }],
    },
    { status: 'draft', subtotal: 40_000 },
  ])
  const history = await owner(contractCalls.listContractHistory, {})
  expect(history.map(({ userEmail }) => userEmail)).toEqual(expect.arrayContaining([expect.stringMatching(/^admin\./)]))
  expect((await forecast(admin, file)).counts.contracts).toEqual({ created: 0, updated: 0, unchanged: 2, refused: 1 })
  await owner(contractCalls.updateContract, { id: made[1]?.id ?? '', contract: { status: 'accepted' } })
  const dearer = contracts(line('A', 'Déneigement', '1500'), line('B', 'Déneigement', '450'))
  expect((await forecast(admin, dearer)).counts.contracts).toEqual({ created: 0, updated: 1, unchanged: 1, refused: 0 })
  expect(await refusals(admin, dearer)).toEqual([])
  const after = (await owner(contractCalls.listContracts)).toSorted((one, other) => other.totalPrice - one.totalPrice)
  expect(after).toMatchObject([{ subtotal: 147_450 }, { subtotal: 40_000, status: 'accepted' }])
})

test('a row that PostgreSQL refuses is reported with its dependents, and the others are written', async () => {
  const { admin, owner, companyId } = await server.newCompany()
  await server.sql(`
    create function refuse_cursed() returns trigger language plpgsql as $$
    begin
      if new.name = 'Maudit' then raise exception 'no' using errcode = '23514'; end if;
      return new;
    end $$`)
  await server.sql('create trigger cursed before insert on clients for each row execute function refuse_cursed()')
  const rows = [
    { Client: 'Bon', Adresse: '1 rue A, Lévis' },
    { Client: 'Maudit', Adresse: '2 rue A, Lévis' },
    { Client: 'Bon aussi', Adresse: '3 rue A, Lévis' },
  ]
  const file = flat(rows, { clients: { name: 'Client' }, sites: site })
  expect(await refusals(admin, file)).toEqual([
    { entity: 'clients', sheet: 'Feuil1', row: 3, message: 'Une des valeurs envoyées est refusée.' },
    { entity: 'sites', sheet: 'Feuil1', row: 3, message: 'Le client de cette ligne a été refusé.' },
  ])
  expect((await owner(siteCalls.listSites)).map(({ customerName }) => customerName)).toEqual(['Bon', 'Bon aussi'])

  const answer = await server.app.inject({ url: '/api/importation/refused', headers: { authorization: `Bearer ${admin.token}` } })
  expect(answer.headers['content-type']).toContain('spreadsheetml.sheet')
  expect(await sheetsIn(answer.rawPayload)).toEqual([
    {
      name: 'Feuil1',
      content: [
        {
          Client: 'Maudit',
          Adresse: '2 rue A, Lévis',
          Problème: 'Une des valeurs envoyées est refusée. Le client de cette ligne a été refusé.',
        },
      ],
    },
  ])
  await server.sql('drop trigger cursed on clients')
  expect(await admin(importCalls.getImportProgress, { companyId })).toMatchObject({
    state: 'done',
    done: 6,
    total: 6,
    errors: [{ row: 3 }, { row: 3 }],
  })
})

test("an interrupted import is resumed, and a company's imports wait for each other", async () => {
  const { admin, owner, companyId } = await server.newCompany()
  const mappings = { clients: { sheet: 'F', keyMappings: { name: 'name' } } }
  const columns = [{ normalizedKey: 'name', originalKey: 'Nom', potentialEntityFields: [] }]
  const named = async (...names: string[]) =>
    packSheets([{ name: 'F', file: 'f.csv', columns, rows: names.map((name, at) => ({ row: at + 2, cells: [name] })) }])
  const begin = (sheets: Buffer, state: string) =>
    server.work(async (work) => {
      await work.tx.scope({ companies: [companyId] })
      const [made] = await work.tx.sql<{ id: string }>`
        insert into imports (company_id, account_id, sheets, mappings, state)
        values (${companyId}, ${admin.accountId}, ${sheets}, ${JSON.stringify(mappings)}, ${state}) returning id`
      return made?.id ?? ''
    })
  const names = async () => (await owner(clientCalls.listClients)).map(({ name }) => name)
  const enqueue = (importId: string) => server.work((work) => work.later(runImportJob, { companyId, importId }))
  await newClient(owner, { name: 'Un' }) // written before the server died
  // The running one was created last: its transaction started later and ended first.
  const [second, first] = [await begin(await named('Deux', 'Trois'), 'waiting'), await begin(await named('Un', 'Deux'), 'running')]

  await enqueue(second)
  const jobs = () => server.sql(`select state::text from pgboss.job where data ->> 'importId' = $1`, [second])
  await vi.waitFor(async () => expect(await jobs()).toEqual([{ state: 'completed' }]), { timeout: 20_000, interval: 50 })
  expect(await names()).toEqual(['Un']) // it was not its turn
  await Promise.all([enqueue(first), enqueue(first)]) // delivered twice

  await vi.waitFor(async () => expect(await names()).toEqual(['Deux', 'Trois', 'Un']), { timeout: 20_000, interval: 50 })
  await enqueue(first) // delivered again after it was done
  expect(await refusals(admin, flat([{ No: null, Client: 'Quatre' }], { clients: client }))).toEqual([])
  expect(await owner(clientCalls.listClients)).toHaveLength(4)
})

test('someone who lost the answer to an import can still get it after another import', async () => {
  const { admin, companyId } = await server.newCompany()
  const made = (uploadId: string, done: number) =>
    server.work(async ({ tx }) => {
      await tx.scope({ companies: [companyId] })
      await tx.sql`
        insert into imports (company_id, account_id, upload_id, sheets, mappings, state, done, total, created_at)
        values (${companyId}, ${admin.accountId}, ${uploadId}, '', '{}', 'done', ${done}, ${done}, now() + make_interval(secs => ${done}))`
    })
  const [mine, theirs] = [crypto.randomUUID(), crypto.randomUUID()]
  await made(mine, 3)
  await made(theirs, 5)

  expect(await admin(importCalls.getImportProgress)).toMatchObject({ uploadId: theirs, done: 5 })
  expect(await admin(importCalls.getImportProgress, { uploadId: mine })).toMatchObject({ uploadId: mine, done: 3 })
  expect(await admin(importCalls.getImportProgress, { uploadId: crypto.randomUUID() })).toBeNull()
})

test('sites without coordinates are located after the import, and those not found are listed', async () => {
  const { admin, owner } = await server.newCompany()
  const known = vi
    .spyOn(server.gateways.places, 'locate')
    .mockImplementation(async (_, { street }) => (street === 'rue Saint-Jean' ? home : undefined))
  const rows = [
    { Client: 'Ici', Adresse: '500 rue Saint-Jean, Québec' },
    { Client: 'Nulle part', Adresse: '1 rue Inconnue, Nulle-Part' },
    { Client: 'Sans ville', Adresse: '500 rue Saint-Jean' },
  ]
  expect(await refusals(admin, flat(rows, { clients: { name: 'Client' }, sites: site }))).toEqual([])
  const places = async () => (await admin(importCalls.getImportProgress))?.places
  await vi.waitFor(async () => expect(await places()).toMatchObject({ wanted: 3, sought: 3 }), { timeout: 20_000, interval: 50 })
  const lost = (row: number, name: string) => ({
    entity: 'sites',
    sheet: 'Feuil1',
    row,
    message: `L’adresse de «\u00a0${name}\u00a0» n’a pas été trouvée sur la carte.`,
  })
  expect((await places())?.notFound).toEqual([lost(3, '1, rue Inconnue'), lost(4, '500, rue Saint-Jean')])
  expect((await owner(siteCalls.listSites)).map(({ customerName, status }) => [customerName, status])).toEqual([
    ['Ici', 'active'],
    ['Nulle part', 'not_geocoded'],
    ['Sans ville', 'not_geocoded'],
  ])
  known.mockRestore()
})

test('only the uploader can import an upload, and only into the named company', async () => {
  const [here, there] = [await server.newCompany(), await server.newCompany()]
  const columns = [{ normalizedKey: 'name', originalKey: 'Nom', potentialEntityFields: [] }]
  const sheets = await packSheets([
    {
      name: 'F',
      file: 'f.csv',
      columns,
      rows: [
        { row: 4, cells: ['Un client'] },
        { row: 5, cells: ['x'.repeat(101)] },
      ],
    },
  ])
  const [upload] = await server.work(async ({ tx }) => {
    await tx.scope({ companies: [here.companyId] })
    return tx.sql<{ id: string }>`
      insert into import_uploads (company_id, account_id, sheets)
      values (${here.companyId}, ${here.admin.accountId}, ${sheets}) returning id`
  })
  const input = { data: { uploadId: upload?.id }, companyId: there.companyId, clients: { sheet: 'F', keyMappings: { name: 'name' } } }

  expect(await refusals(here.admin, input)).toEqual([
    { entity: 'clients', sheet: 'F', row: 5, message: 'Nom\u00a0: Ce champ doit contenir 100 caractères ou moins.' },
  ])

  expect(await there.owner(clientCalls.listClients)).toHaveLength(1)
  expect(await here.owner(clientCalls.listClients)).toEqual([])
  expect((await there.admin.raw(importCalls.runImport, input)).status).toBe(404)
  expect((await here.owner.raw(importCalls.runImport, input)).status).toBe(403)
  expect((await here.admin.raw(importCalls.runImport, { ...input, companyId: here.admin.accountId })).status).toBe(404)
  expect(await here.admin.raw(importCalls.runImport, { ...input, clients: { sheet: 'G', keyMappings: {} } })).toMatchObject({
    status: 422,
    body: { formErrors: { clients: { sheet: 'Cette feuille n’existe pas.' } } },
  })
  expect(await here.admin(importCalls.getImportProgress)).toBeNull()
  expect(await here.admin(importCalls.getImportProgress, { companyId: there.companyId })).toMatchObject({
    uploadId: upload?.id,
    state: 'done',
  })
})
