import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { filesUnder } from './files.ts'
import { isBarrel, offences, serverPackages, sliceOrder, targetOf, walls } from './walls.ts'

const files = ['core', 'server', 'web', 'e2e', 'house', 'proof'].flatMap(filesUnder)
const sources = files.filter((file) => /\.(ts|tsx|mjs)$/.test(file))

test('imports go one way', () => {
  const found = sources.filter((file) => file !== 'house/walls.ts').flatMap((file) => offences(file, readFileSync(file, 'utf8')))
  expect(found.map(({ file, wall, what }) => `${file} ${what}: ${wall}`)).toEqual([])
})

test.each(walls.map((wall) => [wall.says, wall] as const))('a wall stops its offender: %s', (_, wall) => {
  expect(offences(wall.offender.file, wall.offender.text, [wall])).toHaveLength(1)
})

test('every form of import is detected', () => {
  const forms = [
    `import pg from 'pg'`,
    `import type { Pool } from "pg"`,
    `import {\n  Pool,\n  Client as Other,\n} from 'pg'`,
    `import * as pg from 'pg'`,
    `import 'pg'`,
    `export { Pool } from 'pg'`,
    `export * from 'pg'`,
    `const pg = await import('pg')`,
    `const pg = require('pg')`,
  ]
  for (const form of forms) expect(offences('core/src/x.ts', form), form).not.toHaveLength(0)
})

test('an import in a comment is ignored', () => {
  expect(offences('core/src/x.ts', `// import pg from 'pg'\n/* import 'pg' */`)).toEqual([])
})

test('targets are written in one form', () => {
  expect(targetOf('server/src/clients/x.ts', '../engine/db/db.ts')).toBe('server/src/engine/db/db.ts')
  expect(targetOf('server/src/clients/x.ts', '@bordee/core/money.ts')).toBe('core/src/money.ts')
  expect(targetOf('web/src/x.ts', '@mantine/core/styles.css')).toBe('npm:@mantine/core')
  expect(targetOf('web/src/x.ts', './map.worker.ts?worker&url')).toBe('web/src/map.worker.ts')
})

test('every folder of the server is a slice in the order, or a known exception', () => {
  const others = ['demo', 'engine', 'outside', 'pages', 'postgres', 'testing', 'tests', 'upkeep']
  const folders = new Set(files.flatMap((file) => /^server\/src\/([^/]+)\//.exec(file)?.[1] ?? []))
  expect([...folders].toSorted()).toEqual([...sliceOrder, ...others].toSorted())
})

test('every package of the server has its place', () => {
  const { dependencies } = JSON.parse(readFileSync('server/package.json', 'utf8')) as { dependencies: object }
  const placed = Object.values(serverPackages).flat()
  expect(Object.keys(dependencies).filter((name) => !placed.includes(name))).toEqual([])
})

test('there is no barrel, whatever its name', () => {
  const barrels = sources.filter((file) => /(^|\/)index\.tsx?$/.test(file) || isBarrel(file, readFileSync(file, 'utf8')))
  expect(barrels).toEqual([])
})

test('a file that only passes on what others hold is a barrel', () => {
  const judged = (text: string) => isBarrel('web/src/clients/screens.ts', text)
  expect(judged(`// One file.\nexport { A } from './A.tsx'\nexport * from './B.tsx'\nexport type { C } from '@bordee/core/c.ts'`)).toBe(
    true,
  )
  expect(judged(`import { A } from './A.tsx'\nimport './b.css'\n\nexport { A }`)).toBe(true)
  expect(judged(`export { A } from './A.tsx'\nexport const b = 1`)).toBe(false)
  expect(judged(`export { Drawer } from '@mantine/core'`)).toBe(false)
  expect(judged(`import './a.ts'`)).toBe(false)
})

test('no configuration defines a path alias', () => {
  const configurations = [...files, 'tsconfig.base.json', 'vitest.config.ts'].filter((file) =>
    /tsconfig.*\.json$|(vite|vitest)\.config\.ts$/.test(file),
  )
  for (const file of configurations) expect(readFileSync(file, 'utf8'), file).not.toMatch(/"paths"|\balias\s*:/)
})
