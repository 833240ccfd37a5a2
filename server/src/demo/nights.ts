// Déneigement Boréal's operations: what was read and noted in each, and the one that is under way when a user arrives.
import { reasonWords, withReason } from '@bordee/core/messages/variables.ts'
import { operationName } from '@bordee/core/operations/operation.ts'
import { operationSeason } from '@bordee/core/operations/season.ts'
import type { NotDoneReason } from '@bordee/core/runs/run.ts'
import { count } from '@bordee/core/text.ts'
import { addDays, homeZone, instantOf, todayIn, wallClock } from '@bordee/core/time.ts'
import { dayInWords } from '@bordee/core/written-days.ts'
import { actingAs, type Work } from '../engine/ctx.ts'
import { addStops } from '../runs/added-stops.ts'
import { mark } from '../runs/marks.ts'
import { startRun } from '../runs/starting.ts'
import { redoMessage, spentFirst } from './alerts.ts'
import { drive } from './driving.ts'
import { idOf, kinds } from './folders.ts'
import { boreal } from './payments.ts'
import { fillNightReplies } from './replies.ts'
import { asDriver, type Driver, drivers, fillRun, minute, report, silentDriver, sitesOf, truckOf } from './trucks.ts'

/** Two days of the winter before this one. */
export function lastWinter({ now }: Work): string[] {
  const year = operationSeason(todayIn(homeZone, now)).from.slice(0, 4)
  return [`${year}-01-12`, `${year}-02-03`]
}

/** Who reads the snow. */
const reader = 'Paule Tremblay'
const hours = (n: number) => n * 60 * minute

/** Closes what is open as its job would, and adds what the office read that night. */
export async function endOperations({ tx }: Work) {
  const ended = await tx.sql<{ id: string; openedAt: Date }>`
    update operations o
    set closed_at = (select max(r.finished_at) + interval '6 hours' from runs r where r.company_id = o.company_id and r.operation_id = o.id)
    where o.company_id = ${boreal} and o.closed_at is null
    returning o.id, o.opened_at as "openedAt"`
  for (const { id, openedAt } of ended) {
    await openOnTheEve(tx, id, openedAt)
    await fillReadings(tx, id, openedAt, 4 + ((5 * Math.floor(openedAt.getTime() / hours(12))) % 11))
  }
}

/** If clients were alerted the evening before, the office had opened the operation for that. */
async function openOnTheEve(tx: Work['tx'], operationId: string, openedAt: Date) {
  const [opened] = await tx.sql<{ at: Date }>`
    with sent as (
      update alert_sends
      set operation_id = ${operationId}
      where company_id = ${boreal} and created_at between ${new Date(openedAt.getTime() - hours(14))} and ${openedAt}
      returning created_at)
    update operations
    set opened_at = least(opened_at, (select min(created_at) - interval '10 minutes' from sent))
    where company_id = ${boreal} and id = ${operationId}
    returning opened_at as at`
  const day = todayIn(homeZone, opened?.at ?? openedAt)
  await tx.sql`
    update operations set name = ${operationName('snow', dayInWords(day))} where company_id = ${boreal} and id = ${operationId}`
}

/** The snow falls in the first hours; the office reads it three times. */
async function fillReadings(tx: Work['tx'], operationId: string, openedAt: Date, depth: number) {
  for (const [i, part] of [0.3, 0.8, 1].entries()) {
    const at = new Date(openedAt.getTime() + i * hours(0.75))
    await tx.sql`
      insert into operation_readings (company_id, operation_id, kind, at, amount, user_name)
      values (${boreal}, ${operationId}, 'depth', ${at}, ${Math.round(depth * part)}, ${reader})`
  }
  await tx.sql`
    insert into operation_readings (company_id, operation_id, kind, at, amount, user_name)
    values (${boreal}, ${operationId}, 'temperature', ${openedAt}, ${-4 - Math.round(depth / 3)}, ${reader})`
}

