import { expect, test } from 'vitest'
import { noFigures, plausible } from './weather.ts'
import { askFrom, isRecorded } from './weather-season.ts'

const hour = 3_600_000
const now = Date.parse('2026-01-15T06:20:00Z')
const at = (hours: number) => Date.parse('2026-01-15T06:00:00Z') + hours * hour

test('the weather is recorded from October to May', () => {
  expect(['2026-05-31', '2026-06-01', '2026-09-30', '2026-10-01'].map(isRecorded)).toEqual([true, false, false, true])
})

test('the last six hours are asked for again, and after an outage at most a week', () => {
  expect(askFrom(at(-1), now)).toBe(at(-7))
  expect(askFrom(at(-40), now)).toBe(at(-46))
  expect(askFrom(at(-2000), now)).toBe(at(-167))
  expect(askFrom(null, now)).toBe(at(-167))
})

test('a figure that no instrument could read is unknown', () => {
  expect(plausible({ temperature: -999, snow: 0.04, rain: 12.34, wind: 9999 })).toEqual({ ...noFigures, snow: 0, rain: 12.3 })
  expect(plausible({ temperature: -31.25, snow: -0.2, rain: null, wind: 0 })).toEqual({ ...noFigures, temperature: -31.2, wind: 0 })
})
