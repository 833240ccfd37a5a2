// Compares the provider's list of the platform's bills with ours.
import type { Work } from '../engine/ctx.ts'
import type { Difference } from '../outside/payments/reconciliation.ts'

interface Recorded {
  id: string
  companyName: string
  providerId: string
  status: string
  total: number
}

/** Only paid invoices count as money. */
const moneyOf = ({ status, total }: Pick<Recorded, 'status' | 'total'>) => (status === 'paid' ? total : 0)

/** Compares all invoices issued in the period, by the provider's id. */
export async function invoiceDifferences(work: Work, from: Date, until: Date): Promise<Difference[]> {
  const theirs = await work.aside((own) => own.gateways.payments.listInvoices(own, from, until))
  const ours = await work.aside(async ({ tx }) => {
    await tx.scope({ platform: true })
    return tx.sql<Recorded>`
      select id, bill_to ->> 'name' as "companyName", provider_id as "providerId", status, total
      from invoices
      where provider_id is not null and (
        id::text = any(${theirs.map(({ key }) => key)}::text[])
        or issued_at >= ${from} and issued_at < ${until})`
  })
  const byKey = new Map(ours.map((one) => [one.id, one]))
  const found = theirs.flatMap((one): Difference[] => {
    const mine = byKey.get(one.key)
    const [there, here] = [moneyOf(one), mine ? moneyOf(mine) : null]
    if (there === here || (mine === undefined && there === 0)) return []
    return [{ subject: mine?.companyName ?? one.number, id: one.id, at: one.paidAt, theirs: there, ours: here }]
  })
  const told = new Set(theirs.map(({ key }) => key))
  for (const mine of ours.filter(({ id }) => !told.has(id))) {
    const one = await work.aside((own) => own.gateways.payments.readInvoice(own, mine.providerId))
    const there = one ? moneyOf(one) : null
    if (there !== moneyOf(mine))
      found.push({ subject: mine.companyName, id: mine.providerId, at: one?.paidAt ?? null, theirs: there, ours: moneyOf(mine) })
  }
  return found
}
