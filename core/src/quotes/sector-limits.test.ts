import { expect, test } from 'vitest'
import { quebecCity } from '../geo.ts'
import { sectorRefusal } from './sector-limits.ts'

/** A square around a point, this many kilometres wide. */
const around = (km: number, { lat, lng } = quebecCity) => {
  const [y, x] = [km / 2 / 111.2, km / 2 / 111.2 / Math.cos((lat * Math.PI) / 180)]
  return [
    { lat: lat - y, lng: lng - x },
    { lat: lat - y, lng: lng + x },
    { lat: lat + y, lng: lng + x },
    { lat: lat + y, lng: lng - x },
  ]
}

test('a sector has at most 2,500 km², within 80 km of the address', () => {
  expect(sectorRefusal(around(49), quebecCity)).toBeNull()
  expect(sectorRefusal(around(51), quebecCity)).toContain('km²')
  const far = { lat: quebecCity.lat + 75 / 111.2, lng: quebecCity.lng }
  expect(sectorRefusal(around(4, far), quebecCity)).toBeNull()
  expect(sectorRefusal(around(14, far), quebecCity)).toContain('80')
  expect(sectorRefusal(around(4), null)).toContain('adresse') // a company without a place on the map could draw anywhere
})
