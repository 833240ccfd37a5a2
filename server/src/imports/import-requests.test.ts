import { api } from '@bordee/core/api.ts'
import type { ImportRequest } from '@bordee/core/imports/import-request.ts'
import { proposedMappings } from '@bordee/core/imports/mappings.ts'
import { expect, test } from 'vitest'
import { type Caller, inCompany, openTestServer } from '../testing/server.ts'
import { asCsv } from '../testing/small-lists.ts'
import { sendFilesTo } from '../testing/uploads.ts'

const server = await openTestServer()

const list = asCsv({
  rows: `
    Nom         | Adresse        | Ville | Téléphone    | Courriel
    Luc Roy     | 1, rue Cartier | Lévis | 418 555-0101 | luc@exemple.ca
    Anne Côté   | 2, rue Cartier | Lévis | 418 555-0102 | pas un courriel`,
})
const ask = (by: Caller, bytes: Uint8Array | string = list, name = 'liste.csv') =>
  sendFilesTo<ImportRequest>(server, by, '/import-requests', [{ name, bytes }])

test('an owner’s list is checked at once, waits for staff, is opened in the wizard and imported', async () => {
  const { owner, admin, companyId } = await server.newCompany()
  const { status, body } = await ask(owner)
  expect(status).toBe(200)
  expect(body).toMatchObject({ status: 'pending', files: ['liste.csv'], rowsCount: 2, reason: null })
  expect(body.forecast?.counts.clients).toMatchObject({ created: 1, refused: 1 })
  expect(body.forecast?.errors[0]).toMatchObject({ entity: 'clients', row: 3, message: expect.stringContaining('courriel valide') })
  expect(await owner(api.listClients)).toEqual([])
  expect((await admin(api.listCompanies)).find(({ id }) => id === companyId)?.importAskedAt).toEqual(body.askedAt)

  const { uploadId, sheets } = await admin(api.openImportRequest, { id: body.id })
  expect(sheets).toMatchObject([{ file: 'liste.csv', rowCount: 2 }])
  await admin(api.runImport, { data: { uploadId }, companyId, ...proposedMappings(sheets) })
  await admin(api.settleImportRequest, { id: body.id, status: 'imported' })
  await admin(api.settleImportRequest, { id: body.id, status: 'imported' }) // pressed again

  expect((await owner(api.listClients)).map(({ name }) => name)).toEqual(['Luc Roy'])
  const settled = await owner(api.getImportRequest)
  expect(settled?.status).toBe('imported')
  expect(settled?.forecast?.errors[0]).toMatchObject({ entity: 'clients', row: 3 })
  expect((await owner(api.getCurrentCompany)).importAskedAt).toBeNull()
  await server.letterTo((await owner(api.getCurrentAccount)).email, /Votre liste est importée/)
  const kept = await inCompany(server, companyId, (tx) => tx.sql`select from import_requests where sheets is not null`)
  expect(kept).toEqual([]) // its clients' data is not kept twice
  expect(await refused(admin.raw(api.openImportRequest, { id: body.id }))).toEqual([409, 'request-settled'])
})

test('the owner reads which rows the import refused, not those that staff corrected since the check', async () => {
  const { owner, admin, companyId } = await server.newCompany()
  const { body } = await ask(owner)
  const { uploadId, sheets } = await admin(api.openImportRequest, { id: body.id })
  const { clients, ...others } = proposedMappings(sheets)
  const { email: _, ...keyMappings } = clients?.keyMappings ?? {}
  await admin(api.runImport, { data: { uploadId }, companyId, ...others, ...(clients && { clients: { ...clients, keyMappings } }) })
  await admin(api.settleImportRequest, { id: body.id, status: 'imported' })

  expect(body.forecast?.errors).not.toEqual([])
  expect((await owner(api.getImportRequest))?.forecast?.errors).toEqual([])
})

test('a second list replaces the one that waits, and staff hear once', async () => {
  const { owner, admin, companyId } = await server.newCompany()
  await Promise.all([ask(owner), ask(owner)])
  const { body } = await ask(owner, 'Nom,Adresse\nZoé,"3, rue Cartier, Lévis"\n', 'autre.csv')
  expect(await owner(api.getImportRequest)).toMatchObject({ id: body.id, files: ['autre.csv'], rowsCount: 1 })
  const waiting = await inCompany(server, companyId, (tx) => tx.sql`select from import_requests`)
  expect(waiting).toHaveLength(1)
  const { name } = await owner(api.getCurrentCompany)
  await server.letterTo((await admin(api.getCurrentAccount)).email, new RegExp(`Une liste à importer.*${name}$`))
  const letters = await server.sql(`select from outbox where subject like $1 and "to" = $2`, [
    `Une liste%${name}`,
    (await admin(api.getCurrentAccount)).email,
  ])
  expect(letters).toHaveLength(1)
})

test('a refusal says why, and another list may follow', async () => {
  const { owner, admin } = await server.newCompany()
  const { body } = await ask(owner)
  expect((await admin.raw(api.settleImportRequest, { id: body.id, status: 'refused' })).body).toMatchObject({
    formErrors: { importRequest: { reason: expect.any(String) } },
  })
  await admin(api.settleImportRequest, { id: body.id, status: 'refused', reason: 'Il manque les adresses.' })
  expect(await refused(admin.raw(api.settleImportRequest, { id: body.id, status: 'imported' }))).toEqual([409, 'request-settled'])
  expect(await owner(api.getImportRequest)).toMatchObject({ status: 'refused', reason: 'Il manque les adresses.' })
  expect((await ask(owner)).body).toMatchObject({ status: 'pending', reason: null })
})

test('a list without a known column waits too, and a file that is no spreadsheet is refused', async () => {
  const { owner } = await server.newCompany()
  expect((await ask(owner, 'xyz\n1\n')).body).toMatchObject({ status: 'pending', forecast: null })
  const before = await owner(api.getImportRequest)
  for (const [bytes, name] of [
    [Buffer.from('PK\u0003\u0004 not a workbook'), 'faux.xlsx'],
    [Buffer.from('%PDF-1.7'), 'liste.pdf'],
  ] as const) {
    const { status, body } = await ask(owner, bytes, name)
    expect(status, name).toBe(422)
    expect(body.formErrors?.files, name).toBeDefined()
  }
  expect(await owner(api.getImportRequest)).toEqual(before)
})

test('who opened a list that was replaced since settles nothing', async () => {
  const people = await server.newCompany()
  const { body: seen } = await ask(people.owner)
  const { body: newer } = await ask(people.owner, list, 'autre.csv')
  expect((await people.admin.raw(api.settleImportRequest, { id: seen.id, status: 'imported' })).status).toBe(404)
  expect(await people.owner(api.getImportRequest)).toMatchObject({ id: newer.id, status: 'pending' })
})

test('only the company and platform staff see its list, and only staff open or settle it', async () => {
  const [{ owner, companyId }, others] = [await server.newCompany(), await server.newCompany()]
  const { body } = await ask(owner)
  expect(await others.owner(api.getImportRequest)).toBeNull()
  expect((await others.owner.raw(api.getImportRequest, { companyId })).status).toBe(404)
  for (const row of [api.openImportRequest, api.settleImportRequest])
    expect((await owner.raw(row, { id: body.id, status: 'imported' })).status, row.name).toBe(403)
  for (const role of ['manager', 'employee', 'dispatcher', 'client'] as const) expect((await ask(others[role])).status, role).toBe(403)
})

const refused = async (call: ReturnType<Caller['raw']>) => {
  const { status, body } = await call
  return [status, (body as { code?: string }).code]
}
