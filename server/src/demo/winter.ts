// A whole winter at one address, for a dossier to tell: the last one that a signed contract of the demo's client covered.
import { signedStates } from '@bordee/core/contracts/contract-life.ts'
import type { RunKind } from '@bordee/core/runs/run-kind.ts'
import type { Material } from '@bordee/core/runs/work.ts'
import { homeZone, todayIn } from '@bordee/core/time.ts'
import type { Work } from '../engine/ctx.ts'
import { inStates } from '../engine/db/states.ts'
import { newId } from '../engine/db/writing.ts'
import { open, operationAt } from '../operations/belonging.ts'
import { reportDamage } from '../runs/damages.ts'
import { mark } from '../runs/marks.ts'
import { startRun } from '../runs/starting.ts'
import { drive } from './driving.ts'
import { demoClientId } from './folders.ts'
import { boreal } from './payments.ts'
import { barred, crack, parked, scene, take } from './photos.ts'
import { iceRounds, on, type Snowfall, snowfalls, startsOf, type Visit } from './snowfalls.ts'
import { asDriver, endRun, fillDriver, minute, report, sitesOf, truckOf, winterDriver } from './trucks.ts'

export interface Winter {
  siteId: string
  street: string
  routeId: string
  /** Its first of December. */
  december: string
  startAt: string
  endAt: string
}

/** Undefined once people have deleted the contract, or the site. */
export async function winterOf({ tx, now }: Work): Promise<Winter | undefined> {
  const [winter] = await tx.sql<Winter>`
    select k.site_id as "siteId", s.street, x.route_id as "routeId", to_char(k.start_at, 'YYYY-12-01') as december,
           k.start_at::text as "startAt", k.end_at::text as "endAt"
    from contracts k
    join sites s on s.company_id = k.company_id and s.id = k.site_id
    join route_sites x on x.company_id = k.company_id and x.site_id = k.site_id
    where k.company_id = ${boreal} and k.client_id = ${demoClientId} and k.status in ${inStates(signedStates)}
      and extract(month from k.start_at) = 11 and k.end_at < ${todayIn(homeZone, now)}
    order by k.start_at desc, x.route_id
    limit 1`
  return winter
}

const hours = (n: number) => n * 60 * minute
const later = (at: Date, ms: number) => new Date(at.getTime() + ms)

export async function fillWinter(work: Work) {
  const winter = await winterOf(work)
  if (!winter) return
  await fillDriver(work, winterDriver)
  const round = { ...winter, siteIds: await neighbours(work, winter) }
  for (const snowfall of snowfalls) await fillSnowfall(work, round, snowfall)
  for (const { day, visit } of iceRounds) {
    const at = on(winter.december, day, visit.at)
    const operationId = await open(work, boreal, { kind: 'ice', at: later(at, -hours(1)), closedAt: later(at, hours(5)) })
    await readSnow(work, operationId, { at: later(at, -hours(0.5)), kind: 'temperature', amount: -6 })
    await fillVisit(work, round, { operationId, kind: 'salting', startedAt: at, visit })
  }
  for (const seed of [2, 3]) {
    const at = on(winter.december, -45 + seed, '14:10')
    await take(work, winterDriver, { siteId: winter.siteId, runId: null, at }, 'condition', scene(seed, 'clear', at))
  }
}

interface Round extends Winter {
  siteIds: readonly string[]
}

/** Those that a truck serves before and after it: a whole route each time would take minutes to fill. */
async function neighbours({ tx }: Work, { siteId, routeId }: Winter): Promise<string[]> {
  const sites = await tx.sql<{ id: string }>`
    select near.site_id as id
    from route_sites own
    join route_sites near on near.company_id = own.company_id and near.route_id = own.route_id
    where own.company_id = ${boreal} and own.route_id = ${routeId} and own.site_id = ${siteId}
      and near.sort_order between own.sort_order - 2 and own.sort_order + 2
    order by near.sort_order`
  return sites.map(({ id }) => id)
}

