import { expect, test } from 'vitest'
import { homeZone } from '../time.ts'
import { expectedRange, rangeWords } from './expected-range.ts'

/** A time of the 5 January 2026 in Québec. */
const at = (time: string) => Date.parse(`2026-01-05T${time}:00-05:00`)

function words(servedAt: string, now: string) {
  const { from, to } = expectedRange(at(servedAt), at(now))
  return rangeWords({ from: new Date(from).toISOString(), to: new Date(to).toISOString() }, homeZone, at(now)).replaceAll('\u00a0', ' ')
}

test('a range has a quarter of the time left on each side, in whole quarters of an hour', () => {
  expect(words('06:10', '05:00')).toBe('entre 5 h 45 et 6 h 30')
  expect(words('09:00', '05:00')).toBe('entre 8 h et 10 h')
})

test('it is never narrower than ten minutes on each side', () => {
  expect(words('05:40', '05:20')).toBe('entre 5 h 30 et 6 h')
})

test('once it has begun, only its end is said', () => {
  expect(words('05:12', '05:10')).toBe('d’ici 5 h 30')
  expect(words('04:00', '05:00')).toBe('d’ici 5 h 15')
})
