import { expect, test } from 'vitest'
import { formatArea, formatSquareKm } from './area.ts'

test('a sector’s area is given in square kilometres, to one decimal', () => {
  const side = 0.036 // degrees of latitude: four kilometres
  const wide = side / Math.cos((46.8 * Math.PI) / 180)
  const square = [
    { lat: 46.8, lng: -71.2 },
    { lat: 46.8, lng: -71.2 + wide },
    { lat: 46.8 + side, lng: -71.2 + wide },
    { lat: 46.8 + side, lng: -71.2 },
  ]
  expect([formatArea(square), formatSquareKm(square)]).toEqual(['16,1\u00a0km²', '16,1\u00a0km²'])
})
