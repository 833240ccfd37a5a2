// The documentation: every slice has its page, every section names its code, and everything that is cited exists.
import { existsSync, readFileSync, statSync } from 'node:fs'
import { posix } from 'node:path'
import { expect, test } from 'vitest'
import { filesUnder } from './files.ts'

const texts = filesUnder('.').filter(
  (file) => /\.(ts|tsx|mjs|json|md|sql|css|html|sh)$/.test(file) && file !== 'package-lock.json' && statSync(file).size < 1_000_000,
)
const read = (file: string) => readFileSync(file, 'utf8')
const pages = filesUnder('docs/product').map((file) => posix.basename(file, '.md'))
const documents = texts.filter((file) => file.endsWith('.md'))

/** Paths that documents name although nobody wrote them: an example, and a folder that a command fills. */
const examples = new Set(['server/migrations/0099-language.sql', 'e2e/pictures'])

/** The files that a text names by their whole path, and that are there. */
const filesCited = (text: string) =>
  [...text.matchAll(/`((?:core|server|web|e2e|house|proof)\/[\w./-]+\.\w+)`/g)].filter(([, path = '']) => existsSync(path))

test('every slice of the API has its page', () => {
  const slices = [...read('core/src/api.ts').matchAll(/from '\.\/([\w-]+)\/[\w-]+\.calls\.ts'/g)].map(([, slice = '']) => slice)
  expect(slices.length).toBeGreaterThan(15)
  expect([...new Set(slices)].filter((slice) => !pages.includes(slice))).toEqual([])
})

test('the index lists exactly the pages that exist', () => {
  const listed = [...read('docs/product/README.md').matchAll(/^\| \[([\w-]+)\]\(\1\.md\)/gm)].map(([, page]) => page)
  expect(listed).toEqual(pages.filter((page) => page !== 'README'))
})

test('the index says where thirty questions are decided', () => {
  const questions = [...read('docs/product/README.md').matchAll(/^\| ([^|]+\?) \| ([^|]+) \|/gm)]
  expect(questions.length).toBeGreaterThanOrEqual(30)
  expect(questions.filter(([, , where = '']) => filesCited(where).length === 0).map(([, question]) => question)).toEqual([])
})

test('every section of a page names the file that holds its rules', () => {
  const sections = filesUnder('docs/product')
    .filter((file) => !file.endsWith('README.md'))
    .flatMap((file) => {
      const [whole = '', ...parts] = read(file).split(/^## /m)
      return (parts.length > 0 ? parts : [whole]).map((text) => ({ text, name: `${file}: ${text.split('\n')[0]}` }))
    })
  expect(sections.length).toBeGreaterThan(130)
  expect(sections.filter(({ text }) => filesCited(text).length === 0).map(({ name }) => name)).toEqual([])
})

test('everything a document cites exists: files of the repository, and other pages', () => {
  const names = new Set(filesUnder('.').map((file) => posix.basename(file)))
  const lost = documents.flatMap((file) => {
    const cited = [...read(file).matchAll(/`((?:core|server|web|e2e|house|proof|docs)\/[\w./-]+)`/g)].map(([, path = '']) => path)
    const named = [...read(file).matchAll(/`([\w.-]+\.(?:ts|tsx|mjs|sql|typ))`/g)].map(([, name = '']) => name)
    const linked = [...read(file).matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)].map(([, path = '']) => posix.join(posix.dirname(file), path))
    const absent = [...[...cited, ...linked].filter((path) => !existsSync(path)), ...named.filter((name) => !names.has(name))]
    return absent.filter((path) => !examples.has(path)).map((path) => `${path} in ${file}`)
  })
  expect(lost).toEqual([])
})

test('every name that a document looks up in a file is in that file', () => {
  const lost = documents.flatMap((file) =>
    [...read(file).matchAll(/`(\w+)`\s+in\s+`([\w./-]+\.\w+)`/g)]
      .filter(([, name = '', path = '']) => existsSync(path) && !read(path).includes(name))
      .map(([, name, path]) => `${name} in ${path}, says ${file}`),
  )
  expect(lost).toEqual([])
})

test('every decision has its number and its date', () => {
  const unmarked = filesUnder('docs/decisions').filter((file) => {
    const number = Number(posix.basename(file).slice(0, 4))
    return !new RegExp(`^# ${number}\\. .+\n\nAccepted on \\d{4}-\\d{2}-\\d{2}\\.`).test(read(file))
  })
  expect(unmarked).toEqual([])
})

test('the glossary is in the order of the alphabet, each word once', () => {
  const words = [...read('GLOSSARY.md').matchAll(/^\| ([a-z][^|]*?) \|/gm)].map(([, word = '']) => word)
  expect(words.length).toBeGreaterThan(70)
  expect(words).toEqual([...new Set(words)].toSorted((a, b) => a.localeCompare(b, 'en')))
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
