import { expect, test } from 'vitest'
import { Recent } from './recent.ts'

test('the entry used longest ago makes room for a new one', () => {
  const recent = new Recent<string, number>(2)
  recent.set('a', 1)
  recent.set('b', 2)
  recent.get('a')

  recent.set('c', 3)

  expect(['a', 'b', 'c'].map((key) => recent.get(key))).toEqual([1, undefined, 3])
})

test('setting a known entry again makes it the most recent', () => {
  const recent = new Recent<string, number>(2)
  recent.set('a', 1)
  recent.set('b', 2)
  recent.set('a', 10)

  recent.set('c', 3)

  expect(['a', 'b', 'c'].map((key) => recent.get(key))).toEqual([10, undefined, 3])
})

test('a deleted entry is gone and takes no room', () => {
  const recent = new Recent<string, number>(2)
  recent.set('a', 1)
  recent.set('b', 2)
  recent.delete('b')

  recent.set('c', 3)

  expect(['a', 'b', 'c'].map((key) => recent.get(key))).toEqual([1, undefined, 3])
})
