// Matching and planning: each of these cases once lost, duplicated or overwrote something.
import { clientCalls } from '@bordee/core/clients/clients.calls.ts'
import { companyCalls } from '@bordee/core/companies/companies.calls.ts'
import { contractCalls } from '@bordee/core/contracts/contracts.calls.ts'
import type { Cell, ImportEntity, ImportError, ImportForecast } from '@bordee/core/imports/import.ts'
import { importCalls } from '@bordee/core/imports/imports.calls.ts'
import { nameKey } from '@bordee/core/imports/names.ts'
import { occupantCalls } from '@bordee/core/occupants/occupants.calls.ts'
import { routeCalls } from '@bordee/core/routes/routes.calls.ts'
import { siteCalls } from '@bordee/core/sites/sites.calls.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { newTemplate } from '../testing/contracts.ts'
import { newClient, newService, newSite } from '../testing/folders.ts'
import { flat, importInto } from '../testing/imports.ts'
import { type Caller, openTestServer } from '../testing/server.ts'

const server = await openTestServer()

const refusals = async (staff: Caller, input: object) => (await importInto(staff, input)) as ImportError[]
const forecast = async (staff: Caller, input: object) => (await importInto(staff, { ...input, dryRun: true })) as ImportForecast
const messages = (errors: readonly ImportError[]) => errors.map(({ row, message }) => [row, message.replaceAll('\u00a0', ' ')])

/** One sheet per entity, with fields as columns. */
function sheets(rows: { [E in ImportEntity]?: Record<string, Cell>[] }) {
  const given = Object.entries(rows)
  const mappings = given.map(([entity, content]) => {
    const keys = [...new Set(content.flatMap((row) => Object.keys(row)))]
    return [entity, { sheet: entity, keyMappings: Object.fromEntries(keys.map((key) => [key, key])) }]
  })
  return { data: { sheets: given.map(([name, content]) => ({ name, content })) }, ...Object.fromEntries(mappings) }
}

/** Checks that forecast and import agree, and that importing the file again changes nothing. */
async function importTwice(staff: Caller, input: object) {
  const before = await forecast(staff, input)
  const errors = await refusals(staff, input)
  expect(before.errors).toEqual(errors)
  for (const counts of Object.values((await forecast(staff, input)).counts)) expect(counts).toMatchObject({ created: 0, updated: 0 })
  return errors
}

test('a refused cell may contain anything, and the list of refusals is stored', async () => {
  const { admin } = await server.newCompany()
  const rows = [`${'x'.repeat(59)}😀😀`, 'a\0b', 'seul \ud83d'].map((phone, at) => ({ name: `Client ${at}`, phone }))
  const errors = await refusals(admin, sheets({ clients: [...rows, { name: 'Bon', phone: '418 555-0142' }] }))
  expect(errors.map(({ row }) => row)).toEqual([2, 3, 4])
  expect(await admin(importCalls.getImportProgress)).toMatchObject({ state: 'done', errors })
})

test('an import that failed still reports what it refused', async () => {
  const { admin } = await server.newCompany()
  await server.sql(`
    create function fall_over() returns trigger language plpgsql as $$
    begin
      raise exception 'out of order' using errcode = '58000';
    end $$`)
  await server.sql('create trigger fallen before insert on clients for each row execute function fall_over()')
  const quiet = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  onTestFinished(async () => {
    quiet.mockRestore()
    await server.sql('drop trigger fallen on clients')
  })
  const file = sheets({
    clients: [
      { name: 'Un', phone: 'x' },
      { name: 'Deux', phone: null },
    ],
  })
  expect((await admin.raw(importCalls.runImport, file as never)).status).toBe(500)
  expect(await admin(importCalls.getImportProgress)).toMatchObject({ state: 'failed', errors: [{ entity: 'clients', row: 2 }] })
})

