// The provider's records match ours; any difference is found.
import { contractCalls } from '@bordee/core/contracts/contracts.calls.ts'
import { expect, test } from 'vitest'
import { type Difference, differenceText, reconcile } from '../outside/payments/reconciliation.ts'
import { comparisons } from '../slices.ts'
import { collect, owing, saveCard } from '../testing/billing.ts'
import { onlinePayments, payableContract, payBy, payee } from '../testing/checkouts.ts'
import { openListeningServer } from '../testing/listening.ts'
import { inCompany as inBilledCompany } from '../testing/server.ts'
import { soon } from '../testing/soon.ts'

const server = await openListeningServer()
const people = await payee(server)
const half = 24_432
const hour = 3_600_000
const differences = (from = -hour, until = hour): Promise<Difference[]> =>
  server.work((work) => reconcile(work, comparisons, new Date(Date.now() + from), new Date(Date.now() + until)))

async function paidContract() {
  const { id, client } = await payableContract(server, people)
  const { clientSecret } = await client(contractCalls.payContract, { id })
  await payBy(server.anyone, clientSecret)
  await soon(async () => expect(await onlinePayments(people.owner, id)).toHaveLength(1))
  const [session] = await server.sql<{ paymentId: string; accountId: string }>(
    'select payment_id as "paymentId", account_id as "accountId" from sandbox_checkouts where client_secret = $1',
    [clientSecret],
  )
  return { id, paymentId: session?.paymentId ?? '', accountId: session?.accountId ?? '' }
}

const inCompany = (text: string, values: unknown[]) =>
  server.sql(`select set_config('app.companies', $1, false)`, [`{${people.companyId}}`]).then(() => server.sql(text, values))

test('planted differences are found, each once, and nothing else', async () => {
  const [lost, wrong, invented, fair] = await Promise.all([paidContract(), paidContract(), paidContract(), paidContract()])
  expect(await differences()).toEqual([])

  await inCompany(`update contract_payments set deleted_at = now() where provider_id = $1`, [lost.paymentId])
  await inCompany(`update contract_payments set amount = amount + 1 where provider_id = $1`, [wrong.paymentId])
  await inCompany(`update contract_payments set provider_id = 'pi_invented', payment_id = 'pi_invented' where provider_id = $1`, [
    invented.paymentId,
  ])
  await server.sql(`insert into sandbox_movements (id, account_id, payment_id, kind, amount) values ('re_lost', $1, $2, 'refund', -3)`, [
    fair.accountId,
    fair.paymentId,
  ])
  const found = await differences()
  expect(new Map(found.map(({ id, theirs, ours }) => [id, [theirs, ours]]))).toEqual(
    new Map([
      [lost.paymentId, [half, null]],
      [wrong.paymentId, [half, half + 1]],
      [invented.paymentId, [half, null]],
      ['pi_invented', [null, half]],
      ['re_lost', [-3, null]],
    ]),
  )
  expect(found).toHaveLength(5)
  expect(found.map(differenceText).join('\n')).toMatch(/re_lost {2}chez le fournisseur −0,03\u00a0\$, ici rien/)
  expect(await differences(-3 * hour, -2 * hour)).toEqual([
    expect.objectContaining({ id: 'pi_invented' }),
    expect.objectContaining({ id: wrong.paymentId }),
  ])
})

test('bills paid there and not here, or here and not there, are found too', async () => {
  const billed = async () => {
    const company = await server.newCompany()
    await saveCard(company.owner)
    const invoiceId = await owing(server, company)
    await collect(server, company.companyId, invoiceId)
    const [bill] = await server.sql<{ id: string }>('select id from sandbox_invoices where key = $1', [invoiceId])
    return { ...company, invoiceId, providerId: bill?.id ?? '' }
  }
  const [lost, invented] = [await billed(), await billed()]
  const bills = async () => (await differences()).filter(({ id }) => id.startsWith('in_'))
  expect(await bills()).toEqual([])

  await inBilledCompany(
    server,
    lost.companyId,
    (tx) => tx.sql`update invoices set status = 'open', paid_at = null where id = ${lost.invoiceId}`,
  )
  await server.sql(`update sandbox_invoices set status = 'open', paid_at = null where key = $1`, [invented.invoiceId])
  expect(new Map((await bills()).map(({ id, theirs, ours }) => [id, [theirs, ours]]))).toEqual(
    new Map([
      [lost.providerId, [1150, 0]],
      [invented.providerId, [0, 1150]],
    ]),
  )
})
