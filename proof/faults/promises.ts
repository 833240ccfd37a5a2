// What must hold once everything has settled, whatever was done to the server.
import { createHash } from 'node:crypto'
import { clientCalls } from '@bordee/core/clients/clients.calls.ts'
import { unpack } from '@bordee/core/positions/packing.ts'
import type { TwilioServer } from '../../server/src/testing/local-twilio.ts'
import { inCompany } from '../../server/src/testing/people.ts'
import type { RunningServer } from '../running-server.ts'
import { type Company, lot, occupants } from './company.ts'

/** What is wrong, and how many times. */
type Mistake = [what: string, count: number]

export interface Excuses {
  /** The clock went so far ahead that sends expired: people not alerted by then never are; the company is credited. */
  maySendsExpire?: boolean
  /**
   * The clock went so far ahead that an operator seemed gone. By rule, what their phone sends after their last movement is
   * then dropped: at most this many positions.
   */
  forgottenPositions?: number
}

export async function brokenPromises(
  server: RunningServer,
  twilio: TwilioServer,
  company: Company,
  excuses: Excuses = {},
): Promise<string[]> {
  const mistakes = [
    ...(await alertMistakes(server, twilio, company, excuses)),
    ...(await contractMistakes(server, company)),
    ...(await positionMistakes(server, company, excuses)),
    ...(await editMistakes(company)),
    ...idleness(company),
  ]
  return mistakes.filter(([, count]) => count > 0).map(([what, count]) => `${count} ${what}`)
}

interface DeliveryRow {
  id: string
  status: string
  reason: string | null
  detail: string | null
  phone: string
  requestKey: string
}

async function alertMistakes(
  server: RunningServer,
  twilio: TwilioServer,
  company: Company,
  { maySendsExpire = false }: Excuses,
): Promise<Mistake[]> {
  const { companyId } = company.people
  const deliveries = await inCompany(
    server,
    companyId,
    (tx) => tx.sql<DeliveryRow>`
    select d.id, d.status, d.reason, d.detail, d.phone, s.request_key as "requestKey"
    from alert_deliveries d
    join alert_sends s on s.id = d.send_id and s.company_id = d.company_id
    where d.company_id = ${companyId} and s.request_key is not null`,
  )
  const [bank] = await inCompany(
    server,
    companyId,
    (tx) => tx.sql<{ moved: number; remaining: number }>`
    select (select coalesce(sum(amount), 0)::int from alert_ledger where company_id = ${companyId}) as moved,
           (select coalesce(sum(remaining), 0)::int from alert_lots where company_id = ${companyId}) as remaining`,
  )
  const told = Map.groupBy(twilio.kept, ({ statusCallback }) => new URL(statusCallback).searchParams.get('deliveryId') ?? '')
  const bySend = Map.groupBy(deliveries, ({ requestKey }) => requestKey)
  const heard = Map.groupBy(
    deliveries.filter(({ id }) => told.has(id)),
    ({ requestKey, phone }) => `${requestKey} ${phone}`,
  )
  const isAccepted = ({ status }: DeliveryRow) => status === 'accepted'
  const isExcused = ({ reason, detail }: DeliveryRow) => reason === 'no_double' || (maySendsExpire && detail === 'expired')
  const { moved = 0, remaining = 0 } = bank ?? {}
  return [
    ['people told twice', deliveries.filter(({ id }) => (told.get(id)?.length ?? 0) > 1).length],
    ['people told by two sends of one press', [...heard.values()].filter((ids) => ids.length > 1).length],
    ['people recorded as told who were not', deliveries.filter((one) => isAccepted(one) && !told.has(one.id)).length],
    ['people told who are recorded as not', deliveries.filter((one) => !isAccepted(one) && told.has(one.id)).length],
    ['people left out', deliveries.filter((one) => !isAccepted(one) && !isExcused(one)).length],
    ['sends that were acknowledged and are not whole', company.sends.filter((key) => bySend.get(key)?.length !== occupants).length],
    ['alerts by which bank and movements differ', Math.abs(moved - remaining)],
    ['alerts by which the bank differs from what was told', Math.abs(lot - remaining - deliveries.filter(isAccepted).length)],
  ]
}

interface ContractRow {
  id: string
  status: string
  signatures: number
  payments: number
  pdf: Buffer | null
  sha256: string | null
}

