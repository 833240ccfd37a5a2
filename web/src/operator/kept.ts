// What the phone stores: what is still to be sent, in order, and what the page needs without a network. Everything is
// stored first, so that a dead battery loses nothing. Each entry belongs to an account in a company: the next
// operator who signs in finds only his own. If the phone is full, entries stay in memory until there is room.
import type { MarkType, NotDoneReason } from '@bordee/core/runs/run.ts'
import type { RunKind } from '@bordee/core/runs/run-kind.ts'
import type { Material, Surface } from '@bordee/core/runs/work.ts'
import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { OwnDay } from './ownDay.ts'

export interface Mark {
  id: string
  /** The site's id, because a run started without a network has no run-site ids yet. */
  siteId: string
  /** The area's id in the run. Null: `ofArea` names it, or else all areas of the site are meant. */
  areaId: string | null
  /** The site's own area, which is known before the server has created the run. */
  ofArea?: string | null
  type: Exclude<MarkType, 'mark_as_todo'>
  at: string
  reason: NotDoneReason | null
  note: string | null
  /** Missing in what an earlier page stored. */
  surface?: Surface | null
  material?: Material | null
  inspection?: boolean
}

export interface DamageReport {
  id: string
  siteId: string
  at: string
  note: string
}

export interface Position {
  lat: number
  lng: number
  timestamp: number
  accuracy: number | null
  speed: number | null
}

/** `kind` is null unless the driver chose it: then the round that the office prepared counts. */
export interface StartChoice {
  kind: RunKind | null
  unit: string | null
  phone: string | null
  /** The phone knows of no round of only some sites. */
  isWholeRoute?: boolean
}

/** Something to report to the server. `leaves` is the other run that a start or a join ends. */
export type Report =
  /** Without a version, from a page that showed the first text. */
  | { kind: 'consent'; accepted: boolean; version?: number }
  | { kind: 'start'; runId: string; routeId: string; routeName?: string; at: string; leaves?: string; how?: StartChoice }
  | { kind: 'take-back'; runId: string; at: string }
  | { kind: 'join'; runId: string; routeName?: string; at: string; leaves?: string; phone?: string | null }
  | { kind: 'quit'; runId: string; at: string }
  | { kind: 'mark'; runId: string; address?: string; mark: Mark }
  | { kind: 'damage'; runId: string; address?: string; damage: DamageReport }
  | { kind: 'position'; runId: string; position: Position }
  /** A working day as it is then: begun, or ended. The server takes either first. */
  | { kind: 'punch'; punch: OwnDay }

/** Why the server refused an entry, and what the driver reads. */
export interface Rejection {
  why: string
  /** The other run the driver is still in: the phone offers to quit it. */
  otherRun?: string
  /** The run of a colleague who began this round first: the phone offers to join it, or to drive the whole route. */
  begunRun?: string
  /** Nothing waits of the round that the driver was shown: the phone offers the whole route. */
  isRoundGone?: boolean
}

interface Extras {
  seq: number
  owner: string
  /** 1 while it waits for the driver: it was refused, or it depends on an entry that was. */
  stuck: 0 | 1
  /** Not sent before this moment, so that the driver can take it back. In milliseconds. */
  heldUntil?: number
  /** The server may have received it. */
  isTried?: boolean
  rejection?: Rejection
  /** When the driver sent it to the office as a text message. */
  handedOverAt?: string
}
export type Waiting = Report & Extras

interface Kept extends DBSchema {
  facts: { key: string; value: unknown }
  queue: {
    key: number
    value: Report & Omit<Extras, 'seq'> & { seq?: number }
    indexes: { flow: [string, number]; kinds: [string, number, string]; owner: string; kind: [string, string] }
  }
  /** Only in the first version: what the server had refused. */
  refused: { key: number; value: Waiting & { why: string } }
}

