// What the phone stores: what is still to be sent, in order, and what the page needs without a network. Everything is
// stored first, so that a dead battery loses nothing. Each entry belongs to an account in a company: the next
// operator who signs in finds only his own.
import type { MarkType, NotDoneReason } from '@bordee/core/runs/run.ts'
import { type DBSchema, type IDBPDatabase, openDB } from 'idb'

export interface Mark {
  id: string
  /** The site's id, because a run started without a network has no run-site ids yet. */
  siteId: string
  /** Null means all areas of the site. */
  areaId: string | null
  type: MarkType
  at: string
  reason: NotDoneReason | null
  note: string | null
}

export interface Position {
  lat: number
  lng: number
  timestamp: number
  accuracy: number | null
  speed: number | null
}

/** Something to report to the server. */
export type Report =
  | { kind: 'consent'; accepted: boolean }
  | { kind: 'start'; runId: string; routeId: string; at: string }
  | { kind: 'join'; runId: string; at: string }
  | { kind: 'quit'; runId: string; at: string }
  | { kind: 'mark'; runId: string; mark: Mark }
  | { kind: 'position'; runId: string; position: Position }

export type Waiting = Report & { seq: number; owner: string }
/** What the server refused for good. It is set aside and shown, so that it doesn't block the queue. */
export type Refused = Waiting & { why: string }

interface Kept extends DBSchema {
  facts: { key: string; value: unknown }
  queue: { key: number; value: Report & { seq?: number; owner: string }; indexes: { owner: string; kind: [string, string] } }
  refused: { key: number; value: Refused; indexes: { owner: string } }
}

let opened: Promise<IDBPDatabase<Kept>> | undefined
const database = () => {
  opened ??= openDB<Kept>('bordee-operateur', 1, {
    upgrade(db) {
      db.createObjectStore('facts')
      const queue = db.createObjectStore('queue', { keyPath: 'seq', autoIncrement: true })
      queue.createIndex('owner', 'owner')
      queue.createIndex('kind', ['owner', 'kind'])
      db.createObjectStore('refused', { keyPath: 'seq' }).createIndex('owner', 'owner')
    },
  })
  return opened
}

export const readFact = async <T>(key: string): Promise<T | undefined> => (await (await database()).get('facts', key)) as T | undefined
export const keepFact = async (key: string, value: unknown): Promise<void> => void (await (await database()).put('facts', value, key))

/** Returns once written to disk, in case the battery dies. Report and facts are stored together or not at all. */
export async function keepReport(owner: string, report: Report, facts: Record<string, unknown> = {}): Promise<void> {
  const tx = (await database()).transaction(['queue', 'facts'], 'readwrite', { durability: 'strict' })
  await Promise.all([
    tx.objectStore('queue').add({ ...report, owner }),
    ...Object.entries(facts).map(([key, value]) => tx.objectStore('facts').put(value, key)),
  ])
  await tx.done
}

/** The oldest ones, in order. */
export const firstReports = async (owner: string, most: number): Promise<Waiting[]> =>
  (await (await database()).getAllFromIndex('queue', 'owner', owner, most)) as Waiting[]

export async function countWaiting(owner: string): Promise<{ reports: number; positions: number }> {
  const db = await database()
  const [all, positions] = await Promise.all([
    db.countFromIndex('queue', 'owner', owner),
    db.countFromIndex('queue', 'kind', [owner, 'position']),
  ])
  return { reports: all - positions, positions }
}

export async function dropReports(reports: readonly Waiting[]): Promise<void> {
  const tx = (await database()).transaction('queue', 'readwrite')
  await Promise.all(reports.map(({ seq }) => tx.store.delete(seq)))
  await tx.done
}

/** Moves them in one transaction, so that they are never in both stores or in neither. */
export async function putAside(reports: readonly Waiting[], why: string): Promise<void> {
  const tx = (await database()).transaction(['queue', 'refused'], 'readwrite')
  await Promise.all(
    reports.flatMap((report) => [tx.objectStore('queue').delete(report.seq), tx.objectStore('refused').put({ ...report, why })]),
  )
  await tx.done
}

export const refusedReports = async (owner: string): Promise<Refused[]> => (await database()).getAllFromIndex('refused', 'owner', owner)

export async function dropRefused(owner: string): Promise<void> {
  const tx = (await database()).transaction('refused', 'readwrite')
  for (const key of await tx.store.index('owner').getAllKeys(owner)) await tx.store.delete(key)
  await tx.done
}
