import { expect, test } from 'vitest'
import { restoredAreas } from './restoredAreas.ts'
import type { AreaValues } from './siteForm.ts'

const area = (id: string, of: Partial<AreaValues> = {}) =>
  ({ id, name: `Zone ${id}`, notes: null, polygon: [], indicators: [], services: [], ...of }) as AreaValues
const corner = { lat: 46.8, lng: -71.2 }

test('an undone drawing gives back outlines and removed areas, and keeps what was typed since', () => {
  const then = [area('a', { polygon: [corner] }), area('b')]
  const now = [area('a', { name: 'Entrée' }), area('c')]
  expect(restoredAreas(now, then)).toEqual([area('a', { name: 'Entrée', polygon: [corner] }), area('b')])
})
