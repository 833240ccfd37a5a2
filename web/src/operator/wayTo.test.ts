import { expect, test } from 'vitest'
import { wayTo } from './GoThere.tsx'

const home = { lat: 46.81, lng: -71.22 }

test.each([
  ['north', { lat: 46.8145, lng: -71.22 }, '500 m vers le nord'],
  ['far to the south-west', { lat: 46.79, lng: -71.25 }, '3,2 km vers le sud-ouest'],
  ['east', { lat: 46.81, lng: -71.21 }, '760 m vers l’est'],
  ['at the door', { lat: 46.81005, lng: -71.22 }, 'Vous y êtes'],
])('%s', (_, to, text) => {
  expect(wayTo(home, to).replaceAll('\u00a0', ' ')).toBe(text)
})
