import { pathNames } from '@bordee/core/call.ts'
import { expect, test } from 'vitest'
import { copies } from '../testing/copies.ts'
import { fieldsOf, lostFields, namesRemoved } from '../testing/fields.ts'
import { roundOf, takingRows, writingRows } from '../testing/rounds.ts'
import { openTestServer } from '../testing/server.ts'
import { written } from '../testing/written.ts'
import { notReadBack, writeNothing } from '../testing/written-exceptions.ts'

const server = await openTestServer()
/** The id of a line of a list says which one is meant: it is no field of it. */
const namesLine = /\[\]\.id$/

test.each(writingRows)('what $name writes is read back, field by field', async (row) => {
  const rounds = [await roundOf(server, row, 0), await roundOf(server, row, 1)]
  const lost = new Set(rounds.flatMap((round) => round.lost))
  const sent = new Set(rounds.flatMap((round) => round.sent))
  const isField = (path: string) => !pathNames(row.path).includes(path) && !namesLine.test(path) && !namesRemoved(path)
  const unsent = fieldsOf(row.input, 'in').filter((path) => isField(path) && !sent.has(path))
  expect([...lost, ...unsent].toSorted()).toEqual(Object.keys(notReadBack[row.name] ?? {}).toSorted())
})

test.each(copies)('a copy by $by has every field of what it was made from, but for those that are its own', async ({ of, copy, own }) => {
  const { answer, setting } = await roundOf(server, of, 0)
  const made = await copy(setting, String(answer.id))
  const differing = lostFields(made.original, made.copy).filter((path) => !/(^|\.)id$/.test(path))
  expect(differing.toSorted()).toEqual(own.toSorted())
})

test('the exceptions are calls that take something', () => {
  const names = takingRows.map(({ name }) => name)
  const exempt = Object.values(writeNothing).flat()
  expect(exempt.filter((name, i) => !names.includes(name) || name in written || exempt.indexOf(name) < i)).toEqual([])
  expect(Object.keys({ ...written, ...notReadBack }).filter((name) => !names.includes(name))).toEqual([])
})
