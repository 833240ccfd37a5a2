// Payments the office records. Card payments are recorded when the provider reports them, and can't be changed here.
import { notPositive, overTotal, type PaymentInput } from '@bordee/core/contracts/contract.ts'
import type { ContractRemark } from '@bordee/core/contracts/contract-life.ts'
import { type Cents, formatMoney } from '@bordee/core/money.ts'
import { conflict, invalid, notFound } from '@bordee/core/problem.ts'
import { paymentMethodNames } from '@bordee/core/templates/terms.ts'
import { inSentence } from '@bordee/core/text.ts'
import { type IsoDate, todayIn } from '@bordee/core/time.ts'
import { required } from '@bordee/core/wire.ts'
import type { Ctx } from '../engine/ctx.ts'
import { change } from '../engine/db/writing.ts'
import { addHistory, followMoney } from './contract-moves.ts'
import { reread, trimKept } from './contract-totals.ts'
import type { Held } from './contracts.queries.ts'

type Payment = Held['payments'][number]

interface Source {
  chequeId?: string
  bankLineId?: string
}

/**
 * Merges by id: payments that aren't sent stay. A new one may come with an id made by the sender: sent again after a
 * lost answer, it is the payment recorded then. The contract is locked: of two people who record a payment at once, the
 * second sees the first one's, so the sum never exceeds the total. `before`: the contract before an edit that may have
 * lowered its total. `source`: the cheque in the register, or the bank's line, that makes them. Returns its new state.
 */
export async function writePayments(
  ctx: Ctx,
  held: Held,
  sent: readonly PaymentInput[],
  before = held,
  source: Source = {},
): Promise<Held> {
  const known = new Map(held.payments.map((payment) => [payment.id, payment]))
  refuseTwice(sent)
  let isChanged = false
  for (const [index, input] of sent.entries()) {
    const id = idOf(input)
    const before = id ? known.get(id) : undefined
    if (id && !before && (await wasRemoved(ctx, held, id, input))) continue
    if (await writePayment(ctx, held, before, input, { index, source })) isChanged = true
  }
  if (isChanged && held.status === 'canceled')
    throw conflict(`Le contrat ${held.contractNumber} est archivé\u00a0: ses paiements ne changent plus.`)
  if (isChanged) await trimKept(ctx, held.companyId, held.id)
  const after = isChanged ? await reread(ctx, held.id) : held
  if (exceeds(before, after)) throw invalid({ contract: { payments: overTotal } })
  const [followed = after] = isChanged ? await followMoney(ctx, [after]) : []
  return followed
}

const idOf = ({ id, fieldId }: PaymentInput) => id ?? fieldId ?? null

function refuseTwice(sent: readonly PaymentInput[]) {
  const ids = sent.map(idOf)
  const index = ids.findIndex((id, i) => id && ids.indexOf(id) < i)
  if (index >= 0) throw invalid({ contract: { [`payments.${index}`]: 'Ce paiement figure deux fois.' } })
}

const sumOf = (payments: readonly Payment[]) => payments.reduce((sum, { amount }) => sum + amount, 0)
const handSum = ({ payments }: Held) => sumOf(payments.filter(({ wasOnline }) => !wasOnline))

/** By how much the payments recorded by hand exceed the total. */
const excess = (contract: Held): Cents => Math.max(0, handSum(contract) - contract.totalPrice)

/** An existing excess may shrink. Cards may overpay, but nothing may be added on top by hand. */
export const exceeds = (before: Held, after: Held): boolean =>
  excess(after) > excess(before) || (handSum(after) > handSum(before) && sumOf(after.payments) > after.totalPrice)

