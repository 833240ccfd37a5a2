import { type ContractSummary, type HistoryItem, historyItem, type PaymentRow, paymentRow } from '@bordee/core/contracts/contract.ts'
import { type ContractStatus, contractStatusNames, isSigned, officeEvent } from '@bordee/core/contracts/contract-life.ts'
import type { contractCalls } from '@bordee/core/contracts/contracts.calls.ts'
import { conflict, notFound, Problem } from '@bordee/core/problem.ts'
import { type Ctx, companyOf, type Handlers } from '../engine/ctx.ts'
import { jsonOf } from '../engine/db/columns.ts'
import { isPiece, readPiece } from '../engine/db/pieces.ts'
import { sql } from '../engine/db/sql.ts'
import { readContractUsage } from './ceiling-usage.ts'
import { createContract, editContract } from './contract-changes.ts'
import { latestSending } from './contract-mails.ts'
import { move, moveAll, refusal, refusals, refuseAll } from './contract-moves.ts'
import { tellDeclined } from './contracts.letters.ts'
import {
  contractList,
  contractRows,
  type Held,
  lockContract,
  lockContracts,
  narrowed,
  readContract,
  visibleContracts,
} from './contracts.queries.ts'
import { sendContracts } from './mailing.ts'
import { writePayments } from './payments-by-hand.ts'
import { daysOf, instantsOf } from './periods.ts'
import { fileNameOf } from './printing.ts'
import { printAndMark } from './prints.ts'
import { renewContracts } from './renewal.ts'
import { lockForClient, openContract, signContract, verifyFile } from './signing.ts'
import { syncContracts } from './syncing.ts'

/** A card may just have paid it, with the news still on its way: a payment must find its contract. */
async function refuseBeingPaid(ctx: Ctx, id: string) {
  const [begun] = await ctx.tx.sql`
    select from contract_checkouts where company_id = ${companyOf(ctx)} and contract_id = ${id} and status in ('open', 'paid')`
  if (begun) throw conflict('Un paiement en ligne de ce contrat est en cours\u00a0: réessayez dans un instant.', { code: 'being-paid' })
}

/** contract-payments handles the calls that move money, or end a checkout. */
type HandledThere = 'payContract' | 'refundSurplus' | 'keepSurplus' | 'setContractStatuses'

