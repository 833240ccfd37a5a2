import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { KeyGuesses } from './key-guesses.ts'

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => vi.useRealTimers())

const here = '203.0.113.8'
const nothing = async () => undefined
const device = async () => 'a device'

/** Wrong keys from one address, as many as a minute allows. */
async function exhaust(guesses: KeyGuesses) {
  for (let i = 0; i < 120; i++) expect(await guesses.check(`guess ${i}`, here, nothing)).toBeUndefined()
}

test('an address that guesses is refused before anything is looked up, until its minute is over', async () => {
  const guesses = new KeyGuesses()
  await exhaust(guesses)
  const find = vi.fn(nothing)
  vi.advanceTimersByTime(45_000)
  await expect(guesses.check('one more', here, find)).rejects.toMatchObject({ status: 429, body: { retryAfter: 15 } })
  expect(find).not.toHaveBeenCalled()
  expect(await guesses.check('elsewhere', '203.0.113.9', device)).toBe('a device')

  vi.advanceTimersByTime(15_000)
  await guesses.check('one more', here, find)
  expect(find).toHaveBeenCalledOnce()
})

test('guesses under way count too: they can’t all slip in at once', async () => {
  const guesses = new KeyGuesses()
  const find = vi.fn(nothing)
  const answers = await Promise.allSettled(Array.from({ length: 200 }, (_, i) => guesses.check(`guess ${i}`, here, find)))
  expect(answers.filter(({ status }) => status === 'rejected')).toHaveLength(80)
  expect(find).toHaveBeenCalledTimes(120)
})

test('a key found lately still passes from an address that guesses, until it is wrong', async () => {
  const guesses = new KeyGuesses()
  await guesses.check('known', here, device)
  await exhaust(guesses)
  expect(await guesses.check('known', here, device)).toBe('a device')
  expect(await guesses.check('known', here, nothing)).toBeUndefined()
  await expect(guesses.check('known', here, device)).rejects.toMatchObject({ status: 429 })
})

test('right keys and failed look-ups are no guesses', async () => {
  const guesses = new KeyGuesses()
  const broken = () => Promise.reject(new Error('no connection'))
  for (let i = 0; i < 200; i++) {
    expect(await guesses.check(`key ${i}`, here, device)).toBe('a device')
    await expect(guesses.check(`other ${i}`, here, broken)).rejects.toThrow('no connection')
  }
})
