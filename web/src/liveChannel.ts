// A connection on which the server reports changes, shared by everything that listens in a tab.
import { Problem } from '@bordee/core/problem.ts'
import { useEffect, useEffectEvent } from 'react'
import { heard, unheard } from './contact.ts'

/** `{"topic":"…",…}`, as the server publishes it. */
export interface LiveEvent {
  topic: string
  [fact: string]: unknown
}

/** `null` means that the channel has just opened: events may have been missed before it. */
type Listener<E> = (event: E | null) => void
type Open = (signal: AbortSignal) => Promise<ReadableStream<Uint8Array>>

/** The server sends something at least every 25 seconds. A connection that stays silent longer is dead. */
const silenceMs = 60_000
const slowestRetryMs = 30_000

/** Connected only while someone listens and the tab is visible: over HTTP/1 a site's tabs share six connections. */
export class LiveChannel<E extends object = LiveEvent> {
  readonly #open: Open
  readonly #listeners = new Map<Listener<E>, string | null>()
  #connecting: AbortController | undefined
  #isUp = false
  #retryNow: () => void = () => undefined

  constructor(open: Open) {
    this.#open = open
    document.addEventListener('visibilitychange', () => this.#connectIfWanted())
    addEventListener('online', () => this.#retryNow())
  }

  get isUp() {
    return this.#isUp
  }

  /** A null topic hears every event. */
  listen(topic: string | null, listener: Listener<E>): () => void {
    this.#listeners.set(listener, topic)
    this.#connectIfWanted()
    return () => {
      this.#listeners.delete(listener)
      queueMicrotask(() => this.#connectIfWanted()) // wait: on a page change the last listener leaves before the next one arrives
    }
  }

  /** Drops the connection of the previous user, after another user signs in or this one signs out. */
  renew() {
    this.#connecting?.abort()
    this.#connecting = undefined
    this.#setUp(false)
    this.#connectIfWanted()
  }

  #connectIfWanted() {
    const isWanted = this.#listeners.size > 0 && document.visibilityState === 'visible'
    if (isWanted && !this.#connecting) {
      this.#connecting = new AbortController()
      void this.#stayConnected(this.#connecting.signal)
    } else if (!isWanted && this.#connecting) this.renew()
  }

  async #stayConnected(left: AbortSignal) {
    for (let failures = 0; !left.aborted; failures++) {
      try {
        await this.#readStream(left, () => {
          failures = 0
        })
      } catch (error) {
        // A refusal would be repeated: stop here, and let the listeners poll.
        if (error instanceof Problem && error.status < 500) return
      }
      if (left.aborted) return
      this.#setUp(false)
      await this.#pause(Math.min(slowestRetryMs, 1000 * 2 ** failures) * (0.5 + Math.random() / 2), left)
    }
  }

  /** Reads one connection until it closes, for instance because its token expires. */
  async #readStream(left: AbortSignal, onTalk: () => void) {
    const silent = new AbortController()
    const hangUp = () => {
      unheard()
      silent.abort()
    }
    let watchdog = setTimeout(hangUp, silenceMs)
    try {
      const stream = await this.#open(AbortSignal.any([left, silent.signal]))
      const lines = stream.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).pipeThrough(byLine())
      for (const reader = lines.getReader(); ; ) {
        const { done, value: line } = await reader.read()
        if (done || left.aborted) return
        clearTimeout(watchdog)
        watchdog = setTimeout(hangUp, silenceMs)
        heard()
        // The first line is only a greeting: a server that greets and then hangs up still counts as a failure.
        if (this.#isUp) onTalk()
        else this.#setUp(true)
        if (line.startsWith('data: ')) this.#dispatch(JSON.parse(line.slice('data: '.length)) as E)
      }
    } finally {
      clearTimeout(watchdog)
    }
  }

  #dispatch(event: E) {
    for (const [listener, topic] of this.#listeners) if (topic === null || ('topic' in event && topic === event.topic)) listener(event)
  }

  #setUp(isUp: boolean) {
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

/** Splits the stream into lines, wherever the network cut it. */
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

/** At least this long between two reads, however fast events arrive. The last event is always followed by a read. */
const readingGapMs = 1000
/** Polling interval while the channel is down. */
const askingGapMs = 5000

export interface Reading {
  /** A change is expected: polls while the channel is down. */
  isUnderWay: boolean
  concerns?: (event: LiveEvent) => boolean
  gapMs?: number
}

/** Reads something again when the channel reports a change, and whenever it opens. */
export function useChannel(
  channel: LiveChannel,
  topic: string | null,
  read: () => Promise<unknown>,
  { isUnderWay, concerns = () => true, gapMs = readingGapMs }: Reading,
) {
  const readNow = useEffectEvent(read)
  const isConcerned = useEffectEvent(concerns)
  const mustAsk = useEffectEvent(() => isUnderWay && !channel.isUp && document.visibilityState === 'visible')
  useEffect(() => {
    const reading = oneAtATime(() => readNow(), gapMs)
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
  }, [channel, topic, gapMs])
}

export function useChannelEvents(channel: LiveChannel, topic: string, onEvent: (event: LiveEvent) => void) {
  const onEventNow = useEffectEvent(onEvent)
  useEffect(
    () =>
      channel.listen(topic, (event) => {
        if (event) onEventNow(event)
      }),
    [channel, topic],
  )
}

function oneAtATime(work: () => Promise<unknown>, gapMs: number) {
  let state: 'free' | 'busy' | 'asked again' | 'stopped' = 'free'
  let timer: ReturnType<typeof setTimeout> | undefined
  async function ask() {
    if (state === 'busy') state = 'asked again'
    if (state !== 'free') return
    state = 'busy'
    await work().catch(() => undefined) // the component that shows the data reports the failure
    timer = setTimeout(() => {
      const again = state === 'asked again'
      if (state !== 'stopped') state = 'free'
      if (again) void ask()
    }, gapMs)
  }
  return {
    ask: () => void ask(),
    stop() {
      state = 'stopped'
      clearTimeout(timer)
    },
  }
}
