import fc from 'fast-check'
import { expect, test } from 'vitest'
import { beyond, companyDepth, markOf, nightsOf, percentUsed, type SnowNight, seasonSnow, sectorSnow, snowAt, usedOf } from './snowfall.ts'

const night = (depths: Record<string, number>, day = '2026-01-10'): SnowNight => ({
  id: day,
  day,
  depths: new Map(Object.entries(depths).map(([key, cm]) => [key === 'all' ? null : key, cm])),
})
const cm = fc.integer({ min: 0, max: 600 }).map((tenths) => tenths / 10)
const nights = fc.array(
  fc.dictionary(fc.constantFrom('all', 'north', 'south'), cm).map((depths) => night(depths)),
  { maxLength: 60 },
)

test('a sector’s reading replaces that of the whole operation; of several sectors the least counts', () => {
  const one = night({ all: 10, north: 14, south: 8 })
  expect(snowAt(one, [])).toBe(10)
  expect(snowAt(one, ['north'])).toBe(14)
  expect(snowAt(one, ['elsewhere'])).toBe(10)
  expect(snowAt(one, ['north', 'south'])).toBe(8)
  expect(companyDepth(one)).toBe(10)
  expect(companyDepth(night({ north: 14, south: 8 }))).toBe(14)
})

test('where nobody read anything nothing is known, which is not 0', () => {
  expect(snowAt(night({ north: 14 }), ['south'])).toBeNull()
  expect(companyDepth(night({}))).toBeNull()
  expect(seasonSnow([night({})])).toBeNull()
  expect(sectorSnow([night({}), night({ all: 0 })], 'north')).toBe(0)
})

test('a season is the sum of its nights, in any order, to the tenth', () => {
  fc.assert(
    fc.property(nights, (all) => {
      const expected = all.map((one) => snowAt(one, ['north']) ?? 0).reduce((sum, value) => sum + Math.round(value * 10), 0) / 10
      expect(sectorSnow(all, 'north') ?? 0).toBe(expected)
      expect(sectorSnow(all.toReversed(), 'north')).toBe(sectorSnow(all, 'north'))
    }),
  )
})

test('without readings of whole operations, no sector has more snow than the company', () => {
  fc.assert(
    fc.property(nights, (all) => {
      const bySector = all.map((one) => ({ ...one, depths: new Map([...one.depths].filter(([sectorId]) => sectorId !== null)) }))
      expect(sectorSnow(bySector, 'north') ?? 0).toBeLessThanOrEqual(seasonSnow(bySector) ?? 0)
    }),
  )
})

test('another reading of one sector changes nothing elsewhere', () => {
  fc.assert(
    fc.property(nights, cm, (all, read) => {
      const more = all.map((one) => ({ ...one, depths: new Map([...one.depths, ['north', read] as const]) }))
      expect(sectorSnow(more, 'south')).toBe(sectorSnow(all, 'south'))
    }),
  )
})

test('a contract counts the nights that began on its days, the first and the last included', () => {
  const days = ['2025-11-14', '2025-11-15', '2026-04-15', '2026-04-16'].map((day) => night({ all: 5 }, day))
  const own = nightsOf(days, { startAt: '2025-11-15', endAt: '2026-04-15' })
  expect(own.map(({ day }) => day)).toEqual(['2025-11-15', '2026-04-15'])
  expect(usedOf('cm', own, [], 7)).toBe(10)
  expect(usedOf('passes', own, [], 7)).toBe(7)
})

test('80 and 100 % are reached exactly there, never before', () => {
  expect([percentUsed(199.9, 250), percentUsed(200, 250), percentUsed(249.9, 250), percentUsed(250, 250)]).toEqual([79, 80, 99, 100])
  expect([79, 80, 99, 100, 140].map(markOf)).toEqual([null, 80, 80, 100, 100])
  expect([beyond(249.9, 250), beyond(262.3, 250)]).toEqual([0, 12.3])
})

test('what is used and what is beyond agree, whatever the figures', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 9000 }), fc.integer({ min: 1, max: 9000 }), (used, ceiling) => {
      const percent = percentUsed(used / 10, ceiling / 10)
      expect(percent >= 100).toBe(used >= ceiling)
      expect(beyond(used / 10, ceiling / 10) > 0).toBe(used > ceiling)
    }),
  )
})
