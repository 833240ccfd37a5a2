// An import as a job: its progress, its interruptions, and who may start it.
import { clientCalls } from '@bordee/core/clients/clients.calls.ts'
import { importCalls } from '@bordee/core/imports/imports.calls.ts'
import { occupantCalls } from '@bordee/core/occupants/occupants.calls.ts'
import { siteCalls } from '@bordee/core/sites/sites.calls.ts'
import { expect, test, vi } from 'vitest'
import { home, newClient } from '../testing/folders.ts'
import { flat, refusals, smallFile } from '../testing/imports.ts'
import { openTestServer } from '../testing/server.ts'
import { runImportJob } from './importing.jobs.ts'
import { packSheets } from './uploads.ts'

const server = await openTestServer()

const client = { number: 'No', name: 'Client' }
const site = { address: 'Adresse' }

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
    body: { message: 'Impossible d’importer vos données pour le moment. Contactez le support.' },
  })
  expect(await admin(importCalls.getImportProgress)).toMatchObject({ state: 'failed' })
  quiet.mockRestore()
  await server.sql('drop trigger broken on clients')
  expect(await refusals(admin, smallFile)).toEqual([])
  expect(await owner(clientCalls.listClients)).toHaveLength(2)
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
