import { buffer } from 'node:stream/consumers'
import type { evidenceCalls } from '@bordee/core/evidence/evidence.calls.ts'
import { latestDay, tooFar } from '@bordee/core/evidence/evidence-file.ts'
import { conflict, invalid, notFound, Problem } from '@bordee/core/problem.ts'
import { homeZone, todayIn } from '@bordee/core/time.ts'
import { companyOf, type Handlers } from '../engine/ctx.ts'
import { sql } from '../engine/db/sql.ts'
import { listEvidenceOf, readEvidence } from './evidence.queries.ts'
import { orderEvidence } from './ordering.ts'

export const evidenceHandlers: Handlers<typeof evidenceCalls> = {
  async orderEvidence(ctx, { id, evidence }) {
    if (evidence.to > latestDay(todayIn(homeZone, ctx.now))) throw invalid({ evidence: { to: tooFar } })
    return orderEvidence(ctx, evidence, id)
  },

  listEvidence: (ctx, { siteId, customerId, claimId }) =>
    listEvidenceOf(
      ctx,
      sql`(${siteId === undefined} or f.site_id = ${siteId ?? null})
        and (${customerId === undefined} or f.client_id = ${customerId ?? null})
        and (${claimId === undefined} or f.claim_id = ${claimId ?? null})`,
    ),

  getEvidence: (ctx, { id }) => readEvidence(ctx, id),

  async downloadEvidence(ctx, { id }) {
    const [found] = await ctx.aside(
      ({ tx }) => tx.sql<{ hash: string | null; fileName: string | null; state: string }>`
        select s.hash, f.file_name as "fileName", f.state
        from evidence_files f
        left join stored_files s on s.company_id = f.company_id and s.id = f.file_id
        where f.company_id = ${companyOf(ctx)} and f.id = ${id}`,
    )
    if (!found) throw notFound('Dossier de preuve')
    if (found.state === 'removed') throw new Problem(410, 'Ce dossier n’est plus conservé.', { code: 'removed' })
    const content = found.hash && (await ctx.gateways.files.get(found.hash))
    if (!content) throw conflict('Ce dossier n’est pas encore prêt.', { code: 'not-ready' })
    return { bytes: await buffer(content), name: found.fileName ?? '' }
  },
}
