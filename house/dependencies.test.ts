import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isAllowed, licenceOf, readAdvisories, refusedLicences } from './dependencies.ts'

const rows = [...readFileSync('docs/dependencies.md', 'utf8').matchAll(/^\| `(.+?)` \| (.+?) \| (.+?) \| (.+?) \|$/gm)].map(
  ([, name = '', version = '', licence = '', why = '']) => ({ name, version, licence, why }),
)

const wanted = ['core', 'server', 'web', ''].flatMap((folder) => {
  const file = JSON.parse(readFileSync(`${folder || '.'}/package.json`, 'utf8')) as Record<string, Record<string, string>>
  const all = ['dependencies', 'optionalDependencies', 'devDependencies'].flatMap((kind) => Object.entries(file[kind] ?? {}))
  return all.filter(([name]) => !name.startsWith('@bordee/')).map(([name, version]) => ({ folder, name, version }))
})

test('the dependencies page lists every package we require, with its version and a reason', () => {
  expect(rows.map(({ name, version }) => `${name} ${version}`).toSorted()).toEqual(
    wanted.map(({ name, version }) => `${name} ${version}`).toSorted(),
  )
  expect(rows.filter(({ why }) => why.trim().length < 4)).toEqual([])
})

test('each package has the licence that the page states', () => {
  for (const { folder, name } of wanted) {
    const licence = licenceOf(`${folder}/node_modules/${name}`) ?? licenceOf(`node_modules/${name}`)
    if (licence)
      expect(
        rows.filter((row) => row.name === name).map((row) => row.licence),
        name,
      ).toContain(licence)
  }
})

test('no installed package has an unreviewed licence', () => {
  expect(refusedLicences()).toEqual([])
  expect(['MIT', '(MPL-2.0 OR GPL-3.0)', 'MIT AND ISC'].map(isAllowed)).toEqual([true, true, true])
  expect(['GPL-3.0', 'none', 'MIT AND GPL-3.0', 'SEE LICENSE IN x'].map(isAllowed)).toEqual([false, false, false, false])
})

test("the registry's answer is read, and a missing answer is not good news", () => {
  expect(readAdvisories('{"vulnerabilities":{}}')).toEqual([])
  expect(readAdvisories('{"vulnerabilities":{"x":{"severity":"high"}}}')).toEqual(['x (high)'])
  expect(readAdvisories('{"error":{"code":"ENOTFOUND"}}')).toBeUndefined()
  expect(readAdvisories('')).toBeUndefined()
})