let opened: Promise<IDBPDatabase<Kept>> | undefined
const database = () => {
  opened ??= openDB<Kept>('bordee-operateur', 2, {
    async upgrade(db, before, _, tx) {
      if (before === 0) {
        db.createObjectStore('facts')
        db.createObjectStore('queue', { keyPath: 'seq', autoIncrement: true })
      }
      const queue = tx.objectStore('queue')
      queue.createIndex('flow', ['owner', 'stuck'])
      queue.createIndex('kinds', ['owner', 'stuck', 'kind'])
      if (before !== 1) return
      for (const index of ['owner', 'kind'] as const) queue.deleteIndex(index)
      for (const entry of await queue.getAll()) await queue.put({ ...entry, stuck: 0 })
      for (const { why, ...entry } of await tx.objectStore('refused').getAll()) await queue.put({ ...entry, stuck: 1, rejection: { why } })
      db.deleteObjectStore('refused')
    },
    blocking: (_before, _after, event) => (event.target as IDBDatabase).close(), // a newer page is opening
  })
  return opened
}

/** What a full phone could not store. It is lost if the page closes, so the screen says so. */
const inMemory = { reports: [] as Waiting[], facts: new Map<string, unknown>(), isFull: false }
let onFull: (isFull: boolean) => void = () => undefined
export const watchStorage = (watcher: typeof onFull) => {
  onFull = watcher
}

function setFull(isFull: boolean) {
  if (inMemory.isFull === isFull) return
  inMemory.isFull = isFull
  onFull(isFull)
}

export async function readFact<T>(key: string): Promise<T | undefined> {
  if (inMemory.facts.has(key)) return inMemory.facts.get(key) as T
  return (await (await database()).get('facts', key)) as T | undefined
}

export async function keepFact(key: string, value: unknown): Promise<void> {
  await store([], { [key]: value })
}

type NewReport = Report & Pick<Extras, 'heldUntil'>

/** Returns once written to disk, in case the battery dies. Reports and facts are stored together or not at all. */
export async function keepReports(owner: string, reports: readonly NewReport[], facts: Record<string, unknown> = {}): Promise<void> {
  await store(
    reports.map((report) => ({ ...report, owner, stuck: 0 })),
    facts,
  )
}
export const keepReport = (owner: string, report: NewReport, facts?: Record<string, unknown>) => keepReports(owner, [report], facts)

type Entry = Report & Omit<Extras, 'seq'>

async function store(entries: Entry[], facts: Record<string, unknown>) {
  try {
    await write(entries, facts)
  } catch {
    await dropOldFacts(facts)
    await write(entries, facts).catch(() => keepInMemory(entries, facts))
  }
}

/** Anything still in memory goes to disk first, so that the order stays. */
async function write(entries: Entry[], facts: Record<string, unknown>) {
  const tx = (await database()).transaction(['queue', 'facts'], 'readwrite', { durability: 'strict' })
  const queue = tx.objectStore('queue')
  const earlier = inMemory.reports.map(({ seq: _, ...entry }) => entry)
  const written = [...inMemory.facts, ...Object.entries(facts)]
  const owner = entries[0]?.owner ?? ''
  // An entry of a run whose start was refused waits behind it.
  const stuckRuns = new Set(
    (await Promise.all((['start', 'join'] as const).map((kind) => queue.index('kinds').getAll([owner, 1, kind]))))
      .flat()
      .flatMap((report) => ('runId' in report ? [report.runId] : [])),
  )
  const placed = (entry: Entry): Entry => ('runId' in entry && stuckRuns.has(entry.runId) ? { ...entry, stuck: 1 } : entry)
  await Promise.all([
    ...[...earlier, ...entries].map((entry) => queue.add(placed(entry))),
    ...written.map(([key, value]) => tx.objectStore('facts').put(value, key)),
    tx.done,
  ])
  inMemory.reports = []
  inMemory.facts.clear()
  setFull(false)
}

/** Later than any entry on disk. */
let memorySeq = Number.MAX_SAFE_INTEGER - 1_000_000

function keepInMemory(entries: Entry[], facts: Record<string, unknown>) {
  inMemory.reports.push(...entries.map((entry) => ({ ...entry, seq: ++memorySeq })))
  for (const [key, value] of Object.entries(facts)) inMemory.facts.set(key, value)
  setFull(true)
}

