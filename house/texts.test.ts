import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { filesUnder } from './files.ts'
import { textsIn } from './french.ts'
import { wrongTerm } from './terms.ts'

const sources = ['core/src', 'server/src', 'web/src']
  .flatMap(filesUnder)
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|\/testing\//.test(file))

const corrected = readFileSync('docs/product/texts.md', 'utf8')
  .split('\n')
  .map((line) => /^\| (.+) \| (.+) \|$/.exec(line))
  .flatMap((row) => (row && row[1] !== 'It was' ? [{ was: row[1] ?? '', is: row[2] ?? '' }] : []))

test('every mistake is shown corrected', () => {
  expect(corrected.length).toBeGreaterThan(30)
  const written = sources.map((file) => readFileSync(file, 'utf8')).join('\n')
  const isWritten = (text: string) =>
    written
      .split(text)
      .slice(1)
      .some((rest) => !/^\p{L}/u.test(rest))
  expect(corrected.filter(({ was }) => isWritten(was)).map(({ was }) => was)).toEqual([])
  expect(corrected.filter(({ is }) => !written.includes(is)).map(({ is }) => is)).toEqual([])
})

/** English: what the API and the audit log say to programmers; regular expressions of headings. And texts for phones. */
const notShown = /\.calls\.ts$|^core\/src\/(audit|imports\/(heading-words|values))\.ts$|engine\/(metrics|http\/openapi)\.ts$/
const smsTexts = /^core\/src\/(messages\/|alerts\/replies)|^server\/src\/demo\/alerts\.ts$/

test('one term per thing', { timeout: 60_000 }, () => {
  const read = sources.filter((file) => ![notShown, smsTexts].some((left) => left.test(file)))
  const found = read.flatMap((file) =>
    textsIn(file, readFileSync(file, 'utf8'), (text) => / /.test(text) && wrongTerm(text) !== undefined).map(
      ({ line, text }) => `${file}:${line} ${text} (${wrongTerm(text)?.say})`,
    ),
  )
  expect(found).toEqual([])
})

test('the guide has the same terms', () => {
  const found = filesUnder('docs/guide')
    .filter((file) => file.endsWith('.md'))
    .flatMap((file) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => wrongTerm(line))
        .map((line) => `${file}: ${line}`),
    )
  expect(found).toEqual([])
})

test.each(['Le chauffeur arrive', 'Qui avertir', 'Dernier avis', 'Arrêt non fait'])('« %s » is refused', (text) => {
  expect(wrongTerm(text)).toBeDefined()
})
test.each(['Par SMS', 'Offre propulsée par X', "L'alerte est partie", 'Route complétée', 'avec succes'])('« %s » is refused', (text) => {
  expect(wrongTerm(text)).toBeDefined()
})
test.each([
  'une adresse complète',
  'L’alerte est partie',
  'Envoyez un texto',
  'changer d’avis',
  'par un avis écrit',
  'un simple avertissement',
])('« %s » is accepted', (text) => {
  expect(wrongTerm(text)).toBeUndefined()
})
