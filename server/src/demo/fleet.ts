// Déneigement Boréal's fleet: a week of runs, two trackers, and two trucks on the road right now.
import type { Position } from '@bordee/core/positions/packing.ts'
import { addDays, homeZone, instantOf, todayIn } from '@bordee/core/time.ts'
import { actingAs, type Ctx, type Work } from '../engine/ctx.ts'
import { insert } from '../engine/db/writing.ts'
import { jobKind } from '../engine/jobs/job-kind.ts'
import { worker } from '../engine/jobs/jobs.ts'
import { hashOf, newCode } from '../engine/secrets.ts'
import { takeOwnPositions } from '../runs/batches.ts'
import { mark } from '../runs/marks.ts'
import { quitRun } from '../runs/operators.ts'
import { startRun } from '../runs/starting.ts'
import { type Driven, drive } from './driving.ts'
import { demoClientId } from './folders.ts'
import { boreal } from './payments.ts'

interface Driver {
  id: string
  email: string
  firstName: string
  lastName: string
}

/** Nobody signs in as these: users drive as `equipe@bordee.demo`. Their ids are no demo account's. */
const drivers: Driver[] = [
  { id: '0197a000-0000-7000-8000-000000000108', email: 'marc@bordee.demo', firstName: 'Marc', lastName: 'Fortin' },
  { id: '0197a000-0000-7000-8000-000000000109', email: 'lucie@bordee.demo', firstName: 'Lucie', lastName: 'Ouellet' },
]

/** Number of past nights with a run. */
const nights = 6
/** So many days ago, a truck went out in the evening too. */
const eveningsOut = [5, 2]
const largestBatch = 500
const minute = 60_000

/** Only routes without alerts: a demo that nobody uses must not spend its bank. */
const routesToDrive = ({ tx }: Work) => tx.sql<{ id: string }>`
  select id from routes where company_id = ${boreal} and not has_alerts order by name`

/** The route of the client that users sign in as: they see the passes at their address. */
const clientsRoute = ({ tx }: Work) => tx.sql<{ id: string }>`
  select r.route_id as id
  from route_sites r
  join sites s on s.company_id = r.company_id and s.id = r.site_id
  where r.company_id = ${boreal} and s.client_id = ${demoClientId}
  limit 1`

export async function fillFleet(work: Work) {
  await fillDrivers(work)
  const routes = await routesToDrive(work)
  const [evening] = await clientsRoute(work)
  for (let night = nights; night >= 1; night--) {
    // Each night another route stays home.
    const driven = routes.filter((_, i) => (i + night) % routes.length !== 0).slice(0, drivers.length)
    for (const [i, route] of driven.entries()) {
      const driver = drivers[(i + night) % drivers.length] as Driver
      const startedAt = instantOf(addDays(todayIn(homeZone, work.now), -night), i === 0 ? '03:40' : '04:15', homeZone)
      await fillRun(work, driver, route.id, startedAt, night * 10 + i)
    }
  }
  for (const [i, night] of eveningsOut.entries()) {
    const startedAt = instantOf(addDays(todayIn(homeZone, work.now), -night), '19:30', homeZone)
    if (evening) await fillRun(work, drivers[i] as Driver, evening.id, startedAt, night * 10 + drivers.length)
  }
  await fillDevices(work)
}

/** Also where no past runs are filled: the trucks on the road need drivers. */
export async function fillDrivers(work: Work) {
  for (const driver of drivers) await fillDriver(work, driver)
}

async function fillDriver({ tx }: Work, { id, email, firstName, lastName }: Driver) {
  await tx.sql`
    insert into accounts (id, email, first_name, last_name, current_company_id, is_demo)
    values (${id}, ${email}, ${firstName}, ${lastName}, ${boreal}, true)
    on conflict do nothing`
  await tx.sql`insert into accesses (company_id, account_id, role) values (${boreal}, ${id}, 'employee') on conflict do nothing`
  await tx.sql`
    insert into position_consents (company_id, account_id, version, is_accepted)
    values (${boreal}, ${id}, 1, true)
    on conflict do nothing`
}

const asDriver = (work: Work, { id: accountId, email }: Driver, now: Date): Ctx =>
  actingAs({ ...work, now }, { accountId, email, role: 'employee', companyId: boreal })

/** Clears every driveway but one, where a gate was closed or a car in the way. */
async function fillRun(work: Work, driver: Driver, routeId: string, startedAt: Date, seed: number) {
  const runId = await startRun(asDriver(work, driver, startedAt), { routeId })
  const sites = await sitesOf(work, runId)
  const left = sites[(7 * seed) % sites.length]
  const track = drive(
    sites.filter((site) => site !== left),
    startedAt.getTime() + minute,
    seed,
  )
  await report(work, driver, runId, track)
  const finishedAt = new Date((track.at(-1)?.at ?? startedAt.getTime()) + minute)
  const ctx = asDriver(work, driver, finishedAt)
  if (left) {
    const note = seed % 2 === 0 ? 'Auto stationnée dans l’entrée, personne ne répond.' : null
    await mark(ctx, { runId, runSiteId: left.id, type: 'mark_as_not_done', reason: seed % 2 === 0 ? 'vehicle' : 'gate', note })
  }
  await quitRun(ctx, runId, {})
}

