import { expect, test } from 'vitest'
import * as z from 'zod'
import { emptyValues, valuesFrom } from './values.ts'

const schema = z.object({
  name: z.string().min(1),
  email: z.preprocess((typed) => typed || null, z.email().nullable()),
  kind: z.enum(['snow', 'ice']),
  siteIds: z.array(z.string()).min(1),
  isActive: z.boolean(),
})

test('a new form’s fields are empty, except for the given values', () => {
  expect(emptyValues(schema, { kind: 'ice' })).toEqual({ name: '', email: null, kind: 'ice', siteIds: [], isActive: false })
  // @ts-expect-error: a choice has no empty value
  emptyValues(schema, {})
})

test('a form holds the fields of an entity that its schema names', () => {
  const entity = { id: '1', name: 'Sel', email: null, kind: 'ice' as const, sites: [{ id: 'a' }], isActive: true }
  const values = valuesFrom(schema, entity, { siteIds: entity.sites.map(({ id }) => id) })
  expect(values).toEqual({ name: 'Sel', email: null, kind: 'ice', siteIds: ['a'], isActive: true })
  // @ts-expect-error: the entity has no list of ids
  valuesFrom(schema, entity)
})