/** Removing a payment that was already removed changes nothing; only a new one may be unknown. */
async function wasRemoved({ tx }: Ctx, held: Held, id: string, { deletedAt, wasOnline }: PaymentInput): Promise<boolean> {
  const [gone] = await tx.sql`
    select id
    from contract_payments
    where company_id = ${held.companyId} and contract_id = ${held.id} and id = ${id} and deleted_at is not null`
  if (!gone && (deletedAt || wasOnline)) throw notFound('Paiement')
  if (gone && !deletedAt) throw conflict('Ce paiement a été retiré entre-temps.', { code: 'payment-removed' })
  return gone !== undefined
}

/** True if anything changed. */
async function writePayment(
  ctx: Ctx,
  held: Held,
  before: Payment | undefined,
  input: PaymentInput,
  { index, source }: { index: number; source: Source },
): Promise<boolean> {
  const where = (id: string) => ({ id, companyId: held.companyId, contractId: held.id })
  if (!before) {
    if (input.deletedAt) return false
    const [amount, paidAt, type] = [input.amount, input.paidAt && dayIn(held, input.paidAt), input.type]
    if (amount === undefined || !paidAt || !type) {
      const missing = amount === undefined ? 'amount' : paidAt ? 'type' : 'paidAt'
      throw invalid({ contract: { [`payments.${index}.${missing}`]: required } })
    }
    if (amount <= 0) throw invalid({ contract: { [`payments.${index}.amount`]: notPositive } })
    await insertPayment(ctx, held, { id: idOf(input), amount, paidAt, type, ...source })
    return told(ctx, held, 'payment', { amount, type })
  }
  const wanted = {
    amount: input.amount ?? before.amount,
    paidAt: input.paidAt ? dayIn(held, input.paidAt) : before.paidAt,
    type: input.type ?? before.type,
  }
  const isSame = wanted.amount === before.amount && wanted.paidAt === before.paidAt && wanted.type === before.type
  if (isSame && !input.deletedAt) return false
  if (before.wasOnline) throw conflict('Un paiement en ligne ne peut être ni modifié ni retiré.', { code: 'online-payment' })
  if (before.chequeId !== null && before.chequeId !== source.chequeId)
    throw conflict('Ce paiement vient d’un chèque\u00a0: modifiez-le dans Chèques.', { code: 'cheque-payment' })
  if (!before.editable && before.chequeId === null)
    throw conflict('Ce paiement vient d’un relevé bancaire\u00a0: annulez-le dans Relevés bancaires.', { code: 'bank-payment' })
  if (input.deletedAt) {
    await change(ctx.tx, 'contract_payments', where(before.id), { deletedAt: ctx.now })
    return told(ctx, held, 'paymentRemoved', before)
  }
  await change(ctx.tx, 'contract_payments', where(before.id), wanted)
  return told(ctx, held, 'paymentChanged', wanted)
}

/** The id of a payment of another contract, perhaps of another company, is refused. */
async function insertPayment(
  { tx, actor }: Ctx,
  { companyId, id: contractId }: Held,
  { id, ...payment }: Pick<Payment, 'amount' | 'paidAt' | 'type'> & Source & { id: string | null },
) {
  const { amount, paidAt, type, chequeId = null, bankLineId = null } = payment
  const [made] = await tx.sql`
    insert into contract_payments (id, company_id, contract_id, amount, paid_at, type, recorded_by, cheque_id, bank_line_id)
    values (coalesce(${id}::uuid, uuidv7()), ${companyId}, ${contractId}, ${amount}, ${paidAt}, ${type}, ${actor.email}, ${chequeId},
            ${bankLineId})
    on conflict (id) do nothing
    returning id`
  if (!made) throw notFound('Paiement')
}

async function told(ctx: Ctx, held: Held, event: ContractRemark, { amount, type }: Pick<Payment, 'amount' | 'type'>): Promise<true> {
  await addHistory(ctx, event, [{ ...held, detail: `${formatMoney(amount)}, ${inSentence(paymentMethodNames[type])}` }])
  return true
}

const dayIn = ({ timeZone }: Held, moment: string): IsoDate =>
  /^\d{4}-\d{2}-\d{2}$/.test(moment) ? moment : todayIn(timeZone, new Date(moment))
