import { expect, test } from 'vitest'
import { Shares } from './shares.ts'

test("each key has a limited number of places, and keys don't wait for each other", async () => {
  const shares = new Shares(2)
  const order: string[] = []
  const [first, second] = [await shares.enter('a'), await shares.enter('a')]
  const third = shares.enter('a').then((leave) => {
    order.push('third')
    return leave
  })
  await shares.run('b', async () => order.push('neighbour'))
  first()
  ;(await third)()
  second()
  expect(order).toEqual(['neighbour', 'third'])
})

test('a place is freed after a failure, and a full queue turns callers away', async () => {
  const shares = new Shares(1, { maxWaiting: 1 })
  await expect(shares.run('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  const leave = await shares.enter('a')
  const waiting = shares.enter('a')
  await expect(shares.enter('a')).rejects.toMatchObject({ status: 429, body: { retryAfter: 1 } })
  leave()
  ;(await waiting)()
  expect(await shares.run('a', async () => 'free again')).toBe('free again')
})
