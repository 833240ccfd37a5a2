// A tracker's reports: a sign of life, its position and, if it is tied to an operator, positions in the run they were in
// at the time.
import type { Report } from '@bordee/core/devices/osmand.ts'
import type { Position } from '@bordee/core/positions/packing.ts'
import { conflict, notFound, Problem, tooMany } from '@bordee/core/problem.ts'
import { isDuring } from '@bordee/core/runs/presence.ts'
import type { Ctx, Work } from '../engine/ctx.ts'
import { hasRefused } from '../positions/presence.ts'
import { takePositions } from '../runs/batches.ts'
import { presencesOf } from '../runs/runs.queries.ts'
import { KeyGuesses } from './key-guesses.ts'

export interface AssignedDevice {
  id: string
  companyId: string
  accountId: string | null
  assignedAt: Date | null
  /** Its operator refuses to be located. */
  hasRefused: boolean
  latestPoints: ShownPoint[]
}

interface ShownPoint {
  lat: number
  lng: number
  timestamp: string
}

/** Positions of a tracker kept for the map, whether its operator drives or not. */
const shown = 20
/** Per minute and tracker: enough to catch up with a night of stored reports. */
const reportsPerMinute = 3000
const guesses = new KeyGuesses()

interface Key {
  hash: Buffer
  isSigned: boolean
}

export async function takeReports(ctx: Ctx, key: Key, reports: readonly Report[]) {
  const device = await scopeToDevice(ctx, key)
  const now = ctx.now.getTime()
  const positions = reports.flatMap(({ at, position, accuracy, speed }): Position[] =>
    position ? [{ ...position, at: at ?? now, accuracy, speed }] : [],
  )
  const battery = reports.findLast((report) => report.battery !== null)?.battery ?? null
  await ctx.tx.sql`
    update devices
    set last_connection = ${ctx.now},
        battery_pct = coalesce(${battery}, battery_pct),
        latest_points = ${JSON.stringify(device.hasRefused ? [] : latestOf(device.latestPoints, positions, ctx.now))}
    where company_id = ${device.companyId} and id = ${device.id}`
  await joinRuns(ctx, device, positions)
}

/** Switches to the tracker's company and locks it, so that concurrent reports add to each other. */
async function scopeToDevice(ctx: Ctx, { hash, isSigned }: Key): Promise<AssignedDevice> {
  const lock = () => lockDevice(ctx, hash)
  const device = isSigned ? await lock() : await guesses.check(hash.toString('base64'), ctx.request.address, lock)
  if (!device) throw notFound('Appareil')
  ctx.vouchFor(device.id)
  const { hits, retryAfter } = await ctx.throttle.hit(`device:${device.id}`, 60)
  if (hits > reportsPerMinute) throw tooMany(retryAfter)
  if (!device.isActive) throw conflict('Ce module n’est pas actif pour votre compagnie.', { code: 'module-inactive' })
  await ctx.tx.scope({ companies: [device.companyId] })
  return device
}

async function lockDevice(ctx: Ctx, keyHash: Buffer) {
  await ctx.tx.scope({ platform: true })
  const [device] = await ctx.tx.sql<AssignedDevice & { isActive: boolean }>`
    select d.id,
           d.company_id as "companyId",
           d.account_id as "accountId",
           d.assigned_at as "assignedAt",
           d.latest_points as "latestPoints",
           ${hasRefused('d')} as "hasRefused",
           c.geolocation_is_active as "isActive"
    from devices d
    join companies c on c.id = d.company_id
    where d.key_hash = ${keyHash} and c.is_active and c.archived_at is null
    for update of d`
  return device
}

/** Newest first; none from the future, where a broken clock would hide all others. */
export function latestOf(known: readonly ShownPoint[], positions: readonly Position[], now: Date): ShownPoint[] {
  const told = positions
    .filter(({ at, lat, lng }) => at <= now.getTime() + 120_000 && at > 0 && !(lat === 0 && lng === 0))
    .map(({ lat, lng, at }) => ({ lat, lng, timestamp: new Date(at).toISOString() }))
  const byTime = new Map([...known, ...told].map((point) => [point.timestamp, point]))
  return [...byTime.values()].toSorted((a, b) => b.timestamp.localeCompare(a.timestamp)).slice(0, shown)
}

/** Each position joins the run its operator was in then; those from before the company had the tracker don't. */
export async function joinRuns(work: Work, { id, companyId, accountId, assignedAt }: AssignedDevice, positions: readonly Position[]) {
  const since = assignedAt?.getTime() ?? 0
  const own = positions.filter(({ at }) => at >= since)
  if (!accountId || own.length === 0) return
  const until = new Date(Math.min(work.now.getTime(), Math.max(...own.map(({ at }) => at))))
  for (const { runId, operatorId, presences } of await presencesOf(work, { companyId, accountId, until })) {
    const during = own.filter(({ at }) => isDuring(presences, at))
    if (during.length > 0) await takePositions(work, { companyId, runId, operatorId, source: id, positions: during }).catch(leaveAside)
  }
}

/** A run long over, an operator who refused: the tracker isn't told, because it would keep resending. */
function leaveAside(error: unknown) {
  if (!(error instanceof Problem)) throw error
}
