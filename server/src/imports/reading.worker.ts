// The thread that reads uploaded spreadsheets: see reading.ts.
import { readFile } from 'node:fs/promises'
import { parentPort, workerData } from 'node:worker_threads'
import type { FileToRead, Refusal, Told } from './reading.ts'
import { ReadingProblem, readSheets, shownSheet } from './sheets.ts'
import { packSheets, type ReadSheet } from './uploads.ts'

const tell = (told: Told, moved: ArrayBuffer[] = []) => parentPort?.postMessage(told, moved)

const files = workerData as FileToRead[]
const sheets: ReadSheet[] = []
const refusals: Refusal[] = []
for (const [file, { name, path }] of files.entries()) {
  tell({ kind: 'begins', file })
  try {
    sheets.push(...(await readSheets(name, await readFile(path), sheets)))
  } catch (error) {
    if (!(error instanceof ReadingProblem)) throw error
    refusals.push({ file, message: error.message })
  }
}
if (refusals.length > 0) tell({ kind: 'refused', refusals })
else {
  const packed = await packSheets(sheets)
  const whole = Uint8Array.from(packed)
  tell({ kind: 'read', packed: whole, sheets: sheets.map(shownSheet) }, [whole.buffer])
}
