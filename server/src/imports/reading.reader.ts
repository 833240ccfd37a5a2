// The process that reads uploaded spreadsheets: see reading.ts.
import { readFile, writeFile } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import type { FilesToRead, ReaderMessage, Refusal } from './reading.ts'
import { ReadingProblem, readSheets, shownSheet } from './sheets.ts'
import { packSheets, type ReadSheet } from './uploads.ts'

process.on('disconnect', () => process.exit()) // the server is gone
// On a separate thread because reading blocks this one: the process must end when its server is gone, and when memory
// that V8 doesn't count (an unpacked archive, a text) exceeds the limit.
const [server, mostBytes] = process.argv.slice(2).map(Number)
const watch = `setInterval(() => {
  if (process.ppid !== ${server} || process.memoryUsage.rss() > ${mostBytes}) process.kill(process.pid, 'SIGKILL')
}, 50)`
new Worker(watch, { eval: true }).unref()

const tell = (message: ReaderMessage) => new Promise((resolve) => process.send?.(message, resolve))

process.once('message', (asked: FilesToRead) => {
  void read(asked)
    .catch((error: unknown) => {
      if (error instanceof RangeError) process.exit(1) // a text longer than V8 allows: too much data, as when memory is full
      return { kind: 'failed', message: error instanceof Error ? error.message : String(error) } as const
    })
    .then(tell)
    .finally(() => process.exit())
})

async function read({ files, packed, shown }: FilesToRead): Promise<ReaderMessage> {
  const sheets: ReadSheet[] = []
  const refusals: Refusal[] = []
  for (const [file, { name, path }] of files.entries()) {
    await tell({ kind: 'begins', file })
    try {
      sheets.push(...(await readSheets(name, await readFile(path), sheets)))
    } catch (error) {
      if (!(error instanceof ReadingProblem)) throw error
      refusals.push({ file, message: error.message })
    }
  }
  if (refusals.length > 0) return { kind: 'refused', refusals }
  await writeFile(packed, await packSheets(sheets))
  await writeFile(shown, JSON.stringify(sheets.map(shownSheet)))
  return { kind: 'read' }
}
