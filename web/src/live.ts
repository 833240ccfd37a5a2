// The live channel as the web app hears it: what happens in the company one works in, told over one connection per tab.
import { platformCalls } from '@bordee/core/platform/platform.calls.ts'
import { Problem } from '@bordee/core/problem.ts'
import { useEffect, useEffectEvent } from 'react'
import { openStream } from './api.ts'
import { identity } from './session.tsx'

/** `{"topic":"…",…}`, as the server publishes it. */
export interface LiveEvent {
  topic: string
  [fact: string]: unknown
}

/** `null` says that the channel is open again: what was told meanwhile was lost. */
type Listener<E> = (event: E | null) => void
type Open = (signal: AbortSignal) => Promise<ReadableStream<Uint8Array>>

/** The server says something every 25 seconds at least. A connection that is silent for longer died on the way. */
const silenceMs = 60_000
const slowestRetryMs = 30_000

/** Open while someone listens and the tab is looked at: over HTTP/1 a browser has six connections for all tabs of a site together. */
export class LiveChannel<E extends object = LiveEvent> {
  readonly #open: Open
  readonly #listeners = new Map<Listener<E>, string | null>()
  #connecting: AbortController | undefined
  #isUp = false
  #retryNow: () => void = () => undefined

  constructor(open: Open) {
    this.#open = open
    document.addEventListener('visibilitychange', () => this.#consider())
    addEventListener('online', () => this.#retryNow())
  }

  get isUp() {
    return this.#isUp
  }

  /** Without a topic everything is heard. */
  listen(topic: string | null, listener: Listener<E>): () => void {
    this.#listeners.set(listener, topic)
    this.#consider()
    return () => {
      this.#listeners.delete(listener)
      queueMicrotask(() => this.#consider()) // from page to page the last one leaves before the next one comes
    }
  }

  /** Someone else is signed in, or nobody: what was opened in another's name must not be heard. */
  renew() {
    this.#connecting?.abort()
    this.#connecting = undefined
    this.#rise(false)
    this.#consider()
  }

  #consider() {
    const isWanted = this.#listeners.size > 0 && document.visibilityState === 'visible'
    if (isWanted && !this.#connecting) {
      this.#connecting = new AbortController()
      void this.#stayConnected(this.#connecting.signal)
    } else if (!isWanted && this.#connecting) this.renew()
  }

  async #stayConnected(left: AbortSignal) {
    for (let failures = 0; !left.aborted; failures++) {
      try {
        await this.#hear(left, () => {
          failures = 0
        })
      } catch (error) {
        // The server has spoken, and would say the same again: those who listen go on by asking.
        if (error instanceof Problem && error.status < 500) return
      }
      if (left.aborted) return
      this.#rise(false)
      await this.#pause(Math.min(slowestRetryMs, 1000 * 2 ** failures) * (0.5 + Math.random() / 2), left)
    }
  }

  /** One connection, to its end. It ends with the token that opened it, among other reasons. */
  async #hear(left: AbortSignal, onTalk: () => void) {
    const silent = new AbortController()
    let watchdog = setTimeout(() => silent.abort(), silenceMs)
    try {
      const stream = await this.#open(AbortSignal.any([left, silent.signal]))
      const lines = stream.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).pipeThrough(byLine())
      for (const reader = lines.getReader(); ; ) {
        const { done, value: line } = await reader.read()
        if (done || left.aborted) return
        clearTimeout(watchdog)
        watchdog = setTimeout(() => silent.abort(), silenceMs)
        // Its first words are a greeting; a server that only greets and hangs up is one that fails.
        if (this.#isUp) onTalk()
        else this.#rise(true)
        if (line.startsWith('data: ')) this.#tell(JSON.parse(line.slice('data: '.length)) as E)
      }
    } finally {
      clearTimeout(watchdog)
    }
  }

  #tell(event: E) {
    for (const [listener, topic] of this.#listeners) if (topic === null || ('topic' in event && topic === event.topic)) listener(event)
  }

  #rise(isUp: boolean) {
    if (this.#isUp === isUp) return
    this.#isUp = isUp
    if (isUp) for (const listener of this.#listeners.keys()) listener(null)
  }

  #pause(ms: number, left: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer)
        left.removeEventListener('abort', end)
        resolve()
      }
      const timer = setTimeout(end, ms)
      left.addEventListener('abort', end)
      this.#retryNow = end
    })
  }
}

/** Lines, however the network cut them. */
function byLine(): TransformStream<string, string> {
  let begun = ''
  return new TransformStream({
    transform(chunk, out) {
      const lines = (begun + chunk).split('\n')
      begun = lines.pop() ?? ''
      for (const line of lines) if (line) out.enqueue(line)
    },
  })
}

const live = new LiveChannel((signal) => openStream(platformCalls.listen, {}, signal))
identity.onChange(() => live.renew())

/** At most one reading per second, however fast events come, and one after the last of them. */
const readingGapMs = 1000
/** How often to ask while the channel is down. */
const askingGapMs = 5000

/**
 * Reads something again when the channel speaks of it. While the channel is down and `isUnderWay` (something is expected to change), it is read
 * from time to time instead.
 */
export function useLive(
  topic: string,
  read: () => Promise<unknown>,
  { isUnderWay, concerns = () => true }: { isUnderWay: boolean; concerns?: (event: LiveEvent) => boolean },
  channel = live,
) {
  const readNow = useEffectEvent(read)
  const isConcerned = useEffectEvent(concerns)
  const mustAsk = useEffectEvent(() => isUnderWay && !channel.isUp && document.visibilityState === 'visible')
  useEffect(() => {
    const reading = oneAtATime(() => readNow())
    const leave = channel.listen(topic, (event) => {
      if (event === null || isConcerned(event)) reading.ask()
    })
    const timer = setInterval(() => {
      if (mustAsk()) reading.ask()
    }, askingGapMs)
    return () => {
      leave()
      reading.stop()
      clearInterval(timer)
    }
  }, [channel, topic])
}

/** Hears what is told itself: for progress, which is nowhere to be read again. */
export function useHeard(topic: string, hear: (event: LiveEvent) => void, channel = live) {
  const hearNow = useEffectEvent(hear)
  useEffect(
    () =>
      channel.listen(topic, (event) => {
        if (event) hearNow(event)
      }),
    [channel, topic],
  )
}

function oneAtATime(work: () => Promise<unknown>) {
  let state: 'free' | 'busy' | 'asked again' | 'stopped' = 'free'
  let timer: ReturnType<typeof setTimeout> | undefined
  async function ask() {
    if (state === 'busy') state = 'asked again'
    if (state !== 'free') return
    state = 'busy'
    await work().catch(() => undefined) // whoever shows it tells what went wrong
    timer = setTimeout(() => {
      const again = state === 'asked again'
      if (state !== 'stopped') state = 'free'
      if (again) void ask()
    }, readingGapMs)
  }
  return {
    ask: () => void ask(),
    stop() {
      state = 'stopped'
      clearTimeout(timer)
    },
  }
}
