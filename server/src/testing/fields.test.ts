import { expect, test } from 'vitest'
import * as z from 'zod'
import { fieldsOf, filledIn, lostFields, promisedBy } from './fields.ts'

const line = z.object({ name: z.string(), price: z.number().nullish() })
const schema = z.object({ name: z.string().default(''), place: z.object({ lat: z.number() }).nullable(), lines: z.array(line) })
const sent = { name: 'Sel', place: { lat: 46 }, lines: [{ name: 'Un', price: 2 }] }

test('a schema says its fields, a value those that it fills', () => {
  expect(fieldsOf(schema, 'in')).toEqual(['name', 'place.lat', 'lines[].name', 'lines[].price'])
  expect(
    fieldsOf(
      z.preprocess((value) => value, schema),
      'in',
    ),
  ).toEqual(fieldsOf(schema, 'in'))
  expect(filledIn({ ...sent, place: null, lines: [{ name: '', price: 0 }] })).toEqual(['name', 'lines[].price'])
})

test('what an answer leaves out, clears or changes is lost; what it has besides is not', () => {
  expect(lostFields(sent, { ...sent, id: 1, lines: [{ name: 'Zéro' }, ...sent.lines] })).toEqual([])
  expect(lostFields(sent, { name: 'Sel', lines: [{ name: 'Un' }] })).toEqual(['place.lat', 'lines[].price'])
  expect(lostFields(sent, { ...sent, name: null, lines: [] })).toEqual(['name', 'lines[].name', 'lines[].price'])
  expect(lostFields({ at: '2026-01-05T06:00:00.000Z' }, { at: '2026-01-05T01:00:00-05:00' })).toEqual([])
})

test('a list is asked for what it promises only', () => {
  expect(promisedBy(line, { name: 'Un', price: 2 })).toEqual({ name: 'Un' })
  expect(promisedBy(schema.omit({ place: true }), sent)).toEqual({ name: 'Sel', lines: [{ name: 'Un' }] })
})
