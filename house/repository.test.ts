// What a fresh clone relies on.
import { readFileSync, statSync } from 'node:fs'
import { expect, test } from 'vitest'
import { filesUnder } from './files.ts'
import { completeLock, type LockedPackage, readLock } from './lock.ts'

const { packages } = readLock()
const installed = Object.entries(packages).filter(([path]) => path.includes('node_modules/'))

test('the lock names every optional package, so that `npm ci` accepts it everywhere', () => {
  expect(completeLock(readLock())).toEqual([])
})

test('no source file is empty', () => {
  const sources = ['core/src', 'server/src', 'server/migrations', 'web/src', 'e2e', 'proof', 'docs'].flatMap(filesUnder)
  expect(sources.filter((file) => statSync(file).size === 0)).toEqual([])
})

test('no line is longer than 140 columns, except in what was generated or has been applied', () => {
  const folders = ['core', 'server/src', 'web', 'e2e', 'proof', 'house'].flatMap(filesUnder)
  const sources = [...folders, 'house.mjs', 'vitest.config.ts'].filter((file) => /(?<!\.gen)\.(ts|tsx|mjs|sql|css)$/.test(file))
  const long = sources.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, i) => (line.length > 140 ? [`${file}:${i + 1}`] : [])),
  )
  expect(long).toEqual([])
})

test('an optional package without a record gets one', () => {
  const lock = {
    packages: {
      '': { optionalDependencies: { 'tool-linux-arm64-musl': '1.2.3' } },
      'node_modules/other': { dev: true, optionalDependencies: { 'other-darwin-x64': '^2.0.0', there: '1.0.0' } },
      'node_modules/other/node_modules/there': { version: '1.0.0' },
    } as Record<string, LockedPackage>,
  }
  expect(completeLock(lock)).toEqual(['tool-linux-arm64-musl', 'other-darwin-x64'])
  expect(lock.packages['node_modules/tool-linux-arm64-musl']).toEqual({
    version: '1.2.3',
    optional: true,
    os: ['linux'],
    libc: ['musl'],
    cpu: ['arm64'],
  })
  expect(lock.packages['node_modules/other-darwin-x64']).toEqual({
    version: '2.0.0',
    dev: true,
    optional: true,
    os: ['darwin'],
    cpu: ['x64'],
  })
})

test('the lock names no registry', () => {
  expect(installed.filter(([, { link, resolved }]) => resolved && !link)).toEqual([])
})

test('everything that can be installed is pinned by its content', () => {
  expect(installed.filter(([, { integrity, link, optional }]) => !integrity && !link && !optional)).toEqual([])
})

test('the lock agrees with the package files', () => {
  for (const folder of ['', 'core', 'server', 'web']) {
    const wanted = JSON.parse(readFileSync(`${folder || '.'}/package.json`, 'utf8')) as Record<string, object>
    for (const kind of ['dependencies', 'devDependencies', 'optionalDependencies']) {
      expect(packages[folder], `${folder} ${kind}`).toMatchObject(wanted[kind] ? { [kind]: wanted[kind] } : {})
    }
  }
})

test('npm scripts replace their shell, so that a signal sent to npm reaches the house', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }
  for (const [name, command] of Object.entries(scripts)) expect(command).toBe(`exec node house.mjs ${name}`)
})

test('no package may run an install script', () => {
  expect(readFileSync('.npmrc', 'utf8')).toMatch(/^ignore-scripts=true$/m)
  expect(readFileSync('.npmrc', 'utf8')).toMatch(/^omit-lockfile-registry-resolved=true$/m)
})

test("no file names a folder of someone's machine", () => {
  const home = /(?<![\w.:/~-])\/(home|Users|root|work)\/[\w.-]+/
  const written = filesUnder('.').filter((file) => statSync(file).size < 1_000_000 && /\.(ts|tsx|mjs|json|md|sql|css|html|sh)$/.test(file))
  const found = written.flatMap((file) => home.exec(readFileSync(file, 'utf8'))?.[0].concat(` in ${file}`) ?? [])
  expect(found).toEqual([])
})
