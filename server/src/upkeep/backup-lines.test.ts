import { expect, test } from 'vitest'
import { longest, splitIntoLines } from './backup-lines.ts'

const megabyte = Buffer.alloc(1024 * 1024, '0')

/** An endless line; counts the megabytes that were read of it. */
function endless(start: string) {
  const read = { megabytes: 0 }
  async function* chunks() {
    yield Buffer.from(start)
    for (;;) {
      read.megabytes++
      yield megabyte
    }
  }
  return { read, lines: splitIntoLines(chunks()) }
}

test('lines are split wherever the chunks end', async () => {
  async function* chunks() {
    yield* ['{"a":', '1}\n"é', '"\n', '\n"z"'].map((text) => Buffer.from(text))
  }
  const lines: string[] = []
  for await (const line of splitIntoLines(chunks())) lines.push(line)
  expect(lines).toEqual(['{"a":1}', '"é"', '', '"z"'])
})

test.each([
  ['{"format":"', longest.other],
  ['"(', longest.row],
])('a line that begins with %s is read up to its limit and no further', async (start, limit) => {
  const { lines, read } = endless(start)
  await expect(lines.next()).rejects.toThrow('too long')
  expect(read.megabytes).toBe(limit / megabyte.length)
})
