import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PDFDocument } from '@cantoo/pdf-lib'
import { expect, test, vi } from 'vitest'
import { archiveFaults } from '../../testing/archive.ts'
import { wordsOf } from '../../testing/pdf.ts'
import { Presses } from './documents.ts'

const folder = mkdtempSync(join(tmpdir(), 'bordee-paper-'))
writeFileSync(join(folder, 'endless.typ'), '#for a in range(100000) { for b in range(100000) { let c = calc.pow(a, 2) } }')
writeFileSync(join(folder, 'short.typ'), '#json("/data.json").first().words')
writeFileSync(join(folder, 'nosy.typ'), '#sys.inputs #read("/../../../../etc/passwd")')

const layout = (template: string) => ({ folder, template, tagged: false, at: 0 })
const sheets = { documents: [{ words: 'Neige' }], files: {} }
const isPdf = (bytes: Uint8Array) => Buffer.from(bytes.slice(0, 5)).toString() === '%PDF-'

test('a document that never ends is refused, and the next one is printed', async () => {
  const presses = new Presses({ limit: 4000 })

  const endless = presses.print('a', layout('endless.typ'), sheets)
  const short = presses.print('a', layout('short.typ'), sheets)

  await expect(endless).rejects.toMatchObject({ status: 422, message: 'Ce texte ne peut pas être mis en page.' })
  expect(isPdf(await short)).toBe(true)
})

test('text that crashes the compiler is refused', async () => {
  const presses = new Presses()
  const clauses = { words: 'ب'.repeat(100_000) } // a line of more than 64 kB, which the template doesn't break

  await expect(presses.print('a', layout('short.typ'), { documents: [clauses], files: {} })).rejects.toMatchObject({ status: 422 })
  expect(isPdf(await presses.print('a', layout('short.typ'), sheets))).toBe(true)
})

test('what the compiler refuses is refused, and the press goes on', async () => {
  const presses = new Presses()

  await expect(presses.print('a', layout('nosy.typ'), sheets)).rejects.toMatchObject({ status: 422 })
  expect(isPdf(await presses.print('a', layout('short.typ'), sheets))).toBe(true)
})

test('only a tagged document is an archive', async () => {
  writeFileSync(join(folder, 'archive.typ'), '#set document(title: "Neige")\n#set text(lang: "fr", region: "CA")\n= Neige')
  const presses = new Presses()
  const printed = (tagged: boolean) => presses.print('a', { ...layout('archive.typ'), tagged }, sheets)

  expect(await archiveFaults(await printed(true))).toEqual([])
  expect(await archiveFaults(await printed(false))).toEqual([
    'its metadata doesn’t say PDF/A-3a',
    'its colours have no profile',
    'it isn’t marked as tagged',
    'it has no structure',
    'a page is out of the structure',
  ])
})

test('a batch is one document of its parts, in order', async () => {
  const presses = new Presses()
  async function* parts() {
    yield sheets
    yield await presses.print('a', layout('short.typ'), sheets)
    yield { documents: [{ words: 'Verglas' }], files: {} }
  }
  const told: number[] = []

  const bytes = await presses.printAll('a', layout('short.typ'), { title: 'Neiges', parts: parts() }, (done) => told.push(done))

  expect((await PDFDocument.load(bytes)).getTitle()).toBe('Neiges')
  expect((await wordsOf(bytes)).map((page) => page.trim())).toEqual(['Neige', 'Neige', 'Verglas'])
  expect(told).toEqual([1, 2, 3])
})

test.runIf(existsSync('/proc/self/task')).each(['SIGTERM', 'SIGKILL'] as const)(
  'a server that ends by %s leaves no press running, even in the middle of a document',
  async (signal) => {
    const script = `
    import { Presses } from ${JSON.stringify(new URL('./documents.ts', import.meta.url).href)}
    new Presses({ limit: 600_000 }).print('a', ${JSON.stringify(layout('endless.typ'))}, ${JSON.stringify(sheets)}).catch(() => undefined)
    console.log('printing')`
    const server = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'ignore'] })
    await once(server.stdout, 'data')
    const [press] = await vi.waitFor(
      () => {
        const found = readFileSync(`/proc/${server.pid}/task/${server.pid}/children`, 'utf8').trim().split(' ').filter(Boolean)
        expect(found).toHaveLength(1)
        return found
      },
      { timeout: 20_000 },
    )

    server.kill(signal)

    await vi.waitFor(() => expect(existsSync(`/proc/${press}/task`)).toBe(false), { timeout: 20_000, interval: 200 })
  },
)
