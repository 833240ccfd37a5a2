import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Presses } from './documents.ts'

const folder = mkdtempSync(join(tmpdir(), 'bordee-paper-'))
writeFileSync(join(folder, 'endless.typ'), '#for a in range(100000) { for b in range(100000) { let c = calc.pow(a, 2) } }')
writeFileSync(join(folder, 'short.typ'), 'Neige')

test('while a company prints what never ends, others print and its own next document waits', async () => {
  const presses = new Presses({ limit: 20_000 })
  const done: string[] = []
  const print = (company: string, template: string) =>
    presses.print(company, { folder, template, tagged: false, at: 0 }, { documents: [], files: {} }).then(
      () => done.push(`${company} printed`),
      () => done.push(`${company} refused`),
    )
  const loud = ['endless.typ', 'short.typ'].map((template) => print('loud', template))

  await Promise.all([print('calm', 'short.typ'), print('other', 'short.typ')])
  expect(done).toEqual(['calm printed', 'other printed'])

  await Promise.all(loud)
  expect(done.slice(2)).toEqual(['loud refused', 'loud printed'])
}, 60_000)
