// The live channel: `publish(company, text)` on one process reaches everyone who listens to the company on any process.
import type { LiveEvent } from '@bordee/core/call.ts'
import pg from 'pg'
import type { Tx } from './db.ts'

const channel = 'live'
const tickMs = 150
/** PostgreSQL refuses a longer NOTIFY. */
const maxPayload = 7900

/** One line that fits into one NOTIFY: anything else is a mistake of the caller's, told before his transaction commits. */
export function liveText(event: LiveEvent): string {
  const text = JSON.stringify(event)
  if (Buffer.byteLength(text) > maxPayload - 100) throw new Error(`a live event of ${text.length} characters does not fit`)
  return text
}

/** The same from inside a transaction of a job's: PostgreSQL delivers it when that commits. */
export async function publishOnCommit(tx: Tx, companyId: string, event: LiveEvent) {
  await tx.sql`select pg_notify(${channel}, ${`${companyId}\n${liveText(event)}`})`
}

type Listener = (text: string) => void

/** One write-free NOTIFY per company and tick: inside writing transactions it would serialise their commits. */
export class Live {
  readonly #url: string
  readonly #rooms = new Map<string, Set<Listener>>()
  readonly #waiting = new Map<string, string[]>()
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
    const text = liveText(event)
    const texts = this.#waiting.get(companyId)
    if (texts) texts.push(text)
    else this.#waiting.set(companyId, [text])
    this.#timer ??= setTimeout(() => this.#flush(), tickMs)
  }

  subscribe(companyId: string, listener: Listener): () => void {
    const room = this.#rooms.get(companyId) ?? new Set()
    this.#rooms.set(companyId, room.add(listener))
    return () => {
      room.delete(listener)
      if (room.size === 0 && this.#rooms.get(companyId) === room) this.#rooms.delete(companyId)
    }
  }

  /** One after the other: what is published first is heard first. */
  #flush() {
    this.#timer = undefined
    const payloads = [...this.#waiting].flatMap(([companyId, texts]) => packed(companyId, texts))
    this.#waiting.clear()
    this.#sending = this.#sending.then(async () => {
      for (const payload of payloads) await this.#client?.query('select pg_notify($1, $2)', [channel, payload])
    })
    this.#sending = this.#sending.catch((error: Error) => console.error('Direct :', error.message))
  }

  #deliver(payload: string) {
    const [companyId = '', ...texts] = payload.split('\n')
    for (const listener of this.#rooms.get(companyId) ?? []) for (const text of texts) listener(text)
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

/** Texts of one company, put together into as few payloads as the limit allows: the company, then one text a line. */
function packed(companyId: string, texts: readonly string[]): string[] {
  const payloads: string[] = []
  let payload = companyId
  for (const text of texts) {
    if (Buffer.byteLength(payload) + Buffer.byteLength(text) + 1 > maxPayload) {
      payloads.push(payload)
      payload = companyId
    }
    payload += `\n${text}`
  }
  return [...payloads, payload]
}
