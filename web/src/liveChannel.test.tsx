import { Problem } from '@bordee/core/problem.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { LiveChannel, useChannel } from './liveChannel.ts'

/** A server whose streams the test controls. */
function newServer() {
  const streams: { say(text: string): void; end(): void; signal: AbortSignal }[] = []
  const open = vi.fn(async (signal: AbortSignal) => {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
    const writer = writable.getWriter()
    const say = (text: string) => void writer.write(new TextEncoder().encode(text)).catch(() => undefined)
    streams.push({ say, end: () => void writer.close().catch(() => undefined), signal })
    signal.addEventListener('abort', () => void writer.abort(signal.reason).catch(() => undefined))
    say(': ok\n\n')
    return readable
  })
  return { streams, open, channel: new LiveChannel(open) }
}

interface ReaderProps {
  channel: LiveChannel
  read: () => Promise<unknown>
  isUnderWay?: boolean
  gapMs?: number
}

function Reader({ channel, read, isUnderWay = true, gapMs }: ReaderProps) {
  useChannel(channel, 'alerts', read, { isUnderWay, concerns: ({ code }) => code !== 'another', ...(gapMs && { gapMs }) })
  return null
}

const event = (code: string) => `data: {"topic":"alerts","code":"${code}"}\n\n`
const soon = () => vi.advanceTimersByTimeAsync(1100)

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] }))
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('all listeners share one connection, which closes with the last of them', async () => {
  const { streams, open, channel } = newServer()
  const [first, second] = [vi.fn(), vi.fn()]
  const leave = [channel.listen('alerts', first), channel.listen('positions', second)]
  await expect.poll(() => channel.isUp).toBe(true)
  streams[0]?.say('data: {"topic":"alerts","code":"a"}\n\ndata: {"topic":"positi')
  streams[0]?.say('ons","lat":46}\n\n')
  await expect.poll(() => second).toHaveBeenLastCalledWith({ topic: 'positions', lat: 46 })
  expect(first.mock.calls).toEqual([[null], [{ topic: 'alerts', code: 'a' }]])

  leave[0]?.()
  await soon()
  expect(streams[0]?.signal.aborted).toBe(false)
  leave[1]?.()
  await expect.poll(() => streams[0]?.signal.aborted).toBe(true)
  await vi.advanceTimersByTimeAsync(120_000)
  expect(open).toHaveBeenCalledTimes(1)
  expect(channel.isUp).toBe(false)
})

test('a listener without a topic hears every event', async () => {
  const { streams, open } = newServer()
  const listener = vi.fn()
  const leave = new LiveChannel<{ lat: number }>(open).listen(null, listener)
  await expect.poll(() => listener.mock.calls).toEqual([[null]])
  streams[0]?.say('event: location\ndata: {"lat":46}\n\n')
  await expect.poll(() => listener.mock.calls).toEqual([[null], [{ lat: 46 }]])
  leave()
})

test('a connection that closes or goes silent is reopened, and listeners read everything again', async () => {
  const { streams, open, channel } = newServer()
  const listener = vi.fn()
  channel.listen('alerts', listener)
  await expect.poll(() => listener.mock.calls).toEqual([[null]])

  streams[0]?.end()
  await expect.poll(() => channel.isUp).toBe(false)
  await soon()
  await expect.poll(() => listener.mock.calls).toEqual([[null], [null]])

  await vi.advanceTimersByTimeAsync(61_000)
  expect(streams[1]?.signal.aborted).toBe(true)
  await soon()
  await expect.poll(() => listener).toHaveBeenCalledTimes(3)
  expect(open).toHaveBeenCalledTimes(3)
})

test('an unreachable server is retried less and less often, and at once when the network returns', async () => {
  const open = vi.fn<(signal: AbortSignal) => Promise<ReadableStream<Uint8Array>>>().mockRejectedValue(new TypeError('Failed to fetch'))
  new LiveChannel(open).listen('alerts', () => undefined)
  await vi.advanceTimersByTimeAsync(60_000)
  const afterOneMinute = open.mock.calls.length
  expect(afterOneMinute).toBeLessThanOrEqual(9)
  await vi.advanceTimersByTimeAsync(600_000)
  expect(open.mock.calls.length - afterOneMinute).toBeLessThanOrEqual(41)
  expect(open.mock.calls.length - afterOneMinute).toBeGreaterThanOrEqual(19)

  open.mockClear()
  dispatchEvent(new Event('online'))
  await expect.poll(() => open).toHaveBeenCalledTimes(1)
})

