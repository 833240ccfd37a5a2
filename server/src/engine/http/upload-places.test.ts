import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { leastPace, UploadPlaces } from './upload-places.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterEach(() => void vi.useRealTimers())

const pass = () => vi.advanceTimersByTimeAsync(leastPace.every)

/** Uploads one file, which arrives as told. */
function upload(places: UploadPlaces, key: string) {
  const whole = Promise.withResolvers<Uint8Array>()
  const told = { arrived: 0, end: () => whole.resolve(new Uint8Array()) }
  async function* files() {
    yield { name: '', type: '', arrived: () => told.arrived, bytes: () => whole.promise, stop: whole.reject }
  }
  const done = places.read(key, files(), { use: async () => 'read' }).catch((problem: { status: number }) => problem.status)
  return { told, done }
}

test('whoever sends too little loses their place to someone who waits', async () => {
  const places = new UploadPlaces(2, { maxWaiting: 10 })
  const [slow, steady, waiting] = [upload(places, 'slow'), upload(places, 'steady'), upload(places, 'waiting')]
  steady.told.arrived = leastPace.bytes
  await pass()
  expect(await slow.done).toBe(408)
  for (const { told, done } of [waiting, steady]) {
    told.end()
    expect(await done).toBe('read')
  }
})

test('a slow connection keeps a place that nobody could have in its stead', async () => {
  const places = new UploadPlaces(2, { maxWaiting: 10, perKey: 1 })
  const [slow, busy, waiting] = [upload(places, 'slow'), upload(places, 'busy'), upload(places, 'busy')]
  await pass()
  expect(await busy.done).toBe(408)
  await pass()
  for (const { told, done } of [slow, waiting]) {
    told.end()
    expect(await done).toBe('read')
  }
})
