// Compares the provider's card payments with ours.
import type { Work } from '../engine/ctx.ts'
import type { Movement } from '../outside/payments/payments.ts'
import type { Difference } from '../outside/payments/reconciliation.ts'

interface Recorded {
  companyName: string | null
  accountId: string
  id: string
  paymentId: string
  amount: number
}

const day = 86_400_000

/**
 * For every account ever used for contracts or invoices; a movement of several invoices is one. Reads our rows a day past the
 * period on both sides: clocks differ.
 */
export async function paymentDifferences(work: Work, from: Date, until: Date): Promise<Difference[]> {
  const [accounts, recorded] = await work.aside(async ({ tx }) => {
    await tx.scope({ platform: true })
    const rows = await tx.sql<Recorded>`
      select c.name as "companyName", p.account_id as "accountId", p.provider_id as id, p.payment_id as "paymentId", p.amount
      from (
        select company_id, account_id, provider_id, payment_id, amount, created_at
        from contract_payments
        where was_online and deleted_at is null
        union all
        select company_id, account_id, provider_id, payment_id, sum(amount)::int, min(created_at)
        from client_invoice_payments
        where was_online and deleted_at is null
        group by company_id, account_id, provider_id, payment_id) p
      left join companies c on c.id = p.company_id
      where p.account_id is not null and p.provider_id is not null
        and p.created_at >= ${new Date(from.getTime() - day)} and p.created_at < ${new Date(until.getTime() + day)}`
    const known = await tx.sql<{ id: string; companyName: string | null }>`
      select a.id, c.name as "companyName"
      from payment_accounts a
      left join companies c on c.id = a.company_id`
    return [known, rows] as const
  })
  const names = new Map([
    ...recorded.map(({ accountId, companyName }) => [accountId, companyName] as const),
    ...accounts.map(({ id, companyName }) => [id, companyName] as const),
  ])
  const differences: Difference[] = []
  for (const [accountId, companyName] of names) {
    const ours = recorded.filter((one) => one.accountId === accountId)
    const theirs = await work.aside((own) => own.gateways.payments.listMovements(own, accountId, from, until))
    differences.push(...(await differencesOf(work, { accountId, companyName, ours, theirs })))
  }
  return differences
}

interface Account {
  accountId: string
  companyName: string | null
  ours: readonly Recorded[]
  theirs: readonly Movement[]
}

async function differencesOf(work: Work, { accountId, companyName, ours, theirs }: Account): Promise<Difference[]> {
  const subject = companyName ?? accountId
  const byId = new Map(ours.map((one) => [one.id, one]))
  const found = theirs.flatMap(({ id, amount, at }): Difference[] => {
    const mine = byId.get(id)
    return mine?.amount === amount ? [] : [{ subject, id, at, theirs: amount, ours: mine?.amount ?? null }]
  })
  const told = new Set(theirs.map(({ id }) => id))
  for (const { id, paymentId, amount } of ours.filter((one) => !told.has(one.id))) {
    const movements = await work.aside((own) => own.gateways.payments.readPayment(own, accountId, paymentId))
    const same = movements.find((one) => one.id === id)
    if (same?.amount !== amount) found.push({ subject, id, at: same?.at ?? null, theirs: same?.amount ?? null, ours: amount })
  }
  return found
}
