// Removes the photos that nothing keeps any more: forty months old, or of a site that was deleted, as after an erasure. A claim
// that holds one keeps it (holding.ts).
import { inCompany, type Work } from '../engine/ctx.ts'
import { jobKind } from '../engine/jobs/job-kind.ts'
import { worker } from '../engine/jobs/jobs.ts'
import { emptyPhotos, isOver } from './removing.ts'

const purge = jobKind<object>('photos.purge', { outside: true, cron: '20 * * * *' })

const batchSize = 500

export const photoWorkers = [worker(purge, (work) => purgePhotos(work))]

export async function purgePhotos(work: Work): Promise<void> {
  const before = new Date(work.now)
  before.setUTCMonth(before.getUTCMonth() - work.env.retention.photosMonths)
  const companies = await work.aside(async ({ tx }) => {
    await tx.scope({ platform: true })
    return tx.sql<{ id: string }>`
      select c.id from companies c where exists (select from photos p where p.company_id = c.id and ${isOver(before)})`
  })
  for (const { id } of companies) while (await purgeSome(work, id, before));
}

/** True while there may be more. */
const purgeSome = (work: Work, companyId: string, before: Date): Promise<boolean> =>
  inCompany(work, companyId, async (own) => {
    const over = await own.tx.sql<{ id: string; isOld: boolean }>`
      select p.id, p.received_at < ${before} as "isOld"
      from photos p
      where p.company_id = ${companyId} and ${isOver(before)}
      limit ${batchSize}`
    const ids = (isOld: boolean) => over.filter((one) => one.isOld === isOld).map(({ id }) => id)
    await emptyPhotos(own, companyId, ids(true), { by: null, reason: 'Fin de la conservation' })
    await emptyPhotos(own, companyId, ids(false), { by: null, reason: 'Point de service supprimé' })
    return over.length === batchSize
  })
