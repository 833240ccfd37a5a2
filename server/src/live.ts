// The live channel: `publish(company, text)` on one process reaches everyone who listens to the company on any process.
import pg from 'pg'

const channel = 'live'
const tickMs = 150
/** PostgreSQL refuses a longer NOTIFY. */
const maxPayload = 7900

type Listener = (text: string) => void

/** One write-free NOTIFY per company and tick: inside writing transactions it would serialise their commits. */
export class Live {
  readonly #url: string
  readonly #rooms = new Map<string, Set<Listener>>()
  readonly #waiting = new Map<string, string[]>()
  #client: pg.Client | undefined
  #timer: NodeJS.Timeout | undefined
  #closed = false

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

  /** `text` is one line, most often JSON. What cannot go out in one piece is a mistake of the caller's. */
  publish(companyId: string, text: string): void {
    if (Buffer.byteLength(text) > maxPayload - 100) throw new Error(`a live text of ${text.length} characters does not fit`)
    const texts = this.#waiting.get(companyId)
    if (texts) texts.push(text)
    else this.#waiting.set(companyId, [text])
    this.#timer ??= setTimeout(() => void this.#flush(), tickMs)
  }

  subscribe(companyId: string, listener: Listener): () => void {
    const room = this.#rooms.get(companyId) ?? new Set()
    this.#rooms.set(companyId, room.add(listener))
    return () => {
      room.delete(listener)
      if (room.size === 0 && this.#rooms.get(companyId) === room) this.#rooms.delete(companyId)
    }
  }

  async #flush() {
    this.#timer = undefined
    const waiting = [...this.#waiting]
    this.#waiting.clear()
    for (const [companyId, texts] of waiting) {
      for (const payload of packed(companyId, texts)) {
        await this.#client?.query('select pg_notify($1, $2)', [channel, payload]).catch((error: Error) => console.error('Direct :', error.message))
      }
    }
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
    setTimeout(() => this.#connect().catch(() => this.#reconnect()), 500).unref()
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
