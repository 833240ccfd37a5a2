// What residents report from the page of their site or on the line: to the office, and to the board if it asks for the truck.
import { conflict, notFound, tooMany } from '@bordee/core/problem.ts'
import { askedKinds, type ReportKind, replyKindNames } from '@bordee/core/replies/reply.ts'
import type { Work } from '../engine/ctx.ts'
import { currentOperation, lockOperations } from '../operations/belonging.ts'
import { insertResidentRequest } from '../operations/site-requests.ts'

interface Report {
  companyId: string
  siteId: string
  occupantId: string | null
  kind: ReportKind
  text: string
  source: 'link' | 'voice'
  /** Sent again, it is the same report. */
  id: string
  /** Of the caller; the occupant's by default. */
  phone?: string | null
}

/** Of one site in an hour: a neighbourhood of angry residents reports more, one driveway doesn't. */
const mostPerHour = 5

export async function receiveReport(work: Work, report: Report): Promise<void> {
  const { companyId, siteId, occupantId, kind, text, source, id } = report
  const site = await lockSite(work, companyId, siteId)
  if (await isKnown(work, report)) return
  await refuseFlood(work, companyId, siteId)
  const requestId = (askedKinds as readonly ReportKind[]).includes(kind) ? await request(work, report) : null
  const [made] = await work.tx.sql`
    insert into replies (id, company_id, kind, source, phone, text, client_id, site_id, occupant_id, operation_id, request_id, at)
    select ${id}, ${companyId}, ${kind}, ${source}, coalesce(${report.phone ?? null}, o.phone), ${text}, ${site.clientId}, ${siteId}, o.id,
           q.operation_id, q.id, ${work.now}
    from (select) one
    left join occupants o on o.company_id = ${companyId} and o.id = ${occupantId}::uuid and o.site_id = ${siteId}
    left join site_requests q on q.company_id = ${companyId} and q.id = ${requestId}::uuid
    on conflict (id) do nothing
    returning id`
  if (!made) throw idUsed()
  work.publish(companyId, { topic: 'replies' })
}

/** Of a phone that nobody has, or that does not say where: for the office, which finds the site. */
export async function receiveUnplacedReport(
  { tx, now, publish }: Work,
  { companyId, kind, text, source, id, phone }: Omit<Report, 'siteId' | 'occupantId'>,
): Promise<void> {
  await tx.sql`
    insert into replies (id, company_id, kind, source, phone, text, at)
    values (${id}, ${companyId}, ${kind}, ${source}, ${phone}, ${text}, ${now})
    on conflict (id) do nothing`
  publish(companyId, { topic: 'replies' })
}

const idUsed = () => conflict('Cet identifiant a déjà servi à un autre signalement.', { code: 'id-used' })

/** Reports of one site wait for each other, so that they are counted and none is kept twice. */
async function lockSite({ tx }: Work, companyId: string, siteId: string): Promise<{ clientId: string }> {
  await tx.sql`select pg_advisory_xact_lock(hashtextextended(${`report:${siteId}`}, 0))`
  const [site] = await tx.sql<{ clientId: string }>`
    select client_id as "clientId" from sites where company_id = ${companyId} and id = ${siteId}`
  if (!site) throw notFound('Point de service')
  return site
}

async function isKnown({ tx }: Work, { companyId, id, siteId, kind }: Report): Promise<boolean> {
  const [known] = await tx.sql<{ isSame: boolean }>`
    select site_id = ${siteId} and kind = ${kind} as "isSame" from replies where company_id = ${companyId} and id = ${id}`
  if (known && !known.isSame) throw idUsed()
  return known !== undefined
}

async function refuseFlood({ tx, now }: Work, companyId: string, siteId: string) {
  const [{ count } = { count: 0 }] = await tx.sql<{ count: number }>`
    select count(*)::int as count
    from replies
    where company_id = ${companyId} and site_id = ${siteId} and source <> 'text' and at > ${now}::timestamptz - interval '1 hour'`
  if (count >= mostPerHour) throw tooMany(3600)
}

/** To the board of the operation that is open; otherwise it waits for the next one. */
async function request(work: Work, { companyId, siteId, kind, text }: Report): Promise<string> {
  await lockOperations(work, companyId)
  const [open] = await work.tx.sql<{ id: string | null }>`select ${currentOperation(companyId)} as id`
  const note = [replyKindNames[kind], text].filter(Boolean).join('\u00a0: ')
  return insertResidentRequest(work, companyId, open?.id ?? null, { siteId, note, isUrgent: false })
}
