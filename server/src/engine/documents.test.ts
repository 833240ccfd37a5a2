import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PDFDocument } from '@cantoo/pdf-lib'
import { expect, test } from 'vitest'
import { Press } from './documents.ts'

const folder = mkdtempSync(join(tmpdir(), 'bordee-paper-'))
writeFileSync(join(folder, 'endless.typ'), '#for a in range(100000) { for b in range(100000) { let c = calc.pow(a, 2) } }')
writeFileSync(join(folder, 'short.typ'), '#json("/data.json").first().words')
writeFileSync(join(folder, 'nosy.typ'), '#sys.inputs #read("/../../../../etc/passwd")')

const layout = (template: string) => ({ folder, template, tagged: false, at: 0 })
const sheets = { documents: [{ words: 'Neige' }], files: {} }
const isPdf = (bytes: Uint8Array) => Buffer.from(bytes.slice(0, 5)).toString() === '%PDF-'

test('a document that never ends is given up, and the next one is printed', async () => {
  const press = new Press(4000)

  const endless = press.print(layout('endless.typ'), sheets)
  const short = press.print(layout('short.typ'), sheets)

  await expect(endless).rejects.toThrow('took too long')
  expect(isPdf(await short)).toBe(true)
})

test('one that is wrong says so, and the press goes on', async () => {
  const press = new Press()

  await expect(press.print(layout('nosy.typ'), sheets)).rejects.toThrow('typst')
  expect(isPdf(await press.print(layout('short.typ'), sheets))).toBe(true)
})

test('what was added of a document that failed is not in the next one', async () => {
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
