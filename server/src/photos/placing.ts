// What a new photo belongs to, and whether its author may add it there.
import type { PhotoKind } from '@bordee/core/photos/photo.ts'
import { forbidden, invalid, notFound } from '@bordee/core/problem.ts'
import { dispatches, runsCompany } from '@bordee/core/roles.ts'
import { type Ctx, companyOf } from '../engine/ctx.ts'

interface Told {
  kind: PhotoKind
  runId?: string | undefined
  markId?: string | undefined
  visitId?: string | undefined
  siteId?: string | undefined
  claimId?: string | undefined
}

export interface PhotoPlace {
  siteId: string
  runId: string | null
}

/**
 * By its mark, damage or visit. A mark may arrive after its photos, or never: then the run and the site that the phone names
 * count. Throws a 404 for anything outside of the company.
 */
export async function placeOf(ctx: Ctx, told: Told): Promise<PhotoPlace> {
  if (told.claimId) await requireClaim(ctx, told.claimId)
  const known = (await placeOfMark(ctx, told)) ?? (await placeOfVisit(ctx, told)) ?? (await placeNamed(ctx, told))
  if (known.runId) await requireOwnRun(ctx, known.runId)
  else if (told.kind !== 'condition' && !dispatches(ctx.actor.role))
    throw forbidden('Une photo de passage ou de dommage s’ajoute dans une tournée.')
  return known
}

async function placeOfMark(ctx: Ctx, { markId }: Told): Promise<PhotoPlace | null> {
  if (!markId) return null
  const [found] = await ctx.tx.sql<{ runId: string; siteId: string | null }>`
    select a.run_id as "runId", s.site_id as "siteId"
    from run_area_actions a
    join run_areas x on x.company_id = a.company_id and x.id = a.run_area_id
    join run_sites s on s.company_id = x.company_id and s.id = x.run_site_id
    where a.company_id = ${companyOf(ctx)} and a.request_id = ${markId}
    union all
    select d.run_id, s.site_id
    from run_damages d
    join run_sites s on s.company_id = d.company_id and s.id = d.run_site_id
    where d.company_id = ${companyOf(ctx)} and d.id = ${markId}
    limit 1`
  return found ? withSite(found) : null
}

async function placeOfVisit(ctx: Ctx, { visitId }: Told): Promise<PhotoPlace | null> {
  if (!visitId) return null
  const [found] = await ctx.tx.sql<{ runId: string; siteId: string | null }>`
    select run_id as "runId", site_id as "siteId" from run_visits where company_id = ${companyOf(ctx)} and id = ${visitId}`
  if (!found) throw notFound('Visite')
  return withSite(found)
}

function withSite({ siteId, runId }: { siteId: string | null; runId: string }): PhotoPlace {
  if (!siteId) throw notFound('Point de service')
  return { siteId, runId }
}

async function placeNamed(ctx: Ctx, { runId, siteId }: Told): Promise<PhotoPlace> {
  if (!siteId) throw invalid({ photo: { siteId: 'Dites de quel point de service est la photo.' } })
  const companyId = companyOf(ctx)
  const [site] = await ctx.tx.sql`select from sites where company_id = ${companyId} and id = ${siteId}`
  if (!site) throw notFound('Point de service')
  if (!runId) return { siteId, runId: null }
  const [stop] = await ctx.tx.sql`
    select from run_sites where company_id = ${companyId} and run_id = ${runId} and site_id = ${siteId}`
  if (!stop) throw notFound('Tournée')
  return { siteId, runId }
}

/** Claims are the business of those who run the company. */
async function requireClaim(ctx: Ctx, claimId: string) {
  const [claim] = await ctx.tx.sql`select from claims where company_id = ${companyOf(ctx)} and id = ${claimId}`
  if (!claim || !runsCompany(ctx.actor.role)) throw notFound('Réclamation')
}

/** An operator adds photos to runs they take part in, or did. */
async function requireOwnRun(ctx: Ctx, runId: string) {
  if (dispatches(ctx.actor.role)) return
  const [own] = await ctx.tx.sql`
    select from run_operators where company_id = ${companyOf(ctx)} and run_id = ${runId} and account_id = ${ctx.actor.accountId}`
  if (!own) throw forbidden('Vous n’êtes pas dans cette tournée.', 'not-joined')
}
