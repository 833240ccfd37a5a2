// Applies a bank's lines: each becomes payments of contracts and invoices, or clears a deposit of cheques, once.
import type { Applied } from '@bordee/core/bank-files/bank-file.ts'
import { isSigned } from '@bordee/core/contracts/contract-life.ts'
import { formatMoney } from '@bordee/core/money.ts'
import { sentence } from '@bordee/core/text.ts'
import { findCheques, holdCheque } from '../cheques/cheques.queries.ts'
import { moveCheque } from '../cheques/moving.ts'
import * as invoicePayments from '../client-invoices/bank-payments.ts'
import { type Held as HeldInvoice, lockInvoices } from '../client-invoices/client-invoices.queries.ts'
import { contractsOfBankLines, leftOf, takeBankPaymentsBack, writeBankPayment } from '../contracts/bank-payments.ts'
import { type Held as HeldContract, lockContracts } from '../contracts/contracts.queries.ts'
import { audit } from '../engine/audit.ts'
import { type Ctx, companyOf } from '../engine/ctx.ts'
import { sql } from '../engine/db/sql.ts'
import { change } from '../engine/db/writing.ts'
import { type LockedLine, lockLines } from './bank-files.queries.ts'
import { today } from './receiving.ts'

type Wanted = Applied[number]
interface Locked {
  contracts: Map<string, HeldContract>
  invoices: Map<string, HeldInvoice>
  /** Days of payments are never in the future. */
  day: string
}

/** Those that can't be applied are listed; one that was applied like this already stays as it is. */
export async function applyLines(ctx: Ctx, fileId: string, wanted: readonly Wanted[]) {
  const deposits = await holdDeposits(
    ctx,
    wanted.flatMap(({ depositId }) => depositId ?? []),
  )
  const lines = new Map(
    (
      await lockLines(
        ctx,
        fileId,
        wanted.map(({ lineId }) => lineId),
      )
    ).map((line) => [line.id, line]),
  )
  const parts = wanted.flatMap((one) => one.parts)
  const contracts = await lockContracts(
    ctx,
    parts.flatMap(({ contractId }) => contractId ?? []),
  )
  const invoiceIds = parts.flatMap(({ invoiceId }) => invoiceId ?? [])
  const invoices = invoiceIds.length > 0 ? await lockInvoices(ctx, invoiceIds) : []
  const locked: Locked = {
    contracts: new Map(contracts.map((held) => [held.id, held])),
    invoices: new Map(invoices.map((held) => [held.id, held])),
    day: await today(ctx),
  }
  const refused: { id: string; reason: string }[] = []
  let [appliedCount, amount] = [0, 0]
  for (const one of wanted) {
    const line = lines.get(one.lineId)
    if (!line) continue
    if (line.isApplied && isSame(line, one)) {
      appliedCount++
      continue
    }
    const reason = line.isApplied
      ? 'Cette ligne est déjà appliquée autrement\u00a0: annulez-la d’abord.'
      : one.depositId
        ? await clearDeposit(ctx, line, one, deposits)
        : await pay(ctx, line, one, locked)
    if (reason) refused.push({ id: line.id, reason })
    else {
      appliedCount++
      amount += line.amount
    }
  }
  if (amount > 0) await audit(ctx, 'bank-lines-applied', { fileId, count: appliedCount, amount })
  return { appliedCount, refused }
}

const isSame = ({ depositId, parts }: LockedLine, wanted: Wanted) =>
  depositId === (wanted.depositId ?? null) &&
  parts.join() ===
    wanted.parts
      .map((part) => `${part.contractId ?? part.invoiceId}:${part.amount}`)
      .toSorted()
      .join()

const mark = (ctx: Ctx, { id }: LockedLine, depositId: string | null = null) =>
  change(ctx.tx, 'bank_lines', { companyId: companyOf(ctx), id }, { appliedAt: ctx.now, appliedBy: ctx.actor.email, depositId })

