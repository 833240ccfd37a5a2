import fc from 'fast-check'
import { expect, test } from 'vitest'
import { gapsOf, hourMs, hourOf, proposalOf, snowfallOf } from './hours.ts'
import { noFigures, type WeatherHour } from './weather.ts'

const start = Date.parse('2026-01-15T00:00:00Z')
const at = (i: number) => new Date(start + i * hourMs).toISOString()
const hours = (snow: (number | null)[], temperature: (number | null)[] = []): WeatherHour[] =>
  snow.map((cm, i) => ({
    ...noFigures,
    hour: at(i),
    snow: cm,
    temperature: temperature[i] ?? null,
    source: cm === null && typeof temperature[i] !== 'number' ? null : 'open-meteo',
    receivedAt: at(i),
    userName: null,
  }))
const depth = fc.option(
  fc.integer({ min: 0, max: 2000 }).map((tenths) => tenths / 10),
  { nil: null },
)

test('snow is what the depth grew by: settling is none, and without both ends nobody knows', () => {
  expect(snowfallOf([10, 12.5, 12, null, 15, 16])).toEqual([null, 2.5, 0, null, null, 1])
})

test('whatever the depths, snow is never negative and never more than the depth; a missing depth never becomes a figure', () => {
  fc.assert(
    fc.property(fc.array(depth, { maxLength: 48 }), (depths) => {
      const fell = snowfallOf(depths)
      expect(fell).toHaveLength(depths.length)
      for (const [i, cm] of fell.entries()) {
        const isKnown = i > 0 && depths[i] !== null && depths[i - 1] !== null
        expect(cm !== null).toBe(isKnown)
        expect(cm ?? 0).toBeGreaterThanOrEqual(0)
        expect(cm ?? 0).toBeLessThanOrEqual(depths[i] ?? 0)
      }
    }),
  )
})

test('while it only grows, the snow adds up to the difference of the ends', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 90 }), { minLength: 2, maxLength: 48 }), (tenths) => {
      const depths = tenths.map((_, i) => tenths.slice(0, i + 1).reduce((sum, more) => sum + more, 0) / 10)
      const total = snowfallOf(depths).reduce<number>((sum, cm) => sum + (cm ?? 0), 0)
      expect(total).toBeCloseTo((depths.at(-1) ?? 0) - (depths[0] ?? 0), 6)
    }),
  )
})

test('gaps are runs of hours without any figure', () => {
  expect(gapsOf(hours([null, 1, null, null, 0, null], [-4]))).toEqual([
    { from: at(2), to: at(3) },
    { from: at(5), to: at(5) },
  ])
  expect(gapsOf([])).toEqual([])
})

test('every hour is in a gap or has a figure, never both', () => {
  fc.assert(
    fc.property(fc.array(fc.option(fc.constantFrom(0, 1), { nil: null }), { maxLength: 40 }), (snow) => {
      const all = hours(snow)
      const inGaps = new Set(
        gapsOf(all).flatMap(({ from, to }) => {
          const count = (Date.parse(to) - Date.parse(from)) / hourMs + 1
          return Array.from({ length: count }, (_, i) => Date.parse(from) + i * hourMs)
        }),
      )
      for (const one of all) expect(inGaps.has(Date.parse(one.hour))).toBe(one.snow === null)
    }),
  )
})

test('the snow since an opening is proposed with how many hours are missing; no figure, no proposal', () => {
  const all = hours([4, 2, null, 1.3, 0], [-9, -8, -7])
  expect(proposalOf('depth', all, Date.parse(at(0)) + 600_000)).toEqual({ amount: 3.3, source: 'open-meteo', at: at(4), missing: 1 })
  expect(proposalOf('temperature', all, Date.parse(at(0)) - 1)).toEqual({ amount: -7, source: 'open-meteo', at: at(2), missing: 0 })
  expect(proposalOf('depth', hours([null, null]), 0)).toBeNull()
  expect(proposalOf('depth', all, Date.parse(at(4)))).toBeNull()
})

test('an hour begins at its own beginning', () => {
  expect(hourOf(start + 59 * 60_000)).toBe(start)
  expect(hourOf(start)).toBe(start)
})
