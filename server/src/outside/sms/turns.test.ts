import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Turns } from './turns.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'Date'] }))
afterEach(() => void vi.useRealTimers())

const wish = (deadline = Number.POSITIVE_INFINITY) => ({ deadline, stopping: new AbortController().signal, isWanted: async () => true })

test('after a late turn the next one counts from it: no second exceeds the rate', async () => {
  const turns = new Turns(1)
  vi.advanceTimersByTime(1700) // the machine was busy: the first turn comes 700 ms late
  expect(await turns.take('+1', wish())).toBe(true)
  vi.advanceTimersByTime(999)
  let isOurs = false
  const second = turns.take('+1', wish(performance.now() + 20_000)).then((ours) => (isOurs = ours))
  for (let i = 0; i < 20; i++) await setImmediate()
  expect(isOurs).toBe(false)
  vi.advanceTimersByTime(1)
  expect(await second).toBe(true)
})

test('a turn that would come too late is not taken, and delays nobody else', async () => {
  const turns = new Turns(1)
  vi.advanceTimersByTime(1000)
  expect(await turns.take('+1', wish(performance.now() + 500))).toBe(true)
  expect(await turns.take('+1', wish(performance.now() + 500))).toBe(false)
  expect(await turns.take('+2', wish(performance.now() + 500))).toBe(true)
  vi.advanceTimersByTime(1000)
  expect(await turns.take('+1', wish(performance.now() + 500))).toBe(true)
})

test('a stopping server gives up the turns it waits for', async () => {
  const stopping = new AbortController()
  const turns = new Turns(0.01)
  const waiting = turns.take('+1', { ...wish(), stopping: stopping.signal })
  stopping.abort()
  expect(await waiting).toBe(false)
})

test('an unwanted turn goes to the next', async () => {
  const turns = new Turns(1)
  vi.advanceTimersByTime(1000)
  expect(await turns.take('+1', { ...wish(), isWanted: async () => false })).toBe(false)
  expect(await turns.take('+1', wish(performance.now()))).toBe(true)
})
