import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PDFDocument } from '@cantoo/pdf-lib'
import { expect, test, vi } from 'vitest'
import { Press } from './documents.ts'

const folder = mkdtempSync(join(tmpdir(), 'bordee-paper-'))
writeFileSync(join(folder, 'endless.typ'), '#for a in range(100000) { for b in range(100000) { let c = calc.pow(a, 2) } }')
writeFileSync(join(folder, 'short.typ'), '#json("/data.json").first().words')
writeFileSync(join(folder, 'nosy.typ'), '#sys.inputs #read("/../../../../etc/passwd")')

const layout = (template: string) => ({ folder, template, tagged: false, at: 0 })
const sheets = { documents: [{ words: 'Neige' }], files: {} }
const isPdf = (bytes: Uint8Array) => Buffer.from(bytes.slice(0, 5)).toString() === '%PDF-'

test('a document that never ends is abandoned, and the next one is printed', async () => {
  const press = new Press(4000)

  const endless = press.print(layout('endless.typ'), sheets)
  const short = press.print(layout('short.typ'), sheets)

  await expect(endless).rejects.toThrow('took too long')
  expect(isPdf(await short)).toBe(true)
})

test('an invalid template is reported, and the press goes on', async () => {
  const press = new Press()

  await expect(press.print(layout('nosy.typ'), sheets)).rejects.toThrow('typst')
  expect(isPdf(await press.print(layout('short.typ'), sheets))).toBe(true)
})

test('pages of a failed document do not end up in the next one', async () => {
  const press = new Press()
  async function* broken() {
    yield sheets
    throw new Error('no more')
  }
  async function* whole() {
    yield sheets
    yield sheets
  }

  await expect(press.printAll(layout('short.typ'), { title: 'Rien', parts: broken() }, () => undefined)).rejects.toThrow('no more')
  const told: number[] = []
  const bytes = await press.printAll(layout('short.typ'), { title: 'Neiges', parts: whole() }, (done) => told.push(done))

  const made = await PDFDocument.load(bytes)
  expect([made.getPageCount(), made.getTitle()]).toEqual([2, 'Neiges'])
  expect(told).toEqual([1, 2])
})

test('two concurrent batches take turns, and each gets its own pages', async () => {
  const press = new Press()
  const told: string[] = []
  async function* of(n: number) {
    for (let i = 0; i < n; i++) yield sheets
  }

  const files = await Promise.all(
    [3, 4].map((n) => press.printAll(layout('short.typ'), { title: `${n}`, parts: of(n) }, () => told.push(`${n}`))),
  )

  const pages = await Promise.all(files.map(async (bytes) => (await PDFDocument.load(bytes)).getPageCount()))
  expect(pages).toEqual([3, 4])
  expect(told.slice(0, 4)).toEqual(['3', '4', '3', '4'])
})

test.runIf(existsSync('/proc/self/task')).each(['SIGTERM', 'SIGKILL'] as const)(
  'a server that ends by %s leaves no press running, even in the middle of a document',
  async (signal) => {
    const script = `
    import { Press } from ${JSON.stringify(new URL('./documents.ts', import.meta.url).href)}
    new Press(600_000).print(${JSON.stringify(layout('endless.typ'))}, ${JSON.stringify(sheets)}).catch(() => undefined)
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