async function contractMistakes(server: RunningServer, { people: { companyId }, toSign, signed, paid }: Company): Promise<Mistake[]> {
  const contracts = await inCompany(
    server,
    companyId,
    (tx) => tx.sql<ContractRow>`
    select k.id, k.status, count(distinct g.id)::int as signatures, count(distinct p.id)::int as payments,
           (array_agg(g.pdf))[1] as pdf, min(g.sha256) as sha256
    from contracts k
    left join contract_signatures g on g.company_id = k.company_id and g.contract_id = k.id
    left join contract_payments p on p.company_id = k.company_id and p.contract_id = k.id
    where k.company_id = ${companyId}
    group by k.id, k.status`,
  )
  const isSignable = new Set(toSign.map(({ id }) => id))
  const waits = ({ status }: ContractRow) => status === 'sent' || status === 'consulted'
  return [
    ['signed contracts without their proof', contracts.filter(({ id, signatures }) => signed.has(id) && signatures !== 1).length],
    ['contracts between two states', contracts.filter((one) => isSignable.has(one.id) && waits(one) !== (one.signatures === 0)).length],
    [
      'proofs whose bytes are not those that were signed',
      contracts.filter(({ pdf, sha256 }) => pdf && createHash('sha256').update(pdf).digest('hex') !== sha256).length,
    ],
    ['payments that were taken and are not recorded once', contracts.filter(({ id, payments }) => paid.has(id) && payments !== 1).length],
    ['contracts that were paid more than once', contracts.filter(({ payments }) => payments > 1).length],
  ]
}

async function positionMistakes(
  server: RunningServer,
  { people: { companyId }, positions }: Company,
  { forgottenPositions = 0 }: Excuses,
): Promise<Mistake[]> {
  const chunks = await inCompany(
    server,
    companyId,
    (tx) => tx.sql<{ positions: Buffer }>`select positions from position_chunks where company_id = ${companyId}`,
  )
  const stored = chunks.flatMap((chunk) => unpack(chunk.positions).map(({ at: time }) => time))
  const kept = new Set(stored)
  const missing = [...positions].filter((time) => !kept.has(time)).length
  return [
    ['acknowledged positions that are not there', missing <= forgottenPositions ? 0 : missing],
    ['positions that are there twice', stored.length - kept.size],
  ]
}

/** A server that comes back late may still make an edit that was given up: it then has the last word. */
async function editMistakes({ people, clientId, lastEdit, unanswered }: Company): Promise<Mistake[]> {
  const { name } = (await people.owner(clientCalls.getClient, { id: clientId })) as { name: string }
  const found = Number(/\d+/.exec(name)?.[0] ?? 0)
  return [['acknowledged edits that are lost', found < lastEdit && !unanswered.has(found) ? 1 : 0]]
}

/** If nobody did anything, nothing is proven. */
const idleness = ({ sends, signed, paid, positions, lastEdit }: Company): Mistake[] => [
  ['company where nobody got anything done', Math.min(sends.length, signed.size, paid.size, positions.size, lastEdit) === 0 ? 1 : 0],
]

/** Jobs that failed for good. */
export async function deadJobs(server: RunningServer): Promise<string[]> {
  const failed = await server.work(
    ({ tx }) => tx.sql<{ name: string; count: number; output: string | null }>`
      select name, count(*)::int as count, min(output::text) as output
      from pgboss.job
      where state = 'failed'
      group by name`,
  )
  return failed.map(({ name, count, output }) => `${count} jobs ${name} failed for good: ${output?.slice(0, 300)}`)
}

/** True once nothing of a company is in progress. */
export async function isSettled(server: RunningServer, { people: { companyId }, paid }: Company): Promise<boolean> {
  const [open] = await inCompany(
    server,
    companyId,
    (tx) => tx.sql<{ deliveries: number; payments: number }>`
    select (
             select count(*)::int
             from alert_deliveries
             where company_id = ${companyId} and status in ('queued', 'sending', 'unknown')) as deliveries,
           (select count(distinct contract_id)::int from contract_payments where company_id = ${companyId}) as payments`,
  )
  return open?.deliveries === 0 && open.payments >= paid.size
}

export const figures = (companies: readonly Company[]) => {
  const sum = (of: (company: Company) => number) => companies.reduce((all, company) => all + of(company), 0)
  const sends = sum((company) => company.sends.length)
  return (
    `${sends} sends to ${sends * occupants} people, ${sum(({ signed }) => signed.size)} contracts signed, ` +
    `${sum(({ paid }) => paid.size)} paid, ${sum(({ positions }) => positions.size)} positions, ` +
    `${sum(({ lastEdit }) => lastEdit)} edits`
  )
}
