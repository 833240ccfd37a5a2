import { expect, test } from 'vitest'
import type { Live } from '../engine/live/live.ts'
import { BulletinCache } from './bulletin-cache.ts'

/** A cache of one company’s page, whose text is what it was at the reading; `tell` sends an event of the company. */
function aCache() {
  const listeners = new Set<(texts: readonly string[]) => void>()
  const enter = (_companies: unknown, listener: (texts: readonly string[]) => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  const live = { subscribe: enter, watchStanding: enter } as unknown as Live
  const state = { now: 0, text: 'one', readings: 0, isAway: false }
  const load = async (address: string, found: (companyId: string) => void) => {
    state.readings++
    if (state.isAway) throw new Error('away')
    if (address === 'nobody') return null
    found('company')
    return { text: state.text }
  }
  const cache = new BulletinCache(live, load, () => state.now)
  const tell = (topic: string) => {
    for (const listener of listeners) listener([JSON.stringify({ topic })])
  }
  return { cache, state, tell, listeners }
}

test('a page is kept until its company changes it', async () => {
  const { cache, state, tell } = aCache()
  expect(cache.get('boreal', '')).toBeUndefined()
  await cache.read('boreal', '')
  expect(cache.get('boreal', '')).toEqual({ text: 'one' })
  tell('bulletins')
  expect(cache.get('boreal', '')).toBeUndefined()
  state.text = 'two'
  await cache.read('boreal', '')
  expect(cache.get('boreal', '')).toEqual({ text: 'two' })
})

test('an event that was lost keeps an old page for a minute at most', async () => {
  const { cache, state } = aCache()
  await cache.read('boreal', '')
  state.text = 'two'
  state.now = 29_000
  expect([cache.get('boreal', ''), state.readings]).toEqual([{ text: 'one' }, 1])
  state.now = 31_000
  expect(cache.get('boreal', '')).toEqual({ text: 'one' }) // answered, and read again meanwhile
  await cache.read('boreal', '')
  expect([cache.get('boreal', ''), state.readings]).toEqual([{ text: 'two' }, 2])
  state.now = 120_000
  expect(cache.get('boreal', '')).toBeUndefined()
})

test('an address that leads nowhere is known for two seconds', async () => {
  const { cache, state } = aCache()
  await cache.read('nobody', '')
  expect(cache.get('nobody', '')).toBeNull()
  state.now = 2001
  expect(cache.get('nobody', '')).toBeUndefined()
})

test('many who ask at once make one reading', async () => {
  const { cache, state } = aCache()
  await Promise.all(Array.from({ length: 200 }, () => cache.read('boreal', '')))
  expect(state.readings).toBe(1)
})

test('while PostgreSQL is away the last page is answered, and after a quarter of an hour none', async () => {
  const { cache, state, tell } = aCache()
  await cache.read('boreal', '')
  state.isAway = true
  tell('bulletins')
  expect(await cache.read('boreal', '')).toEqual({ text: 'one' })
  expect(cache.get('boreal', '')).toEqual({ text: 'one' })
  state.now = 16 * 60_000
  await expect(cache.read('boreal', '')).rejects.toThrow('away')
})

test('two thousand pages are kept, and no more companies are listened to', async () => {
  const { cache, listeners } = aCache()
  for (let n = 0; n < 2100; n++) await cache.read(`a-${n}`, '')
  expect(cache.get('a-0', '')).toBeUndefined()
  expect(cache.get('a-2099', '')).toEqual({ text: 'one' })
  expect(listeners.size).toBe(4000)
  cache.clear()
  expect(listeners.size).toBe(0)
})
