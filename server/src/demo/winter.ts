// A whole winter at one address, for a dossier to tell: the last one that a signed contract of the demo's client covered.
import { signedStates } from '@bordee/core/contracts/contract-life.ts'
import type { RunKind } from '@bordee/core/runs/run-kind.ts'
import type { Material } from '@bordee/core/runs/work.ts'
import { homeZone, todayIn } from '@bordee/core/time.ts'
import type { Work } from '../engine/ctx.ts'
import { inStates } from '../engine/db/states.ts'
import { newId } from '../engine/db/writing.ts'
import { lockOperations, open, operationAt } from '../operations/belonging.ts'
import { updateCompletion } from '../runs/completion.ts'
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
  /** Of its round: a whole route each time would take seconds to fill. */
  siteIds: string[]
  /** Its first of December. */
  december: string
  startAt: string
  endAt: string
}

/** Undefined once people have deleted the contract, or the site. */
export async function winterOf({ tx, now }: Work): Promise<Winter | undefined> {
  const [winter] = await tx.sql<Winter>`
    select k.site_id as "siteId", s.street, x.route_id as "routeId",
           array(
             select near.site_id
             from route_sites near
             where near.company_id = x.company_id and near.route_id = x.route_id
               and near.sort_order between x.sort_order - 5 and x.sort_order + 5) as "siteIds",
           to_char(k.start_at, 'YYYY-12-01') as december,
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
/** From a stop to the next. */
const pace = 1.7 * minute
const later = (at: Date, ms: number) => new Date(at.getTime() + ms)

export async function fillWinter(work: Work) {
  const winter = await winterOf(work)
  if (!winter) return
  await lockOperations(work, boreal)
  await fillDriver(work, winterDriver)
  for (const snowfall of snowfalls) await fillSnowfall(work, winter, snowfall)
  for (const { day, visit } of iceRounds) {
    const at = on(winter.december, day, visit.at)
    const operationId = await openFor(work, winter, { kind: 'ice', at: later(at, -hours(1)), closedAt: later(at, hours(5)) })
    await readSnow(work, operationId, { at: later(at, -hours(0.5)), kind: 'temperature', amount: -6 })
    await fillVisit(work, winter, { operationId, kind: 'salting', startedAt: at, visit })
  }
  for (const seed of [2, 3]) {
    const at = on(winter.december, -45 + seed, '14:10')
    await take(work, winterDriver, { siteId: winter.siteId, runId: null, at }, 'condition', scene(seed, 'clear', at))
  }
}

/** Of that night only this route is told. */
async function openFor(work: Work, { routeId }: Winter, opening: Parameters<typeof open>[2]): Promise<string> {
  const id = await open(work, boreal, opening)
  await work.tx.sql`delete from operation_routes where company_id = ${boreal} and operation_id = ${id} and route_id <> ${routeId}`
  return id
}

async function fillSnowfall(work: Work, winter: Winter, { day, cm, degrees, visits }: Snowfall) {
  const starts = startsOf(winter.december, day, visits)
  const [first, last] = [starts[0], starts.at(-1)]
  if (!first || !last) return
  const known = await operationAt(work, boreal, { at: first, kind: 'full' })
  const openedAt = later(first, -hours(3))
  const operationId = known ?? (await openFor(work, winter, { kind: 'snow', at: openedAt, closedAt: later(last, hours(6)) }))
  if (!known) {
    await readSnow(work, operationId, { at: openedAt, kind: 'temperature', amount: degrees })
    const readAt = [later(openedAt, hours(1)), ...starts.map((at) => later(at, -20 * minute)), later(last, hours(1.5))]
    for (const [i, at] of readAt.entries()) {
      const part = (i + 1) / readAt.length
      await readSnow(work, operationId, { at, kind: 'depth', amount: Math.round(cm * part) })
    }
  }
  for (const [i, visit] of visits.entries())
    await fillVisit(work, winter, { operationId, kind: 'full', startedAt: starts[i] ?? first, visit })
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

async function fillVisit(work: Work, { siteId, street, routeId, siteIds }: Winter, { operationId, kind, startedAt, visit }: Visiting) {
  const { surface = null, isInspection = false, notDone, damage } = visit
  await work.tx.sql`
    insert into prepared_rounds (company_id, operation_id, route_id, kind, prepared_at, sector_name, site_ids)
    values (${boreal}, ${operationId}, ${routeId}, ${kind}, ${startedAt}, ${street}, ${siteIds}::uuid[])`
  const runId = await startRun(asDriver(work, winterDriver, startedAt), { routeId, kind, ...truckOf(winterDriver) })
  const sites = await sitesOf(work, runId)
  const stopId = await stopAt(work, runId, siteId)
  const place = sites.findIndex(({ id }) => id === stopId)
  const near = isInspection ? [] : sites.slice(Math.max(0, place - 2), place + 3)
  const seed = Math.floor(startedAt.getTime() / hours(1))
  const track = drive(
    near.filter(({ id }) => !notDone || id !== stopId),
    startedAt.getTime() + (place - 2) * pace,
    seed,
  )
  await report(work, winterDriver, runId, track)
  await markOthers(work, runId, { startedAt, isInspection, but: [stopId, ...near.map(({ id }) => id)] })
  const [own] = await work.tx.sql<{ at: Date | null }>`
    select decided_at as at from run_sites where company_id = ${boreal} and id = ${stopId}`
  const at = own?.at ?? later(startedAt, (place + 1) * pace)
  const ctx = asDriver(work, winterDriver, at)
  const markId = await newId(work.tx)
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
  const photo = { siteId, runId, at }
  const inTheWay = notDone ? (notDone.reason === 'vehicle' ? parked : barred) : ''
  await take(work, winterDriver, photo, 'mark', scene(seed, surface ?? 'packed', at, inTheWay), markId)
  if (damage) {
    const { id } = await reportDamage(ctx, { runId, runSiteId: stopId, note: damage })
    await take(work, winterDriver, photo, 'damage', scene(seed, 'packed', at, crack), id)
  }
  const end = Math.max(track.at(-1)?.at ?? 0, startedAt.getTime() + sites.length * pace) + minute
  await endRun(work, asDriver(work, winterDriver, new Date(end)), runId)
}

async function stopAt({ tx }: Work, runId: string, siteId: string): Promise<string> {
  const [stop] = await tx.sql<{ id: string }>`
    select id from run_sites where company_id = ${boreal} and run_id = ${runId} and site_id = ${siteId}`
  return stop?.id ?? ''
}

interface Others {
  startedAt: Date
  isInspection: boolean
  but: readonly string[]
}

/** Marked in turn, without positions, which cost most. */
async function markOthers(work: Work, runId: string, { startedAt, isInspection, but }: Others) {
  const marked = await work.tx.sql<{ id: string }>`
    insert into run_area_actions (company_id, run_id, run_area_id, operator_id, user_name, request_id, type, at, inspection)
    select s.company_id, s.run_id, a.id, o.id, o.name, uuidv7(), 'mark_as_done',
           ${startedAt}::timestamptz + (row_number() over (order by s.sort_order)) * interval '1 ms' * ${pace}, ${isInspection}
    from run_sites s
    join run_areas a on a.company_id = s.company_id and a.run_site_id = s.id
    join run_operators o on o.company_id = s.company_id and o.run_id = s.run_id
    where s.company_id = ${boreal} and s.run_id = ${runId} and not s.id = any(${but}::uuid[])
    returning run_area_id as id`
  await updateCompletion(
    work,
    boreal,
    runId,
    marked.map(({ id }) => id),
  )
}

function materialOf({ sand, salt }: Visit): Material | null {
  if (!sand && !salt) return null
  return { kind: sand ? 'sand' : 'salt', quantity: sand ?? salt ?? null, unit: 'kg' }
}
