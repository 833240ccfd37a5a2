import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { type Files, NoRoom } from './files.ts'
import { folderFiles } from './folder.ts'

const base = await mkdtemp(join(tmpdir(), 'bordee-files-'))
afterAll(() => rm(base, { recursive: true }))
const newFolder = () => mkdtemp(join(base, 'one-'))
const contentOf = async (files: Files, hash: string) => {
  const stream = await files.get(hash)
  return stream && text(stream)
}
async function listed(files: Files) {
  const all: [string, number][] = []
  for await (const { hash, size } of files.list()) all.push([hash, size])
  return all
}

test('a file is found by the hash of its content, once, until it is removed', async () => {
  const files = folderFiles(join(await newFolder(), 'not-there-yet'))
  expect(await listed(files)).toEqual([])
  const hash = await files.put(Buffer.from('neige'))
  expect(await files.put(Buffer.from('neige'))).toBe(hash)
  expect(await contentOf(files, hash)).toBe('neige')
  expect(await listed(files)).toEqual([[hash, 5]])
  await files.remove(hash)
  await files.remove(hash)
  expect([await files.has(hash), await files.get(hash), await listed(files)]).toEqual([false, null, []])
})

test('the same content written by many at once is whole', async () => {
  const files = folderFiles(await newFolder())
  const hashes = await Promise.all(Array.from({ length: 20 }, () => files.put(Buffer.alloc(100_000, 'a'))))
  expect(new Set(hashes).size).toBe(1)
  expect(await listed(files)).toEqual([[hashes[0], 100_000]])
})

test('a full disk is said, and nothing of the file stays', async () => {
  const folder = await newFolder()
  const files = folderFiles(folder, { reserve: Number.MAX_SAFE_INTEGER })
  await expect(files.put(Buffer.from('neige'))).rejects.toThrow(NoRoom)
  expect(await listed(files)).toEqual([])
  expect(await readdir(join(folder, 'unfinished'))).toEqual([])
})

test('what a killed process left half written is never listed, and is cleared once it is old', async () => {
  const folder = await newFolder()
  const files = folderFiles(folder)
  await mkdir(join(folder, 'unfinished'))
  for (const name of ['old', 'new']) await writeFile(join(folder, 'unfinished', name), 'nei')
  await utimes(join(folder, 'unfinished', 'old'), 1, 1)
  expect(await listed(files)).toEqual([])
  expect(await files.removeUnfinished(new Date(60_000))).toBe(1)
  expect(await readdir(join(folder, 'unfinished'))).toEqual(['new'])
})

test('only hashes are names', async () => {
  const files = folderFiles(await newFolder())
  for (const bad of ['../../etc/passwd', '', 'A'.repeat(64)]) expect(() => files.has(bad)).toThrow('not the name')
})
