// Limits on files, names and bodies.
import { mkdir, readdir, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ImportError, UploadedSheet } from '@bordee/core/imports/import.ts'
import { importCalls } from '@bordee/core/imports/imports.calls.ts'
import { expect, test, vi } from 'vitest'
import { flat, importInto, sheetsIn } from '../testing/imports.ts'
import { type Caller, openTestServer } from '../testing/server.ts'
import { textRow, workbook, worksheet } from '../testing/workbooks.ts'
import { readUploaded, removeStaleFolders } from './reading.ts'
import { tabNames } from './refused-rows.ts'
import { readSheets, shownSheet } from './sheets.ts'
import { packSheets, type ReadSheet, unpackSheets } from './uploads.ts'

const server = await openTestServer()
const { admin } = await server.newCompany()

const refusedOf = (staff: Caller) =>
  server.app.inject({ url: '/api/importation/refused', headers: { authorization: `Bearer ${staff.token}` } })
const read = (name: string, bytes: Uint8Array | string, others: ReadSheet[] = []) => readSheets(name, Buffer.from(bytes as string), others)

test('uploaded files are read by another process', async () => {
  async function* files() {
    yield { name: 'a.csv', type: '', bytes: async () => Buffer.from('Nom\nHélène Côté\n') }
  }
  const reading = readUploaded(files())
  await vi.waitFor(() => expect(process.getActiveResourcesInfo()).toContain('ProcessWrap'), { timeout: 20_000, interval: 1 })
  expect((await reading).sheets).toMatchObject([{ content: [{ nom: 'Hélène Côté' }] }])
})

test('a cell has the same limit as in Excel', async () => {
  await expect(read('a.csv', `Nom;Notes\nA;b\nB;${'x'.repeat(32_768)}\n`)).rejects.toThrow(
    '«\u00a0a.csv\u00a0» a une cellule trop longue à la ligne 3 de la feuille «\u00a0a\u00a0»\u00a0: 32\u00a0767\u00a0caractères au plus.',
  )
  expect(await read('a.csv', `Nom;Notes\nA;${'x'.repeat(32_767)}\n`)).toHaveLength(1)
})

const tooMuch = 'contient trop de texte\u00a0: 20\u00a0000\u00a0000\u00a0caractères au plus. Divisez-le en plusieurs fichiers.'

test('an upload has a limit of text, for all files and merged cells together', async () => {
  const long = 'x'.repeat(30_000)
  const rows = Array.from({ length: 660 }, (_, at) => ({ row: at + 2, cells: [long] }))
  const other = { name: 'b', file: 'b.csv', columns: [{ normalizedKey: 'a', originalKey: 'A', potentialEntityFields: [] }], rows }
  await expect(read('a.csv', `Nom\n${`${long}\n`.repeat(7)}`, [other])).rejects.toThrow(`«\u00a0a.csv\u00a0» ${tooMuch}`)
  expect(await read('a.csv', `Nom\n${`${long}\n`.repeat(6)}`, [other])).toHaveLength(1)

  const below = Array.from({ length: 700 }, (_, at) => textRow(at + 3, ['', 'A'])).join('')
  const after = '<mergeCells><mergeCell ref="A2:A702"/></mergeCells>'
  const merged = worksheet(textRow(1, ['Nom', 'Ville']) + textRow(2, [long, 'B']) + below, { after })
  await expect(read('a.xlsx', workbook({ sheets: { Feuil1: merged } }))).rejects.toThrow(tooMuch)
})

test('a workbook with too many sheets is refused', async () => {
  const one = worksheet(textRow(1, ['Nom']) + textRow(2, ['A']))
  const sheets = Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`F${at}`, one]))
  await expect(read('a.xlsx', workbook({ sheets }))).rejects.toThrow('contient trop de feuilles\u00a0: 100 au plus.')
})

test('a long cell is shown shortened, and stored whole', async () => {
  const long = `${'x'.repeat(299)}😀${'y'.repeat(30_000)}`
  const sheets = await read('a.csv', `Nom;Notes\n${`A;${long}\n`.repeat(50)}`)
  expect(sheets.map(shownSheet)[0]?.content[0]?.notes).toBe('x'.repeat(299))
  expect(await unpackSheets(await packSheets(sheets))).toEqual(sheets)
})

