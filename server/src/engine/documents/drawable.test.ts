import { expect, test } from 'vitest'
import { drawable } from './drawable.ts'

test.each([
  ['French as typed', 'L’été, 12 °C «\u00a0à l’œil\u00a0» – 3 × 4 …\nligne', 'L’été, 12 °C «\u00a0à l’œil\u00a0» – 3 × 4 …\nligne'],
  ['a letter and its accent', 'e\u0301te\u0301', 'été'],
  ['direction marks', 'prix \u202e$ 001\u202c', 'prix $ 001'],
  ['scripts that a font has', 'Привет, Ελλάδα', 'Привет, Ελλάδα'],
  ['scripts that no font has', '李小龙 inc.', '[non imprimable] inc.'],
  ['a flag', 'Neige 🇨🇦', 'Neige [émoji]'],
  ['a family', '👨‍👩‍👧 uni', '[émoji] uni'],
  ['a character of somebody’s font', 'a\ue123b', 'a[non imprimable]b'],
  ['an unusual space', 'a\u180eb\u3000c\td', 'ab c d'],
])('%s', (_, text, printed) => expect(drawable(text)).toBe(printed))

test('marks beyond the fifth on a letter are left out, however many', () => {
  expect(drawable(`x${'\u0323'.repeat(100_000)}y`)).toBe(`x${'\u0323'.repeat(5)}y`)
})
