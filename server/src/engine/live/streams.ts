import type { OutgoingHttpHeaders } from 'node:http'
import type { LiveEvent, Subscription } from '@bordee/core/call.ts'
import { Problem } from '@bordee/core/problem.ts'
import type { FastifyReply } from 'fastify'
import type { Live } from './live.ts'

/** A reader that slow is cut off rather than given the server's memory; he comes back by himself. */
const maxWaiting = 1 << 20

/** Tabs of one person that listen at the same time: each holds a socket, and is looked at every heartbeat. */
const maxPerAccount = 20

/** Server-sent events, read by `fetch` (which can carry the token). */
export class Streams {
  readonly #live: Live
  readonly #heartbeatMs: number
  readonly #open = new Set<() => void>()
  readonly #perAccount = new Map<string, number>()

  constructor(live: Live, heartbeatMs = 25_000) {
    this.#live = live
    this.#heartbeatMs = heartbeatMs
  }

  /** An open stream would keep the server from closing: they end first. */
  endAll() {
    for (const end of this.#open) end()
  }

  /** Ends by itself once `renew` says that the reader may listen no more. */
  open(subscription: Subscription, accountId: string, reply: FastifyReply, renew: () => Promise<Subscription | null>) {
    const stream = reply.raw
    let hears = subscription.hears
    if ((this.#perAccount.get(accountId) ?? 0) >= maxPerAccount) throw tooManyStreams()
    reply.hijack()
    if (stream.destroyed) return // hung up while we looked who it is
    this.#count(accountId, 1)
    stream.writeHead(200, {
      ...reply.getHeaders(),
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      connection: 'close', // kept for another request, it would keep the server from closing
    } as OutgoingHttpHeaders)
    const say = (text: string) => {
      if (stream.writableEnded || stream.destroyed) return
      if (stream.writableLength > maxWaiting) stream.destroy()
      else stream.write(text)
    }
    const { companyId, channel, first } = subscription
    const name = channel ? `event: ${channel.event}\n` : ''
    let held: string[] | null = first ? [] : null
    const tell = (texts: readonly string[]) => {
      if (held) return void held.push(...texts)
      const heard = texts.filter((text) => !hears || hears(JSON.parse(text) as LiveEvent))
      if (heard.length > 0) say(heard.map((text) => `${name}data: ${text}\n\n`).join('')) // each write is a packet
    }
    const leave = this.#live.subscribe(companyId, tell, channel?.name)
    const beat = setInterval(() => {
      say(': \n\n')
      renew().then(
        (renewed) => {
          if (renewed) hears = renewed.hears
          else end()
        },
        () => undefined, // PostgreSQL is away for a moment: ask again at the next beat
      )
    }, this.#heartbeatMs)
    const end = () => {
      if (!this.#open.delete(end)) return
      clearInterval(beat)
      leave()
      this.#count(accountId, -1)
      if (stream.writableLength > 0) stream.destroy()
      else stream.end()
    }
    this.#open.add(end)
    stream.on('error', () => undefined) // `close` follows
    stream.on('close', end)
    say(': ok\n\n')
    // Whatever comes while it is read is told after it: nothing is missed between the two.
    first?.().then(
      (events) => {
        const after = held ?? []
        held = null
        tell([...events.map((event) => JSON.stringify(event)), ...after])
      },
      () => end(), // he comes back by himself
    )
  }

  #count(accountId: string, change: 1 | -1) {
    const count = (this.#perAccount.get(accountId) ?? 0) + change
    if (count > 0) this.#perAccount.set(accountId, count)
    else this.#perAccount.delete(accountId)
  }
}

const tooManyStreams = () =>
  new Problem(429, 'Trop d’onglets suivent la compagnie en direct. Fermez-en quelques-uns.', { code: 'too-many-requests', retryAfter: 30 })
