// The gate, before any work is done for a request: each account, tracker and address of visitors has few requests inside
// at a time, and its other ones wait in its own line (docs/decisions/0055-floods.md).
import type { EventEmitter } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { CallRow } from '@bordee/core/call.ts'
import { Recent } from '../recent.ts'
import { addressOf } from './addresses.ts'
import { FairQueue } from './fair-queue.ts'

/** Requests of one line that are worked on at a time: as many as a browser makes. */
const inside = 6
/**
 * One request after the other never has to wait. Once a line has spent `burstMs` more than that, its places stay empty
 * after each request, for `rest` times what it took, which leaves it less than half a core.
 */
const burstMs = 5000
const rest = 11
const restMs = { least: 25, most: 1000 }
/** Requests that may wait: of one line to the API, of one line in all (an office that loads a new release), and of all lines. */
const maxWaiting = { calls: 100, all: 600, together: 3000 }
/** A refusal waits too: hundreds of connections that never pause would keep the process busy with refusals. */
const refusalMs = 1000

/** Requests of one line, let in, whose body is still on its way. */
const slowSenders = 20

type Handle = (request: IncomingMessage, response: ServerResponse) => void

interface Settings {
  trustProxy: number
  /** Open connections of one address. Behind a proxy all have the proxy's, and it is the one to limit them. */
  connections?: number
  /** Milliseconds in which a body comes, or its sender gives the place up. */
  slowMs?: number
  /** Called for each request that is turned away. */
  refused: () => void
}

export class Gate {
  readonly #queue = new FairQueue(Number.POSITIVE_INFINITY, { maxWaiting: maxWaiting.together, perKey: inside })
  /** The line of a token or key that was found valid: people in one office, and trackers of one carrier, share an address. */
  readonly #lines = new Recent<string, string>(20_000)
  /** Milliseconds of work beyond one request at a time, and when they were counted. */
  readonly #spent = new Recent<string, { ms: number; at: number }>(20_000)
  readonly #sockets = new Map<string, number>()
  readonly #slow = new Map<string, number>()
  /** By path, the query parameters that may hold the caller's key. */
  readonly #keyNames: ReadonlyMap<string, readonly string[]>
  readonly #trustProxy: number
  readonly #connections: number
  readonly #slowMs: number
  readonly #refused: () => void

  constructor(rows: readonly CallRow[], { trustProxy, refused, connections = 1000, slowMs = 2000 }: Settings) {
    this.#keyNames = new Map(rows.filter(({ keyIn }) => keyIn.length > 0).map(({ path, keyIn }) => [`/api${path}`, keyIn]))
    this.#trustProxy = trustProxy
    this.#connections = connections
    this.#slowMs = slowMs
    this.#refused = refused
  }

  /** The request's token or key is valid, or it is given a new `token`: requests with it wait in `line` instead of their address's. */
  know(request: IncomingMessage, line: string, token?: string) {
    const credential = token ? `Bearer ${token}` : this.#credentialOf(request)
    if (credential) this.#lines.set(credential, line)
  }

  /** Lets `handle` see only the requests whose turn has come; the others get `refuse`d. */
  guard(handle: Handle, refuse: Handle): Handle {
    return (request, response) => {
      const line = this.#lineOf(request)
      const most = request.url?.startsWith('/api/') ? maxWaiting.calls : maxWaiting.all
      if (this.#queue.waiting(line) >= most) return this.#refuse(request, response, refuse)
      this.#queue.enter(line).then(
        (leave) => this.#admit(line, leave, request, response, handle),
        () => this.#refuse(request, response, refuse),
      )
    }
  }

