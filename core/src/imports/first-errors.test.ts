import { expect, test } from 'vitest'
import { firstErrors, howMany, howManyRows } from './first-errors.ts'
import type { ImportError } from './import.ts'

const refused = (length: number) =>
  Array.from(
    { length },
    (_, at): ImportError => ({ entity: 'clients', sheet: 'Feuil1', row: at + 2, message: 'Nom\u00a0: ce champ est requis.' }),
  )

test('a thousand errors are listed, then the number of others, on the row of the next one', () => {
  const told = firstErrors(refused(20_000))
  expect(told).toHaveLength(1001)
  expect(told[999]).toEqual(refused(1000)[999])
  expect(told[1000]).toEqual({
    entity: 'clients',
    sheet: 'Feuil1',
    row: 1002,
    message: '… et 19\u00a0000\u00a0autres lignes refusées.',
    others: 19_000,
  })
  expect(howMany(told)).toBe(20_000)
})

test('a shorter list is shown whole', () => {
  expect(firstErrors(refused(1001))).toEqual(refused(1001))
  expect(howMany(refused(3))).toBe(3)
})

test('a line refused as client, as site and as occupant is one line', () => {
  const thrice = refused(2).flatMap((error) => (['clients', 'sites', 'occupants'] as const).map((entity) => ({ ...error, entity })))
  expect(howManyRows(thrice)).toBe(2)
  expect(howManyRows(firstErrors(refused(20_000)))).toBe(20_000)
})

test('the total counts even when only the first errors were read', () => {
  const told = firstErrors(refused(1001), { total: 1500, others: ['autre adresse introuvable', 'autres adresses introuvables'] })
  expect(told.at(-1)?.message).toBe('… et 500\u00a0autres adresses introuvables.')
})
