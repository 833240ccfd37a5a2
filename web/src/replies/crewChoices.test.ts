import { expect, test } from 'vitest'
import { calledIn, choicesOf, unreachableIn } from './crewChoices.ts'

const routes = [
  { routeId: 'a', routeName: 'Beauport', unit: '08', accessIds: ['marc', 'remi'] },
  { routeId: 'b', routeName: 'Lévis', unit: null, accessIds: ['marc', 'lucie'] },
]
const members = [
  { accessId: 'marc', name: 'Marc', phone: '4185550108' },
  { accessId: 'lucie', name: 'Lucie', phone: '4185550109' },
  { accessId: 'remi', name: 'Rémi', phone: null },
]

test('whoever drove two routes is called for the first, and only those with a phone are', () => {
  const choices = choicesOf({ routes })
  expect(calledIn(choices, members).map(({ routeId, accessId, unit }) => [routeId, accessId, unit])).toEqual([
    ['a', 'marc', '08'],
    ['b', 'lucie', ''],
  ])
  expect(unreachableIn(choices, members).map(({ name }) => name)).toEqual(['Rémi'])
})
