// Daily work that is done once per company and day: the company's row remembers the last day, by the company's own calendar.
import type { Work } from '../engine/ctx.ts'
import { sql } from '../engine/db/sql.ts'

type DayMark = 'contract_statuses_on' | 'contract_reminders_on'

/** Holds the company until the transaction ends, so that of two servers the second finds the day done. */
export async function markDay({ tx }: Work, companyId: string, mark: DayMark, day: string) {
  await tx.sql`update companies set ${sql.ref(mark)} = ${day} where id = ${companyId}`
}

/** The company's name, unless this week's look at the season is done already. */
export async function beginSeasonWeek({ tx }: Work, companyId: string, monday: string): Promise<string | undefined> {
  const [company] = await tx.sql<{ name: string }>`
    update companies
    set season_told_on = ${monday}
    where id = ${companyId} and (season_told_on is null or season_told_on < ${monday}::date)
    returning name`
  return company?.name
}

export interface BankDay {
  name: string
  day: string
  isBankLow: boolean
}

/** Undefined when today's look at the bank is done already. */
export async function beginBankDay({ tx, now }: Work, companyId: string): Promise<BankDay | undefined> {
  const [company] = await tx.sql<BankDay>`
    with wall as (
      select (${now}::timestamptz at time zone c.time_zone)::date as day from companies c where c.id = ${companyId})
    update companies c
    set bank_told_on = wall.day
    from wall
    where c.id = ${companyId} and (c.bank_told_on is null or c.bank_told_on < wall.day)
    returning c.name, wall.day::text as day, c.is_bank_low as "isBankLow"`
  return company
}

/** Undefined when today's look at the ceilings is done already. */
export async function beginCeilingDay({ tx, now }: Work, companyId: string): Promise<{ name: string; day: string } | undefined> {
  const [company] = await tx.sql<{ name: string; day: string }>`
    with wall as (
      select (${now}::timestamptz at time zone c.time_zone)::date as day from companies c where c.id = ${companyId})
    update companies c
    set ceilings_on = wall.day
    from wall
    where c.id = ${companyId} and (c.ceilings_on is null or c.ceilings_on < wall.day)
    returning c.name, wall.day::text as day`
  return company
}

/** The day, unless today's look at what can be billed is done already. */
export async function beginBillableDay({ tx, now }: Work, companyId: string): Promise<string | undefined> {
  const [company] = await tx.sql<{ day: string }>`
    with wall as (
      select (${now}::timestamptz at time zone c.time_zone)::date as day from companies c where c.id = ${companyId})
    update companies c
    set billables_on = wall.day
    from wall
    where c.id = ${companyId} and (c.billables_on is null or c.billables_on < wall.day)
    returning wall.day::text as day`
  return company?.day
}

export async function markWeather({ tx }: Work, companyId: string, at: Date) {
  await tx.sql`update companies set weather_at = ${at} where id = ${companyId}`
}

export async function setBankLow({ tx }: Work, companyId: string, isLow: boolean) {
  await tx.sql`update companies set is_bank_low = ${isLow} where id = ${companyId}`
}

/** Undefined when the record of `day` was looked at already; `isFirst` if no day ever was. */
export async function beginRecordDay({ tx }: Work, companyId: string, day: string) {
  const [company] = await tx.sql<{ name: string; isFirst: boolean }>`
    with before as (select id, recorded_on from companies where id = ${companyId} for no key update)
    update companies c
    set recorded_on = ${day}
    from before b
    where c.id = b.id and (b.recorded_on is null or b.recorded_on < ${day}::date)
    returning c.name, b.recorded_on is null as "isFirst"`
  return company
}
