// Orders evidence files: checks what they are about, and leaves the building to a job.
import type { EvidenceFile, EvidenceOrder } from '@bordee/core/evidence/evidence-file.ts'
import { conflict, notFound } from '@bordee/core/problem.ts'
import { type Ctx, companyOf } from '../engine/ctx.ts'
import { insert, newId } from '../engine/db/writing.ts'
import { jobKind } from '../engine/jobs/job-kind.ts'
import { accountName } from '../runs/operators.ts'
import { addressText } from '../sites/site-address.ts'
import { findEvidence, readEvidence } from './evidence.queries.ts'

export interface Ordered {
  companyId: string
  id: string
}

/** `outside`: printing takes seconds, and each step shows. A company's second file waits, and others' don't. */
export const buildEvidence = jobKind<Ordered>('evidence.build', {
  outside: true,
  urgent: true,
  atOnce: 2,
  atOncePerCompany: 1,
  retryLimit: 2,
})

/** Sent again with its id, it is the same file. */
export async function orderEvidence(ctx: Ctx, order: EvidenceOrder, id?: string | null): Promise<EvidenceFile> {
  const companyId = companyOf(ctx)
  const evidenceId = id ?? (await newId(ctx.tx))
  await ctx.tx.sql`select pg_advisory_xact_lock(hashtextextended(${`evidence:${evidenceId}`}, 0))`
  const known = await findEvidence(ctx, evidenceId)
  if (known) return known
  const { siteId = null, customerId = null, claimId = null, from, to, momentAt = null, withDrivers } = order
  const { subject, total } = siteId ? await subjectOfSite(ctx, siteId) : await subjectOfClient(ctx, customerId ?? '')
  if (claimId) await requireClaim(ctx, claimId)
  const [author] = await ctx.tx.sql<{ name: string }>`select ${accountName} as name from accounts a where a.id = ${ctx.actor.accountId}`
  const [taken] = await ctx.tx.sql`select from evidence_files where id = ${evidenceId}`
  if (taken) throw conflict('Cet identifiant a déjà servi à un autre dossier.', { code: 'id-used' })
  await insert(ctx.tx, 'evidence_files', {
    id: evidenceId,
    companyId,
    siteId,
    clientId: customerId,
    claimId,
    subject,
    fromDay: from,
    toDay: to,
    momentAt,
    withDrivers,
    total,
    accountId: ctx.actor.accountId,
    userName: author?.name ?? ctx.actor.email,
    createdAt: ctx.now,
  })
  await ctx.later(buildEvidence, { companyId, id: evidenceId })
  return readEvidence(ctx, evidenceId)
}

interface Subject {
  subject: string
  total: number
}

async function subjectOfSite(ctx: Ctx, id: string): Promise<Subject> {
  const [site] = await ctx.tx.sql<Subject>`
    select ${addressText('s')} as subject, 1 as total from sites s where s.company_id = ${companyOf(ctx)} and s.id = ${id}`
  if (!site) throw notFound('Point de service')
  return site
}

async function subjectOfClient(ctx: Ctx, id: string): Promise<Subject> {
  const [client] = await ctx.tx.sql<Subject>`
    select c.name as subject,
           (select count(*)::int from sites s where s.company_id = c.company_id and s.client_id = c.id) as total
    from clients c
    where c.company_id = ${companyOf(ctx)} and c.id = ${id}`
  if (!client) throw notFound('Client')
  if (client.total === 0) throw conflict('Ce client n’a aucun point de service.', { code: 'no-site' })
  return client
}

async function requireClaim(ctx: Ctx, id: string) {
  const [claim] = await ctx.tx.sql`select from claims where company_id = ${companyOf(ctx)} and id = ${id}`
  if (!claim) throw notFound('Réclamation')
}
