import type { Subscription } from '@bordee/core/call.ts'
import type { FastifyReply } from 'fastify'
import type { Live } from './live.ts'

/** A reader that slow is cut off rather than given the server's memory; he comes back by himself. */
const maxWaiting = 1 << 20

/** Server-sent events, read by `fetch` (which can carry the token). */
export class Streams {
  readonly #live: Live
  readonly #heartbeatMs: number
  readonly #open = new Set<() => void>()

  constructor(live: Live, heartbeatMs = 25_000) {
    this.#live = live
    this.#heartbeatMs = heartbeatMs
  }

  /** An open stream would keep the server from closing: they end first. */
  endAll() {
    for (const end of this.#open) end()
  }

  /** Ends by itself once `alive` says that the reader may listen no more. */
  open({ companyId, topics }: Subscription, reply: FastifyReply, alive: () => Promise<boolean>) {
    const stream = reply.raw
    reply.hijack()
    if (stream.destroyed) return // hung up while we looked who it is
    stream.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' })
    const say = (text: string) => {
      if (stream.writableEnded || stream.destroyed) return
      if (stream.writableLength > maxWaiting) stream.destroy()
      else stream.write(text)
    }
    const leave = this.#live.subscribe(companyId, (text) => {
      if (!topics || topics.includes(topicOf(text))) say(`data: ${text}\n\n`)
    })
    const beat = setInterval(() => {
      say(': \n\n')
      alive().then(
        (yes) => yes || end(),
        () => undefined, // PostgreSQL is away for a moment: ask again at the next beat
      )
    }, this.#heartbeatMs)
    const end = () => {
      clearInterval(beat)
      leave()
      this.#open.delete(end)
      if (stream.writableLength > 0) stream.destroy()
      else stream.end()
    }
    this.#open.add(end)
    stream.on('error', () => undefined) // `close` follows
    stream.on('close', end)
    say(': ok\n\n')
  }
}

/** `{"topic":"…",…}` by convention; anything else has none. */
function topicOf(text: string): string {
  return /^\{"topic":"([^"]*)"/.exec(text)?.[1] ?? ''
}
