import { api } from '@bordee/core/api.ts'
import type { CallRow } from '@bordee/core/call.ts'
import { list, manyIds } from '@bordee/core/wire.ts'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { tooLongList } from './list-lengths.ts'
import { formErrors } from './problems.ts'

const nothing = (length: number) => Array.from({ length }, () => ({}))

test('a list is too long by its own schema, wherever it lies', () => {
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
    path: ['accesses', 4, 'ids'], // one by one none is too long
  })
  expect(tooLongList(schema, { site: null, ids: 'a,b', roles: 7 })).toBeUndefined()
})

test.each(Object.values(api) as CallRow[])('no list of $name may be longer than twenty thousand', (row) => {
  const longest = (schema: z.core.$ZodType): z.core.$ZodType[] => {
    const { def } = schema._zod as unknown as { def: Record<string, unknown> & { type: string } }
    const inner = [def.innerType, def.out, def.element, ...Object.values((def.shape as object) ?? {})].filter(Boolean) as z.core.$ZodType[]
    return [...(def.type === 'array' ? [schema] : []), ...inner.flatMap(longest)]
  }
  for (const schema of longest(row.input)) expect(tooLongList(schema, nothing(20_001))).toBeDefined()
})

test('of a hundred thousand complaints a hundred are told', () => {
  const issues = Array.from({ length: 100_000 }, (_, i) => ({
    path: ['account', 'accesses', i, '__proto__'],
    message: 'Identifiant invalide.',
  }))
  const { account } = formErrors({ errorsUnder: {} }, issues)
  expect(Object.keys(account ?? {})).toHaveLength(100)
})