  /** Counts an address's connections, and cuts those beyond its share with `refuse`. */
  count(socket: Socket, refuse: (socket: Socket) => void) {
    if (this.#trustProxy > 0) return
    const address = addressOf({ ip: socket.remoteAddress ?? '' })
    if (countUntilClosed(this.#sockets, address, socket) > this.#connections) refuse(socket)
  }

  /** No request is worked on. */
  get isIdle(): boolean {
    return this.#queue.isEmpty
  }

  /** What visitors are counted by. */
  addressOf(request: IncomingMessage): string {
    return addressOf({ ip: this.#callerOf(request) })
  }

  #lineOf(request: IncomingMessage): string {
    const credential = this.#credentialOf(request)
    return (credential && this.#lines.get(credential)) || this.addressOf(request)
  }

  /** Nobody has looked yet whether it is valid. */
  #credentialOf({ headers, url = '' }: IncomingMessage): string | undefined {
    if (headers.authorization) return headers.authorization
    const [path = '', query] = url.split('?', 2)
    const names = query ? this.#keyNames.get(path) : undefined
    if (!names) return undefined
    const params = new URLSearchParams(query)
    return names.map((name) => params.get(name)).find((key) => key !== null) ?? undefined
  }

  /** The address that the nearest proxy we trust has seen. */
  #callerOf({ socket, headers }: IncomingMessage): string {
    const forwarded = this.#trustProxy > 0 ? String(headers['x-forwarded-for'] ?? '').split(',') : []
    const hops = [
      socket.remoteAddress ?? '',
      ...forwarded
        .map((hop) => hop.trim())
        .filter(Boolean)
        .reverse(),
    ]
    return hops[Math.min(this.#trustProxy, hops.length - 1)] ?? ''
  }

  /** The place is free as soon as the answer begins, and while the body doesn't come: slow readers and senders take no work. */
  #admit(line: string, leave: () => void, request: IncomingMessage, response: ServerResponse, handle: Handle) {
    if (response.destroyed) return leave() // hung up while waiting
    const begun = performance.now()
    let isInside = true
    const leaveSoon = () => {
      clearTimeout(slow)
      if (isInside) setImmediate(() => this.#free(line, leave, begun))
      isInside = false
    }
    const slow = setTimeout(() => {
      if (request.complete) return
      isInside = false
      leave()
      if (countUntilClosed(this.#slow, line, response) > slowSenders) request.destroy()
    }, this.#slowMs)
    const writeHead = response.writeHead.bind(response) as (...args: unknown[]) => ServerResponse
    response.writeHead = ((...args: unknown[]) => {
      leaveSoon()
      return writeHead(...args)
    }) as typeof response.writeHead
    response.once('close', leaveSoon)
    handle(request, response)
  }

  /**
   * Called by `setImmediate`, after pending I/O was processed: a line of requests that are answered at once would otherwise
   * run to its end before anyone else is read. The rest ends with `setImmediate` too, because timers that are due also run
   * one after another.
   */
  #free(line: string, leave: () => void, begun: number) {
    const took = performance.now() - begun
    if (this.#spends(line, took)) setTimeout(() => setImmediate(leave), Math.min(restMs.most, Math.max(restMs.least, rest * took)))
    else leave()
  }

  /** Notes the milliseconds of a request; true if the line has used up what it had saved. */
  #spends(line: string, took: number): boolean {
    const now = performance.now()
    const last = this.#spent.get(line)
    const spent = Math.max(0, (last?.ms ?? 0) - (now - (last?.at ?? now))) + took
    this.#spent.set(line, { ms: spent, at: now })
    return spent > burstMs
  }

  #refuse(request: IncomingMessage, response: ServerResponse, refuse: Handle) {
    this.#refused()
    setTimeout(() => response.destroyed || refuse(request, response), refusalMs)
  }
}

/** Counts one more under `key` until it closes; returns how many there are. */
function countUntilClosed(counts: Map<string, number>, key: string, one: EventEmitter): number {
  const open = (counts.get(key) ?? 0) + 1
  counts.set(key, open)
  one.once('close', () => {
    const others = (counts.get(key) ?? 1) - 1
    if (others > 0) counts.set(key, others)
    else counts.delete(key)
  })
  return open
}
