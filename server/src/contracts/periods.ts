// A query's period: days are the company's local days, the last one included.
import { periodOf } from '@bordee/core/alerts/period.ts'
import { type IsoDate, todayIn } from '@bordee/core/time.ts'
import { type Ctx, companyOf } from '../engine/ctx.ts'

async function zoneOf(ctx: Ctx): Promise<string> {
  const [company] = await ctx.tx.sql<{ zone: string }>`select time_zone as zone from companies where id = ${companyOf(ctx)}`
  return company?.zone ?? 'UTC'
}

const isDay = (moment: string): moment is IsoDate => /^\d{4}-\d{2}-\d{2}$/.test(moment)

/** Null for an open end. */
export async function daysOf(ctx: Ctx, from: string | undefined, to: string | undefined) {
  const zone = await zoneOf(ctx)
  const day = (moment: string | undefined) => (moment === undefined ? null : isDay(moment) ? moment : todayIn(zone, new Date(moment)))
  return { first: day(from), last: day(to) }
}

export async function instantsOf(ctx: Ctx, from: string | undefined, to: string | undefined) {
  const zone = await zoneOf(ctx)
  return {
    since: from === undefined ? null : periodOf(from, from, zone).since,
    before: to === undefined ? null : periodOf(to, to, zone).before,
  }
}
