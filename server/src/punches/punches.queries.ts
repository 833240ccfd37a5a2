// Punches as they are stored, and as everyone reads them: with what is computed from their neighbours.
import { notFound } from '@bordee/core/problem.ts'
import { type Punch, type PunchChange, type PunchChangeKind, punch, punchChange } from '@bordee/core/punches/punch.ts'
import { hour, minutesOf, overlap, proposedPay } from '@bordee/core/punches/worked-time.ts'
import { runsCompany } from '@bordee/core/roles.ts'
import { addDays, hourIn, type IsoDate, instantOf, todayIn, wallClock } from '@bordee/core/time.ts'
import { type Ctx, companyOf } from '../engine/ctx.ts'
import { jsonOf } from '../engine/db/columns.ts'
import { type Sql, sql } from '../engine/db/sql.ts'
import { insertAll, picked } from '../engine/db/writing.ts'
import { accountName } from '../runs/operators.ts'

const { minutes: _, proposedMinutes: __, ...stored } = punch.shape
export type StoredPunch = Omit<Punch, 'minutes' | 'proposedMinutes'>

/** Owners and platform staff see everyone’s, the others their own that still count. */
const visible = ({ actor }: Ctx) =>
  runsCompany(actor.role) ? sql`true` : sql`(p.account_id = ${actor.accountId} and p.removed_at is null)`

/** In time order; the alias is `p`. */
export async function storedPunches(ctx: Ctx, where: Sql<unknown>): Promise<StoredPunch[]> {
  const rows = await ctx.tx.sql<{ json: StoredPunch }>`
    select ${jsonOf(stored, 'p', {
      isCorrected: sql`exists (
        select from punch_changes h where h.company_id = p.company_id and h.punch_id = p.id and h.kind = 'corrected')`,
    })} as json
    from punches p
    where p.company_id = ${companyOf(ctx)} and ${where}
    order by p.started_at, p.id`
  return rows.map(({ json }) => json)
}

/** A coming to work may stretch over punches outside the period. */
const margin = 48 * hour

export interface Period {
  from: IsoDate
  to: IsoDate
}

export async function zoneOf(ctx: Ctx): Promise<string> {
  const [company] = await ctx.tx.sql<{ zone: string }>`select time_zone as zone from companies where id = ${companyOf(ctx)}`
  if (!company) throw notFound('Compagnie')
  return company.zone
}

/** By default the last two weeks. */
export function periodOr(now: Date, zone: string, { from, to }: { from?: IsoDate | undefined; to?: IsoDate | undefined }): Period {
  const end = to ?? todayIn(zone, now)
  return { from: from ?? addDays(end, -13), to: end }
}

/** The punches that begin in the period, of one person if given, with what is computed. */
export async function findPunches(ctx: Ctx, { from, to }: Period, accountId?: string | null): Promise<Punch[]> {
  const zone = await zoneOf(ctx)
  const [first, end] = [instantOf(from, '00:00', zone), instantOf(addDays(to, 1), '00:00', zone)]
  const around = [first.getTime() - margin, end.getTime() + margin].map((at) => new Date(at))
  const found = await storedPunches(
    ctx,
    sql`${visible(ctx)} and (${accountId ?? null}::uuid is null or p.account_id = ${accountId ?? null})
      and p.started_at >= ${around[0]} and p.started_at < ${around[1]}`,
  )
  return computed(found).filter(({ startedAt }) => Date.parse(startedAt) >= first.getTime() && Date.parse(startedAt) < end.getTime())
}

function computed(punches: readonly StoredPunch[]): Punch[] {
  const people = Map.groupBy(
    punches.filter(({ removedAt }) => removedAt === null),
    (one) => one.accountId ?? one.name,
  )
  const proposed = new Map([...people.values()].flatMap((own) => [...proposedPay(own)]))
  return punches.map((one) => ({ ...one, minutes: minutesOf(one), proposedMinutes: proposed.get(one.id) ?? null }))
}

