import { api } from '@bordee/core/api.ts'
import type { CallRow } from '@bordee/core/call.ts'
import { list, manyIds } from '@bordee/core/wire.ts'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { tooLongList } from './list-lengths.ts'
import { formErrors } from './problems.ts'

const nothing = (length: number) => Array.from({ length }, () => ({}))

test('a list longer than its schema allows is found at any depth', () => {
  const inner = z.array(z.object({ lat: z.number() })).max(3)
  const schema = z.object({
    site: z.object({ areas: z.array(z.object({ polygon: inner })).max(2) }).nullish(),
    ids: manyIds,
    roles: list(z.string()),
  })
  expect(tooLongList(schema, { site: { areas: nothing(3) } })).toMatchObject({ path: ['site', 'areas'] })
  expect(tooLongList(schema, { site: { areas: [{}, { polygon: nothing(4) }] } })).toMatchObject({ path: ['site', 'areas', 1, 'polygon'] })
  expect(tooLongList(schema, { ids: nothing(20_001) })).toMatchObject({ path: ['ids'] })
  expect(tooLongList(schema, { roles: nothing(1001) })).toMatchObject({ path: ['roles'] })
  const manyInside = z.object({ accesses: z.array(z.object({ ids: manyIds })).max(100) })
  expect(tooLongList(manyInside, { accesses: Array.from({ length: 6 }, () => ({ ids: nothing(5000) })) })).toMatchObject({
    path: ['accesses', 4, 'ids'], // none is too long by itself, but together they are
  })
  expect(tooLongList(schema, { site: null, ids: 'a,b', roles: 7 })).toBeUndefined()
})

test.each(Object.values(api) as CallRow[])('no list of $name may have more than twenty thousand entries', (row) => {
  const longest = (schema: z.core.$ZodType): z.core.$ZodType[] => {
    const { def } = schema._zod as unknown as { def: Record<string, unknown> & { type: string } }
    const inner = [def.innerType, def.out, def.element, ...Object.values((def.shape as object) ?? {})].filter(Boolean) as z.core.$ZodType[]
    return [...(def.type === 'array' ? [schema] : []), ...inner.flatMap(longest)]
  }
  for (const schema of longest(row.input)) expect(tooLongList(schema, nothing(20_001))).toBeDefined()
})

test('of a hundred thousand errors, a hundred are reported', () => {
  const issues = Array.from({ length: 100_000 }, (_, i) => ({
    path: ['account', 'accesses', i, '__proto__'],
    message: 'Identifiant invalide.',
  }))
  const { account } = formErrors({ errorsUnder: {} }, issues)
  expect(Object.keys(account ?? {})).toHaveLength(100)
})