test('files with the same long name get different sheet names', async () => {
  const name = `${'n'.repeat(2000)}.csv`
  const file = { name, bytes: 'Nom\nA\n' }
  const sheets: ReadSheet[] = []
  for (let again = 0; again < 3; again++) sheets.push(...(await read(file.name, file.bytes, sheets)))
  const names = sheets.map((sheet): UploadedSheet['name'] => sheet.name)
  expect(new Set(names).size).toBe(3)
  expect(Math.max(...names.map(({ length }) => length))).toBe(300)
})

test.each([
  ['without a boundary', 'multipart/form-data', 'x'],
  ['cut off', 'multipart/form-data; boundary=zz', '--zz\r\ncontent-disposition: form-data; name="files"; filename="a.csv"\r\n\r\nNom\nA'],
])('a body %s is malformed', async (_, type, payload) => {
  const headers = { authorization: `Bearer ${admin.token}`, 'content-type': type }
  const answer = await server.app.inject({ method: 'POST', url: '/api/importation/validate', headers, payload })
  expect({ status: answer.statusCode, message: answer.json<{ message: string }>().message }).toEqual({
    status: 400,
    message: 'Requête mal formée.',
  })
})

test('sheets sent with an import have a limit of columns and cells', async () => {
  const send = (rows: Record<string, string>[]) =>
    admin.raw(importCalls.runImport, { ...flat(rows, { clients: { name: 'a' } }), dryRun: true })
  const wide = Array.from({ length: 5000 }, (_, at) => ({ a: 'x', [String(at)]: 'x' }))
  expect(await send(wide)).toMatchObject({
    status: 422,
    body: { formErrors: { data: { sheets: 'La feuille «\u00a0Feuil1\u00a0» a trop de colonnes\u00a0: 300 au plus.' } } },
  })
  const many = Array.from({ length: 5000 }, (_, at) => ({ a: 'x', [String(at % 250)]: 'x' }))
  expect(await send(many)).toMatchObject({
    status: 422,
    body: {
      formErrors: {
        data: { sheets: 'Trop de données\u00a0: 100\u00a0000\u00a0cellules au plus. Téléversez plutôt les feuilles dans un fichier.' },
      },
    },
  })
})

test('a column with a name that JavaScript objects have is empty where a row lacks it', async () => {
  const { admin: staff } = await server.newCompany()
  const rows = [{ nom: 'A', tel: 'x', constructor: 'b' } as Record<string, string>, { nom: 'C', tel: 'y' }]
  await importInto(staff, flat(rows, { clients: { name: 'nom', phone: 'tel' } }))
  const [sheet] = await sheetsIn((await refusedOf(staff)).rawPayload)
  expect(sheet?.content.map((row) => Object.entries(row)[2])).toEqual([
    ['constructor', 'b'],
    ['constructor', null],
  ])
})

test('a server runs two forecasts at a time, others wait', async () => {
  const companies = [await server.newCompany(), await server.newCompany(), await server.newCompany()]
  const waiting = async () =>
    (
      await server.sql(
        `select
         from pg_locks
         where not granted
           and relation = 'services'::regclass
           and database = (select oid from pg_database where datname = current_database())`,
      )
    ).length
  await server.sql('begin')
  await server.sql('lock table services in access exclusive mode')
  const input = { ...flat([{ a: 'x' }], { services: { name: 'a' } }), dryRun: true }
  const forecasts = Promise.all(companies.map(({ admin: staff }) => staff.raw(importCalls.runImport, input)))
  try {
    await vi.waitFor(async () => expect(await waiting()).toBe(2), { timeout: 5000, interval: 20 })
    for (let look = 0; look < 50; look++) expect(await waiting()).toBe(2)
  } finally {
    await server.sql('rollback')
  }
  expect((await forecasts).map(({ status }) => status)).toEqual([200, 200, 200])
})

