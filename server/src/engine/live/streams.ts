import type { OutgoingHttpHeaders } from 'node:http'
import type { LiveEvent, Subscription } from '@bordee/core/call.ts'
import { Problem } from '@bordee/core/problem.ts'
import type { FastifyReply } from 'fastify'
import type { Live } from './live.ts'

/** A reader this slow is disconnected rather than buffered; it reconnects automatically. */
const maxWaiting = 1 << 20

/** Tabs of one person that may listen at the same time: each holds a socket, and is checked at every heartbeat. */
const maxPerAccount = 20

/** Server-sent events, read with `fetch` because it can send the token. */
export class Streams {
  readonly #live: Live
  readonly #heartbeatMs: number
  readonly #open = new Set<() => void>()
  readonly #perAccount = new Map<string, number>()

  constructor(live: Live, heartbeatMs = 25_000) {
    this.#live = live
    this.#heartbeatMs = heartbeatMs
  }

  /** An open stream would keep the server from closing, so they end first. */
  endAll() {
    for (const end of this.#open) end()
  }

  /** The stream ends once `renew` says that the reader may no longer listen. */
  open(subscription: Subscription, accountId: string, reply: FastifyReply, renew: () => Promise<Subscription | null>) {
    const stream = reply.raw
    let filter = subscription.filter
    if ((this.#perAccount.get(accountId) ?? 0) >= maxPerAccount) throw tooManyStreams()
    reply.hijack()
    if (stream.destroyed) return // hung up during authentication
    this.#count(accountId, 1)
    stream.writeHead(200, {
      ...reply.getHeaders(),
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      connection: 'close', // keep-alive would keep the server from closing
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
      const heard = texts.filter((text) => !filter || filter(JSON.parse(text) as LiveEvent))
      if (heard.length > 0) say(heard.map((text) => `${name}data: ${text}\n\n`).join('')) // one packet per write
    }
    const leave = this.#live.subscribe(companyId, tell, channel?.name)
    const check = () =>
      void renew().then(
        (renewed) => {
          if (renewed) filter = renewed.filter
          else end()
        },
        () => undefined, // PostgreSQL is briefly away: try again at the next beat
      )
    const unwatch = this.#live.watchStanding([accountId, companyId], check)
    const beat = setInterval(() => {
      say(': \n\n')
      check()
    }, this.#heartbeatMs)
    const end = () => {
      if (!this.#open.delete(end)) return
      clearInterval(beat)
      leave()
      unwatch()
      this.#count(accountId, -1)
      if (stream.writableLength > 0) stream.destroy()
      else stream.end()
    }
    this.#open.add(end)
    stream.on('error', () => undefined) // `close` follows
    stream.on('close', end)
    say(': ok\n\n')
    // Events that arrive while `first` is read are sent after it, so that none is missed.
    first?.().then(
      (events) => {
        const after = held ?? []
        held = null
        tell([...events.map((event) => JSON.stringify(event)), ...after])
      },
      () => end(), // the reader reconnects automatically
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
