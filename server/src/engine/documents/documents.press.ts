// The process that prints documents: see documents.ts.
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { PDFDocument } from '@cantoo/pdf-lib'
import { NodeCompiler, type NodeTypstDocument } from '@myriaddreamin/typst-ts-node-compiler'
import type { Answer, Layout, Order, Sheets } from './documents.ts'

const fonts = fileURLToPath(new URL('./fonts', import.meta.url))
const compilers = new Map<string, NodeCompiler>()
/** Pages added so far, by batch. */
const batches = new Map<string, PDFDocument>()

process.on('disconnect', () => process.exit()) // the server is gone
// On a separate thread because compiling blocks this one: the process must end even then if its server is gone.
const watch = `setInterval(() => process.ppid === ${Number(process.argv[2])} || process.kill(process.pid, 'SIGKILL'), 1000)`
new Worker(watch, { eval: true }).unref()
process.on('message', (order: Order) => {
  obey(order).then(
    (bytes) => tell({ bytes }),
    (error: unknown) => tell({ error: error instanceof Error ? error.message : String(error) }),
  )
})
const tell = (answer: Answer) => process.send?.(answer)

async function obey(order: Order): Promise<Uint8Array> {
  switch (order.kind) {
    case 'print':
      return compiled(order.layout, order)
    case 'add':
      return add(order.batch, compiled(order.layout, order))
    case 'addPrinted':
      return add(order.batch, order.bytes)
    case 'end':
      return ended(order)
    case 'drop':
      batches.delete(order.batch)
      return new Uint8Array()
  }
}

async function add(batch: string, bytes: Uint8Array): Promise<Uint8Array> {
  const whole = batches.get(batch) ?? (await PDFDocument.create())
  batches.set(batch, whole)
  const loaded = await PDFDocument.load(bytes, { updateMetadata: false })
  for (const page of await whole.copyPages(loaded, loaded.getPageIndices())) whole.addPage(page)
  return new Uint8Array()
}

async function ended({ batch, title, layout }: Order & { kind: 'end' }): Promise<Uint8Array> {
  const whole = batches.get(batch)
  if (!whole) throw new Error('Nothing was added')
  batches.delete(batch)
  whole.setTitle(title)
  whole.setLanguage('fr-CA')
  whole.setCreationDate(new Date(layout.at * 1000))
  return whole.save()
}

function compiled({ folder, template, tagged, at }: Layout, { documents, files }: Sheets): Uint8Array {
  const compiler = compilerOf(folder)
  const shadows = { ...files, 'data.json': Buffer.from(JSON.stringify(documents)) }
  for (const [name, bytes] of Object.entries(shadows)) compiler.mapShadow(join(folder, name), Buffer.from(bytes))
  try {
    const result = compiler.compile({ mainFilePath: join(folder, template) })
    const trouble = result.takeDiagnostics() // a missing font is only a warning to Typst, but a mistake to us
    if (trouble && trouble.shortDiagnostics.length > 0) throw new Error(`typst: ${JSON.stringify(trouble.shortDiagnostics).slice(0, 500)}`)
    if (!result.result) throw new Error('typst: no result')
    return tagged ? taggedPdf(compiler, result.result, at) : compiler.pdf(result.result, { creationTimestamp: at, pdfTags: false })
  } finally {
    for (const name of Object.keys(shadows)) compiler.unmapShadow(join(folder, name))
    compiler.evictCache(0)
  }
}

/** PDF/A needs a glyph for every character. Without one, the document must still be readable, so it falls back to PDF. */
function taggedPdf(compiler: NodeCompiler, document: NodeTypstDocument, creationTimestamp: number): Uint8Array {
  try {
    return compiler.pdf(document, { creationTimestamp, pdfStandard: 'a-3a' })
  } catch {
    return compiler.pdf(document, { creationTimestamp, pdfStandard: '1.7', pdfTags: true })
  }
}

function compilerOf(folder: string): NodeCompiler {
  const known = compilers.get(folder)
  if (known) return known
  const made = NodeCompiler.create({ workspace: folder, fontArgs: [{ fontPaths: [fonts] }] })
  compilers.set(folder, made)
  return made
}
