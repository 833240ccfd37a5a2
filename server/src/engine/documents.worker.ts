// The thread that prints documents: see documents.ts.
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { parentPort } from 'node:worker_threads'
import { PDFDocument } from '@cantoo/pdf-lib'
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import type { Printed, PrintJob } from './documents.ts'

/** At once: what it costs in memory is forgotten after each. */
const chunk = 25
const compilers = new Map<string, NodeCompiler>()

parentPort?.on('message', (job: PrintJob) => {
  printed(job).then(
    (bytes) => tell({ bytes }),
    (error: unknown) => tell({ error: error instanceof Error ? error.message : String(error) }),
  )
})
const tell = (message: Printed) => parentPort?.postMessage(message)

async function printed(job: PrintJob): Promise<Uint8Array> {
  const { documents } = job
  if (documents.length === 1 && documents[0] && !isBytes(documents[0])) return compiled(job, documents)
  const whole = await PDFDocument.create()
  let done = 0
  for (const part of parts(documents)) {
    const bytes = isBytes(part) ? part : compiled(job, part)
    const loaded = await PDFDocument.load(bytes, { updateMetadata: false })
    for (const page of await whole.copyPages(loaded, loaded.getPageIndices())) whole.addPage(page)
    done += isBytes(part) ? 1 : part.length
    tell({ done })
    await setImmediate() // what the chunk took is given back only between turns
  }
  whole.setTitle(job.title)
  whole.setLanguage('fr-CA')
  whole.setCreationDate(new Date(job.at * 1000))
  return whole.save()
}

const isBytes = (document: object): document is Uint8Array => document instanceof Uint8Array

/** In order: what is printed already by itself, the others in chunks. */
function parts(documents: readonly (object | Uint8Array)[]): (Uint8Array | object[])[] {
  const made: (Uint8Array | object[])[] = []
  for (const document of documents) {
    const last = made.at(-1)
    if (isBytes(document)) made.push(document)
    else if (last && !isBytes(last) && last.length < chunk) last.push(document)
    else made.push([document])
  }
  return made
}

function compiled({ folder, template, files, tagged, at }: PrintJob, documents: readonly object[]): Uint8Array {
  const compiler = compilerOf(folder)
  const shadows = { ...files, 'data.json': Buffer.from(JSON.stringify(documents)) }
  for (const [name, bytes] of Object.entries(shadows)) compiler.mapShadow(join(folder, name), Buffer.from(bytes))
  try {
    const result = compiler.compile({ mainFilePath: join(folder, template) })
    const trouble = result.takeDiagnostics() // a font that is not there is a warning, and a mistake
    if (trouble && trouble.shortDiagnostics.length > 0) throw new Error(`typst: ${JSON.stringify(trouble.shortDiagnostics).slice(0, 500)}`)
    if (!result.result) throw new Error('typst: nothing')
    return compiler.pdf(result.result, { creationTimestamp: at, ...(tagged ? { pdfStandard: 'a-3a' } : { pdfTags: false }) })
  } finally {
    for (const name of Object.keys(shadows)) compiler.unmapShadow(join(folder, name))
    compiler.evictCache(0)
  }
}

function compilerOf(folder: string): NodeCompiler {
  const known = compilers.get(folder)
  if (known) return known
  const made = NodeCompiler.create({ workspace: folder, fontArgs: [{ fontPaths: [join(folder, 'fonts')] }] })
  compilers.set(folder, made)
  return made
}
