import { expect, expectTypeOf, test } from 'vitest'
import { type Snake, snake } from './columns.ts'
import { Tx } from './db.ts'
import { sql } from './sql.ts'
import { change, insert, putAll } from './writing.ts'

/** A transaction that only records what it would run. */
function pen() {
  const written: { text: string; values: unknown[] }[] = []
  const tx = new Tx({
    query: async ({ text, values }) => {
      written.push({ text, values })
      return { rows: [{ id: 'one' }] }
    },
  })
  return { tx, written }
}
const companyId = 'c'

test("a row is written by its schema's keys, without the undefined ones", async () => {
  const { tx, written } = pen()
  const id = await insert(tx, 'services', { name: 'Sel', isDefault: true, description: undefined, companyId })
  expect(id).toBe('one')
  expect(written).toEqual([
    {
      text: 'insert into "services" ("name", "is_default", "company_id") values ($1, $2, $3) returning id',
      values: ['Sel', true, 'c'],
    },
  ])
})

test('a change writes only the keys that were sent, and runs no query without any', async () => {
  const { tx, written } = pen()
  await change(tx, 'services', { id: 's', companyId }, {})
  await change(tx, 'services', { id: 's', companyId }, { name: undefined })
  expect(written).toEqual([])
  await change(tx, 'routes', { id: 'r' }, { siteBefore: 2, version: sql`version + 1` })
  expect(written).toEqual([{ text: 'update "routes" set "site_before" = $1, "version" = version + 1 where "id" = $2', values: [2, 'r'] }])
})

test('lists are written as JSON; rows with a known id are updated', async () => {
  const { tx, written } = pen()
  const area = { companyId, siteId: 's', name: 'A', polygon: [{ lat: 1, lng: 2 }], position: 0, isSimple: true }
  await putAll(tx, 'areas', [{ ...area, id: 'known' }, area])
  expect(written[0]?.text).toMatch(/default\) on conflict \(id\) do update set .*"polygon" = "excluded"\."polygon"/)
  expect(written[0]?.values).toContain('[{"lat":1,"lng":2}]')
})

test('the type of a column name follows the same rule as its value', () => {
  expectTypeOf<Snake<'civicNumber'>>().toEqualTypeOf<'civic_number'>()
  expectTypeOf<Snake<'QEN'>>().toEqualTypeOf<'qen'>()
  expectTypeOf<Snake<'line2Text'>>().toEqualTypeOf<'line2_text'>()
  expect(['civicNumber', 'QEN', 'line2Text'].map(snake)).toEqual(['civic_number', 'qen', 'line2_text'])
})

test("values that don't fit their table don't compile", () => {
  const { tx } = pen()
  const sent = { name: 'Sel', colour: 'red' }
  // @ts-expect-error: there is no column `colour`, and spreading it doesn't hide it
  void insert(tx, 'services', { ...sent, companyId })
  // @ts-expect-error: a service needs a company
  void insert(tx, 'services', { name: 'Sel' })
  // @ts-expect-error: a service needs a name, not perhaps
  void insert(tx, 'services', { ...({} as { name?: string }), companyId })
  // @ts-expect-error: a name is text
  void change(tx, 'services', { id: 's' }, { name: 1 })
  // @ts-expect-error: a name is not null
  void change(tx, 'services', { id: 's' }, { name: null })
  // @ts-expect-error: `where` takes columns
  void change(tx, 'services', { ids: 's' }, { name: 'Sel' })
  void change(tx, 'clients', { id: 's' }, { number: null }) // a trigger assigns a new one
})
