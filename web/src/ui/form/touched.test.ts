import { expect, test } from 'vitest'
import { mergeable, touched } from './touched.ts'

const address = { civicNumber: '12', apartment: null, street: 'rue A', city: 'Québec', location: { lat: 46.8, lng: -71.2 } }

test('only the differences are sent, also within a nested object; a list is sent whole', () => {
  const before = { name: 'Roy', notes: null, areas: [{ name: 'A' }, { name: 'B' }], config: { isActive: true, delay: 5 } }
  expect(touched(before, { ...before, notes: 'Chien' })).toEqual({ notes: 'Chien' })
  expect(touched(before, { ...before, config: { isActive: true, delay: 9 } })).toEqual({ config: { delay: 9 } })
  expect(touched(before, { ...before, areas: [{ name: 'A' }, { name: 'C' }] })).toEqual({ areas: [{ name: 'A' }, { name: 'C' }] })
  expect(touched(before, structuredClone(before))).toEqual({})
})

test('of a list that is merged, only what was added, changed or removed is sent', () => {
  const areas = [
    { id: 'a', name: 'Zone A' },
    { id: 'b', name: 'Zone B' },
    { id: 'c', name: 'Zone C' },
  ]
  const before = { name: 'Entrée', areas, userIds: ['1', '2'] }
  const after = { ...before, areas: [{ id: 'a', name: 'Cour' }, areas[2], { name: 'Zone D' }], userIds: ['2', '3'] }
  expect(mergeable(touched(before, after), before, ['areas', 'userIds'])).toEqual({
    areas: [{ id: 'a', name: 'Cour' }, { name: 'Zone D' }],
    removedAreas: [areas[1]],
    userIds: ['3'],
    removedUserIds: ['1'],
  })
  expect(mergeable(touched(before, { ...before, name: 'Cour' }), before, ['areas', 'userIds'])).toEqual({ name: 'Cour' })
})

test('an address is sent whole, its apartment separately', () => {
  const moved = { ...address, civicNumber: '14', location: { lat: 46.8, lng: -71.3 } }
  const { apartment: _, ...whole } = moved
  expect(touched({ name: 'Entrée', address }, { name: 'Entrée', address: moved })).toEqual({ address: whole })
  expect(touched({ address }, { address: { ...address, apartment: '3' } })).toEqual({ address: { apartment: '3' } })
})

test('a field that did not exist before is sent', () => {
  expect(touched({ role: 'owner' }, { role: 'owner', password: 'un mot de passe' })).toEqual({ password: 'un mot de passe' })
})
