import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Press } from './documents.ts'

const folder = mkdtempSync(join(tmpdir(), 'bordee-paper-'))
writeFileSync(join(folder, 'endless.typ'), '#for a in range(100000) { for b in range(100000) { let c = calc.pow(a, 2) } }')
writeFileSync(join(folder, 'short.typ'), '#json("/data.json").first().words')
writeFileSync(join(folder, 'nosy.typ'), '#sys.inputs #read("/../../../../etc/passwd")')

const job = (template: string) => ({ folder, template, documents: [{ words: 'Neige' }], files: {}, tagged: false, at: 0 })
const isPdf = (bytes: Uint8Array) => Buffer.from(bytes.slice(0, 5)).toString() === '%PDF-'

test('a document that never ends is given up, and the next one is printed', async () => {
  const press = new Press(4000)

  const endless = press.print(job('endless.typ'))
  const short = press.print(job('short.typ'))

  await expect(endless).rejects.toThrow('took too long')
  expect(isPdf(await short)).toBe(true)
})

test('one that is wrong says so, and the press goes on', async () => {
  const press = new Press()

  await expect(press.print(job('nosy.typ'))).rejects.toThrow('typst')
  expect(isPdf(await press.print(job('short.typ')))).toBe(true)
})
