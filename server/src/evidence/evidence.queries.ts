import { type EvidenceFile, evidenceFile } from '@bordee/core/evidence/evidence-file.ts'
import { notFound } from '@bordee/core/problem.ts'
import { type Ctx, companyOf } from '../engine/ctx.ts'
import { jsonOf } from '../engine/db/columns.ts'
import { type Sql, sql } from '../engine/db/sql.ts'

const mostListed = 200

export const listEvidenceOf = (ctx: Ctx, where: Sql<unknown>) =>
  ctx.tx.jsonList(sql<{ json: EvidenceFile }>`
    ${rows} where f.company_id = ${companyOf(ctx)} and ${where} order by f.created_at desc, f.id desc limit ${mostListed}`)

export const findEvidence = async (ctx: Ctx, id: string): Promise<EvidenceFile | undefined> =>
  (await ctx.tx.row(sql<{ json: EvidenceFile }>`${rows} where f.company_id = ${companyOf(ctx)} and f.id = ${id}`))?.json

export async function readEvidence(ctx: Ctx, id: string): Promise<EvidenceFile> {
  const found = await findEvidence(ctx, id)
  if (!found) throw notFound('Dossier de preuve')
  return found
}

const rows = sql`
  select ${jsonOf(evidenceFile.shape, 'f', { customerId: sql`f.client_id`, from: sql`f.from_day`, to: sql`f.to_day` })} as json
  from evidence_files f`
