import { expect, test } from 'vitest'
import { sql, written } from './sql.ts'

test('values between the texts are parameters, in the order of the whole', () => {
  const inside = sql`b = ${2} and c = ${[3]}`

  const { text, values } = written(sql`select ${1} where ${inside} or d = ${null}`)

  expect(text).toBe('select $1 where b = $2 and c = $3 or d = $4')
  expect(values).toEqual([1, 2, [3], null])
})

test('a list of pieces is joined, and of none there is nothing', () => {
  expect(written(sql`in (${sql.join([1, sql`now()`, 3])})`)).toEqual({ text: 'in ($1, now(), $2)', values: [1, 3] })
  expect(written(sql.join([sql`a`, sql`b`], ' and ')).text).toBe('a and b')
  expect(written(sql`(${sql.join([])})`).text).toBe('()')
})

test('names and literals cannot end themselves', () => {
  expect(written(sql.ref('s.na"me')).text).toBe('"s"."na""me"')
  expect(written(sql.lit("l'hiver")).text).toBe("'l''hiver'")
  expect(written(sql.lit(12)).text).toBe('12')
})

test('what looks like SQL in a value stays a value', () => {
  expect(written(sql`name = ${"'; drop table clients; --"}`)).toEqual({ text: 'name = $1', values: ["'; drop table clients; --"] })
})
