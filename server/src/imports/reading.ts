// Uploaded spreadsheets, read. They are strangers' files: that is done by a process of its own with little memory and little time, one upload after the
// other on this server, so that however many come, it stays within its bounds and answers everyone else meanwhile. A thread would not do: where V8 finds
// no more memory it may end the whole process.
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

/** What the process is given: files that rest on the disk, and where to put the sheets, whole and packed, and what is shown of them. */
export interface FilesToRead {
  files: FileToRead[]
  packed: string
  shown: string
}

/** What it tells: which file it begins; and at the end that they are read, or why they are not. */
export type Told =
  | { kind: 'begins'; file: number }
  | { kind: 'read' }
  | { kind: 'refused'; refusals: Refusal[] }
  | { kind: 'failed'; message: string }

export interface Refusal {
  /** Its place among those that came. */
  file: number
  message: string
}

interface Reading {
  packed: Buffer
  sheets: UploadedSheet[]
}

/** A Problem that names the file for what cannot be read: then nothing is. */
export async function readUploaded(files: AsyncIterable<UploadedFile>, limits = readingLimits): Promise<Reading> {
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

/** What a server that was killed left behind: nobody reads for an hour. */
export async function removeStaleFolders(olderThan = 60 * 60_000): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(folderPrefix)) continue
    const path = join(tmpdir(), name)
    const found = await stat(path).catch(() => undefined) // another server may be at it
    if (found && found.mtimeMs < Date.now() - olderThan) await rm(path, { recursive: true, force: true })
  }
}

const turns = new Shares(1, { longest: 50 })

/** Megabytes, of what it makes and of all that it holds; and milliseconds. */
export const readingLimits = { memory: 256, resident: 360, patience: 60_000 }

const refused = (refusals: readonly Refusal[]) =>
  new Problem(422, refusals.map(({ message }) => message).join(' '), {
    formErrors: { files: Object.fromEntries(refusals.map(({ file, message }) => [String(file), message])) },
  })

/** It gets nothing of our environment, and what it says of its end nobody reads. */
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
    child.on('message', (told: Told) => {
      if (told.kind === 'begins') current = told.file
      else if (told.kind === 'refused') reject(refused(told.refusals))
      else if (told.kind === 'failed') reject(new Error(`the spreadsheets were not read: ${told.message}`))
      else resolve()
    })
    child.once('error', reject)
    child.once('exit', () => {
      clearTimeout(late)
      refuse('contient trop de données. Divisez-le en plusieurs fichiers.') // without effect once they were read
    })
    child.send(asked, () => undefined)
  })
}
const reader = fileURLToPath(new URL('./reading.reader.ts', import.meta.url))
