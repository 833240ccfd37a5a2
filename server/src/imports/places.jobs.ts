// Locates sites that were imported without coordinates, one at a time, so as not to flood an outside provider.
import { inCompany, type Work } from '../engine/ctx.ts'
import { jobKind } from '../engine/jobs/job-kind.ts'
import { worker } from '../engine/jobs/jobs.ts'
import type { WrittenAddress } from '../outside/places/places.ts'
import { placeSites } from '../sites/site-changes.ts'

interface OfImport {
  companyId: string
  importId: string
}

export const findPlaces = jobKind<OfImport>('imports.find-places', { outside: true, onePer: ({ importId }) => importId })

/** Sites located between two transactions, and between two progress messages. */
const atOnce = 20

export const placeWorkers = [
  worker(findPlaces, async (work, { companyId, importId }, _jobId, stopping) => {
    for (;;) {
      stopping.throwIfAborted()
      const lost = await inCompany(work, companyId, (own) => nextLost(own, { companyId, importId }))
      if (lost.length === 0) return
      const sought: { id: string; lat: number | null; lng: number | null }[] = []
      for (const { id, city, ...address } of lost) {
        const point = city ? await work.aside((own) => work.gateways.places.locate(own, { ...address, city })) : undefined
        sought.push({ id, lat: point?.lat ?? null, lng: point?.lng ?? null })
      }
      await inCompany(work, companyId, (own) => place(own, { companyId, importId }, sought))
    }
  }),
]

type LostSite = Omit<WrittenAddress, 'city'> & { id: string; city: string | null }

/** Resumes where it stopped. A site that someone has located meanwhile counts as found. */
const nextLost = ({ tx }: Work, { companyId, importId }: OfImport) => tx.sql<LostSite>`
  select s.id, s.civic_number as "civicNumber", s.street, s.city, s.state, s.zip
  from import_places p
  join sites s on s.company_id = p.company_id and s.id = p.site_id
  where p.company_id = ${companyId} and p.import_id = ${importId} and p.is_found is null
  order by p.site_id
  limit ${atOnce}`

async function place(
  work: Work,
  { companyId, importId }: OfImport,
  sought: readonly { id: string; lat: number | null; lng: number | null }[],
) {
  const rows = JSON.stringify(sought)
  await placeSites(work.tx, companyId, sought, { unlessPlaced: true })
  await work.tx.sql`
    update import_places p set is_found = s.lat is not null
    from jsonb_to_recordset(${rows}::jsonb) as r (id uuid)
    join sites s on s.id = r.id
    where p.company_id = ${companyId} and p.import_id = ${importId} and p.site_id = r.id and s.company_id = ${companyId}`
  work.publish(companyId, { topic: 'imports', importId, placed: sought.length })
  work.publish(companyId, { topic: 'sites' })
}
