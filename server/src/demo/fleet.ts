// Déneigement Boréal's fleet: the operations of two winters, two trackers, and three trucks on the road.
import { addDays, homeZone, instantOf, todayIn } from '@bordee/core/time.ts'
import type { Work } from '../engine/ctx.ts'
import { insert } from '../engine/db/writing.ts'
import { jobKind } from '../engine/jobs/job-kind.ts'
import { worker } from '../engine/jobs/jobs.ts'
import { hashOf, newCode } from '../engine/secrets.ts'
import { quitRun } from '../runs/operators.ts'
import { startRun } from '../runs/starting.ts'
import { drive } from './driving.ts'
import { demoClientId } from './folders.ts'
import { beginNight, endOperations, fillTroubles, fillWarnings, lastWinter } from './nights.ts'
import { boreal } from './payments.ts'
import { asDriver, type Driver, drivers, fillDrivers, fillRun, minute, report, sitesOf, truckOf } from './trucks.ts'

/** How many days ago it snowed, and the place in this list of the nights that had a second trip. */
const snowfalls = [11, 4, 1]
const secondTrips = [0, 1]

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
  const [clientsOwn] = await clientsRoute(work)
  for (const [i, day] of lastWinter(work).entries()) {
    const [route] = routes.slice(i)
    if (route) await fillRun(work, drivers[i] as Driver, route.id, instantOf(day, '04:05', homeZone), 900 + i)
    await endOperations(work)
  }
  for (const [night, ago] of snowfalls.entries()) {
    const at = (time: string) => instantOf(addDays(todayIn(homeZone, work.now), -ago), time, homeZone)
    // Each night another route stays home.
    const driven = routes.filter((_, i) => (i + night) % routes.length !== 0).slice(0, drivers.length)
    for (const [i, route] of driven.entries()) {
      const driver = drivers[(i + night) % drivers.length] as Driver
      await fillRun(work, driver, route.id, at(i === 0 ? '03:40' : '04:15'), ago * 10 + i)
    }
    const driver = drivers[secondTrips.indexOf(night)]
    if (driver && clientsOwn) await fillRun(work, driver, clientsOwn.id, at('07:30'), ago * 10 + drivers.length)
    await endOperations(work)
  }
  await fillWarnings(work)
  await fillDevices(work)
}

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
  const routes = await routesToDrive(work)
  await beginNight(
    work,
    routes.map(({ id }) => id),
  )
  const startedAt = new Date(work.now.getTime() - before * minute)
  for (const [i, { id: routeId }] of routes.slice(0, drivers.length).entries()) {
    const driver = drivers[i]
    if (driver) await startRun(asDriver(work, driver, startedAt), { routeId, kind: 'full', ...truckOf(driver) })
  }
  await fillTroubles(work)
  return routes.length > 0
}

export const demoWorkers = [worker(driving, driveOn)]
