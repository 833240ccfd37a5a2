import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Position, pack, rounded, unpack } from './packing.ts'

const position: fc.Arbitrary<Position> = fc.record({
  lat: fc.double({ min: -90, max: 90, noNaN: true }),
  lng: fc.double({ min: -180, max: 180, noNaN: true }),
  at: fc.integer({ min: 0, max: 4_000_000_000_000 }),
  accuracy: fc.option(fc.double({ min: 0, max: 5000, noNaN: true })),
  speed: fc.option(fc.double({ min: 0, max: 100, noNaN: true })),
})

test('unpacking returns what was packed, to the centimetre', () => {
  fc.assert(
    fc.property(fc.array(position, { maxLength: 50 }), (positions) => {
      const kept = unpack(pack(positions))
      expect(kept).toEqual(positions.map(rounded))
      expect(unpack(pack(kept))).toEqual(kept)
    }),
  )
})

test('a moving truck takes less than sixteen bytes per position', () => {
  const drive = Array.from({ length: 1000 }, (_, i) => ({
    lat: 46.8 + i * 0.000_07 + (i % 7) * 0.000_003,
    lng: -71.2 - i * 0.000_05 - (i % 5) * 0.000_004,
    at: 1_760_000_000_000 + i * 2000 + (i % 11),
    accuracy: 4 + (i % 3) * 0.7,
    speed: 8 + (i % 9) * 0.31,
  }))
  expect(pack(drive).length / drive.length).toBeLessThan(16)
})

test('truncated bytes are refused', () => {
  const bytes = pack([{ lat: 46.8, lng: -71.2, at: 1_760_000_000_000, accuracy: 5, speed: null }])
  expect(() => unpack(bytes.slice(0, -3))).toThrow(/middle/)
})
