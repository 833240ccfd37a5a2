import { clientCalls } from '@bordee/core/clients/clients.calls.ts'
import { contractCalls } from '@bordee/core/contracts/contracts.calls.ts'
import type { ImportForecast } from '@bordee/core/imports/import.ts'
import { importCalls } from '@bordee/core/imports/imports.calls.ts'
import { occupantCalls } from '@bordee/core/occupants/occupants.calls.ts'
import { routeCalls } from '@bordee/core/routes/routes.calls.ts'
import { siteCalls } from '@bordee/core/sites/sites.calls.ts'
import { expect, test } from 'vitest'
import { newTemplate } from '../testing/contracts.ts'
import { newClient, newService, newSite } from '../testing/folders.ts'
import { flat, importInto, refusals, sheetsIn, smallFile } from '../testing/imports.ts'
import { type Caller, openTestServer } from '../testing/server.ts'

const server = await openTestServer()

const forecast = async (staff: Caller, input: object) => (await importInto(staff, { ...input, dryRun: true })) as ImportForecast

const client = { number: 'No', name: 'Client' }
const site = { address: 'Adresse' }

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

test('a forecast counts what an import would do, and writes nothing', async () => {
  const { admin, owner } = await server.newCompany()
  const answer = await forecast(admin, smallFile)
  expect(answer).toMatchObject({
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
    {
      entity: 'clients',
      sheet: 'Feuil1',
      row: 3,
      message: 'Le numéro 8 est celui de «\u00a0Jean Roy\u00a0», qui n’est pas à la même adresse que «\u00a0Paul Gagnon\u00a0».',
    },
    { entity: 'clients', sheet: 'Feuil1', row: 4, message: 'Courriel\u00a0: Ce champ requiert un courriel valide.' },
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
    [6, '« Entrée » désigne plusieurs points de service : « 007 / Entrée », « 8 / Entrée ».'],
    [7, '« jean roy » désigne plusieurs clients : « 007 (Jean Roy) », « 8 (Jean Roy) ».'],
    [8, 'Aucun client « 9 ».'],
    [9, 'Aucun point de service « Cour » chez ce client.'],
    [10, 'Téléphone : un occupant est avisé à un numéro direct, sans poste (« 4 »).'],
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