export const contractHandlers: Omit<Handlers<typeof contractCalls>, HandledThere> = {
  listContracts: (ctx, asked) =>
    isPiece(asked) ? readPiece(ctx, contractList(asked), asked) : ctx.tx.jsonList(contractRows(ctx, narrowed(asked))),

  async getContract(ctx, { id }) {
    if (ctx.actor.role === 'client') await openContract(ctx, id)
    return readContract(ctx, id)
  },

  getContractUsage: (ctx, { id, year }) => readContractUsage(ctx, id, year),

  async createContract(ctx, { contract }) {
    const id = await createContract(ctx, contract)
    const held = await writePayments(ctx, await lockContract(ctx, id), contract.payments ?? [])
    await chooseInForm(ctx, held, contract.status)
    return readContract(ctx, id)
  },

  async updateContract(ctx, { id, contract }) {
    const before = await lockContract(ctx, id)
    if (contract.version !== undefined && contract.version !== before.version)
      throw conflict(
        `Quelqu’un d’autre a modifié le contrat ${before.contractNumber} entre-temps. Rechargez-le pour voir ses changements.`,
        {
          code: 'older-version',
        },
      )
    const edited = await editContract(ctx, before, contract)
    const paid = await writePayments(ctx, edited, contract.payments ?? [], before)
    // A status sent back as it was read isn't a choice.
    if (contract.status !== before.status) await chooseInForm(ctx, paid, contract.status)
    return readContract(ctx, id)
  },

  async deleteContract(ctx, { id }) {
    const { status, payments, contractNumber } = await lockContract(ctx, id)
    const [ofCheque] = await ctx.tx.sql`
      select from contract_payments where company_id = ${companyOf(ctx)} and contract_id = ${id} and cheque_id is not null`
    if (status !== 'draft' || payments.length > 0 || ofCheque)
      throw conflict(`Le contrat ${contractNumber} ne peut pas être supprimé\u00a0: seul un brouillon sans paiement peut l’être.`)
    await refuseBeingPaid(ctx, id)
    await ctx.tx.sql`delete from contracts where id = ${id} and company_id = ${companyOf(ctx)}`
    return null
  },

  async acceptContract(ctx, { id, ...received }) {
    await signContract(ctx, id, received)
    return readContract(ctx, id)
  },

  async printContract(ctx, { id }) {
    const { files, contracts } = await printAndMark(ctx, [id])
    const [contract] = contracts
    if (!contract) throw notFound('Contrat')
    return { bytes: files, name: fileNameOf(contract) }
  },

  async printContracts(ctx, { contractIds }) {
    const { files, contracts } = await printAndMark(ctx, contractIds)
    return { bytes: files, name: `Contrats (${contracts.length}).pdf` }
  },

  async verifyContract(ctx, { files }) {
    for await (const file of files) return verifyFile(ctx, await file.bytes())
    throw new Problem(422, 'Choisissez un fichier PDF.')
  },

  async declineContract(ctx, { id, version, reason = null }) {
    const held = await lockForClient(ctx, id, version)
    await move(ctx, held, 'decline', { detail: () => reason, columns: { declineReason: reason } })
    await tellDeclined(ctx, held, reason)
    return readContract(ctx, id)
  },

  sendContracts: (ctx, { contractIds, requestKey }) => sendContracts(ctx, contractIds, requestKey),

  syncContracts: async (ctx, { contractIds }) => ({ updatedCount: await syncContracts(ctx, contractIds) }),

  renewContracts: (ctx, { contractIds, anyway }) => renewContracts(ctx, contractIds, anyway),

  getContractSending: latestSending,

  async getContractSummary(ctx, { from, to }) {
    const { first, last } = await daysOf(ctx, from, to)
    const summary = await ctx.tx.jsonOne(sql<{ json: ContractSummary }>`
      with chosen as (
        select k.id, k.status, k.total_price
        from contracts k
        join companies c on c.id = k.company_id
        -- Without a first day, a draft counts on the day on which it was created.
        cross join lateral (select coalesce(k.start_at, (k.created_at at time zone c.time_zone)::date) as day) s
        where ${visibleContracts(ctx, 'k')} and k.status <> 'canceled'
          and (${first}::date is null or s.day >= ${first}::date) and (${last}::date is null or s.day <= ${last}::date)),
      owing as (
        select k.id, greatest(0, k.total_price - greatest(0, coalesce(sum(p.amount), 0)))::int as amount
        from chosen k
        left join contract_payments p on p.company_id = ${companyOf(ctx)} and p.contract_id = k.id and p.deleted_at is null
        where k.status in ('accepted', 'unpaid')
        group by k.id, k.total_price)
      select json_build_object(
        'total', ${sumOf(sql`true`)},
        ${sql.join(summarised.map(([name, status]) => sql`${sql.lit(name)}::text, ${sumOf(sql`status = ${sql.lit(status)}`)}`))},
        'remainingAmount', (
          select json_build_object('count', count(*) filter (where amount > 0), 'amount', coalesce(sum(amount), 0))
          from owing)
      ) as json
      from chosen`)
    if (!summary) throw notFound('Compagnie')
    return summary
  },

  async listContractHistory(ctx, { from, to, contractId }) {
    const { since, before } = await instantsOf(ctx, from, to)
    return ctx.tx.jsonList(sql<{ json: HistoryItem }>`
      select ${jsonOf(historyItem.shape, 'h', { contractNumber: sql`k.contract_number`, clientName: sql`k.client_name` })} as json
      from contract_history h
      join contracts k on k.company_id = h.company_id and k.id = h.contract_id
      where h.company_id = ${companyOf(ctx)} and ${visibleContracts(ctx, 'k')}
        and (${contractId === undefined} or h.contract_id = ${contractId ?? null}::uuid)
        and (${since}::timestamptz is null or h.created_at >= ${since}::timestamptz)
        and (${before}::timestamptz is null or h.created_at < ${before}::timestamptz)
      order by h.created_at desc, h.id desc
      limit ${longestHistory}`)
  },

  async listContractPayments(ctx, { from, to }) {
    const { first, last } = await daysOf(ctx, from, to)
    return ctx.tx.jsonList(sql<{ json: PaymentRow }>`
      select ${jsonOf(paymentRow.shape, 'p', {
        contractNumber: sql`k.contract_number`,
        clientId: sql`k.client_id`,
        clientName: sql`k.client_name`,
        clientNumber: sql`k.client_number`,
        billingStreet: sql`k.client_billing_street`,
      })} as json
      from contract_payments p
      join contracts k on k.company_id = p.company_id and k.id = p.contract_id
      where p.company_id = ${companyOf(ctx)} and ${visibleContracts(ctx, 'k')} and p.deleted_at is null
        and p.paid_at between ${first}::date and ${last}::date
      order by p.paid_at desc, p.created_at desc, p.id desc`)
  },
}