/** Returns why not, having written nothing. */
async function pay(ctx: Ctx, line: LockedLine, { parts }: Wanted, locked: Locked): Promise<string | undefined> {
  const sum = parts.reduce((all, part) => all + part.amount, 0)
  if (sum !== line.amount) return `La répartition fait ${formatMoney(sum)}\u00a0: elle doit égaler ${formatMoney(line.amount)}.`
  const keys = parts.map(({ contractId, invoiceId }) => (Boolean(contractId) === Boolean(invoiceId) ? '' : (contractId ?? invoiceId ?? '')))
  if (keys.includes('') || new Set(keys).size < keys.length)
    return 'Choisissez, une fois chacun, les contrats ou les factures que cette ligne paie.'
  for (const part of parts) {
    const trouble = troubleOf(part, locked)
    if (trouble) return trouble
  }
  const [paidAt = line.day] = [line.day, locked.day].toSorted()
  for (const { contractId, invoiceId, amount } of parts) {
    const received = { bankLineId: line.id, amount, paidAt }
    const [contract, invoice] = [locked.contracts.get(contractId ?? ''), locked.invoices.get(invoiceId ?? '')]
    if (contract) locked.contracts.set(contract.id, await writeBankPayment(ctx, contract, received))
    if (invoice) locked.invoices.set(invoice.id, await invoicePayments.writeBankPayment(ctx, invoice, received))
  }
  await mark(ctx, line)
  return undefined
}

function troubleOf({ contractId, invoiceId, amount }: Wanted['parts'][number], { contracts, invoices }: Locked): string | undefined {
  const [contract, invoice] = [contracts.get(contractId ?? ''), invoices.get(invoiceId ?? '')]
  if (contract && !isSigned(contract.status)) return `Le contrat ${contract.contractNumber} n’est pas en vigueur.`
  if (invoice && invoice.number === null) return 'Un brouillon de facture ne peut pas être payé\u00a0: émettez-le d’abord.'
  const left = contract ? leftOf(contract) : (invoice?.amountLeft ?? 0)
  const name = contract ? `au contrat ${contract.contractNumber}` : `sur la facture ${invoice?.number}`
  return amount > left ? sentence(`Il reste ${formatMoney(left)} à payer ${name}`) : undefined
}

/** Cheques are held before anything else, as whoever moves one does. */
async function holdDeposits(ctx: Ctx, depositIds: readonly string[]) {
  const inDeposits = sql`q.deposit_id = any(${depositIds}::uuid[])`
  if (depositIds.length === 0) return []
  const ids = (await findCheques(ctx, inDeposits)).map(({ id }) => id).toSorted()
  for (const id of ids) await holdCheque(ctx, id)
  return findCheques(ctx, inDeposits)
}

/** What the bank credited is what its cheques make: they are cleared. */
async function clearDeposit(
  ctx: Ctx,
  line: LockedLine,
  { depositId = null, parts }: Wanted,
  cheques: Awaited<ReturnType<typeof findCheques>>,
): Promise<string | undefined> {
  const own = cheques.filter((cheque) => cheque.depositId === depositId)
  if (own.length === 0) return 'Ce dépôt est vide ou n’existe pas.'
  if (parts.length > 0) return 'Une ligne qui est un dépôt de chèques ne paie rien d’autre.'
  const sum = own.reduce((all, { amount }) => all + amount, 0)
  if (sum !== line.amount) return `Ce dépôt fait ${formatMoney(sum)}, et la ligne ${formatMoney(line.amount)}.`
  const [taken] = await ctx.tx.sql`select from bank_lines where company_id = ${companyOf(ctx)} and deposit_id = ${depositId}`
  if (taken) return 'Une autre ligne est déjà ce dépôt.'
  for (const cheque of own) if (cheque.state === 'deposited') await moveCheque(ctx, cheque, 'cleared', null)
  await mark(ctx, line, depositId)
  return undefined
}

/** What wasn't applied stays as it is. A cheque that bounced since has taken its own payments back. */
export async function undoLines(ctx: Ctx, fileId: string, lineIds: readonly string[]) {
  const companyId = companyOf(ctx)
  const before = await ctx.tx.sql<{ depositId: string }>`
    select deposit_id as "depositId" from bank_lines
    where company_id = ${companyId} and id = any(${lineIds}::uuid[]) and deposit_id is not null`
  const cheques = await holdDeposits(
    ctx,
    before.map(({ depositId }) => depositId),
  )
  const lines = (await lockLines(ctx, fileId, [...new Set(lineIds)])).filter(({ isApplied }) => isApplied)
  const ids = lines.map(({ id }) => id)
  if (ids.length === 0) return
  await lockContracts(ctx, await contractsOfBankLines(ctx, ids))
  await takeBankPaymentsBack(ctx, ids)
  await invoicePayments.takeBankPaymentsBack(ctx, ids)
  const deposits = lines.flatMap(({ depositId }) => depositId ?? [])
  for (const cheque of cheques)
    if (cheque.state === 'cleared' && deposits.includes(cheque.depositId ?? '')) await moveCheque(ctx, cheque, 'deposited', null)
  await change(ctx.tx, 'bank_lines', { companyId, id: ids }, { appliedAt: null, appliedBy: null, depositId: null })
  await audit(ctx, 'bank-lines-undone', { fileId, count: ids.length })
}
