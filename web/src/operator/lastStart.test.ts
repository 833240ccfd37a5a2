import { expect, test } from 'vitest'
import { guessedKind, type LastStart } from './lastStart.ts'

const last: LastStart = { routeId: 'a', kind: 'opening', at: '2026-01-20T03:00:00Z', unit: '12', phone: null }
const at = (hour: string) => Date.parse(`2026-01-20T${hour}:00Z`)

test('a route that this phone opened in the night is proposed for its final cleaning', () => {
  expect(guessedKind(last, 'a', at('09:00'))).toBe('final')
})

test.each([
  ['another route', 'b', at('09:00')],
  ['the next night', 'a', at('15:00')],
])('%s is proposed as a complete round', (_, routeId, now) => {
  expect(guessedKind(last, routeId, now)).toBe('full')
})

test('a phone that never started a run proposes a complete round', () => {
  expect(guessedKind(undefined, 'a', 0)).toBe('full')
})
