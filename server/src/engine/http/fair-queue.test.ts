import { expect, test } from 'vitest'
import { FairQueue } from './fair-queue.ts'

/** Enters once per key, and notes who gets in or is refused, in order. */
function crowd(queue: FairQueue, keys: readonly string[]) {
  const inside: { key: string; leave: () => void }[] = []
  const refused: string[] = []
  const all = keys.map((key) =>
    queue.enter(key).then(
      (leave) => inside.push({ key, leave }),
      (problem: { status: number }) => refused.push(`${key} ${problem.status}`),
    ),
  )
  return { inside, refused, all, seated: () => inside.map(({ key }) => key) }
}

/** Lets everyone in, one after the other. */
async function drain(inside: readonly { leave: () => void }[]) {
  for (let i = 0; i < inside.length; i++) {
    inside[i]?.leave()
    await Promise.resolve()
    await Promise.resolve()
  }
}

test('a key with a long line does not delay the others: they take turns', async () => {
  const { inside, all, seated } = crowd(new FairQueue(1, { maxWaiting: 100 }), ['loud', 'loud', 'loud', 'loud', 'calm', 'calm', 'late'])
  await Promise.resolve()
  await drain(inside)
  await Promise.all(all)
  expect(seated()).toEqual(['loud', 'loud', 'calm', 'late', 'loud', 'calm', 'loud'])
})

test('a key takes no more places than its share, even when some are free', async () => {
  const { inside, all, seated } = crowd(new FairQueue(3, { maxWaiting: 100, perKey: 1 }), ['loud', 'loud', 'loud', 'calm', 'late'])
  await Promise.resolve()
  await Promise.resolve()
  expect(seated()).toEqual(['loud', 'calm', 'late'])
  await drain(inside)
  await Promise.all(all)
  expect(seated()).toEqual(['loud', 'calm', 'late', 'loud', 'loud'])
})

test('as many enter at once as there are places, and a place that nobody waits for is free again', async () => {
  const queue = new FairQueue(2, { maxWaiting: 100 })
  const { inside, all, seated } = crowd(queue, ['a', 'b', 'c'])
  await Promise.resolve()
  expect(seated()).toEqual(['a', 'b'])
  await drain(inside)
  await Promise.all(all)
  expect(seated()).toEqual(['a', 'b', 'c'])
  const leave = await Promise.all([queue.enter('a'), queue.enter('a')])
  expect(leave).toHaveLength(2)
})

test('when too many wait, the last of the longest line is asked to retry, not the newcomer', async () => {
  const { inside, refused, all, seated } = crowd(new FairQueue(1, { maxWaiting: 3 }), ['loud', 'loud', 'loud', 'loud', 'calm', 'loud'])
  await Promise.resolve()
  await drain(inside)
  await Promise.all(all)
  expect(seated()).toEqual(['loud', 'loud', 'calm', 'loud'])
  expect(refused).toEqual(['loud 503', 'loud 503'])
})

test('a newcomer is refused when no line is longer than the others', async () => {
  const { inside, refused, all } = crowd(new FairQueue(1, { maxWaiting: 2 }), ['a', 'b', 'c', 'd'])
  await Promise.resolve()
  await drain(inside)
  await Promise.all(all)
  expect(refused).toEqual(['d 503'])
})
