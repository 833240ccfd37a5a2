import { type Claim, claimStateNames, heldDays } from '@bordee/core/claims/claim.ts'
import { eventTo } from '@bordee/core/claims/claim-life.ts'
import type { claimCalls } from '@bordee/core/claims/claims.calls.ts'
import { conflict, invalid, notFound } from '@bordee/core/problem.ts'
import { addDays, todayIn } from '@bordee/core/time.ts'
import { audit } from '../engine/audit.ts'
import { type Ctx, companyOf, type Handlers } from '../engine/ctx.ts'
import { sql } from '../engine/db/sql.ts'
import { change, insert, newId } from '../engine/db/writing.ts'
import { orderEvidence } from '../evidence/ordering.ts'
import { addressText } from '../sites/site-address.ts'
import { addClaimFile, deleteClaimFile, listClaimFiles, openClaimFile } from './claim-files.ts'
import { findClaims, lockClaim, readClaim } from './claims.queries.ts'

export const claimHandlers: Handlers<typeof claimCalls> = {
  listClaims: (ctx, { state, siteId, customerId }) =>
    findClaims(
      ctx,
      sql`(${state === undefined} or c.state = ${state ?? null}) and (${siteId === undefined} or c.site_id = ${siteId ?? null})
        and (${customerId === undefined} or c.client_id = ${customerId ?? null})`,
    ),

  getClaim: (ctx, { id }) => readClaim(ctx, id),

  async createClaim(ctx, { id, claim }) {
    const companyId = companyOf(ctx)
    const claimId = id ?? (await newId(ctx.tx))
    // Of two that are sent at once, the second finds the first.
    await ctx.tx.sql`select pg_advisory_xact_lock(hashtextextended(${`claim:${claimId}`}, 0))`
    const [known] = await findClaims(ctx, sql`c.id = ${claimId}`)
    if (known) return known
    const [site] = await ctx.tx.sql<{ clientId: string; siteAddress: string; customerName: string }>`
      select s.client_id as "clientId", ${addressText('s')} as "siteAddress", c.name as "customerName"
      from sites s
      join clients c on c.company_id = s.company_id and c.id = s.client_id
      where s.company_id = ${companyId} and s.id = ${claim.siteId}
      for key share of s`
    if (!site) throw notFound('Point de service')
    refuseToCome(ctx, claim.happenedAt)
    const [taken] = await ctx.tx.sql`select from claims where id = ${claimId}`
    if (taken) throw conflict('Cet identifiant a déjà servi à une autre réclamation.', { code: 'id-used' })
    const by = { accountId: ctx.actor.accountId, userName: await nameOf(ctx) }
    await insert(ctx.tx, 'claims', { ...claim, ...site, ...by, id: claimId, companyId, createdAt: ctx.now })
    return readClaim(ctx, claimId)
  },

  async updateClaim(ctx, { id, claim: { state, ...changes } }) {
    const companyId = companyOf(ctx)
    const before = await lockClaim(ctx, id)
    refuseToCome(ctx, changes.happenedAt)
    const isMoved = state !== undefined && state !== before.state
    if (isMoved && !eventTo(before.state, state))
      throw conflict(`Une réclamation fermée se rouvre d’abord\u00a0: elle ne peut pas devenir «\u00a0${claimStateNames[state]}\u00a0».`)
    const isClosed = isMoved && state === 'closed'
    await change(
      ctx.tx,
      'claims',
      { id, companyId },
      {
        ...changes,
        ...(isMoved && { state, closedAt: isClosed ? ctx.now : null }),
        ...(isClosed && { heldAt: null, heldBy: null, heldFrom: null, heldTo: null }),
      },
    )
    if (isClosed) await audit(ctx, 'claim-closed', { claimId: id })
    const after = await readClaim(ctx, id)
    // What is protected follows the day that it happened.
    if (after.heldAt && after.happenedAt !== before.happenedAt)
      await change(ctx.tx, 'claims', { id, companyId }, await protectedDays(ctx, after))
    return after
  },

  async holdClaim(ctx, { id }) {
    const companyId = companyOf(ctx)
    const claim = await lockClaim(ctx, id)
    if (claim.heldAt) return claim
    if (claim.state === 'closed') throw conflict('Cette réclamation est fermée\u00a0: rouvrez-la d’abord.', { code: 'closed' })
    // Whoever deletes the site waits for this, and then finds it held.
    const [site] = await ctx.tx.sql`
      select from sites where company_id = ${companyId} and id = ${claim.siteId} for key share`
    if (!site || !claim.siteId) throw conflict('Le point de service de cette réclamation a été supprimé.', { code: 'no-site' })
    const days = await protectedDays(ctx, claim)
    await change(ctx.tx, 'claims', { id, companyId }, { heldAt: ctx.now, heldBy: await nameOf(ctx), ...days })
    await orderEvidence(ctx, {
      siteId: claim.siteId,
      claimId: id,
      momentAt: claim.happenedAt,
      from: days.heldFrom,
      to: await lastDay(ctx, claim, days.heldTo),
      withDrivers: true,
    })
    await audit(ctx, 'claim-held', { claimId: id })
    return readClaim(ctx, id)
  },

  addClaimFile: (ctx, { files, ...file }) => addClaimFile(ctx, file, files),

  listClaimFiles: (ctx, { id }) => listClaimFiles(ctx, id),

  downloadClaimFile: (ctx, { id, fileId }) => openClaimFile(ctx, id, fileId),

  async deleteClaimFile(ctx, { id, fileId }) {
    await deleteClaimFile(ctx, id, fileId)
    return null
  },
}

/** A browser's clock may be a little ahead. */
const clockAhead = 5 * 60_000

function refuseToCome({ now }: Ctx, happenedAt: string | undefined) {
  if (happenedAt && Date.parse(happenedAt) > now.getTime() + clockAhead)
    throw invalid({ claim: { happenedAt: 'Ce moment est encore à venir.' } })
}

async function zoneOf(ctx: Ctx): Promise<string> {
  const [company] = await ctx.tx.sql<{ zone: string }>`select time_zone as zone from companies where id = ${companyOf(ctx)}`
  if (!company) throw notFound('Compagnie')
  return company.zone
}

async function protectedDays(ctx: Ctx, { happenedAt }: Claim) {
  const { from, to } = heldDays(todayIn(await zoneOf(ctx), new Date(happenedAt)))
  return { heldFrom: from, heldTo: to }
}

/** Of the dossier: the winter up to today, and at least the day after it happened. */
async function lastDay(ctx: Ctx, { happenedAt }: Claim, heldTo: string): Promise<string> {
  const zone = await zoneOf(ctx)
  const after = addDays(todayIn(zone, new Date(happenedAt)), 1)
  const today = todayIn(zone, ctx.now)
  return [today < heldTo ? today : heldTo, after].toSorted().at(-1) ?? after
}

async function nameOf(ctx: Ctx): Promise<string> {
  const [account] = await ctx.tx.sql<{ name: string }>`
    select coalesce(nullif(trim(a.first_name || ' ' || a.last_name), ''), a.email) as name
    from accounts a
    where a.id = ${ctx.actor.accountId}`
  return account?.name ?? ctx.actor.email
}
