// The embedded provider: a folder in DATA_DIR, in 256 parts. A file is written under another name, flushed to the disk
// and moved into place, so a name in the folder always stands for the whole content, also after a power cut.
import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat, statfs, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { type Files, isFileHash, NoRoom, type StoredFile } from './files.ts'

/** Bytes left free on the disk: PostgreSQL writes there too, and stops without room. */
const usualReserve = 512 * 1024 * 1024

const partOf = (hash: string) => hash.slice(0, 2)

export function folderFiles(folder: string, { reserve = usualReserve } = {}): Files {
  const unfinished = join(folder, 'unfinished')
  const pathOf = (hash: string) => {
    if (!isFileHash(hash)) throw new Error('not the name of a stored file')
    return join(folder, partOf(hash), hash)
  }

  async function write(content: Uint8Array, hash: string) {
    const part = join(folder, partOf(hash))
    await mkdir(unfinished, { recursive: true })
    const made = await mkdir(part, { recursive: true })
    if (made) await flushFolder(folder)
    const { bavail, bsize } = await statfs(folder)
    if (bavail * bsize - content.length < reserve) throw new NoRoom('too little room is left on the disk')
    const half = join(unfinished, randomUUID())
    try {
      const file = await open(half, 'wx', 0o600)
      try {
        await file.writeFile(content)
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(half, pathOf(hash))
    } catch (error) {
      await rm(half, { force: true })
      throw error
    }
    await flushFolder(part)
  }

  return {
    async put(content) {
      const hash = createHash('sha256').update(content).digest('hex')
      const now = new Date()
      // What is there already looks new to the sweeper, and reaches the disk if an earlier write was interrupted.
      const isThere = await utimes(pathOf(hash), now, now).then(() => true, noSuchFile(false))
      if (isThere) await flushFolder(join(folder, partOf(hash)))
      else await write(content, hash).catch(asNoRoom)
      return hash
    },

    async get(hash) {
      const file = await open(pathOf(hash), 'r').catch(noSuchFile(null))
      return file?.createReadStream() ?? null
    },

    has: (hash) => stat(pathOf(hash)).then(() => true, noSuchFile(false)),

    remove: (hash) => rm(pathOf(hash), { force: true }),

    async *list() {
      for (const part of (await readdir(folder).catch(noSuchFile<string[]>([]))).filter((name) => name.length === 2))
        for (const hash of (await readdir(join(folder, part))).filter(isFileHash)) {
          const found = await stat(pathOf(hash)).catch(noSuchFile(null))
          if (found) yield { hash, size: found.size, storedAt: found.mtime } satisfies StoredFile
        }
    },

    async removeUnfinished(before) {
      let count = 0
      for (const name of await readdir(unfinished).catch(noSuchFile<string[]>([]))) {
        const found = await stat(join(unfinished, name)).catch(noSuchFile(null))
        if (!found || found.mtime >= before) continue
        await rm(join(unfinished, name), { force: true })
        count++
      }
      return count
    },
  }
}

/** Without it, the name of a file that was flushed may still be missing after a power cut. */
async function flushFolder(folder: string) {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

const codeOf = (error: unknown) => (error as { code?: string }).code

/** Turns « no such file » into a value. */
const noSuchFile =
  <T>(value: T) =>
  (error: unknown): T => {
    if (codeOf(error) === 'ENOENT') return value
    throw error
  }

function asNoRoom(error: unknown): never {
  if (['ENOSPC', 'EDQUOT'].includes(codeOf(error) ?? '')) throw new NoRoom('the disk is full')
  throw error
}
