import { expect, test } from 'vitest'
import { optionalLines, optionalText, text } from './wire.ts'

test('a pasted line break becomes a space in a single line; notes keep theirs', () => {
  expect(text().parse(' Jean\r\nTremblay\u2028\tfils ')).toBe('Jean Tremblay fils')
  expect(optionalText().parse('12\n')).toBe('12')
  expect(optionalText().parse('\r\n')).toBeNull()
  expect(optionalLines(100).parse('Sonner\nDeux fois')).toBe('Sonner\nDeux fois')
  expect(text().safeParse('\n').success).toBe(false)
})
