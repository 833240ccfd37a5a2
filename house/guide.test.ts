// The user guide: its index, pages and pictures are consistent, and the product really says what it quotes.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { posix } from 'node:path'
import { expect, test } from 'vitest'
import { guidePageOf, guidePages } from '../web/src/shells/guidePages.ts'
import { filesUnder } from './files.ts'
import { isMisset } from './french.ts'

const folder = 'docs/guide'
const read = (file: string) => readFileSync(posix.join(folder, file), 'utf8')
const files = readdirSync(folder).filter((name) => name.endsWith('.md'))
const pages = files.filter((name) => name !== 'README.md')
const linksOf = (text: string) =>
  [...text.matchAll(/(?<!!)\[([^\]]+)\]\(([^)]+)\)/g)].map(([, title = '', target = '']) => ({ title, target }))
const picturesOf = (text: string) =>
  [...text.matchAll(/!\[([^\]]*)\]\(pictures\/([^)]+)\.png\)/g)].map(([, says = '', name = '']) => ({ says, name }))
const titleOf = (file: string) => /^# (.+)$/m.exec(read(file))?.[1]

const index = linksOf(read('README.md'))
const shown = pages.flatMap((file) => picturesOf(read(file)))
const walkFiles = ['e2e/guide-walks.ts', 'e2e/guide-walks-season.ts', 'e2e/guide-walks-winter.ts']
const walks = walkFiles.map((file) => readFileSync(file, 'utf8')).join('\n')
const walked = [...walks.matchAll(/\bpicture: '([^']+)'/g)].map(([, name = '']) => name)

test('the index lists every page once, by its title', () => {
  expect(index.map(({ target }) => target).toSorted()).toEqual(pages.toSorted())
  expect(index.map(({ title }) => title)).toEqual(index.map(({ target }) => titleOf(target)))
})

test('each page links to the next one of the index, and the last one back to the index', () => {
  const ends = index.map(({ target }) => linksOf(read(target)).at(-1))
  expect(ends).toEqual([...index.slice(1), { title: 'guide', target: 'README.md' }])
})

/** The guide is for companies: it doesn't describe the platform's screens, nor the one that leads a client to the portal. */
const notDescribed = ['companies', 'i-am-client', 'outbox', 'provisioning-profiles', 'statistics']

test('the « ? » of every screen opens a page of the guide', () => {
  const tables = filesUnder('web/src').filter((file) => file.endsWith('.routes.ts'))
  const screens = tables.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/\bpage\(\s*'([^']+)'/g)].map(([, path = '']) => path))
  expect(screens.length).toBeGreaterThan(40)
  const without = screens.filter((path) => !guidePageOf(`/dashboard/${path}`))
  expect([...new Set(without.map((path) => path.split('/')[0] ?? ''))].toSorted()).toEqual(notDescribed)
  expect(Object.values(guidePages).filter((name) => !pages.includes(`${name}.md`))).toEqual([])
})

test('the journey visits every page, and every page has a picture', () => {
  const walkedPages = [...walks.matchAll(/\bpage: '([^']+)'/g)].map(([, name]) => `${name}.md`)
  expect([...new Set(walkedPages)].toSorted()).toEqual(pages.toSorted())
  expect(pages.filter((file) => picturesOf(read(file)).length === 0)).toEqual([])
})

test('the guide shows exactly the pictures that the journey takes, and all of them exist', () => {
  const kept = readdirSync(posix.join(folder, 'pictures')).map((name) => name.replace(/\.png$/, ''))
  expect(shown.map(({ name }) => name).toSorted()).toEqual(walked.toSorted())
  expect(kept.toSorted()).toEqual(walked.toSorted())
  expect(shown.filter(({ says }) => says === '')).toEqual([])
})

test('the pictures are small enough to ship with the guide', () => {
  const bytes = filesUnder(posix.join(folder, 'pictures')).reduce((sum, file) => sum + statSync(file).size, 0)
  expect(bytes).toBeLessThan(2_500_000)
})

test('every link of the guide works', () => {
  const lost = files.flatMap((file) =>
    linksOf(read(file))
      .map(({ target }) => target.split('#')[0] ?? '')
      .filter((target) => !/^https?:/.test(target) && !existsSync(posix.join(folder, target)))
      .map((target) => `${target} in ${file}`),
  )
  expect(lost).toEqual([])
})

test('the guide follows Québec typography', () => {
  const found = files.flatMap((file) =>
    read(file)
      .split('\n')
      .filter((line) => isMisset(line.replaceAll(/\*\*|\]\([^)]+\)/g, '')) || /[\p{L}]'/u.test(line))
      .map((line) => `${file}: ${line}`),
  )
  expect(found).toEqual([])
})

/** Normalised, because sources may use a plain space or apostrophe. */
const plain = (text: string) => text.replaceAll(/\\u00a0|&nbsp;|\s+/g, ' ').replaceAll("'", '’')

test('the product says what the guide quotes, word for word', () => {
  const sources = ['core/src', 'server/src', 'web/src'].flatMap(filesUnder).filter((file) => /(?<!\.test)\.tsx?$/.test(file))
  const said = plain(sources.map((file) => readFileSync(file, 'utf8')).join('\n'))
  const quoted = files.flatMap((file) => [...read(file).matchAll(/«\u00a0([^»]+)\u00a0»/g)].map(([, words = '']) => ({ file, words })))
  const made = quoted.filter(({ words }) =>
    plain(words)
      .split('…')
      .some((part) => !said.includes(part.trim())),
  )
  expect(quoted.length).toBeGreaterThan(0)
  expect(made).toEqual([])
})