/** Makes room: what the phone detected in runs that are over has long been sent. */
async function dropOldFacts(facts: Record<string, unknown>) {
  const current = Object.values(facts).find((value) => typeof value === 'object' && value !== null && 'id' in value)
  const runId = (current as { id: string } | undefined)?.id
  try {
    const tx = (await database()).transaction('facts', 'readwrite')
    for (const key of await tx.store.getAllKeys())
      if (key.startsWith('visits ') && !(runId && key.includes(runId))) await tx.store.delete(key)
    await tx.done
  } catch {
    // Then the entry stays in memory.
  }
}

/** The oldest ones that may be sent, in order. */
export async function firstReports(owner: string, most: number): Promise<Waiting[]> {
  const stored = (await (await database()).getAllFromIndex('queue', 'flow', [owner, 0], most)) as Waiting[]
  const others = inMemory.reports.filter((report) => report.owner === owner && report.stuck === 0)
  return [...stored, ...others].slice(0, most)
}

export interface Counts {
  reports: number
  positions: number
}

/** What is still to be sent, and what waits for the driver. */
export async function countWaiting(owner: string, stuck: 0 | 1 = 0): Promise<Counts> {
  const db = await database()
  const [all, positions] = await Promise.all([
    db.countFromIndex('queue', 'flow', [owner, stuck]),
    db.countFromIndex('queue', 'kinds', [owner, stuck, 'position']),
  ])
  const others = inMemory.reports.filter((report) => report.owner === owner && report.stuck === stuck)
  const morePositions = others.filter(({ kind }) => kind === 'position').length
  return { reports: all - positions + others.length - morePositions, positions: positions + morePositions }
}

/** Whether the server has yet to hear of the driver's day. */
export async function isDayUnsent(owner: string): Promise<boolean> {
  const isUnsent = (report: Waiting) => report.owner === owner && report.stuck === 0 && report.kind === 'punch'
  return (await (await database()).countFromIndex('queue', 'kinds', [owner, 0, 'punch'])) > 0 || inMemory.reports.some(isUnsent)
}

/** What waits for the driver, in order, without the positions. */
export async function stuckReports(owner: string): Promise<Waiting[]> {
  const db = await database()
  const [before, after] = await Promise.all([
    db.getAllFromIndex('queue', 'kinds', IDBKeyRange.bound([owner, 1, ''], [owner, 1, 'position'], false, true)),
    db.getAllFromIndex('queue', 'kinds', IDBKeyRange.bound([owner, 1, 'position'], [owner, 1, '\uffff'], true, false)),
  ])
  const refusedPositions = await db.getAllFromIndex('queue', 'kinds', [owner, 1, 'position'], 1)
  const heads = (refusedPositions as Waiting[]).filter(({ rejection }) => rejection)
  return ([...before, ...after, ...heads] as Waiting[]).toSorted((a, b) => a.seq - b.seq)
}

export async function dropReports(reports: readonly Waiting[]): Promise<void> {
  const seqs = new Set(reports.map(({ seq }) => seq))
  inMemory.reports = inMemory.reports.filter(({ seq }) => !seqs.has(seq))
  const tx = (await database()).transaction('queue', 'readwrite')
  await Promise.all([...[...seqs].map((seq) => tx.store.delete(seq)), tx.done])
  if (inMemory.isFull && inMemory.reports.length === 0) await store([], {}) // there may be room again
}

/** Changes entries in one transaction; `change` returns null to delete one. Returns those it changed. */
async function changeReports(
  owner: string,
  stuck: 0 | 1,
  change: (report: Waiting) => Waiting | null | undefined,
  facts: Record<string, unknown> = {},
): Promise<number> {
  let count = 0
  const tx = (await database()).transaction(['queue', 'facts'], 'readwrite', { durability: 'strict' })
  for (let cursor = await tx.objectStore('queue').index('flow').openCursor([owner, stuck]); cursor; cursor = await cursor.continue()) {
    const changed = change(cursor.value as Waiting)
    if (changed === undefined) continue
    count++
    await (changed === null ? cursor.delete() : cursor.update(changed))
  }
  if (count > 0) for (const [key, value] of Object.entries(facts)) await tx.objectStore('facts').put(value, key)
  await tx.done
  inMemory.reports = inMemory.reports.flatMap((report) => {
    const changed = report.owner === owner && report.stuck === stuck ? change(report) : undefined
    if (changed !== undefined) count++
    return changed === undefined ? [report] : changed === null ? [] : [changed]
  })
  return count
}

