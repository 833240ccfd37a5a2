import { expect, test } from 'vitest'
import { rowReader } from './mapped-rows.ts'

test('a line with a wrong phone and a wrong e-mail is told both', () => {
  const keys = ['name', 'phone', 'email']
  const read = rowReader(
    'clients',
    { sheet: 'Feuil1', keyMappings: Object.fromEntries(keys.map((key) => [key, key])) },
    keys.map((key) => ({ normalizedKey: key, originalKey: key })),
    { isShared: false, phonesKey: undefined },
  )
  expect(read(['Maude Roy', '418 555', 'maude(at)x'])).toEqual({
    problem: expect.stringMatching(/^Téléphone\u00a0: .+ Courriel\u00a0: .+$/),
  })
  expect(read(['Maude Roy', '418 555-0101', 'maude@exemple.ca'])).toMatchObject({ entities: [{ values: { phone: '4185550101' } }] })
})
