// A day that someone begins and ends on a phone, or hours that the office writes for them.
import { conflict, forbidden, invalid, notFound } from '@bordee/core/problem.ts'
import type { Punch } from '@bordee/core/punches/punch.ts'
import { timesTrouble } from '@bordee/core/punches/worked-time.ts'
import { runsCompany } from '@bordee/core/roles.ts'
import { type Ctx, companyOf } from '../engine/ctx.ts'
import { sql } from '../engine/db/sql.ts'
import { change, insert, newId } from '../engine/db/writing.ts'
import { reportedAt } from '../runs/clocks.ts'
import { accountName } from '../runs/operators.ts'
import {
  callerName,
  findChanges,
  lockHours,
  overlapTrouble,
  readPunch,
  type StoredPunch,
  storedPunches,
  traceChanges,
} from './punches.queries.ts'

interface Told {
  id?: string | null | undefined
  accountId?: string | null | undefined
  startedAt?: string | null | undefined
  endedAt?: string | null | undefined
  sentAt?: number | null | undefined
}

/** The same id is the same punch: one that is open is ended, anything else stays as it is. */
export async function savePunch(ctx: Ctx, { id, accountId, ...told }: Told): Promise<Punch> {
  const companyId = companyOf(ctx)
  const isOffice = accountId !== null && accountId !== undefined
  if (isOffice && !runsCompany(ctx.actor.role)) throw forbidden('Vous n’inscrivez que vos propres heures.')
  const whose = accountId ?? ctx.actor.accountId
  const punchId = id ?? (await newId(ctx.tx))
  await lockHours(ctx, companyId, whose)
  const [known] = await storedPunches(ctx, sql`p.id = ${punchId}`)
  if (known && known.accountId !== whose) throw conflict('Cet identifiant a déjà servi à un autre pointage.', { code: 'id-used' })
  const times = isOffice ? writtenTimes(told) : reportedTimes(ctx, told, known)
  if (known) await end(ctx, known, times.endedAt)
  else await begin(ctx, { id: punchId, accountId: whose, ...times }, isOffice)
  return readPunch(ctx, punchId)
}

interface Times {
  startedAt: string
  endedAt: string | null
}

function writtenTimes({ startedAt, endedAt }: Told): Times {
  if (!startedAt) throw invalid({ input: { startedAt: 'Le début est requis.' } })
  return { startedAt, endedAt: endedAt ?? null }
}

/** By our clock. The start of a punch that is known was settled when it was first reported. */
function reportedTimes(ctx: Ctx, { startedAt, endedAt, sentAt }: Told, known: StoredPunch | undefined): Times {
  const ours = (at: string | null | undefined) => reportedAt({ at, sentAt }, ctx.now).at.toISOString()
  const start = known?.startedAt ?? ours(startedAt)
  const stop = endedAt ? ours(endedAt) : null
  // A clock that was set meanwhile makes no day end before it began.
  return { startedAt: start, endedAt: stop && Date.parse(stop) < Date.parse(start) ? start : stop }
}

async function begin(ctx: Ctx, times: Times & { id: string; accountId: string }, isOffice: boolean) {
  const companyId = companyOf(ctx)
  const [person] = await ctx.tx.sql<{ name: string }>`
    select ${accountName} as name
    from accounts a
    where a.id = ${times.accountId} and (a.id = ${ctx.actor.accountId} or exists (
      select from accesses x where x.company_id = ${companyId} and x.account_id = a.id))`
  if (!person) throw notFound('Compte')
  await refuseTrouble(ctx, times)
  const by = { madeById: ctx.actor.accountId, madeBy: await callerName(ctx) }
  const source = isOffice ? 'office' : 'phone'
  await insert(ctx.tx, 'punches', { ...times, ...by, companyId, name: person.name, source, createdAt: ctx.now })
  ctx.publish(companyId, { topic: 'punches', by: times.accountId })
}

/** The office may have ended it before the phone could report: what the phone says is then kept in the trace, once. */
async function end(ctx: Ctx, known: StoredPunch, endedAt: string | null) {
  const companyId = companyOf(ctx)
  if (endedAt === null || known.removedAt !== null) return
  const ended = { ...known, endedAt }
  if (known.endedAt === null) {
    await refuseTrouble(ctx, ended)
    await change(ctx.tx, 'punches', { companyId, id: known.id }, { endedAt })
    ctx.publish(companyId, { topic: 'punches', by: known.accountId })
    return
  }
  if (!known.isCorrected || Date.parse(known.endedAt) === Date.parse(endedAt)) return
  const isTold = (await findChanges(ctx, known.id)).some(({ kind }) => kind === 'reported')
  if (!isTold) await traceChanges(ctx, 'reported', [{ before: known, after: ended }])
}

/** Refuses times that make no sense, and those that another punch of the same person has. */
export async function refuseTrouble(ctx: Ctx, times: Times & { id: string; accountId: string | null }) {
  const trouble = timesTrouble(times, ctx.now.getTime())
  if (trouble)
    throw conflict(trouble, { code: 'punch-times', formErrors: { input: { [times.endedAt ? 'endedAt' : 'startedAt']: trouble } } })
  const overlapping = await overlapTrouble(ctx, times)
  if (overlapping) throw conflict(overlapping, { code: 'punch-overlap', formErrors: { input: { startedAt: overlapping } } })
}
