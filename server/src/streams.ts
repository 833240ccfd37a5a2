import type { Subscription } from '@bordee/core/call.ts'
import type { FastifyReply } from 'fastify'
import type { Live } from './live.ts'

const heartbeatMs = 25_000
/** A reader that slow gets fewer events rather than the server's memory. */
const maxWaiting = 1 << 20

/** Server-sent events, read by `fetch` (which can carry the token). */
export class Streams {
  readonly #live: Live
  readonly #open = new Set<FastifyReply['raw']>()

  constructor(live: Live) {
    this.#live = live
  }

  /** An open stream would keep the server from closing: they end first. */
  endAll() {
    for (const stream of this.#open) stream.end()
  }

  /** Ends by itself once `alive` says that the reader may listen no more. */
  open({ companyId, topics }: Subscription, reply: FastifyReply, alive: () => Promise<boolean>) {
    const stream = reply.raw
    reply.hijack()
    stream.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' })
    stream.write(': ok\n\n')
    this.#open.add(stream)
    const leave = this.#live.subscribe(companyId, (text) => {
      if (stream.writableLength < maxWaiting && (!topics || topics.includes(topicOf(text)))) stream.write(`data: ${text}\n\n`)
    })
    const beat = setInterval(() => {
      stream.write(': \n\n')
      alive().then(
        (yes) => yes || stream.end(),
        () => undefined, // PostgreSQL is away for a moment: ask again at the next beat
      )
    }, heartbeatMs)
    stream.on('close', () => {
      clearInterval(beat)
      leave()
      this.#open.delete(stream)
    })
  }
}

/** `{"topic":"…",…}` by convention; anything else has none. */
function topicOf(text: string): string {
  return /^\{"topic":"([^"]*)"/.exec(text)?.[1] ?? ''
}