test('tabs of refused rows have names that Excel accepts', () => {
  expect(tabNames(["'clients'", 'History', '', '???', 'Feuil1 (2)', 'Feuil1', 'FEUIL1', 'a/b\u0001c'])).toEqual([
    'clients',
    'History (2)',
    'Feuille',
    'Feuille (2)',
    'Feuil1 (2)',
    'Feuil1',
    'FEUIL1 (3)',
    'a b c',
  ])
  const long = tabNames([`${'x'.repeat(30)}😀`, 'x'.repeat(40), 'x'.repeat(50)])
  expect(long).toEqual(['x'.repeat(30), 'x'.repeat(31), `${'x'.repeat(27)} (2)`])
})

test("refused rows are returned whatever their sheets' names; without any there is no workbook", async () => {
  const { admin: staff } = await server.newCompany()
  const names = ["'clients'", 'History']
  const sheets = names.map((name) => ({ name, content: [{ nom: 'A', tel: 'abc' }] }))
  const of = (sheet: string, fields: Record<string, string>) => ({ sheet, keyMappings: fields })
  const [clients = '', history = ''] = names
  const input = {
    data: { sheets },
    clients: of(clients, { name: 'nom', phone: 'tel' }),
    sites: of(history, { name: 'nom', clientLink: 'tel' }),
  }
  expect(await importInto(staff, input)).toHaveLength(2)
  const answer = await refusedOf(staff)
  expect(answer.statusCode).toBe(200)
  expect((await sheetsIn(answer.rawPayload)).map(({ name }) => name)).toEqual(['clients', 'History (2)'])

  expect(await importInto(staff, flat([{ a: 'A' }], { clients: { name: 'a' } }))).toEqual([])
  expect(await staff.raw(importCalls.exportRefused)).toMatchObject({ status: 404, body: { message: 'Aucune ligne refusée.' } })
})

test('unknown fields, and entities without a mapped column, are refused', async () => {
  const forecast = (keyMappings: Record<string, string>) =>
    admin.raw(importCalls.runImport, { ...flat([{ a: 'x' }], { clients: keyMappings }), dryRun: true })
  expect(await forecast({ name: 'a', couleur: 'a' })).toMatchObject({
    status: 422,
    body: { formErrors: { clients: { 'keyMappings.couleur': 'Ce champ n’existe pas.' } } },
  })
  expect(await forecast({})).toMatchObject({
    status: 422,
    body: { formErrors: { clients: { keyMappings: 'Choisissez au moins une colonne.' } } },
  })
  const many = await forecast(Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`c${at}`, 'x'])))
  expect(Object.keys((many.body as { formErrors: { clients: object } }).formErrors.clients)).toHaveLength(20)
})

test('files left by a killed server are removed after an hour', async () => {
  const [old, fresh] = ['bordee-import-second-old', 'bordee-import-second-new'] as const
  for (const name of [old, fresh]) await mkdir(join(tmpdir(), name), { recursive: true })
  const before = new Date(Date.now() - 2 * 60 * 60_000)
  await utimes(join(tmpdir(), old), before, before)
  await removeStaleFolders()
  const left = await readdir(tmpdir())
  expect([left.includes(old), left.includes(fresh)]).toEqual([false, true])
  await rm(join(tmpdir(), fresh), { recursive: true })
})

test('a thousand errors are returned; the workbook has all rows', async () => {
  const { admin: staff } = await server.newCompany()
  const rows = Array.from({ length: 1200 }, (_, at) => ({ nom: `Client ${at}`, tel: '12' }))
  const input = flat(rows, { clients: { name: 'nom', phone: 'tel' } })
  const last = { entity: 'clients', sheet: 'Feuil1', row: 1002, message: '… et 200\u00a0autres lignes refusées.', others: 200 }
  const forecast = (await importInto(staff, { ...input, dryRun: true })) as { errors: ImportError[] }
  const errors = (await importInto(staff, input)) as ImportError[]
  const progress = await staff(importCalls.getImportProgress)
  for (const told of [forecast.errors, errors, progress?.errors ?? []]) {
    expect(told).toHaveLength(1001)
    expect(told[1000]).toEqual(last)
  }
  const [sheet] = await sheetsIn((await refusedOf(staff)).rawPayload)
  expect(sheet?.content).toHaveLength(1200)
})