test('the same address in two cities is two sites; one name at two addresses is refused', async () => {
  const { admin, owner } = await server.newCompany()
  const { id } = await newClient(owner, { number: '1' })
  const long = 'chemin de la Grande-Côte-de-la-Rivière-du-Nord'
  const at = (city: string, street: string, more = {}) => ({ clientLink: '1', civicNumber: '100', street, city, ...more })
  const rows = [
    at('Québec', 'rue Principale'),
    at('Lévis', 'rue Principale'),
    at('Lévis', long, { apartment: '1' }),
    at('Lévis', long, { apartment: '2' }),
    at('Lévis', 'rue A', { name: 'Entrée' }),
    at('Lévis', 'rue B', { name: 'ENTREE' }),
    at('Lévis', 'Rue A', { name: 'Entrée', notes: 'à gauche' }),
  ]
  expect(messages(await importTwice(admin, sheets({ sites: rows })))).toEqual([
    [7, '« ENTREE » est à deux adresses chez ce client : « 100, rue A, Lévis » et « 100, rue B, Lévis ». Donnez-leur des noms différents.'],
  ])
  const sites = (await owner(siteCalls.listSites)).filter(({ customerId }) => customerId === id)
  expect(
    sites.map(({ name, address }) => [name, address.city, address.apartment]).toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1)),
  ).toEqual([
    ['100, chemin de la Grande-Côte-de-la-Riviè (app. 2)', 'Lévis', '2'],
    ['100, chemin de la Grande-Côte-de-la-Rivière-du-Nor', 'Lévis', '1'],
    ['100, rue Principale', 'Québec', null],
    ['100, rue Principale (Lévis)', 'Lévis', null],
    ['Entrée', 'Lévis', null],
  ])
})

test('a number never moves to someone else, and never loses its zeros', async () => {
  const { admin, owner } = await server.newCompany()
  for (const [number, name] of [
    ['10', 'Plomberie ABC inc.'],
    ['008', 'Luc Roy'],
    ['007', 'Jean Tremblay'],
  ] as const)
    await newClient(owner, { number, name })
  const rows = [
    { number: '10', name: 'Toitures XYZ inc.', phone: null },
    { number: 8, name: null, phone: '418 555-0108' },
    { number: 7, name: 'Jean Tremblay', phone: '418 555-0107' },
  ]
  expect(messages(await importTwice(admin, sheets({ clients: rows })))).toEqual([
    [2, 'Le numéro 10 est celui de « Plomberie ABC inc. », et non de « Toitures XYZ inc. ».'],
  ])
  const clients = (await owner(clientCalls.listClients)).map(({ number, name, phone }) => [number, name, phone])
  expect(clients).toHaveLength(3)
  expect(clients).toEqual(
    expect.arrayContaining([
      ['008', 'Luc Roy', '4185550108'],
      ['007', 'Jean Tremblay', '4185550107'],
      ['10', 'Plomberie ABC inc.', null],
    ]),
  )
})

test('importing only corrected rows removes nothing from a route or a draft', async () => {
  const { admin, owner } = await server.newCompany()
  const folder = await newClient(owner, { number: '1' })
  for (const name of ['A', 'B', 'C']) await newSite(owner, folder.id, { name, address: { street: `rue ${name}` } })
  for (const name of ['Déneigement', 'Abrasif', 'Épandage']) await newService(owner, { name })
  await newTemplate(owner, { name: 'Saison' })
  const stop = (siteLink: string) => ({ name: 'T1', siteLink })
  const line = (serviceLink: string, servicePrice: string) => ({ siteLink: 'A', contractTemplateLink: 'Saison', serviceLink, servicePrice })
  const whole = { routes: ['A', 'B', 'Cc'].map(stop), contracts: [line('Déneigement', '100'), line('Abrasif', '50'), line('Autre', '5')] }
  expect(await importTwice(admin, sheets(whole))).toHaveLength(2)

  const corrected = sheets({ routes: [stop('C')], contracts: [line('Épandage', '5')] })
  expect(await importTwice(admin, corrected)).toEqual([])

  const [route] = await owner(routeCalls.listRoutes)
  const stops = await owner(routeCalls.listRouteSites, { id: route?.id ?? '' })
  expect(stops.map(({ site }) => site.name)).toEqual(['C', 'A', 'B'])
  const [contract] = await owner(contractCalls.listContracts)
  expect(contract).toMatchObject({ subtotal: 15_500, services: [{ name: 'Épandage' }, { name: 'Déneigement' }, { name: 'Abrasif' }] })
})

test('clauses are compared as stored, and an excessive discount shows in the forecast', async () => {
  const { admin, owner } = await server.newCompany()
  const folder = await newClient(owner, { number: '1' })
  for (const name of ['A', 'B']) await newSite(owner, folder.id, { name, address: { street: `rue ${name}` } })
  await newService(owner, { name: 'Déneigement' })
  await newTemplate(owner, { name: 'Saison' })
  const line = (siteLink: string, servicePrice: string, clauses: string | null) => ({
    siteLink,
    contractTemplateLink: 'Saison',
    serviceLink: 'Déneigement',
    servicePrice,
    clauses,
  })
  const errors = await importTwice(admin, sheets({ contracts: [line('A', '100', '  <b>x</b>\r\n y  '), line('B', '-5', null)] }))
  expect(messages(errors)).toEqual([[3, 'Les rabais ne peuvent pas dépasser le prix des services.']])
})

