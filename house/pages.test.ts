// The documentation: every slice has its page, and everything it cites exists.
import { existsSync, readFileSync, statSync } from 'node:fs'
import { posix } from 'node:path'
import { expect, test } from 'vitest'
import { filesUnder } from './files.ts'

const texts = filesUnder('.').filter(
  (file) => /\.(ts|tsx|mjs|json|md|sql|css|html|sh)$/.test(file) && file !== 'package-lock.json' && statSync(file).size < 1_000_000,
)
const read = (file: string) => readFileSync(file, 'utf8')
const pages = filesUnder('docs/product').map((file) => posix.basename(file, '.md'))

test('every slice of the API has its page', () => {
  const slices = [...read('core/src/api.ts').matchAll(/from '\.\/(\w+)\/\w+\.calls\.ts'/g)].map(([, slice = '']) => slice)
  expect(slices.length).toBeGreaterThan(15)
  expect([...new Set(slices)].filter((slice) => !pages.includes(slice))).toEqual([])
})

test('the index lists exactly the pages that exist', () => {
  const listed = [...read('docs/product/README.md').matchAll(/^\| \[(\w+)\]\(\1\.md\)/gm)].map(([, page]) => page)
  expect(listed).toEqual(pages.filter((page) => page !== 'README'))
})

test('everything a page cites exists: files of the repository, and other pages', () => {
  const lost = filesUnder('docs/product').flatMap((file) => {
    const cited = [...read(file).matchAll(/`((?:core|server|web|e2e|house|bench|proof|docs)\/[\w./-]+)`/g)].map(([, path = '']) => path)
    const linked = [...read(file).matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)].map(([, path = '']) => posix.join('docs/product', path))
    return [...cited, ...linked].filter((path) => !existsSync(path)).map((path) => `${path} in ${file}`)
  })
  expect(lost).toEqual([])
})

test('every page that a comment refers to exists', () => {
  const lost = texts.flatMap((file) =>
    [...read(file).matchAll(/docs\/product\/(\w+)\.md/g)]
      .filter(([, page = '']) => !pages.includes(page))
      .map(([path]) => `${path} in ${file}`),
  )
  expect(lost).toEqual([])
})

test('nothing refers to a document outside the repository', () => {
  // Split, so that this file doesn't match itself.
  const absent = [
    `(?<![.\\w-])spe${'c'}(ification)?s?\\b(?!\\.)`,
    `\\b(PRODUC${'T'}|WIR${'E'})(\\.md)? ?§`,
    `\\b(PRODUC${'T'}|WIR${'E'})\\.md`,
  ].join('|')
  // The code that reads Playwright's reports uses its vocabulary.
  const ours = texts.filter((file) => !/^house\/tally(\.test)?\.ts$/.test(file))
  const found = ours.flatMap((file) => {
    const match = new RegExp(absent, 'i').exec(read(file))
    return match ? [`« ${match[0]} » in ${file}`] : []
  })
  expect(found).toEqual([])
})
