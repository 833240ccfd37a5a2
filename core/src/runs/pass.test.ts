import { expect, test } from 'vitest'
import { passName } from './pass.ts'

test.each([
  [{ passNumber: 2, kind: 'full', unit: '7' }, '2e passage · Complet · Unité 7'],
  [{ passNumber: 1, kind: 'windrow', unit: null }, '1er passage · Bordure'],
  [{ passNumber: null, kind: 'opening', unit: '7' }, 'Ouverture · Unité 7'], // not done
  [{ passNumber: null, kind: null, unit: '7' }, ''], // outside of operations
] as const)('a pass is named by its number, its round and its truck: %o', (pass, name) => {
  expect(passName(pass)).toBe(name)
})