/** In the morning, the office told the sites to redo of the last night why they were left. */
export async function fillWarnings({ tx, now }: Work) {
  const at = instantOf(addDays(todayIn(homeZone, now), -1), '06:20', homeZone)
  const sendId = idOf(kinds.send, 900)
  const left = await tx.sql<{ occupantId: string; siteId: string; reason: NotDoneReason; note: string | null; operationId: string }>`
    select distinct on (o.phone) o.id as "occupantId", o.site_id as "siteId", a.reason, a.note, r.operation_id as "operationId"
    from operations w
    join runs r on r.company_id = w.company_id and r.operation_id = w.id
    join run_area_actions a on a.company_id = r.company_id and a.run_id = r.id and a.type = 'mark_as_not_done'
    join run_areas x on x.company_id = a.company_id and x.id = a.run_area_id
    join run_sites s on s.company_id = x.company_id and s.id = x.run_site_id
    join occupants o on o.company_id = s.company_id and o.site_id = s.site_id
    where w.company_id = ${boreal} and w.opened_at < ${at} and w.closed_at > ${at}
      and not exists (select from unsubscribed_phones u where u.company_id = o.company_id and u.phone = o.phone)
    order by o.phone, a.at desc`
  if (left.length === 0) return
  const sites = new Set(left.map(({ siteId }) => siteId))
  const texts = left.map((one) => withReason(redoMessage.long, reasonWords(one) ?? ''))
  await tx.sql`update alert_lots set remaining = remaining - ${left.length} where company_id = ${boreal} and id = ${spentFirst}`
  await tx.sql`
    insert into alert_sends (id, company_id, operation_id, target, target_name, message_id, message, sent_by_name, expected, created_at)
    values (${sendId}, ${boreal}, ${left[0]?.operationId}, 'sites:demo', ${count(sites.size, 'point de service', 'points de service')},
            (select id from messages where company_id = ${boreal} and id = ${redoMessage.id}), -- an earlier demo doesn't have it
            ${redoMessage.long}, ${reader}, ${left.length}, ${at})`
  await tx.sql`
    insert into alert_deliveries (company_id, send_id, occupant_id, site_id, client_id, method, phone, first_name, last_name,
                                  site_name, client_name, message, status, paid_from, price, lot_id, provider, attempts,
                                  accepted_at, created_at)
    select ${boreal}, ${sendId}, o.id, s.id, c.id, o.alert_method, o.phone, o.first_name, o.last_name,
           s.name, c.name, f.text, 'delivered', 'bank', 10, ${spentFirst}, 'journal', 1, ${at}, ${at}
    from unnest(${left.map(({ occupantId }) => occupantId)}::uuid[], ${texts}::text[]) f (id, text)
    join occupants o on o.company_id = ${boreal} and o.id = f.id
    join sites s on s.company_id = o.company_id and s.id = o.site_id
    join clients c on c.company_id = s.company_id and c.id = s.client_id`
  await tx.sql`
    insert into alert_ledger (company_id, lot_id, send_id, amount, reason, created_at)
    values (${boreal}, ${spentFirst}, ${sendId}, ${-left.length}, 'send', ${at})`
}

/** Minutes ago: the first round, the truck that fell silent, and its last position. */
const firstRound = 150
const silentSince = { start: 45, end: 12 }

/**
 * Tonight before the trucks of the second round leave: a first round that opened the driveways, and a truck that nobody
 * hears any more. Nothing if an operation is open already.
 */
export async function beginNight(work: Work, routeIds: readonly string[]) {
  const { tx, now } = work
  const [known] = await tx.sql`select from operations where company_id = ${boreal} and closed_at is null`
  if (known) return
  const ago = (minutes: number) => new Date(now.getTime() - minutes * minute)
  for (const [i, driver] of drivers.entries()) {
    const routeId = routeIds[i]
    if (routeId) await fillRun(work, driver, routeId, ago(firstRound), 40 + i, 'opening')
  }
  const [, , silent] = routeIds
  if (silent) await driveUntilSilent(work, silent, ago(silentSince.start), ago(silentSince.end))
  const [operation] = await tx.sql<{ id: string; openedAt: Date }>`
    select id, opened_at as "openedAt" from operations where company_id = ${boreal} and closed_at is null`
  if (!operation) return
  await leaveOutLargest(tx, operation.id)
  await fillReadings(tx, operation.id, operation.openedAt, 9)
  await promiseSoon(work, operation.id)
  const [sector] = await tx.sql<{ id: string }>`select id from sectors where company_id = ${boreal} order by name limit 1`
  await tx.sql`
    insert into operation_readings (company_id, operation_id, kind, sector_id, at, amount, user_name)
    values (${boreal}, ${operation.id}, 'depth', ${sector?.id ?? null}, ${ago(30)}, 11, ${reader})`
  const note = 'La Ville commence par les grandes artères; les rues résidentielles vers 7\u00a0h.'
  await tx.sql`
    insert into operation_notes (company_id, operation_id, text, at, user_name)
    values (${boreal}, ${operation.id}, ${note}, ${ago(60)}, ${reader})`
}