/** Sets a refused entry aside. `wholeRun`: everything of its run waits behind it. */
export async function setAside(reports: readonly Waiting[], rejection: Rejection, wholeRun: string | null): Promise<void> {
  const refused = new Set(reports.map(({ seq }) => seq))
  const [first] = reports
  await changeReports(first?.owner ?? '', 0, (report) => {
    const isRefused = refused.has(report.seq)
    if (!isRefused && !(wholeRun && 'runId' in report && report.runId === wholeRun)) return undefined
    return { ...report, stuck: 1, ...(isRefused && report.seq === first?.seq && { rejection }) }
  })
}

/** What to send again, of one run or everything, and what the driver chose about its start. */
export interface Retry {
  runId?: string
  /** The run that its start or join ends. */
  leaves?: string
  isWholeRoute?: boolean
  /** The colleague's run to join instead; what was done since goes there too. */
  joins?: string
}

export async function retryReports(owner: string, { runId, ...choice }: Retry = {}): Promise<void> {
  await changeReports(owner, 1, ({ rejection: _, handedOverAt: __, ...report }) => {
    if (runId && !('runId' in report && report.runId === runId)) return undefined
    return { ...chosen(report as Waiting, choice), stuck: 0 }
  })
}

function chosen(report: Waiting, { leaves, isWholeRoute, joins }: Retry): Waiting {
  if (joins && report.kind === 'start') {
    const { routeId: _, how, ...start } = report
    return { ...start, kind: 'join', runId: joins, phone: how?.phone ?? null }
  }
  if (joins && 'runId' in report) return { ...report, runId: joins }
  if (isWholeRoute && report.kind === 'start' && report.how) return { ...report, how: { ...report.how, isWholeRoute } }
  return leaves && (report.kind === 'start' || report.kind === 'join') ? { ...report, leaves } : report
}

export const noteHandedOver = (owner: string, at: string) =>
  changeReports(owner, 1, (report) => (report.kind === 'position' ? undefined : { ...report, handedOverAt: at }))

/** Only what the office has received as a text message; positions of such a run go with it. */
export async function removeHandedOver(owner: string): Promise<void> {
  const runs = new Set<string>()
  await changeReports(owner, 1, (report) => {
    if (!report.handedOverAt) return undefined
    if ('runId' in report) runs.add(report.runId)
    return null
  })
  await changeReports(owner, 1, (report) => (report.kind === 'position' && runs.has(report.runId) ? null : undefined))
}

/** Deletes marks that are still held, together with the run's new state. False if it is too late. */
export const takeMarksBack = async (
  owner: string,
  markIds: readonly string[],
  now: number,
  facts: Record<string, unknown>,
): Promise<boolean> => {
  const drop = (report: Waiting) =>
    report.kind === 'mark' && markIds.includes(report.mark.id) && isHeld(report, now, Number.POSITIVE_INFINITY) ? null : undefined
  return (await changeReports(owner, 0, drop, facts)) + (await changeReports(owner, 1, drop, facts)) > 0
}

/** Deletes a run that the server can't know yet, with all its entries. False if its start may have been received. */
export async function dropUntriedRun(owner: string, runId: string, facts: Record<string, unknown>): Promise<boolean> {
  let isUntried = false
  const isOfRun = (report: Waiting) => 'runId' in report && report.runId === runId
  await changeReports(
    owner,
    0,
    (report) => {
      if (!isOfRun(report)) return undefined
      if (report.kind === 'start' && !report.isTried) isUntried = true
      return isUntried ? null : undefined
    },
    facts,
  )
  return isUntried
}

/** Returns false if the entry is gone: the driver took it back. */
export const noteTried = async ({ owner, seq }: Waiting): Promise<boolean> =>
  (await changeReports(owner, 0, (report) => (report.seq === seq ? { ...report, isTried: true } : undefined))) > 0

/** Milliseconds for which the driver can take a mark back. */
export const holdMs = 5000

/** A hold that is longer than any can be comes from a clock that was set back. */
export const isHeld = ({ heldUntil }: Pick<Waiting, 'heldUntil'>, now: number, longest = holdMs): boolean =>
  heldUntil !== undefined && heldUntil > now && heldUntil - now <= longest
