// The live channel: `publish(company, text)` on one process reaches all of the company's listeners on every process.
import type { LiveChannel, LiveEvent } from '@bordee/core/call.ts'
import pg from 'pg'
import type { Tx } from '../db/db.ts'

const channel = 'live'
const tickMs = 150
/** PostgreSQL's limit on a NOTIFY. */
const maxPayload = 7900

/** One line that fits into a NOTIFY. A longer one is a bug: it throws before the transaction commits. */
export function liveText(event: object): string {
  const text = JSON.stringify(event)
  if (Buffer.byteLength(text) > maxPayload - 100) throw new Error(`A live event of ${text.length} characters does not fit`)
  return text
}

/** Same, inside a job's transaction: sent when it commits. Not awaited: if it fails, so does the transaction. */
export function publishOnCommit(tx: Tx, companyId: string, event: object, on?: LiveChannel): void {
  const text = liveText(event)
  // Unhandled, a rejection would end the process.
  tx.sql`select pg_notify(${channel}, ${`${roomOf(companyId, on)}\n${text}`})`.catch(() => undefined)
}

/** A group of listeners: everyone of a company, or of one of its channels. */
const roomOf = (companyId: string, on?: LiveChannel | typeof standing) => (on ? `${companyId}/${on}` : companyId)

/** Where PostgreSQL itself announces that an account or a company may no longer be what it was (migration 0060). */
const standing = 'standing'

/** Gets all texts of one tick together. */
type Listener = (texts: readonly string[]) => void

/** Sends one NOTIFY per company and tick, outside any writing transaction: inside, it would serialize their commits. */
export class Live {
  readonly #url: string
  readonly #rooms = new Map<string, Set<Listener>>()
  /** By room, then by key: events without a key get a unique one. */
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

  /** Of events with the same key, only the last of a tick is sent. */
  publishLatest(companyId: string, on: LiveChannel, key: string, event: object): void {
    this.#tellSoon(roomOf(companyId, on), key, event)
  }

  /** Number of listeners on this process, for all companies. */
  get listeners(): number {
    return [...this.#rooms].reduce((sum, [name, room]) => (name.endsWith(`/${standing}`) ? sum : sum + room.size), 0)
  }

  subscribe(companyId: string, listener: Listener, on?: LiveChannel): () => void {
    return this.#enter(roomOf(companyId, on), listener)
  }

  /** Calls `check` whenever something about the account or the company may keep it from listening on. */
  watchStanding(ids: readonly string[], check: () => void): () => void {
    const leave = ids.map((id) => this.#enter(roomOf(id, standing), check))
    return () => {
      for (const one of leave) one()
    }
  }

  #enter(name: string, listener: Listener): () => void {
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

  /** Sends in sequence, so that events arrive in the order they were published. */
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

  /** Reconnects after PostgreSQL was away; events published meanwhile are lost, as for anyone who wasn't listening. */
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

/** Packs the texts of a room into as few payloads as the limit allows: the room, then one text per line. */
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
