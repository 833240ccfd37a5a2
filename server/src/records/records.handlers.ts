import type { EvidenceDay } from '@bordee/core/records/record.ts'
import type { recordCalls } from '@bordee/core/records/records.calls.ts'
import { companyOf, type Handlers } from '../engine/ctx.ts'
import { fingerprintOf } from './merkle.ts'

/** Days shown when no period is given. */
const usualDays = 30

export const recordHandlers: Handlers<typeof recordCalls> = {
  listEvidenceDays: (ctx, { from, to }) => ctx.tx.sql<EvidenceDay>`
    select day::text, cardinality(seqs) as "entriesCount", encode(root, 'hex') as root, encode(chain, 'hex') as chain
    from record_trees
    where company_id = ${companyOf(ctx)} and day >= ${from ?? '-infinity'}::date and day <= ${to ?? 'infinity'}::date
    order by day desc
    limit ${from || to ? null : usualDays}`,

  async listPublishedDays({ tx }, { day }) {
    const found = await tx.sql<{ companyId: string; day: string; entriesCount: number; chain: string }>`
      select company_id as "companyId", day::text, entries_count as "entriesCount", chain from published_days(${day ?? null}::date)`
    return found
      .map(({ companyId, ...published }) => ({ company: fingerprintOf(companyId), ...published }))
      .toSorted((a, b) => a.company.localeCompare(b.company))
  },
}
