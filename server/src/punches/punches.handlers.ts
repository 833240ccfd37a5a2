import { conflict, invalid } from '@bordee/core/problem.ts'
import { hoursCsv } from '@bordee/core/punches/hours-csv.ts'
import type { punchCalls } from '@bordee/core/punches/punches.calls.ts'
import { compareText } from '@bordee/core/text.ts'
import { type Ctx, companyOf, type Handlers } from '../engine/ctx.ts'
import { change, defined } from '../engine/db/writing.ts'
import { decideProposed, proposedPunches } from './proposing.ts'
import {
  callerName,
  findChanges,
  findPunches,
  lockHours,
  lockPunch,
  type Period,
  periodOr,
  readPunch,
  type StoredPunch,
  traceChanges,
  zoneOf,
} from './punches.queries.ts'
import { refuseTrouble, savePunch } from './saving.ts'

export const punchHandlers: Handlers<typeof punchCalls> = {
  async listPunches(ctx, { from, to, accountId }) {
    return findPunches(ctx, checked(periodOr(ctx.now, await zoneOf(ctx), { from, to })), accountId)
  },

  savePunch: (ctx, told) => savePunch(ctx, told),

  async correctPunch(ctx, { id, reason, ...changes }) {
    const before = await lockPunch(ctx, id)
    refuseLocked(before)
    const merged = { ...before, ...defined(changes) }
    const isMoved = !isSameTime(merged.startedAt, before.startedAt) || !isSameTime(merged.endedAt, before.endedAt)
    // What was decided for other times is to be decided again.
    const after = isMoved && changes.paidMinutes === undefined ? { ...merged, paidMinutes: null } : merged
    if (!isMoved && after.paidMinutes === before.paidMinutes) return readPunch(ctx, id)
    if (isMoved) await refuseTrouble(ctx, after)
    if (after.endedAt === null && after.paidMinutes !== null)
      throw conflict('Cette journée n’est pas terminée\u00a0: inscrivez d’abord sa fin.', { code: 'open' })
    const { startedAt, endedAt, paidMinutes } = after
    await change(ctx.tx, 'punches', { companyId: companyOf(ctx), id }, { startedAt, endedAt, paidMinutes })
    await traceChanges(ctx, isMoved ? 'corrected' : 'paid', [{ before, after }], reason)
    return published(ctx, before)
  },

  async removePunch(ctx, { id, reason }) {
    const before = await lockPunch(ctx, id)
    if (before.removedAt !== null) return readPunch(ctx, id)
    refuseLocked(before)
    await change(ctx.tx, 'punches', { companyId: companyOf(ctx), id }, { removedAt: ctx.now })
    await traceChanges(ctx, 'removed', [{ before, after: before }], reason)
    return published(ctx, before)
  },

  async listPunchChanges(ctx, { id }) {
    await readPunch(ctx, id)
    return findChanges(ctx, id)
  },

  async approvePunches(ctx, { accountId, ...period }) {
    const found = await lockPeriod(ctx, period, accountId)
    const open = found.filter(({ endedAt }) => endedAt === null)
    const undecided = found.filter(({ endedAt, proposedMinutes }) => endedAt !== null && proposedMinutes !== null)
    const ready = found.filter(({ endedAt, proposedMinutes, approvedAt }) => endedAt !== null && proposedMinutes === null && !approvedAt)
    await setApproval(ctx, ready, { approvedAt: ctx.now, approvedBy: await callerName(ctx) }, null)
    return { approvedCount: ready.length, openCount: open.length, undecidedCount: undecided.length }
  },

  async unapprovePunches(ctx, { accountId, reason, ...period }) {
    const found = (await lockPeriod(ctx, period, accountId)).filter(({ approvedAt }) => approvedAt !== null)
    await setApproval(ctx, found, { approvedAt: null, approvedBy: null }, reason)
    return { count: found.length }
  },

  async listProposedPunches(ctx, { from, to }) {
    return proposedPunches(ctx, checked(periodOr(ctx.now, await zoneOf(ctx), { from, to })))
  },

  decideProposedPunch: (ctx, { id, isAccepted }) => decideProposed(ctx, id, isAccepted),

  async exportPunches(ctx, { accountId, ...period }) {
    const found = (await findPunches(ctx, checked(period), accountId)).filter(({ removedAt }) => removedAt === null)
    const sorted = found.toSorted((a, b) => compareText(a.name, b.name) || Date.parse(a.startedAt) - Date.parse(b.startedAt))
    const text = hoursCsv(sorted, await zoneOf(ctx))
    return { bytes: Buffer.from(text, 'utf8'), name: `Heures ${period.from} au ${period.to}.csv` }
  },
}

/** A winter and more; longer ones are read in parts. */
const longestDays = 400

function checked(period: Period): Period {
  if (period.to < period.from) throw invalid({ input: { to: 'La fin doit être après le début.' } })
  if (Date.parse(period.to) - Date.parse(period.from) > longestDays * 86_400_000)
    throw invalid({ input: { to: `Choisissez une période d’au plus ${longestDays} jours.` } })
  return period
}

const isSameTime = (a: string | null, b: string | null) => a === b || (a !== null && b !== null && Date.parse(a) === Date.parse(b))

function refuseLocked({ approvedAt, removedAt }: StoredPunch) {
  if (approvedAt)
    throw conflict('Ces heures sont approuvées\u00a0: le propriétaire doit d’abord retirer l’approbation.', { code: 'approved' })
  if (removedAt) throw conflict('Ce pointage a été retiré.', { code: 'removed' })
}

/** Those that count, each person’s locked in one order, so that two approvals never wait for each other. */
async function lockPeriod(ctx: Ctx, period: Period, accountId: string | null | undefined) {
  const people = new Set((await findPunches(ctx, checked(period), accountId)).map((one) => one.accountId ?? ''))
  for (const one of [...people].toSorted()) await lockHours(ctx, companyOf(ctx), one || null)
  const found = await findPunches(ctx, period, accountId)
  return found.filter(({ removedAt }) => removedAt === null)
}

type Approved = { approvedAt: Date; approvedBy: string } | { approvedAt: null; approvedBy: null }

async function setApproval(ctx: Ctx, punches: readonly StoredPunch[], approved: Approved, reason: string | null) {
  if (punches.length === 0) return
  const ids = punches.map(({ id }) => id)
  await change(ctx.tx, 'punches', { companyId: companyOf(ctx), id: ids }, approved)
  const kind = approved.approvedAt ? 'approved' : 'unapproved'
  await traceChanges(
    ctx,
    kind,
    punches.map((one) => ({ before: one, after: one })),
    reason,
  )
  ctx.publish(companyOf(ctx), { topic: 'punches' })
}

function published(ctx: Ctx, { id, accountId }: StoredPunch) {
  ctx.publish(companyOf(ctx), { topic: 'punches', by: accountId })
  return readPunch(ctx, id)
}
