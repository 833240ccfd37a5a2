import fc from 'fast-check'
import { expect, test } from 'vitest'
import { metresBetween } from '../geo.ts'
import { nearby } from './neighbourhood.ts'

const home = { lat: 46.81, lng: -71.21 }
const north = 1 / 111_195
const east = north / Math.cos((home.lat * Math.PI) / 180)
const at = (x: number, y: number) => ({ lat: home.lat + y * north, lng: home.lng + x * east })
const driveway = [at(0, 0), at(10, 0), at(10, 10), at(0, 10)]

test('what is in the area or within 100 m of it is shown, in pieces where the truck left', () => {
  const track = [at(-150, 5), at(-99, 5), at(5, 5), at(109, 5), at(111, 5), at(50, 5), at(5, 500)]
  expect(nearby([driveway], track)).toEqual([[track[1], track[2], track[3]], [track[5]]])
})

test('nothing farther than 100 m from a corner plus the longest side is ever shown', () => {
  const metres = fc.integer({ min: -400, max: 400 })
  fc.assert(
    fc.property(fc.array(fc.tuple(metres, metres)), (spots) => {
      const track = spots.map(([x, y]) => at(x, y))
      for (const position of nearby([driveway], track).flat())
        expect(Math.min(...driveway.map((corner) => metresBetween(corner, position)))).toBeLessThan(108)
    }),
  )
})

test('a site that nobody has drawn shows no track', () => {
  expect(nearby([], [home])).toEqual([])
})
