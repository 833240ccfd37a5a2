// Reads uploaded spreadsheets. They are untrusted, so a separate process with little memory and time reads them, one
// upload at a time per server: however many come, the server stays within its limits and keeps answering. A thread
// isn't enough: when V8 runs out of memory it may end the whole process.
import { fork } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { UploadedFile } from '@bordee/core/call.ts'
import type { UploadedSheet } from '@bordee/core/imports/import.ts'
import { Problem } from '@bordee/core/problem.ts'
import { Shares } from '../engine/http/shares.ts'

interface FileToRead {
  name: string
  path: string
}

/** The process's input: files on disk, and where to write the packed sheets and the part to show. */
export interface FilesToRead {
  files: FileToRead[]
  packed: string
  shown: string
}

/** Its messages: which file it starts; and finally that all are read, or why not. */
export type ReaderMessage =
  | { kind: 'begins'; file: number }
  | { kind: 'read' }
  | { kind: 'refused'; refusals: Refusal[] }
  | { kind: 'failed'; message: string }

export interface Refusal {
  /** Its index among the uploaded files. */
  file: number
  message: string
}

interface Reading {
  packed: Buffer
  sheets: UploadedSheet[]
}

/** Throws a Problem that names each unreadable file: then nothing is stored. */
export async function readUploaded(files: AsyncIterable<Pick<UploadedFile, 'name' | 'bytes'>>, limits = readingLimits): Promise<Reading> {
  const folder = await mkdtemp(join(tmpdir(), folderPrefix))
  try {
    const kept: FileToRead[] = []
    for await (const file of files) {
      const path = join(folder, String(kept.length))
      await writeFile(path, await file.bytes())
      kept.push({ name: file.name, path })
    }
    if (kept.length === 0) throw refused([{ file: 0, message: 'Choisissez au moins un fichier.' }])
    const asked = { files: kept, packed: join(folder, 'packed'), shown: join(folder, 'shown') }
    await turns.run('', () => inAProcess(asked, limits))
    return { packed: await readFile(asked.packed), sheets: JSON.parse(await readFile(asked.shown, 'utf8')) as UploadedSheet[] }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const folderPrefix = 'bordee-import-'

/** Folders left by a killed server: reading never takes an hour. */
export async function removeStaleFolders(olderThan = 60 * 60_000): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(folderPrefix)) continue
    const path = join(tmpdir(), name)
    const found = await stat(path).catch(() => undefined) // another server may be deleting it
    if (found && found.mtimeMs < Date.now() - olderThan) await rm(path, { recursive: true, force: true })
  }
}

const turns = new Shares(1, { maxWaiting: 50 })

/** In megabytes: V8's heap, and the whole process. `patience` is in milliseconds. */
export const readingLimits = { memory: 256, resident: 360, patience: 60_000 }

const refused = (refusals: readonly Refusal[]) =>
  new Problem(422, refusals.map(({ message }) => message).join(' '), {
    formErrors: { files: Object.fromEntries(refusals.map(({ file, message }) => [String(file), message])) },
  })

/** With an empty environment, and its exit code ignored. */
function inAProcess(asked: FilesToRead, { memory, resident, patience }: typeof readingLimits): Promise<void> {
  return new Promise((resolve, reject) => {
    let current = 0
    const refuse = (what: string) => {
      const message = `«\u00a0${asked.files[current]?.name}\u00a0» ${what}`
      reject(refused([{ file: current, message }]))
    }
    const child = fork(reader, [String(process.pid), String(resident * 1024 * 1024)], {
      env: {},
      execArgv: [`--max-old-space-size=${memory}`, '--max-semi-space-size=16'],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    const late = setTimeout(() => {
      refuse('est trop long à lire. Divisez-le en plusieurs fichiers.')
      child.kill('SIGKILL')
    }, patience)
    child.on('message', (message: ReaderMessage) => {
      if (message.kind === 'begins') current = message.file
      else if (message.kind === 'refused') reject(refused(message.refusals))
      else if (message.kind === 'failed') reject(new Error(`The spreadsheets were not read: ${message.message}`))
      else resolve()
    })
    child.once('error', reject)
    child.once('exit', () => {
      clearTimeout(late)
      refuse('contient trop de données. Divisez-le en plusieurs fichiers.') // no effect once they were read
    })
    child.send(asked, () => undefined)
  })
}
const reader = fileURLToPath(new URL('./reading.reader.ts', import.meta.url))
