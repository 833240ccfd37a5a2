// « Véhicule déplacé · 5 h 40 »: until when it holds is in moved-cars.sql.
import type { Work } from '../engine/ctx.ts'

interface MovedCar {
  companyId: string
  siteId: string
  occupantId: string | null
  source: 'text' | 'link'
  /** Now by default. */
  at?: Date
}

/** Notes it, and says so to the phones of runs under way and to the board. The caller knows that the site is the company's. */
export async function noteMovedCar(work: Work, { companyId, siteId, occupantId, source, at = work.now }: MovedCar) {
  await work.tx.sql`
    insert into moved_cars (company_id, site_id, occupant_id, source, moved_at)
    values (${companyId}, ${siteId}, ${occupantId}, ${source}, ${at})
    on conflict (company_id, site_id) do update
    set occupant_id = excluded.occupant_id,
        source = excluded.source,
        moved_at = excluded.moved_at
    where moved_cars.moved_at < excluded.moved_at`
  const runs = await work.tx.sql<{ id: string; operationId: string | null }>`
    select distinct r.id, r.operation_id as "operationId"
    from run_sites s
    join runs r on r.company_id = s.company_id and r.id = s.run_id
    where s.company_id = ${companyId} and s.site_id = ${siteId} and r.finished_at is null`
  const operations = await work.tx.sql<{ id: string }>`select id from operations where company_id = ${companyId} and closed_at is null`
  for (const { id: runId } of runs) work.publish(companyId, { topic: 'runs', runId })
  for (const { id: operationId } of operations) work.publish(companyId, { topic: 'operations', operationId })
}
