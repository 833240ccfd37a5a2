// Builds evidence files, site by site, and removes those that nothing keeps any more.
import { createHash } from 'node:crypto'
import { markOf } from '@bordee/core/evidence/evidence-file.ts'
import { Problem } from '@bordee/core/problem.ts'
import { todayIn } from '@bordee/core/time.ts'
import { inCompany, type Work } from '../engine/ctx.ts'
import { sql } from '../engine/db/sql.ts'
import { type ZippedFile, zipped } from '../engine/documents/zip.ts'
import { jobKind } from '../engine/jobs/job-kind.ts'
import { worker } from '../engine/jobs/jobs.ts'
import { dropFiles, storeFiles } from '../files/storing.ts'
import { addressText } from '../sites/site-address.ts'
import { dossierName, printDossier, type Wanted } from './dossier.ts'
import { buildEvidence, type Ordered } from './ordering.ts'
import { removeEvidence } from './removing.ts'

interface Found extends Wanted {
  subject: string
  zone: string
  siteIds: string[]
  isOfClient: boolean
}

/** Done again after a crash, it prints the same bytes. What fails for good is shown to whoever ordered it, and to platform staff. */
async function buildEvidenceFile(work: Work, ordered: Ordered, isLastTry: boolean) {
  try {
    await build(work, ordered)
  } catch (error) {
    const isRefused = error instanceof Problem
    if (isRefused || isLastTry) await inCompany(work, ordered.companyId, (own) => fail(own, ordered, isRefused ? error.message : notBuilt))
    if (!isRefused) throw error
  }
}

const notBuilt = 'Le dossier n’a pas pu être préparé.'

async function build(work: Work, { companyId, id }: Ordered) {
  const wanted = await inCompany(work, companyId, (own) => begin(own, companyId, id))
  if (!wanted) return
  const printed: ZippedFile[] = []
  for (const siteId of wanted.siteIds) {
    const { address, bytes } = await printDossier(work, wanted, siteId)
    printed.push({ name: freeName(dossierName(address, todayIn(wanted.zone, wanted.createdAt), 'pdf'), printed), bytes })
    await inCompany(work, companyId, (own) => noteProgress(own, wanted, printed.length))
  }
  await inCompany(work, companyId, (own) => keep(own, wanted, printed))
}

/** Undefined if it is finished, or gone with its company. One that failed is built again if its job is. */
async function begin({ tx }: Work, companyId: string, id: string): Promise<Found | undefined> {
  const [found] = await tx.sql<Found & { siteId: string | null; clientId: string | null }>`
    update evidence_files f
    set state = 'building', problem = null, finished_at = null
    from companies m
    where m.id = f.company_id and f.company_id = ${companyId} and f.id = ${id} and f.state in ('waiting', 'building', 'failed')
    returning f.id, f.company_id as "companyId", f.claim_id as "claimId", f.from_day::text as "from", f.to_day::text as "to",
              f.moment_at as "momentAt", f.with_drivers as "withDrivers", f.created_at as "createdAt", f.user_name as "userName",
              f.subject, f.site_id as "siteId", f.client_id as "clientId", m.time_zone as zone`
  if (!found) return undefined
  const { siteId, clientId, ...wanted } = found
  const sites = await tx.sql<{ id: string }>`
    select s.id
    from sites s
    where s.company_id = ${companyId} and (s.id = ${siteId} or ${siteId === null} and s.client_id = ${clientId})
    order by ${addressText('s')}, s.id`
  return { ...wanted, siteIds: sites.map((site) => site.id), isOfClient: clientId !== null }
}

async function noteProgress(work: Work, { companyId, id }: Wanted, done: number) {
  await work.tx.sql`update evidence_files set done = ${done} where company_id = ${companyId} and id = ${id}`
  work.publish(companyId, { topic: 'evidence' })
}

async function keep(work: Work, wanted: Found, printed: readonly ZippedFile[]) {
  const { companyId, id, createdAt, subject, zone } = wanted
  const [first] = printed
  if (!first) return fail(work, wanted, 'Le point de service a été supprimé.')
  const bytes = wanted.isOfClient ? zipped(printed, { at: createdAt, comment: markOf(id) }) : first.bytes
  const name = wanted.isOfClient ? dossierName(subject, todayIn(zone, createdAt), 'zip') : first.name
  const [fileId] = await storeFiles(work, companyId, [bytes])
  const sha256 = sha256Of(bytes)
  const [kept] = await work.tx.sql`
    update evidence_files
    set state = 'ready', file_id = ${fileId}, file_name = ${name}, size = ${bytes.length}, sha256 = ${sha256}, finished_at = ${new Date()}
    where company_id = ${companyId} and id = ${id} and state = 'building'
    returning id`
  if (!kept) return dropFiles(work, companyId, [fileId ?? '']) // erased meanwhile
  const digests = [...new Set([sha256, ...printed.map((one) => sha256Of(one.bytes))])]
  await work.tx.sql`
    insert into evidence_documents (company_id, evidence_file_id, sha256)
    select ${companyId}, ${id}, d.sha256 from unnest(${digests}::text[]) d (sha256)
    on conflict do nothing`
  work.publish(companyId, { topic: 'evidence' })
}

async function fail(work: Work, { companyId, id }: Ordered, problem: string) {
  await work.tx.sql`
    update evidence_files
    set state = 'failed', problem = ${problem}, finished_at = ${work.now}
    where company_id = ${companyId} and id = ${id} and state in ('waiting', 'building')`
  work.publish(companyId, { topic: 'evidence' })
}

const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** Two sites may have one address. */
function freeName(name: string, taken: readonly ZippedFile[]): string {
  const same = taken.filter((one) => one.name.startsWith(name.slice(0, -4))).length
  return same === 0 ? name : name.replace(/\.pdf$/, ` (${same + 1}).pdf`)
}

const purge = jobKind<object>('evidence.purge', { outside: true, cron: '25 4 * * *' })

/** As old as the oldest photos, or of a folder that was deleted; never while its claim is held. The hashes stay, to verify copies. */
export async function purgeEvidence(work: Work) {
  const before = new Date(work.now)
  before.setUTCMonth(before.getUTCMonth() - work.env.retention.photosMonths)
  const companies = await work.aside(async ({ tx }) => {
    await tx.scope({ platform: true })
    return tx.sql<{ id: string }>`
      select distinct company_id as id from evidence_files where state in ('ready', 'waiting', 'building')`
  })
  for (const { id } of companies)
    await inCompany(work, id, async (own) => {
      await giveUp(own, id)
      await removeEvidence(
        own,
        id,
        sql`o.state = 'ready' and (o.created_at < ${before} or o.site_id is null and o.client_id is null)
          and not exists (select from site_holds h where h.company_id = o.company_id and h.claim_id = o.claim_id)`,
      )
    })
}

/** A server that was killed at each try has told nobody. */
async function giveUp({ tx, now }: Work, companyId: string) {
  await tx.sql`
    update evidence_files
    set state = 'failed', problem = ${notBuilt}, finished_at = ${now}
    where company_id = ${companyId} and state in ('waiting', 'building') and created_at < ${now}::timestamptz - interval '12 hours'`
}

export const evidenceWorkers = [
  worker(buildEvidence, (work, ordered, _jobId, _stopping, isLastTry) => buildEvidenceFile(work, ordered, isLastTry)),
  worker(purge, (work) => purgeEvidence(work)),
]
