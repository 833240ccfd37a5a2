import { expect, test } from 'vitest'
import { sql, written } from './sql.ts'

test('interpolated values become parameters, numbered in order', () => {
  const inside = sql`b = ${2} and c = ${[3]}`

  const { text, values } = written(sql`select ${1} where ${inside} or d = ${null}`)

  expect(text).toBe('select $1 where b = $2 and c = $3 or d = $4')
  expect(values).toEqual([1, 2, [3], null])
})

test('a list of pieces is joined, and an empty list gives an empty text', () => {
  expect(written(sql`in (${sql.join([1, sql`now()`, 3])})`)).toEqual({ text: 'in ($1, now(), $2)', values: [1, 3] })
  expect(written(sql.join([sql`a`, sql`b`], ' and ')).text).toBe('a and b')
  expect(written(sql`(${sql.join([])})`).text).toBe('()')
})

test('names and literals are escaped', () => {
  expect(written(sql.ref('s.na"me')).text).toBe('"s"."na""me"')
  expect(written(sql.lit("l'hiver")).text).toBe("'l''hiver'")
  expect(written(sql.lit(12)).text).toBe('12')
})

test('SQL inside a value stays a value', () => {
  expect(written(sql`name = ${"'; drop table clients; --"}`)).toEqual({ text: 'name = $1', values: ["'; drop table clients; --"] })
})
