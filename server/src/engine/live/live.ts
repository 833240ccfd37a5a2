// The live channel: `publish(company, text)` on one process reaches everyone who listens to the company on any process.
import type { LiveChannel, LiveEvent } from '@bordee/core/call.ts'
import pg from 'pg'
import type { Tx } from '../db/db.ts'

const channel = 'live'
const tickMs = 150
/** PostgreSQL refuses a longer NOTIFY. */
const maxPayload = 7900

/** One line that fits into one NOTIFY: anything else is a mistake of the caller's, told before his transaction commits. */
export function liveText(event: object): string {
  const text = JSON.stringify(event)
  if (Buffer.byteLength(text) > maxPayload - 100) throw new Error(`a live event of ${text.length} characters does not fit`)
  return text
}

/** The same from inside a transaction of a job's: PostgreSQL delivers it when that commits. Not waited for: if it fails, so does the transaction. */
export function publishOnCommit(tx: Tx, companyId: string, event: object, on?: LiveChannel): void {
  const text = liveText(event)
  tx.sql`select pg_notify(${channel}, ${`${roomOf(companyId, on)}\n${text}`})`.catch(() => undefined) // unheard, it would end the process
}

/** Those who listen together: everyone of a company, or to one of its channels. */
const roomOf = (companyId: string, on?: LiveChannel) => (on ? `${companyId}/${on}` : companyId)

/** Hears all that is told in one moment at once. */
type Listener = (texts: readonly string[]) => void

/** One write-free NOTIFY per company and tick: inside writing transactions it would serialise their commits. */
export class Live {
  readonly #url: string
  readonly #rooms = new Map<string, Set<Listener>>()
  /** By room, then by key: what is told once each has one of its own. */
  readonly #waiting = new Map<string, Map<string | symbol, string>>()
  #client: pg.Client | undefined
  #timer: NodeJS.Timeout | undefined
  #closed = false
  #sending: Promise<unknown> = Promise.resolve()

  constructor(url: string) {
    this.#url = url
  }

  async start() {
    await this.#connect()
  }

  async stop() {
    this.#closed = true
    clearTimeout(this.#timer)
    await this.#client?.end().catch(() => undefined)
  }

  publish(companyId: string, event: LiveEvent): void {
    this.#tellSoon(roomOf(companyId), Symbol(), event)
  }

  /** Of those with one key the last of a tick is told. */
  publishLatest(companyId: string, on: LiveChannel, key: string, event: object): void {
    this.#tellSoon(roomOf(companyId, on), key, event)
  }

  /** How many listen here, of all companies. */
  get listeners(): number {
    return [...this.#rooms.values()].reduce((sum, room) => sum + room.size, 0)
  }

  subscribe(companyId: string, listener: Listener, on?: LiveChannel): () => void {
    const name = roomOf(companyId, on)
    const room = this.#rooms.get(name) ?? new Set()
    this.#rooms.set(name, room.add(listener))
    return () => {
      room.delete(listener)
      if (room.size === 0 && this.#rooms.get(name) === room) this.#rooms.delete(name)
    }
  }

  #tellSoon(room: string, key: string | symbol, event: object) {
    const text = liveText(event)
    const texts = this.#waiting.get(room) ?? new Map<string | symbol, string>()
    this.#waiting.set(room, texts.set(key, text))
    this.#timer ??= setTimeout(() => this.#flush(), tickMs)
  }

  /** One after the other: what is published first is heard first. */
  #flush() {
    this.#timer = undefined
    const payloads = [...this.#waiting].flatMap(([room, texts]) => packed(room, [...texts.values()]))
    this.#waiting.clear()
    this.#sending = this.#sending.then(async () => {
      await this.#client?.query('select pg_notify($1, payload) from unnest($2::text[]) payload', [channel, payloads])
    })
    this.#sending = this.#sending.catch((error: Error) => console.error('Direct :', error.message))
  }

  #deliver(payload: string) {
    const [room = '', ...texts] = payload.split('\n')
    for (const listener of this.#rooms.get(room) ?? []) listener(texts)
  }

  /** Comes back by itself after PostgreSQL was away; what was published meanwhile is gone, as for anyone who was not listening. */
  async #connect() {
    const client = new pg.Client({ connectionString: this.#url, application_name: 'live' })
    client.on('error', () => undefined) // `end` follows
    client.on('notification', ({ payload }) => this.#deliver(payload ?? ''))
    await client.connect()
    await client.query(`listen ${channel}`)
    client.once('end', () => this.#reconnect())
    this.#client = client
  }

  #reconnect() {
    if (this.#closed) return
    setTimeout(() => void this.#connect().catch(() => this.#reconnect()), 500).unref()
  }
}

/** Texts of one room, put together into as few payloads as the limit allows: the room, then one text a line. */
function packed(room: string, texts: readonly string[]): string[] {
  const payloads: string[] = []
  let payload = room
  for (const text of texts) {
    if (Buffer.byteLength(payload) + Buffer.byteLength(text) + 1 > maxPayload) {
      payloads.push(payload)
      payload = room
    }
    payload += `\n${text}`
  }
  return [...payloads, payload]
}