/** One, with what its neighbours make of it. */
export async function readPunch(ctx: Ctx, id: string): Promise<Punch> {
  const [one] = await storedPunches(ctx, sql`p.id = ${id} and ${visible(ctx)}`)
  if (!one) throw notFound('Pointage')
  const zone = await zoneOf(ctx)
  const day = wallClock(one.startedAt, zone).date
  const found = (await findPunches(ctx, { from: day, to: day }, one.accountId)).find((punch) => punch.id === id)
  if (!found) throw notFound('Pointage')
  return found
}

/** One change at a time to the hours of a person. Take this lock before reading them. */
export const lockHours = ({ tx }: Ctx, companyId: string, accountId: string | null) =>
  tx.sql`select pg_advisory_xact_lock(hashtextextended(${`punches:${companyId}:${accountId ?? ''}`}, 0))`

/** Locked until the request ends, whoever sees it. */
export async function lockPunch(ctx: Ctx, id: string): Promise<StoredPunch> {
  const [found] = await storedPunches(ctx, sql`p.id = ${id}`)
  if (!found) throw notFound('Pointage')
  await lockHours(ctx, companyOf(ctx), found.accountId)
  const [punch] = await storedPunches(ctx, sql`p.id = ${id}`)
  if (!punch) throw notFound('Pointage')
  return punch
}

interface Times {
  id: string
  accountId: string | null
  startedAt: string
  endedAt: string | null
}

/** Another punch of the same person that these times touch, in words; undefined if there is none. */
export async function overlapTrouble(ctx: Ctx, times: Times): Promise<string | undefined> {
  const near = [Date.parse(times.startedAt) - margin, Date.parse(times.endedAt ?? times.startedAt) + margin].map((at) => new Date(at))
  const others = await storedPunches(
    ctx,
    sql`p.account_id = ${times.accountId} and p.id <> ${times.id} and p.removed_at is null
      and p.started_at between ${near[0]} and ${near[1]}`,
  )
  const other = others.find((one) => overlap(one, times))
  if (!other) return undefined
  const zone = await zoneOf(ctx)
  const from = hourIn(zone, other.startedAt)
  return other.endedAt
    ? `Ces heures chevauchent un autre pointage, de ${from} à ${hourIn(zone, other.endedAt)}.`
    : `Ces heures chevauchent une journée déjà commencée à ${from}, qui n’est pas terminée.`
}

/** Of the caller. */
export async function callerName(ctx: Ctx): Promise<string> {
  const [account] = await ctx.tx.sql<{ name: string }>`select ${accountName} as name from accounts a where a.id = ${ctx.actor.accountId}`
  return account?.name ?? ctx.actor.email
}

const traced = ['startedAt', 'endedAt', 'paidMinutes'] as const

type Change = { before: StoredPunch; after: StoredPunch }

/** Who changed what, and why: the trace is only ever added to. */
export async function traceChanges(ctx: Ctx, kind: PunchChangeKind, changes: readonly Change[], reason: string | null = null) {
  const by = { accountId: ctx.actor.accountId, userName: await callerName(ctx), at: ctx.now }
  await insertAll(
    ctx.tx,
    'punch_changes',
    changes.map(({ before, after }) => ({
      companyId: companyOf(ctx),
      punchId: before.id,
      kind,
      reason,
      before: picked(before, traced),
      after: picked(after, traced),
      ...by,
    })),
  )
}

export async function findChanges(ctx: Ctx, punchId: string): Promise<PunchChange[]> {
  const rows = await ctx.tx.sql<{ json: PunchChange }>`
    select ${jsonOf(punchChange.shape, 'h')} as json
    from punch_changes h
    where h.company_id = ${companyOf(ctx)} and h.punch_id = ${punchId}
    order by h.at desc, h.id desc`
  return rows.map(({ json }) => json)
}
