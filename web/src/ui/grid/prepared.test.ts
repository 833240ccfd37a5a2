import { expect, test, vi } from 'vitest'
import { compareKeys, type Filter, filterKey, type GridColumn, passes, shapeOf, sortKey } from './columns.ts'
import { newPrepared, newTexts } from './prepared.ts'
import { rank } from './ranks.ts'

interface Client {
  name: string
  phone?: string
  balance?: number | null
  seenAt?: string
}
const name: GridColumn<Client> = { id: 'name', label: 'Nom', value: (client) => client.name }
const phone: GridColumn<Client> = { id: 'phone', label: 'Téléphone', kind: 'phone', value: (client) => client.phone }
const balance: GridColumn<Client> = { id: 'balance', label: 'Solde', kind: 'money', value: (client) => client.balance }
const seenAt: GridColumn<Client> = { id: 'seenAt', label: 'Vu', kind: 'instant', value: (client) => client.seenAt }
const zone = 'America/Toronto'
const all = { search: '', filters: [], sorting: [] }

function finish<R>(work: Generator<void, R>): R {
  let step = work.next()
  while (!step.done) step = work.next()
  return step.value
}

test('ranks give the same order as comparisons, for any number of records', () => {
  const letters = 'aàâbcçdeéèzœ'
  const clients = Array.from({ length: 3000 }, (_, i) => ({
    name: i % 7 ? `${letters[(i * 5) % 12]}${letters[(i * 11) % 7]} ${(i * 37) % 113}` : '',
  }))
  const ranks = finish(rank(name, clients))
  const byRank = clients
    .filter(({ name }) => name)
    .toSorted((a, b) => Number(ranks[clients.indexOf(a)]) - Number(ranks[clients.indexOf(b)]))
  const byKey = clients.filter(({ name }) => name).toSorted((a, b) => compareKeys(sortKey(name, a), sortKey(name, b)))
  expect(byRank).toEqual(byKey)
  expect([...ranks].map((rank) => rank < 0)).toEqual(clients.map(({ name }) => name === ''))
})

test('texts that differ only by accents or case share a rank, and « 2 » comes before « 10 »', () => {
  expect([...finish(rank(name, [{ name: 'Zone 10' }, { name: 'ÉRIC' }, { name: 'zone 2' }, { name: 'Eric' }, { name: '' }]))]).toEqual([
    3, 0, 2, 0, -1,
  ])
})

test('empty values sort last in both directions', () => {
  const rows = [
    { name: 'a', balance: null },
    { name: 'b', balance: -5 },
    { name: 'c', balance: 12 },
  ]
  const prepared = newPrepared<Client>(rows, newTexts([name, balance], zone))
  for (const [desc, expected] of [
    [false, 'bca'],
    [true, 'cba'],
  ] as const) {
    const sorting = [{ id: 'balance', desc }]
    finish(prepared.work({ ...all, sorting }))
    const [keyOf] = prepared.sortKeys(sorting)
    expect(
      rows
        .toSorted((a, b) => Number(keyOf?.(a)) - Number(keyOf?.(b)))
        .map((row) => row.name)
        .join(''),
    ).toBe(expected)
  }
})

test('work abandoned half-way is resumed by the next run', () => {
  const rows = Array.from({ length: 500 }, (_, i) => ({ name: `Client ${i}` }))
  const prepared = newPrepared<Client>(rows, newTexts([name], zone))
  const givenUp = prepared.likelyWork()
  for (let i = 0; i < 700; i++) givenUp.next()
  const sorting = [{ id: 'name', desc: true }]
  finish(prepared.work({ ...all, search: 'client', sorting }))
  const [keyOf] = prepared.sortKeys(sorting)
  expect(rows.map((row) => keyOf?.(row))).toEqual(rows.map((_, i) => 499 - i))
})

test('a list that is read again folds only the records that changed', () => {
  const value = vi.fn((client: Client) => client.name)
  const texts = newTexts<Client>([{ ...name, value }], zone)
  const rows = [{ name: 'Hélène' }, { name: 'Éric' }]
  finish(newPrepared(rows, texts).work({ ...all, search: 'x' }))
  value.mockClear()
  const again = newPrepared([...rows, { name: 'Zoé' }], texts)
  finish(again.work({ ...all, search: 'zoe' }))
  expect(value).toHaveBeenCalledTimes(1)
  expect(rows.some((row) => again.includes('zoe', [])?.(row))).toBe(false)
})

test('an empty search filters nothing, and neither does a filter on a column that is gone', () => {
  const prepared = newPrepared<Client>([], newTexts([name], zone))
  expect(prepared.includes('', [])).toBeUndefined()
  expect(prepared.includes('', [{ id: 'gone', value: { text: 'x' } }])).toBeUndefined()
})

const lets = (column: GridColumn<Client>, client: Client, filter: Filter) =>
  passes(filter)(filterKey(column, client, shapeOf(filter), zone))

test('filters test what the cell shows', () => {
  const client = { name: 'Hélène', phone: '4185550142', balance: 1250, seenAt: '2026-01-06T03:00:00Z' }
  expect(lets(name, client, { text: 'ELE' })).toBe(true)
  expect(lets(phone, client, { text: '5550142' })).toBe(true)
  expect(lets(phone, client, { text: '555-0142' })).toBe(true)
  expect(lets(phone, client, { text: '0142418' })).toBe(false)
  expect(lets(balance, client, { min: 12.5, max: 12.5 })).toBe(true)
  expect(lets(balance, client, { min: 13 })).toBe(false)
  // Ten in the evening of the day before, in the company's time zone.
  expect(lets(seenAt, client, { to: '2026-01-05' })).toBe(true)
  expect(lets(seenAt, client, { from: '2026-01-06' })).toBe(false)
})

test('an empty cell passes no range, and no choice unless it is chosen', () => {
  for (const filter of [{ min: undefined, max: 5 }, { from: '2026-01-01' }, {}]) expect(lets(balance, { name: '' }, filter)).toBe(false)
  expect(lets(balance, { name: '' }, { oneOf: ['1'] })).toBe(false)
  expect(lets(balance, { name: '' }, { oneOf: [''] })).toBe(true)
})