/** Of Sainte-Foy's condos nothing is promised tonight: with nobody on that route, the whole night would be hours late. */
const leaveOutLargest = (tx: Work['tx'], operationId: string) => tx.sql`
  delete from operation_routes
  where company_id = ${boreal} and operation_id = ${operationId} and route_id = (
    select route_id from route_sites where company_id = ${boreal} group by route_id order by count(*) desc limit 1)`

/** Whatever the time at which a user arrives, the longer of the two routes under way will be a little late. */
async function promiseSoon({ tx, now }: Work, operationId: string) {
  const deadline = new Date(Math.ceil(now.getTime() / minute / 5 + 8) * 5 * minute)
  await tx.sql`
    update operations
    set defaults = defaults || jsonb_build_object('doneBy', ${wallClock(deadline, homeZone).time}::text)
    where company_id = ${boreal} and id = ${operationId}`
}

async function driveUntilSilent(work: Work, routeId: string, startedAt: Date, until: Date) {
  const runId = await startRun(asDriver(work, silentDriver, startedAt), { routeId, kind: 'full', ...truckOf(silentDriver) })
  const track = drive(await sitesOf(work, runId), startedAt.getTime(), 77)
  await report(
    work,
    silentDriver,
    runId,
    track.filter(({ at }) => at <= until.getTime()),
  )
}

/** Once the trucks of the second round are out: cars in the way, sites to redo, one of them given to a truck, one call. */
export async function fillTroubles(work: Work) {
  const { tx, now } = work
  const runs = await tx.sql<{ id: string; accountId: string; operationId: string | null }>`
    select r.id, o.account_id as "accountId", r.operation_id as "operationId"
    from runs r
    join run_operators o on o.company_id = r.company_id and o.run_id = r.id and o.is_present
    where r.company_id = ${boreal} and r.finished_at is null and o.account_id = any(${drivers.map(({ id }) => id)}::uuid[])
    order by r.id`
  const [first, second] = runs
  if (!first || !second || !first.operationId) return
  const notDone = [
    { run: first, stop: -1, reason: 'gate', note: 'Chaîne cadenassée' },
    { run: first, stop: -2, reason: 'object', note: 'Bac de recyclage au milieu' },
    { run: second, stop: -1, reason: 'ice', note: null },
  ] as const
  for (const { run, stop, reason, note } of notDone) await markStop(work, run, stop, { type: 'mark_as_not_done', reason, note })
  for (const stop of [0, 2, 3]) await markStop(work, first, stop, { type: 'mark_as_partial', reason: 'vehicle', note: null })
  const owner = await tx.sql<{ accountId: string; email: string }>`
    select x.account_id as "accountId", a.email
    from accesses x
    join accounts a on a.id = x.account_id
    where x.company_id = ${boreal} and x.role = 'owner'
    order by a.id
    limit 1`
  const [barred] = (await sitesWithIds(work, first.id)).slice(-1)
  const [calls] = (await sitesWithIds(work, second.id)).slice(-4)
  if (!owner[0] || !barred || !calls) return
  const office = actingAs({ ...work, now }, { ...owner[0], role: 'owner', companyId: boreal })
  await fillNightReplies(work, boreal, first.operationId)
  await addStops(office, second.id, { siteIds: [barred.siteId], place: 'next' })
  await tx.sql`
    insert into site_requests (company_id, operation_id, site_id, source, note, is_urgent, at, user_name)
    values (${boreal}, ${first.operationId}, ${calls.siteId}, 'call', ${'Rendez-vous à l’hôpital à 8\u00a0h'}, true, ${now}, ${reader})`
}

const sitesWithIds = ({ tx }: Work, runId: string) => tx.sql<{ id: string; siteId: string }>`
  select id, site_id as "siteId" from run_sites where company_id = ${boreal} and run_id = ${runId} order by sort_order`

type Mark = Omit<Parameters<typeof mark>[1], 'runId' | 'runSiteId'>

async function markStop(work: Work, { id: runId, accountId }: { id: string; accountId: string }, place: number, given: Mark) {
  const stop = (await sitesWithIds(work, runId)).at(place)
  const driver = drivers.find(({ id }) => id === accountId) as Driver
  if (stop) await mark(asDriver(work, driver, work.now), { ...given, runId, runSiteId: stop.id })
}
