import { expect, test, vi } from 'vitest'
import { type AskPiece, type LongList, readList } from './longList.ts'

interface Row {
  id: string
  name: string
}
const rowsOf = (count: number, name = (i: number) => `Client ${i}`): Row[] =>
  Array.from({ length: count }, (_, i) => ({ id: `c${i}`, name: name(i) }))

/** A server that holds `rows`. Its version changes when they do. */
function serving(rows: Row[]) {
  const server = { rows, version: 'v1', asked: [] as number[] }
  const ask: AskPiece<Row> = async ({ limit, after = '0' }) => {
    server.asked.push(limit)
    const end = Number(after) + limit
    const piece = server.rows.slice(Number(after), end).map((row) => ({ ...row }))
    return { rows: piece, next: end < server.rows.length ? String(end) : null, version: server.version }
  }
  return { server, ask }
}
const nothingShown = () => undefined

test('a short list takes one request', async () => {
  const { server, ask } = serving(rowsOf(300))
  expect(await readList(ask, undefined, nothingShown)).toEqual({ rows: server.rows, complete: true, version: 'v1' })
  expect(server.asked).toEqual([300])
})

test('a long list shows its first rows at once, then asks for twice as many each time, up to the largest piece', async () => {
  const { server, ask } = serving(rowsOf(20_000))
  const shown: LongList<Row>[] = []
  const list = await readList(ask, undefined, (some) => shown.push(some))
  expect(server.asked).toEqual([300, 600, 1200, 2400, 4800, 4800, 4800, 4800])
  expect(shown.map(({ rows }) => rows.length)).toEqual([300, 900, 2100, 4500, 9300, 14_100, 18_900])
  expect(shown.every(({ complete }) => !complete)).toBe(true)
  expect(list).toEqual({ rows: server.rows, complete: true, version: 'v1' })
})

test('a list whose version is already known is not read again', async () => {
  const { server, ask } = serving(rowsOf(1000))
  const known = await readList(ask, undefined, nothingShown)
  server.asked = []
  expect(await readList(ask, known, nothingShown)).toBe(known)
  expect(server.asked).toEqual([300])
})

test('a list that changes between two pieces is read again: no row is lost or doubled, and no shown row disappears', async () => {
  const { server, ask } = serving(rowsOf(2000))
  const shown: number[] = []
  const list = await readList(
    async (input) => {
      // After two pieces the first client is removed, which moves every later row up by one.
      if (server.asked.length === 2 && server.version === 'v1') Object.assign(server, { rows: server.rows.slice(1), version: 'v2' })
      return ask(input)
    },
    undefined,
    ({ rows }) => shown.push(rows.length),
  )
  expect(list.rows).toEqual(rowsOf(2000).slice(1))
  expect(list).toMatchObject({ complete: true, version: 'v2' })
  expect(shown).toEqual(shown.toSorted((a, b) => a - b))
})

test('a list that never stops changing is given up rather than shown as complete', async () => {
  vi.useFakeTimers()
  const { server, ask } = serving(rowsOf(1000))
  const reading = readList(
    (input) => {
      server.version += '+'
      return ask(input)
    },
    undefined,
    nothingShown,
  )
  const failing = expect(reading).rejects.toThrow('changed each time')
  await vi.runAllTimersAsync()
  await failing
  vi.useRealTimers()
})

test('known rows stay until all are read again, and unchanged rows remain the same objects', async () => {
  const { server, ask } = serving(rowsOf(1000))
  const known = await readList(ask, undefined, nothingShown)
  const show = vi.fn()
  Object.assign(server, { rows: rowsOf(1000, (i) => (i === 7 ? 'Autre nom' : `Client ${i}`)), version: 'v2' })
  const list = await readList(ask, known, show)
  expect(show).not.toHaveBeenCalled()
  expect(list.rows.filter((row, i) => row !== known.rows[i])).toEqual([{ id: 'c7', name: 'Autre nom' }])

  server.version = 'v3' // something the list does not show has changed
  expect((await readList(ask, list, show)).rows).toBe(list.rows)
})

test('a live list goes on although it changes, with the version of its beginning: the change is read the next time', async () => {
  const { server, ask } = serving(rowsOf(2000))
  const changing: AskPiece<Row> = async (input) => {
    const piece = await ask(input)
    server.version = `v${server.asked.length + 1}`
    return piece
  }
  const list = await readList(changing, undefined, nothingShown, { isLive: true })
  expect(list).toEqual({ rows: rowsOf(2000), complete: true, version: 'v1' })
  expect(server.asked).toEqual([300, 600, 1200])
})
