import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { filesUnder } from './files.ts'
import { isMisset, missetIn } from './french.ts'

const sources = ['core/src', 'server/src', 'web/src']
  .flatMap(filesUnder)
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|\/testing\//.test(file))

/** SMS has no non-breaking space, and a terminal doesn't show one. */
const smsTexts = /^core\/src\/messages\/|^server\/src\/demo\/alerts\.ts$/
const terminal = new RegExp(
  `^server/src/(${[
    '(main|commands)\\.ts$',
    'postgres/',
    'engine/(env|db/db|jobs/jobs|live/live)\\.ts$',
    'outside/(ask-provider|directions/providers)\\.ts$',
    'addresses/load-addresses\\.ts$',
  ].join('|')})`,
)

test('everything users read follows Québec typography', { timeout: 60_000 }, () => {
  const read = sources.filter((file) => ![smsTexts, terminal].some((left) => left.test(file)))
  const found = read.flatMap((file) => missetIn(file, readFileSync(file, 'utf8')).map(({ line, text }) => `${file}:${line} ${text}`))
  expect(found).toEqual([])
})

/** A JSX attribute shows an escape as it is written. */
const escapeInAttribute = /\s[\w-]+="[^"{}\n]*\\u[0-9a-f]{4}/

test('no attribute of a screen shows an escape', () => {
  const found = sources
    .filter((file) => file.endsWith('.tsx'))
    .flatMap((file) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .flatMap((line, i) => (escapeInAttribute.test(line) ? [`${file}:${i + 1}`] : [])),
    )
  expect(found).toEqual([])
  expect(escapeInAttribute.test('      description="Dessinez\\u00a0: merci"')).toBe(true)
  expect(escapeInAttribute.test("      description={'Dessinez\\u00a0: merci'}")).toBe(false)
})

test.each([
  'Supprimer ?',
  'Supprimer\u00a0?',
  'Merci !',
  'un point ; un autre',
  'Format : 12',
  'Retirer «Maison»',
  'Retirer « Maison »',
  '(vide) ?',
])('« %s » is misset', (text) => {
  expect(isMisset(text)).toBe(true)
})

test.each([
  'Supprimer?',
  'Merci!',
  'un point; un autre',
  'Format\u00a0: 12',
  'Retirer «\u00a0Maison\u00a0»?',
  'https://exemple.ca',
  '06:30',
  'th:not(.x)',
])('« %s » is correct, or code', (text) => {
  expect(isMisset(text)).toBe(false)
})

test('texts are found wherever they are written, except in comments', () => {
  const source = [
    '// Vraiment ?',
    "const a = 'Vraiment ?'",
    `const b = \`Retirer \${name} ?\``,
    'const c = <p title="Vraiment ?">Oui&nbsp;! {name} : <b>non</b> ;</p>',
    'const d = sql`select 1 ; select 2`',
    `const e = \`Chez \${held.companyName}.\``,
    `const f = \`Chez \${companyNames.join(', ')}. Merci.\``,
    "const g = <p>Chez {companyName || 'vous'}.</p>",
    `const h = \`\${name}.png, \${day}. Merci.\``,
  ].join('\n')
  expect(missetIn('x.tsx', source).map(({ line }) => line)).toEqual([2, 3, 4, 4, 6, 7, 8])
})
