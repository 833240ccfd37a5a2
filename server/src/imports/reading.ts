// Uploaded spreadsheets, read. They are strangers' files: that is done on a thread of its own with little memory and little time, one upload after the
// other on this server, so that however many come, it stays within its bounds and answers everyone else meanwhile.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { UploadedFile } from '@bordee/core/call.ts'
import type { UploadedSheet } from '@bordee/core/imports/import.ts'
import { Problem } from '@bordee/core/problem.ts'
import { Shares } from '../engine/shares.ts'

/** What the thread is given: files that rest on the disk. */
export interface FileToRead {
  name: string
  path: string
}

/** What it tells: which file it begins; and at the end the sheets, whole and packed, with what is shown of them, or why there are none. */
export type Told =
  | { kind: 'begins'; file: number }
  | { kind: 'read'; packed: Uint8Array; sheets: UploadedSheet[] }
  | { kind: 'refused'; refusals: Refusal[] }

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
  const folder = await mkdtemp(join(tmpdir(), 'bordee-import-'))
  try {
    const kept: FileToRead[] = []
    for await (const file of files) {
      const path = join(folder, String(kept.length))
      await writeFile(path, await file.bytes())
      kept.push({ name: file.name, path })
    }
    if (kept.length === 0) throw refused([{ file: 0, message: 'Choisissez au moins un fichier.' }])
    return await turns.run('', () => onAThread(kept, limits))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const turns = new Shares(1, { longest: 50 })

/** Megabytes and milliseconds. */
export const readingLimits = { memory: 256, patience: 60_000 }

const refused = (refusals: readonly Refusal[]) =>
  new Problem(422, refusals.map(({ message }) => message).join(' '), {
    formErrors: { files: Object.fromEntries(refusals.map(({ file, message }) => [String(file), message])) },
  })

function onAThread(files: FileToRead[], { memory, patience }: typeof readingLimits): Promise<Reading> {
  return new Promise((resolve, reject) => {
    let current = 0
    const refuse = (what: string) => {
      const message = `«\u00a0${files[current]?.name}\u00a0» ${what}`
      reject(refused([{ file: current, message }]))
    }
    const worker = new Worker(new URL('./reading.worker.ts', import.meta.url), {
      workerData: files,
      resourceLimits: { maxOldGenerationSizeMb: memory, maxYoungGenerationSizeMb: 32 },
    })
    const late = setTimeout(() => {
      refuse('est trop long à lire. Divisez-le en plusieurs fichiers.')
      void worker.terminate()
    }, patience)
    worker.on('message', (told: Told) => {
      if (told.kind === 'begins') current = told.file
      else if (told.kind === 'refused') reject(refused(told.refusals))
      else resolve({ packed: Buffer.from(told.packed.buffer, told.packed.byteOffset, told.packed.byteLength), sheets: told.sheets })
    })
    worker.once('error', (error: Error & { code?: string }) => {
      if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') refuse('contient trop de données. Divisez-le en plusieurs fichiers.')
      else reject(error)
    })
    worker.once('exit', () => {
      clearTimeout(late)
      reject(new Error('the spreadsheets were not read')) // without effect once they were
    })
  })
}
