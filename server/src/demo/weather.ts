// Déneigement Boréal's weather, made from its own operations: it snowed when they were read. And a contract whose ceiling
// this season has nearly used.
import { seasonYear } from '@bordee/core/operations/season.ts'
import { nightsOf, siteSnow } from '@bordee/core/operations/snowfall.ts'
import { homeZone, instantOf, todayIn } from '@bordee/core/time.ts'
import { hourMs, hourOf } from '@bordee/core/weather/hours.ts'
import { isRecorded } from '@bordee/core/weather/weather-season.ts'
import type { Work } from '../engine/ctx.ts'
import { insertMany } from '../engine/db/bulk.ts'
import { readSnowNights, seasonIn } from '../operations/snowfall.ts'
import { seeded } from './chance.ts'
import { demoClientId } from './folders.ts'
import { boreal } from './payments.ts'
import { type PlannedHour, plannedHours } from './snowfalls.ts'
import { winterOf } from './winter.ts'

/** Nobody's figures: no real source must be named for them. */
const station = 'Station de démonstration'
/** A night in which nothing was received. */
const gapHours = 7
const daysAgoOfGap = 9

/** Where there is weather already, only the winter that came with a later version: what people typed stays. */
export async function fillWeather(work: Work) {
  const { tx, now } = work
  const snow = await snowByHour(work)
  const winter = await winterOf(work)
  const planned = winter ? plannedHours(winter.december) : new Map<number, PlannedHour>()
  const [from, to] = [winter?.startAt ?? '', winter?.endAt ?? '']
  const known = await knownHours(work)
  const random = seeded(19)
  const today = todayIn(homeZone, now)
  const first = instantOf(`${seasonYear(today) - 1}-10-01`, '00:00', homeZone).getTime()
  const last = hourOf(now.getTime())
  const gap = last - daysAgoOfGap * 24 * hourMs
  const [phase, other] = [random() * 7, random() * 7]
  const rows = []
  for (let at = first; at <= last; at += hourMs) {
    const luck = random()
    const day = todayIn(homeZone, new Date(at))
    if ((at > gap && at <= gap + gapHours * hourMs) || !isRecorded(day)) continue
    const isInWinter = from <= day && day <= to
    if (known.size > 0 && !isInWinter) continue
    const days = at / 86_400_000
    const front = Math.sin((days * 2 * Math.PI) / 5.3 + phase) + Math.sin((days * 2 * Math.PI) / 12.7 + other)
    const fallen = snow.get(at) ?? 0
    const ofDay = 3 * Math.sin(((at / hourMs - 20) * 2 * Math.PI) / 24)
    const usual = 1.5 - 12.5 * Math.cos(((dayOfYear(at) - 20) * 2 * Math.PI) / 365) + ofDay
    const plan = planned.get(at)
    const natural = fallen > 0 ? Math.min(usual + 2 * front, -2) : usual + 3.5 * front
    const temperature = plan?.temperature === undefined ? natural : plan.temperature + ofDay / 2 + luck - 0.5
    const isWet = front < -1.3 && luck < 0.3
    const flurry = plan?.snow ?? (isWet && temperature < 0 && !isInWinter ? luck : 0)
    const figures = {
      temperature: tenths(temperature),
      snow: tenths(fallen > 0 ? fallen : flurry),
      rain: tenths(plan?.rain ? plan.rain * (0.5 + luck) : isWet && fallen === 0 && temperature > 1 ? luck * 8 : 0),
    }
    const before = known.get(at)
    if (before && (before.userName !== station || before.figures === Object.values(figures).join(' '))) continue
    rows.push({
      companyId: boreal,
      isCentre: true,
      hour: new Date(at),
      ...figures,
      wind: tenths(9 + 6 * Math.abs(front) + 4 * luck),
      source: 'people',
      receivedAt: new Date(at + 5 * 60_000),
      userName: station,
    })
  }
  await insertMany(tx, 'weather_hours', rows)
}

/** The last word of people on each. */
async function knownHours({ tx }: Work) {
  const rows = await tx.sql<{ hour: Date; figures: string; userName: string }>`
    select distinct on (hour) hour, concat_ws(' ', temperature::float8, snow::float8, rain::float8) as figures, user_name as "userName"
    from weather_hours
    where company_id = ${boreal} and is_centre and source = 'people'
    order by hour, received_at desc, id desc`
  return new Map(rows.map(({ hour, ...known }) => [hour.getTime(), known]))
}

const tenths = (value: number) => Math.round(value * 10) / 10
const dayOfYear = (at: number) => (at - Date.UTC(new Date(at).getUTCFullYear(), 0, 1)) / 86_400_000

/** What the office read in each operation, spread over the hours between its readings. */
async function snowByHour({ tx }: Work): Promise<Map<number, number>> {
  const readings = await tx.sql<{ operationId: string; openedAt: Date; at: Date; amount: number }>`
    select d.operation_id as "operationId", o.opened_at as "openedAt", d.at, d.amount::float8
    from operation_readings d
    join operations o on o.company_id = d.company_id and o.id = d.operation_id
    where d.company_id = ${boreal} and d.kind = 'depth' and d.sector_id is null
    order by d.operation_id, d.at`
  const snow = new Map<number, number>()
  for (const night of Map.groupBy(readings, ({ operationId }) => operationId).values()) {
    let before = { at: (night[0]?.openedAt.getTime() ?? 0) - 2 * hourMs, amount: 0 }
    for (const { at, amount } of night) {
      const end = hourOf(at.getTime()) + hourMs
      const begin = Math.min(hourOf(before.at) + hourMs, end)
      const hours = (end - begin) / hourMs + 1
      for (let hour = begin; hour <= end; hour += hourMs) snow.set(hour, (snow.get(hour) ?? 0) + (amount - before.amount) / hours)
      before = { at: at.getTime(), amount }
    }
  }
  return snow
}

/** About what the operation adds that begins when a user arrives. */
const tonight = 9

/** The contract of the demo's client: some 85 % of its ceiling is used, if it snowed on its days. */
export async function fillCeiling(work: Work) {
  const { tx, now } = work
  const [contract] = await tx.sql<{ id: string; startAt: string; endAt: string; sectorIds: string[] }>`
    select k.id, k.start_at::text as "startAt", k.end_at::text as "endAt",
           array(select m.sector_id from sector_members m where m.company_id = k.company_id and m.site_id = k.site_id) as "sectorIds"
    from contracts k
    where k.company_id = ${boreal} and k.client_id = ${demoClientId} and k.status = 'accepted'
    order by k.start_at desc
    limit 1`
  if (!contract) return
  const nights = nightsOf(await readSnowNights(work, boreal, await seasonIn(work, boreal, seasonYear(todayIn(homeZone, now)))), contract)
  const fell = siteSnow(nights, contract.sectorIds) ?? 0
  const ceiling = fell > 0 ? Math.round((fell + tonight) / 0.85) : 250
  await tx.sql`
    update contracts
    set ceiling = ${ceiling}, ceiling_unit = 'cm', ceiling_price = 350
    where company_id = ${boreal} and id = ${contract.id}`
  await tx.sql`update companies set operation_is_season_in_portal = true where id = ${boreal}`
}