async function fillSnowfall(work: Work, round: Round, { day, cm, degrees, visits }: Snowfall) {
  const starts = startsOf(round.december, day, visits)
  const [first, last] = [starts[0], starts.at(-1)]
  if (!first || !last) return
  const known = await operationAt(work, boreal, { at: first, kind: 'full' })
  const openedAt = later(first, -hours(3))
  const operationId = known ?? (await open(work, boreal, { kind: 'snow', at: openedAt, closedAt: later(last, hours(6)) }))
  if (!known) {
    await readSnow(work, operationId, { at: openedAt, kind: 'temperature', amount: degrees })
    const readAt = [later(openedAt, hours(1)), ...starts.map((at) => later(at, -20 * minute)), later(last, hours(1.5))]
    for (const [i, at] of readAt.entries()) {
      const part = (i + 1) / readAt.length
      await readSnow(work, operationId, { at, kind: 'depth', amount: Math.round(cm * part) })
    }
  }
  for (const [i, visit] of visits.entries())
    await fillVisit(work, round, { operationId, kind: 'full', startedAt: starts[i] ?? first, visit })
}

const readSnow = ({ tx }: Work, operationId: string, { at, kind, amount }: { at: Date; kind: string; amount: number }) => tx.sql`
  insert into operation_readings (company_id, operation_id, kind, at, amount, user_name)
  values (${boreal}, ${operationId}, ${kind}, ${at}, ${amount}, 'Paule Tremblay')`

interface Visiting {
  operationId: string
  kind: RunKind
  startedAt: Date
  visit: Visit
}

async function fillVisit(work: Work, { siteId, street, routeId, siteIds }: Round, { operationId, kind, startedAt, visit }: Visiting) {
  const { tx } = work
  const { surface = null, isInspection = false, notDone, damage } = visit
  await tx.sql`
    insert into prepared_rounds (company_id, operation_id, route_id, kind, prepared_at, sector_name, site_ids)
    values (${boreal}, ${operationId}, ${routeId}, ${kind}, ${startedAt}, ${street}, ${isInspection ? [siteId] : siteIds}::uuid[])`
  const runId = await startRun(asDriver(work, winterDriver, startedAt), { routeId, kind, ...truckOf(winterDriver) })
  const seed = Math.floor(startedAt.getTime() / hours(1))
  const stops = await tx.sql<{ id: string }>`
    select id from run_sites where company_id = ${boreal} and run_id = ${runId} and site_id = ${siteId}`
  const stopId = stops[0]?.id ?? ''
  const sites = isInspection ? [] : (await sitesOf(work, runId)).filter(({ id }) => !notDone || id !== stopId)
  const track = drive(sites, startedAt.getTime() + minute, seed)
  await report(work, winterDriver, runId, track)
  const [own] = await tx.sql<{ at: Date | null }>`
    select decided_at as at from run_sites where company_id = ${boreal} and id = ${stopId}`
  const at = own?.at ?? later(startedAt, 7 * minute)
  const ctx = asDriver(work, winterDriver, at)
  const markId = await newId(tx)
  await mark(ctx, {
    id: markId,
    runId,
    runSiteId: stopId,
    type: notDone ? 'mark_as_not_done' : 'mark_as_done',
    reason: notDone?.reason ?? null,
    note: notDone?.note ?? null,
    inspection: isInspection,
    surface,
    material: materialOf(visit),
  })
  const place = { siteId, runId, at }
  const inTheWay = notDone ? (notDone.reason === 'vehicle' ? parked : barred) : ''
  await take(work, winterDriver, place, 'mark', scene(seed, surface ?? 'packed', at, inTheWay), markId)
  if (damage) {
    const { id } = await reportDamage(ctx, { runId, runSiteId: stopId, note: damage })
    await take(work, winterDriver, place, 'damage', scene(seed, 'packed', at, crack), id)
  }
  const end = Math.max(track.at(-1)?.at ?? 0, at.getTime()) + minute
  await endRun(work, asDriver(work, winterDriver, new Date(end)), runId)
}

function materialOf({ sand, salt }: Visit): Material | null {
  if (!sand && !salt) return null
  return { kind: sand ? 'sand' : 'salt', quantity: sand ?? salt ?? null, unit: 'kg' }
}