/** Most rows returned at once. */
const longestHistory = 10_000

const summarised = [
  ...(['draft', 'sent', 'printed', 'consulted', 'accepted', 'paid', 'declined'] as const).map((status) => [status, status] as const),
  ['notPaid', 'unpaid'] as const,
]
const sumOf = (condition: ReturnType<typeof sql>) => sql`json_build_object(
  'count', count(*) filter (where ${condition}), 'amount', coalesce(sum(total_price) filter (where ${condition}), 0))`

/** All or none. Returns how many changed. */
export async function setStatuses(ctx: Ctx, contractIds: readonly string[], status: ContractStatus): Promise<number> {
  const contracts = await lockContracts(ctx, contractIds)
  const others = contracts.filter((held) => held.status !== status)
  refuseAll(refusals(others, (held) => whyNot(held, status)))
  for (const [event, chosen] of Map.groupBy(others, (held) => officeEvent(standingOf(held), status)))
    if (event) await moveAll(ctx, chosen, event)
  return others.length
}

/** Applies the status selector or the archive button. Paid and unpaid are computed, never chosen. */
async function choose(ctx: Ctx, held: Held, wanted: ContractStatus | undefined) {
  if (wanted === undefined || wanted === held.status || (isSigned(wanted) && isSigned(held.status))) return
  refuseAll(refusals([held], () => whyNot(held, wanted)))
  const event = officeEvent(standingOf(held), wanted)
  if (event) await move(ctx, held, event)
}

/** The selector doesn't archive: that has its own button and confirmation. */
async function chooseInForm(ctx: Ctx, held: Held, wanted: ContractStatus | undefined) {
  if (wanted === 'canceled' && held.status !== 'canceled')
    throw conflict(`Le contrat ${held.contractNumber} s’archive depuis la liste des contrats.`)
  await choose(ctx, held, wanted)
}

const standingOf = ({ status, signedOnPaper, payments }: Held) => ({ status, signedOnPaper, hasPayments: payments.length > 0 })

function whyNot(held: Held, wanted: ContractStatus): string | undefined {
  const event = officeEvent(standingOf(held), wanted)
  return event
    ? refusal(held, event)
    : `Le contrat ${held.contractNumber} est au statut «\u00a0${contractStatusNames[held.status]}\u00a0»\u00a0: ` +
        `il ne peut pas passer à «\u00a0${contractStatusNames[wanted]}\u00a0».`
}
