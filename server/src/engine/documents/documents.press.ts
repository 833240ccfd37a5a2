// The process that prints documents: see documents.ts.
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PDFDocument } from '@cantoo/pdf-lib'
import { NodeCompiler, type NodeTypstDocument } from '@myriaddreamin/typst-ts-node-compiler'
import { serve } from '../workshop.process.ts'
import type { Layout, Order, Sheets } from './documents.ts'
import { drawable } from './drawable.ts'

const fonts = fileURLToPath(new URL('./fonts', import.meta.url))
const compilers = new Map<string, NodeCompiler>()

serve(async (order: Order): Promise<Uint8Array> => (order.kind === 'print' ? compiled(order.layout, order) : joined(order)))

async function joined({ title, at, parts }: Order & { kind: 'join' }): Promise<Uint8Array> {
  const whole = await PDFDocument.create()
  for (const part of parts) {
    const loaded = await PDFDocument.load(part, { updateMetadata: false })
    for (const page of await whole.copyPages(loaded, loaded.getPageIndices())) whole.addPage(page)
  }
  whole.setTitle(title)
  whole.setLanguage('fr-CA')
  whole.setCreationDate(new Date(at * 1000))
  return whole.save()
}

function compiled({ folder, template, tagged, at }: Layout, { documents, files }: Sheets): Uint8Array {
  const compiler = compilerOf(folder)
  const shadows = { ...files, 'data.json': Buffer.from(JSON.stringify(documents, drawn)) }
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

const drawn = (_: string, value: unknown) => (typeof value === 'string' ? drawable(value) : value)

/** PDF/A is stricter than PDF. What it refuses must still be readable. */
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