test('a server that greets and then hangs up counts as unreachable', async () => {
  const { streams, open, channel } = newServer()
  channel.listen('alerts', () => undefined)
  for (let seconds = 0; seconds < 60; seconds++) {
    streams.at(-1)?.end()
    await vi.advanceTimersByTimeAsync(1000)
  }
  expect(open.mock.calls.length).toBeLessThanOrEqual(9)
})

test('a refused connection is not retried', async () => {
  const open = vi.fn<(signal: AbortSignal) => Promise<ReadableStream<Uint8Array>>>().mockRejectedValue(new Problem(403, 'Non.'))
  new LiveChannel(open).listen('alerts', () => undefined)
  await vi.advanceTimersByTimeAsync(600_000)
  expect(open).toHaveBeenCalledTimes(1)
})

test('after sign-out the previous user’s events are no longer heard, not even those already sent', async () => {
  const { streams, channel } = newServer()
  const listener = vi.fn()
  channel.listen('alerts', listener)
  await expect.poll(() => channel.isUp).toBe(true)
  listener.mockClear()

  streams[0]?.say(event('a'))
  channel.renew()

  expect(streams[0]?.signal.aborted).toBe(true)
  await expect.poll(() => listener.mock.calls).toEqual([[null]]) // from the new connection
  expect(streams).toHaveLength(2)
})

test('a hidden tab holds no connection', async () => {
  const { streams, open, channel } = newServer()
  const visibility = vi.spyOn(document, 'visibilityState', 'get')
  const listener = vi.fn()
  channel.listen('alerts', listener)
  await expect.poll(() => channel.isUp).toBe(true)

  visibility.mockReturnValue('hidden')
  document.dispatchEvent(new Event('visibilitychange'))
  expect(streams[0]?.signal.aborted).toBe(true)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(open).toHaveBeenCalledTimes(1)

  visibility.mockReturnValue('visible')
  document.dispatchEvent(new Event('visibilitychange'))
  await expect.poll(() => listener.mock.calls).toEqual([[null], [null]])
})

test('a burst of events triggers one read per second, including one after the last event', async () => {
  const { streams, channel } = newServer()
  const read = vi.fn(async () => undefined)
  await render(<Reader channel={channel} read={read} />)
  await expect.poll(() => read).toHaveBeenCalledTimes(1) // on opening
  for (let i = 0; i < 40; i++) streams[0]?.say(event('a'))
  await soon()
  await expect.poll(() => read).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(read).toHaveBeenCalledTimes(2)

  streams[0]?.say(event('another'))
  await soon()
  expect(read).toHaveBeenCalledTimes(2)
})

test('a screen that is costly to read asks for a longer time between two reads', async () => {
  const { streams, channel } = newServer()
  const [read, heard] = [vi.fn(async () => undefined), vi.fn()]
  await render(<Reader channel={channel} read={read} gapMs={5000} />)
  channel.listen('alerts', heard)
  await expect.poll(() => read).toHaveBeenCalledTimes(1)
  streams[0]?.say(event('a'))
  await expect.poll(() => heard).toHaveBeenCalledWith({ topic: 'alerts', code: 'a' })
  await vi.advanceTimersByTimeAsync(4000)
  expect(read).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1100)
  expect(read).toHaveBeenCalledTimes(2)
})

test('while the channel is down, a screen polls if something is under way', async () => {
  const open = vi.fn<(signal: AbortSignal) => Promise<ReadableStream<Uint8Array>>>().mockRejectedValue(new TypeError('Failed to fetch'))
  const channel = new LiveChannel(open)
  const read = vi.fn(async () => undefined)
  const screen = await render(<Reader channel={channel} read={read} />)
  await vi.advanceTimersByTimeAsync(11_000)
  expect(read).toHaveBeenCalledTimes(2)

  await screen.rerender(<Reader channel={channel} read={read} isUnderWay={false} />)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(read).toHaveBeenCalledTimes(2)
})
