import { expect, test } from 'vitest'
import { spanWords } from './runWords.ts'

test('a visit says its day once, and both days if it lasted past midnight', () => {
  const span = (from: string, to: string) => spanWords(from, to, 'America/Toronto').replaceAll('\u00a0', ' ')
  expect(span('2026-11-15T13:46:00Z', '2026-11-15T13:47:00Z')).toBe('15/11/2026, de 8 h 46 à 8 h 47')
  expect(span('2026-11-16T04:58:00Z', '2026-11-16T05:02:00Z')).toBe('15/11/2026 23 h 58 à 16/11/2026 0 h 02')
})
