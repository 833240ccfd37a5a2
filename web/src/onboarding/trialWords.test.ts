import { expect, test } from 'vitest'
import { nightName, summaryOf, timeLeft } from './trialWords.ts'

const night = {
  startedAt: '2026-11-19T22:00:00Z',
  endsAt: '2026-11-19T22:10:00Z',
  doneCount: 1,
  stopsCount: 14,
  messagesCount: 60,
} as never
const at = (time: string) => Date.parse(`2026-11-19T${time}Z`)

test('a night is announced with the minutes that its trucks drive', () => {
  expect(nightName(night)).toBe('Nuit d’essai d’environ 10\u00a0minutes')
  expect(nightName({ ...(night as object), endsAt: '2026-11-19T22:08:34Z' } as never)).toBe('Nuit d’essai d’environ 9\u00a0minutes')
})

test('a night that is ended early is summed up until then', () => {
  expect(timeLeft(night, at('22:02:55'))).toBe('7\u00a0min 05\u00a0s')
  expect(summaryOf(night, at('22:02:55'))).toBe(
    'En 2\u00a0min 55\u00a0s\u00a0: 1\u00a0arrêt fait sur 14 et 60\u00a0messages à vos clients.',
  )
})

test('a night that is over lasted as long as its trucks drove', () => {
  expect(timeLeft(night, at('22:30:00'))).toBe('0\u00a0min 00\u00a0s')
  expect(summaryOf(night, at('22:30:00'))).toMatch(/^En 10\u00a0min 00\u00a0s/)
})
