import { mkdirSync, mkdtempSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isInstalled, ownNode } from './install.mjs'
import type { LockedPackage } from './lock.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'bordee-install-'))
})
afterEach(() => rmSync(root, { recursive: true }))

const integrity = 'sha512-x'
const zod = { 'node_modules/zod': { version: '4.0.0', integrity } }

function given(wanted: Record<string, LockedPackage>, noted?: Record<string, LockedPackage>) {
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages: { '': {}, core: {}, ...wanted } }))
  if (!noted) return
  mkdirSync(join(root, 'node_modules'))
  writeFileSync(join(root, 'node_modules/.package-lock.json'), JSON.stringify({ packages: noted }))
}

test('nothing is installed in a fresh clone, nor after an interrupted install', () => {
  given(zod)
  expect(isInstalled(root)).toBe(false)
})

test('the versions of the lock count as installed', () => {
  given(zod, zod)
  expect(isInstalled(root)).toBe(true)
})

test('another version does not count', () => {
  given(zod, { 'node_modules/zod': { version: '3.0.0', integrity } })
  expect(isInstalled(root)).toBe(false)
})

test('a workspace package counts too', () => {
  const pg = { 'server/node_modules/pg': { version: '8.0.0', integrity } }
  given({ ...zod, ...pg }, { ...zod, ...pg })
  expect(isInstalled(root)).toBe(false)
  mkdirSync(join(root, 'server/node_modules/pg'), { recursive: true })
  expect(isInstalled(root)).toBe(true)
})

test('packages of other platforms may be absent, those of this one may not', () => {
  given({ ...zod, 'node_modules/tool': { version: '1.0.0', integrity, optional: true, os: ['plan9'], cpu: ['x64'] } }, zod)
  expect(isInstalled(root)).toBe(true)
  given({ ...zod, 'node_modules/tool': { version: '1.0.0', integrity, optional: true, os: [process.platform], cpu: process.arch } })
  expect(isInstalled(root)).toBe(false)
})

test('a record that only completes the lock requires nothing', () => {
  given({ ...zod, 'node_modules/tool': { version: '1.0.0', optional: true, os: [process.platform] } }, zod)
  expect(isInstalled(root)).toBe(true)
})

test("a package that names no machine may be absent, because another platform's package needs it", () => {
  given({ ...zod, 'node_modules/runtime': { version: '1.0.0', integrity, optional: true } }, zod)
  expect(isInstalled(root)).toBe(true)
})

test('our Node is found in its package, and linked if npm forgot to', () => {
  writeFileSync(join(root, 'package.json'), JSON.stringify({ optionalDependencies: { 'node-plan9-x64': '24.0.0', 'node-here': '24.0.0' } }))
  mkdirSync(join(root, 'node_modules/.bin'), { recursive: true })
  expect(ownNode(root)).toBeUndefined()

  mkdirSync(join(root, 'node_modules/node-here/bin'), { recursive: true })
  writeFileSync(join(root, 'node_modules/node-here/bin/node'), '')

  expect(ownNode(root)).toBe(join(root, 'node_modules/node-here/bin/node'))
  expect(readlinkSync(join(root, 'node_modules/.bin/node'))).toBe('../node-here/bin/node')
})
