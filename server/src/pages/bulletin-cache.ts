// The pages as this server keeps them, so that ten thousand readers cost the database nothing.
import type { Live } from '../engine/live/live.ts'

/** In milliseconds: answered without a look; answered while it is read again; answered only if PostgreSQL is away. */
const freshMs = 30_000
const usableMs = 60_000
const rescueMs = 15 * 60_000
/** Nobody tells this server when an unknown address begins to be one. */
const unknownMs = 2000
const most = 2000

/** Says whose page it is before it reads what may change: from then on, events of the company count. */
type Load<P> = (address: string, found: (companyId: string) => void, from: string) => Promise<P | null>

interface Kept<P> {
  /** Null for an address that leads nowhere. */
  page: P | null
  readAt: number
  /** From when its age counts: later than it was read, once PostgreSQL was away. */
  at: number
  isOutdated: boolean
  leave: () => void
}

export class BulletinCache<P extends object> {
  readonly #live: Live
  readonly #load: Load<P>
  /** In the order in which they were read, so that the first is the one that nobody has asked for since. */
  readonly #kept = new Map<string, Kept<P>>()
  readonly #loading = new Map<string, Promise<P | null>>()
  readonly #now: () => number

  constructor(live: Live, load: Load<P>, now: () => number = () => performance.now()) {
    this.#live = live
    this.#load = load
    this.#now = now
  }

  /** What may be answered at once; undefined if it must be read first. */
  get(address: string, from: string): P | null | undefined {
    const kept = this.#kept.get(address)
    if (!kept || kept.isOutdated) return undefined
    const age = this.#now() - kept.at
    if (kept.page === null) return age < unknownMs ? null : undefined
    if (age >= usableMs) return undefined
    if (age >= freshMs) this.read(address, from).catch(() => undefined)
    return kept.page
  }

  /** Whether the address led somewhere when it was last read. */
  has(address: string): boolean {
    return Boolean(this.#kept.get(address)?.page)
  }

  /** One reading at a time of each address. */
  read(address: string, from: string): Promise<P | null> {
    const loading = this.#loading.get(address) ?? this.#readNow(address, from).finally(() => this.#loading.delete(address))
    this.#loading.set(address, loading)
    return loading
  }

  clear() {
    for (const { leave } of this.#kept.values()) leave()
    this.#kept.clear()
  }

  async #readNow(address: string, from: string): Promise<P | null> {
    let isOutdated = false
    let leave = () => {}
    const outdate = () => {
      isOutdated = true
      const kept = this.#kept.get(address)
      if (kept) kept.isOutdated = true
    }
    const follow = (companyId: string) => {
      const leaves = [
        this.#live.subscribe(companyId, (texts) => texts.some((text) => text.includes('"bulletins"')) && outdate()),
        this.#live.watchStanding([companyId], outdate),
      ]
      leave = () => {
        for (const one of leaves) one()
      }
    }
    const at = this.#now()
    try {
      const page = await this.#load(address, follow, from)
      this.#keep(address, { page, readAt: at, at, isOutdated, leave })
      return page
    } catch (error) {
      leave()
      const former = this.#kept.get(address)
      if (!former?.page || this.#now() - former.readAt >= rescueMs) throw error
      Object.assign(former, { at: this.#now() - freshMs, isOutdated: false })
      return former.page
    }
  }

  #keep(address: string, kept: Kept<P>) {
    this.#drop(address)
    this.#kept.set(address, kept)
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= most) break
      this.#drop(oldest)
    }
  }

  #drop(address: string) {
    this.#kept.get(address)?.leave()
    this.#kept.delete(address)
  }
}
