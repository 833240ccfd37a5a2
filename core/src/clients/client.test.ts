import { expect, test } from 'vitest'
import { clientChanges } from './client.ts'

test.each([
  ['418 555-1234', '4185551234'],
  ['+1 (418) 555-1234', '4185551234'],
  ['+33 6 12 34 56 78', '33612345678'],
  ['123456789012345', '123456789012345'],
  ['', null],
])("a client's phone %s is stored as %s", (typed, kept) => {
  expect(clientChanges.parse({ phone: typed })).toEqual({ phone: kept })
})

test.each([
  ['418 555-123', 'Veuillez entrer un numéro de téléphone valide.'],
  ['1 418 555-123', 'Veuillez entrer un numéro de téléphone valide.'],
  ['5551234', 'Veuillez entrer un numéro de téléphone valide.'],
  ['1234567890123456', 'Ce champ doit contenir 15 caractères ou moins.'],
])('%s is not a valid phone', (typed, message) => {
  expect(clientChanges.safeParse({ phone: typed }).error?.issues[0]?.message).toBe(message)
})