test('an impossible date only refuses its own row', async () => {
  const { admin } = await server.newCompany()
  const days = ['9999-12-31 23:59', '0001-01-01 00:00', '0000-01-01T00:00:00Z', '2026-11-15']
  const rows = days.map((since, at) => ({ phone: `418 555-010${at}`, since }))
  expect((await importTwice(admin, sheets({ unsubscribed: rows }))).map(({ row }) => row)).toEqual([2, 3, 4])
})

test('two people with the same name on a flat sheet are two clients', async () => {
  const { admin, owner } = await server.newCompany()
  const rows = [
    { nom: 'Jean Tremblay', tel: '418 555-0101', courriel: 'a@exemple.ca', adr: '1 rue A, Lévis' },
    { nom: 'Jean  TREMBLAY', tel: '418 555-0102', courriel: 'b@exemple.ca', adr: '2 rue B, Lévis' },
    { nom: 'Jean\u00a0Tremblay', tel: '418 555-0101', courriel: null, adr: '3 rue C, Lévis' },
  ]
  const file = flat(rows, { clients: { name: 'nom', phone: 'tel', email: 'courriel' }, sites: { address: 'adr' } })
  expect(await importTwice(admin, file)).toEqual([])
  const clients = (await owner(clientCalls.listClients)).map(({ email, sites }) => `${email} ${sites.length}`)
  expect(clients.toSorted()).toEqual(['a@exemple.ca 2', 'b@exemple.ca 1'])
})

test('all kinds of apostrophes are equal', async () => {
  const { admin, owner } = await server.newCompany()
  const file = (mark: string) =>
    sheets({
      clients: [{ name: `Gestion L${mark}Abri` }],
      sites: [{ clientLink: `Gestion L${mark}Abri`, name: `Côté de l${mark}église`, street: `rue de l${mark}Église` }],
      occupants: [{ clientLink: 'Gestion L’Abri', siteLink: `Côté de l${mark}église`, phone: '4185550000' }],
    })
  expect(await importTwice(admin, file('’'))).toEqual([])
  expect(await importTwice(admin, file("'"))).toEqual([])
  expect(await owner(siteCalls.listSites)).toHaveLength(1)
  expect(await owner(clientCalls.listClients)).toHaveLength(1)
})

test("names that the database's unique keys consider equal are equal", async () => {
  const ranges: [from: number, to: number][] = [
    [0x20, 0x17f],
    [0x1e00, 0x1eff],
    [0x2000, 0x203a],
    [0xfb00, 0xfb04],
  ]
  const letters = ranges.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at)))
  const rows = (await server.sql(`select c as letter, folded('x' || c || 'x') as folded from unnest($1::text[]) c`, [letters])) as {
    letter: string
    folded: string
  }[]
  const told = rows.filter(({ letter, folded }) => nameKey(`x${letter}x`) !== nameKey(folded))
  expect(told).toEqual([])
})

test('an occupant whose name is corrected is not duplicated', async () => {
  const { admin, owner } = await server.newCompany()
  const folder = await newClient(owner, { number: '1' })
  await newSite(owner, folder.id, { name: 'A' })
  const said = (...names: string[]) => sheets({ occupants: names.map((name) => ({ clientLink: '1', name, phone: '4185558881' })) })
  await importTwice(admin, said('Zoé Morin & Luc Roy'))
  await importTwice(admin, said('Zoé Morin'))
  await importTwice(admin, said('Zoé Moren'))
  expect(await owner(occupantCalls.listOccupants)).toMatchObject([{ firstName: 'Zoé', lastName: 'Moren' }])
  await importTwice(admin, said('Zoé Moren', 'Luc Roy'))
  expect(await owner(occupantCalls.listOccupants)).toHaveLength(2)
})

test('nothing is imported into an archived company', async () => {
  const [{ companyId }, other] = [await server.newCompany(), await server.newCompany()]
  const file = { companyId, ...sheets({ clients: [{ name: 'Après' }] }) }
  await other.admin(companyCalls.archiveCompany, { id: companyId })
  const closed = { status: 409, body: { code: 'company-archived' } }
  expect(await other.admin.raw(importCalls.runImport, file as never)).toMatchObject(closed)
  expect(await other.admin.raw(importCalls.runImport, { ...file, dryRun: true } as never)).toMatchObject(closed)
})
