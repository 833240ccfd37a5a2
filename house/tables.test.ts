import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { filesUnder } from './files.ts'
import { hidesTable, mayHideTable, strayWrites, tablesOf } from './tables.ts'

const files = filesUnder('server/src').filter((file) => /\.(ts|sql)$/.test(file) && !file.endsWith('.gen.ts'))
const sources = files.map((file) => ({ file, text: readFileSync(file, 'utf8') }))

test('a table is written by its owner only', () => {
  expect(sources.flatMap(({ file, text }) => strayWrites(file, text).map((what) => `${file} ${what}`))).toEqual([])
})

test('every owner of a table is a folder', () => {
  const folders = new Set(files.map((file) => file.split('/')[2]))
  expect(Object.keys(tablesOf).filter((owner) => !folders.has(owner))).toEqual([])
})

test.each([
  ['SQL', 'await tx.sql`\n  update companies set is_bank_low = true`'],
  ['an insert', "await insert(ctx.tx, 'companies', { name })"],
  ['many rows', "await updateMany(\n  tx,\n  'companies',\n  companyId, rows)"],
])('a write of another slice’s table is found in %s', (_, text) => {
  expect(strayWrites('server/src/bank/bank.jobs.ts', text)).toEqual(['writes companies of companies'])
  expect(strayWrites('server/src/companies/company-days.ts', text)).toEqual([])
})

test('reading and locking another slice’s table is no write', () => {
  expect(strayWrites('server/src/bank/bank.jobs.ts', 'tx.sql`select from companies for no key update`')).toEqual([])
})

test('no statement outside the engine hides which table it writes', () => {
  const hidden = sources.filter(({ file, text }) => !/\.test\.ts$|\/(testing|demo)\//.test(file) && hidesTable.test(text))
  expect(hidden.map(({ file }) => file).filter((file) => !mayHideTable.test(file))).toEqual([])
})
