import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addressCalls } from '@bordee/core/addresses/addresses.calls.ts'
import { afterAll, expect, test } from 'vitest'
import { header, row, shouted } from '../testing/address-files.ts'
import { openTestServer, ownerUrlOf } from '../testing/server.ts'
import { asOwner } from '../upkeep/database.ts'
import { loadAddresses } from './load-addresses.ts'

const folder = mkdtempSync(join(tmpdir(), 'bordee-oda-'))
afterAll(() => rmSync(folder, { recursive: true }))

const loadInto = (server: { database: string }, file: string) => asOwner(ownerUrlOf(server), (transact) => loadAddresses(transact, file))
let files = 0
function written(text: string | Buffer): string {
  const file = join(folder, `${++files}.csv`)
  writeFileSync(file, text)
  return file
}

async function load(text: string | Buffer) {
  const server = await openTestServer()
  const file = written(text)
  const loaded = await loadInto(server, file)
  const stored = () =>
    server.sql<{ address: string; zip: string | null }>(
      `select civic_number || ', ' || name || ', ' || city || ' ' || state as address, zip
       from addresses a
       join streets s on s.id = street_id
       order by 1`,
    )
  return { server, file, loaded, stored, again: () => loadInto(server, file) }
}

test('rows in capitals and with abbreviations are stored as people write them, and found', async () => {
  const rows = [
    shouted,
    { ...shouted, street_no: '12', str_name: 'SAINTE-FOY', str_type: 'CH', str_dir: 'O' },
    { ...shouted, street_no: '120.0', str_name: '18', str_type: 'RUE' },
    { ...shouted, street_no: '7', str_name: "DE L'EGLISE", str_type: 'RTE', city: 'LEVIS', csdname: 'Lévis' },
    { ...shouted, street_no: '9', str_name: '', str_name_pcs: 'DES ERABLES', str_type: '', str_type_pcs: 'AV' },
    { ...shouted, street_no: '11', str_name: '', str_type: '', street: 'Rue Jean-Paul-II', city: 'Sillery' },
    { ...shouted, street_no: '56', str_name: 'RUMBELLOW', str_type: 'CRESCENT', city: 'AJAX', csdname: 'Ajax', pruid: '35' },
    { ...shouted, street_no: '3', str_name: 'Principale, Nord', str_type: 'Rue', provider: 'Une "ville"\navec un saut' },
  ]
  const { server, loaded, stored } = await load([header, ...rows.map(row)].join('\r\n'))

  expect(loaded).toMatchObject({ rows: 8, added: 8, refused: {}, resumedAfter: 0 })
  expect((await stored()).map(({ address }) => address)).toEqual([
    '11, rue Jean-Paul-II, Sillery QC',
    '12, chemin Sainte-Foy Ouest, Québec QC',
    '120, 18e Rue, Québec QC',
    '3, rue Principale, Nord, Québec QC',
    '500, rue Saint-Jean, Québec QC',
    '56, Rumbellow Crescent, Ajax ON',
    '7, route de l’Eglise, Lévis QC',
    '9, avenue des Erables, Québec QC',
  ])
  const [first] = await server.anyone(addressCalls.suggestAddresses, { search: '12 ch ste foy o' })
  expect(first?.description).toBe('12, chemin Sainte-Foy Ouest, Québec (QC) G1R 1P8')
})

test('useless rows are counted, and the others are stored', async () => {
  const bad = [
    { ...shouted, latitude: 'x' },
    { ...shouted, latitude: '46.8', longitude: '71.2' },
    { ...shouted, street_no: '' },
    { ...shouted, street_no: 'SN' },
    { ...shouted, str_name: '', street: '' },
    { ...shouted, city: '', csdname: '' },
    { ...shouted, pruid: '99' },
  ]
  const text = [
    `\uFEFF${header}`,
    ...bad.map(row),
    'only,three,fields',
    row(shouted),
    '',
    '"never closed,1,2',
    row({ ...shouted, street_no: '502' }),
  ]
  const { loaded, stored } = await load(text.join('\n'))

  expect(loaded.refused).toEqual({ coordonnées: 2, 'numéro civique': 2, rue: 1, ville: 1, province: 1, colonnes: 2 })
  expect(loaded.examples[0]).toEqual({ row: 2, reason: 'coordonnées' })
  expect((await stored()).map(({ address }) => address)).toEqual(['500, rue Saint-Jean, Québec QC', '502, rue Saint-Jean, Québec QC'])
})

test('a windows-1252 file keeps its accents', async () => {
  const { stored } = await load(Buffer.from([header, row({ ...shouted, str_name: 'Érables', str_type: 'Rue' })].join('\n'), 'latin1'))
  expect((await stored())[0]?.address).toBe('500, rue Érables, Québec QC')
})

test('loading a file again changes nothing; a later file corrects', async () => {
  const { server, loaded, stored, again } = await load([header, row(shouted), row({ ...shouted, unit: '2' })].join('\n'))
  expect(loaded.added).toBe(1)
  expect(await again()).toMatchObject({ rows: 2, added: 0, resumedAfter: 0 })
  expect(await stored()).toHaveLength(1)

  const later = written([header, row({ ...shouted, str_name: 'St-Jean', postal_code: 'G1R 9Z9' })].join('\n'))
  await loadInto(server, later)
  expect(await stored()).toEqual([{ address: '500, rue Saint-Jean, Québec QC', zip: 'G1R 9Z9' }])
})

test('streets are drawn along their houses, unless these are too far apart', async () => {
  const houses = Array.from({ length: 40 }, (_, i) => ({
    ...shouted,
    street_no: String(2 + i),
    latitude: String(46.81 + (i % 2) * 0.0002),
    longitude: String(-71.22 + i * 0.0002),
  }))
  const scattered = houses.map((server, i) => ({ ...server, str_name: 'ÉPARSE', latitude: String(46.5 + (i % 7) / 10) }))
  const { server } = await load([header, ...[...houses, ...scattered].map(row)].join('\n'))

  const drawn = await server.anyone(addressCalls.listStreets, { zoom: '12', x: 1237, y: 1443 })

  expect(drawn.map(({ name }) => name)).toEqual(['rue Saint-Jean'])
  expect(drawn[0]?.line).toHaveLength(8)
  for (const [, lat] of drawn[0]?.line ?? []) expect(lat).toBeCloseTo(46.8101, 4)
  expect(drawn[0]?.metres).toBeGreaterThan(400)
})

test.each([
  ['', /est vide/],
  ['a,b,c\n1,2,3', /il manque latitude, longitude, street_no, street, city/],
])('any other file is refused: %j', async (text, message) => {
  const server = await openTestServer()
  await expect(loadInto(server, written(text))).rejects.toThrow(message)
  await expect(loadInto(server, '/nowhere.csv')).rejects.toThrow(/ne peut pas être lu/)
})