/** In batches, as a phone sends them. */
async function report(work: Work, driver: Driver, runId: string, track: readonly Position[]) {
  for (let first = 0; first < track.length; first += largestBatch) {
    const positions = track.slice(first, first + largestBatch)
    const ctx = asDriver(work, driver, new Date(positions.at(-1)?.at ?? 0))
    await takeOwnPositions(ctx, { companyId: boreal, runId, accountId: driver.id, source: 'phone', positions })
  }
}

const sitesOf = ({ tx }: Work, runId: string) => tx.sql<Driven>`
  select s.id,
         case when s.lat is not null then json_build_object('lat', s.lat, 'lng', s.lng) end as location,
         (select json_agg(json_build_object('id', a.id, 'polygon', a.polygon) order by a.position)
          from run_areas a
          where a.company_id = s.company_id and a.run_site_id = s.id) as areas
  from run_sites s
  where s.company_id = ${boreal} and s.run_id = ${runId}
  order by s.sort_order`

async function fillDevices(work: Work) {
  const [last] = await work.tx.sql<{ lat: number; lng: number; at: Date }>`
    select lat, lng, last_at as at from run_tracks where company_id = ${boreal} order by last_at desc limit 1`
  const latestPoints = last ? [{ lat: last.lat, lng: last.lng, timestamp: last.at.toISOString() }] : []
  const device = { companyId: boreal, type: 'osmand', assignedAt: work.now }
  await insert(work.tx, 'devices', {
    ...device,
    name: 'Tracteur 4',
    accountId: drivers[0]?.id ?? null,
    keyHash: hashOf(newCode()),
    batteryPct: 88,
    lastConnection: last?.at ?? null,
    latestPoints: JSON.stringify(latestPoints),
  })
  await insert(work.tx, 'devices', { ...device, name: 'Téléphone de rechange', keyHash: hashOf(newCode()), batteryPct: 34 })
}

/** Seconds between two updates; minutes that a truck has been driving when a user arrives, and after which it stops. */
const pace = 4
const before = 20
const longest = 100

/** Starts with the server if there is a demo; requeues itself while a truck is on the road. */
const driving = jobKind<{ atStart?: boolean }>('demo.drive', { atStart: true, onePer: () => 'all' })

interface OnTheRoad {
  runId: string
  startedAt: Date
  lastAt: Date | null
  driver: Driver
}

async function driveOn(work: Work, { atStart = false }: { atStart?: boolean }) {
  if (!work.env.demo) return
  await work.tx.scope({ companies: [boreal] })
  let isAnyoneOut = false
  for (const truck of await trucksOut(work)) isAnyoneOut = (await driveSome(work, truck)) || isAnyoneOut
  if (!isAnyoneOut && atStart) isAnyoneOut = await sendTrucksOut(work)
  if (isAnyoneOut) await work.later(driving, {}, pace)
}

async function trucksOut({ tx }: Work): Promise<OnTheRoad[]> {
  const out = await tx.sql<Omit<OnTheRoad, 'driver'> & { accountId: string }>`
    select r.id as "runId",
           r.started_at as "startedAt",
           o.account_id as "accountId",
           (select max(t.last_at) from run_tracks t where t.company_id = o.company_id and t.operator_id = o.id) as "lastAt"
    from run_operators o
    join runs r on r.company_id = o.company_id and r.id = o.run_id
    where o.company_id = ${boreal} and o.is_present and o.account_id = any(${drivers.map(({ id }) => id)}::uuid[])`
  return out.flatMap(({ accountId, ...truck }) => drivers.filter(({ id }) => id === accountId).map((driver) => ({ ...truck, driver })))
}

/** Returns false once the run has ended. */
async function driveSome(work: Work, { runId, startedAt, lastAt, driver }: OnTheRoad): Promise<boolean> {
  const now = work.now.getTime()
  const track = drive(await sitesOf(work, runId), startedAt.getTime(), startedAt.getTime() % 1000)
  const end = Math.min(track.at(-1)?.at ?? startedAt.getTime(), startedAt.getTime() + longest * minute)
  const since = lastAt?.getTime() ?? 0
  await report(
    work,
    driver,
    runId,
    track.filter(({ at }) => at > since && at <= Math.min(now, end)),
  )
  if (now < end) return true
  await quitRun(asDriver(work, driver, work.now), runId, { at: new Date(end).toISOString() })
  return false
}

async function sendTrucksOut(work: Work): Promise<boolean> {
  const startedAt = new Date(work.now.getTime() - before * minute)
  const routes = await routesToDrive(work)
  for (const [i, { id: routeId }] of routes.slice(0, drivers.length).entries()) {
    const driver = drivers[i]
    if (driver) await startRun(asDriver(work, driver, startedAt), { routeId })
  }
  return routes.length > 0
}

export const demoWorkers = [worker(driving, driveOn)]
