// Money bugs found in review, kept fixed.
import { alertCalls } from '@bordee/core/alerts/alerts.calls.ts'
import { bankCalls } from '@bordee/core/bank/bank.calls.ts'
import { companyCalls } from '@bordee/core/companies/companies.calls.ts'
import { contractCalls } from '@bordee/core/contracts/contracts.calls.ts'
import { paymentAccountCalls } from '@bordee/core/payments/accounts.calls.ts'
import { paymentCalls } from '@bordee/core/payments/payments.calls.ts'
import { sandboxCalls } from '@bordee/core/payments/sandbox.calls.ts'
import { describe, expect, test } from 'vitest'
import { syncPayment } from '../contract-payments/followed-payments.ts'
import { sandboxLeavers } from '../slices.ts'
import { newOccupant, newSender, type Sender, sentWhole } from '../testing/alerts.ts'
import { chargedTo, closeAt, collect, invoices, saveCard, sendOnCredit } from '../testing/billing.ts'
import { visa } from '../testing/cards.ts'
import { onlinePayments, payableContract, payBy, payee } from '../testing/checkouts.ts'
import { today } from '../testing/contracts.ts'
import { openListeningServer } from '../testing/listening.ts'
import { type Caller, inCompany, openTestServer } from '../testing/server.ts'
import { soon } from '../testing/soon.ts'
import { openStripe } from '../testing/stripe/open.ts'
import { leaveSandbox } from './leaving-sandbox.ts'

const server = await openListeningServer()
/** On the same database; its news goes to the other server. */
const publicServer = await openTestServer({ PUBLIC_URL: 'https://x.exemple.ca', HOST: '127.0.0.1', PORT: String(server.env.port) }, server)
const half = 24_432

const onPublic = async (by: Caller, method: 'POST' | 'DELETE', path: string, payload: object = {}) => {
  const answer = await publicServer.app.inject({ method, url: `/api${path}`, headers: { authorization: `Bearer ${by.token}` }, payload })
  return { status: answer.statusCode, body: answer.json<{ type?: string; code?: string; message?: string } | null>() }
}

async function onCredit(): Promise<Sender> {
  const sender = await newSender(server, { bank: 0 })
  await saveCard(sender.owner)
  await newOccupant(sender.owner)
  return sender
}
const send = ({ owner, messageId, sectorId }: Sender) => owner(alertCalls.sendAlert, { messageId, sectorId })

describe('the sandbox on a public server', () => {
  test('gives no credit for a card saved earlier', async () => {
    const sender = await onCredit()
    const { messageId, sectorId } = sender
    const refused = await onPublic(sender.owner, 'POST', '/notifications/send', { messageId, sectorId })
    expect(refused.body).toMatchObject({ type: 'warning' })
    expect(await send(sender)).toMatchObject({ type: 'success' })
  })

  test('sells nothing, and leaves no bill that ties up a card', async () => {
    const { owner } = await server.newCompany()
    const card = await saveCard(owner)
    const order = { offerId: 'alerts-500', requestKey: 'public' }
    expect(await onPublic(owner, 'POST', '/alert-bank/purchase', order)).toMatchObject({ status: 409, body: { code: 'sandbox-closed' } })
    expect(await invoices(owner)).toMatchObject([{ status: 'void' }])
    expect((await owner.raw(paymentCalls.deletePaymentMethod, { paymentMethodId: card.id })).status).toBe(200)
  })
})

test('a bill that cannot be issued still becomes late and ends the credit', async () => {
  const sender = await onCredit()
  const { companyId, owner } = sender
  const { code } = await send(sender)
  await sentWhole(owner, code ?? '')
  await inCompany(server, companyId, async (tx) => {
    await tx.sql`update alert_deliveries set created_at = now() - interval '39 days', price = 100`
    await tx.sql`update alert_sends set created_at = now() - interval '2 days'`
    await tx.sql`update companies set billed_until = now() - interval '40 days' where id = ${companyId}`
  })
  expect(await closeAt(server, companyId, new Date())).toHaveLength(1)
  await inCompany(server, companyId, (tx) => tx.sql`update invoices set due_at = due_at - interval '8 days'`)
  expect(await invoices(owner)).toMatchObject([{ status: 'draft', is_past_due: true }])
  expect(await send(sender)).toMatchObject({ type: 'warning' })
})

test('an amount too small for a card waits for the next bill', async () => {
  const people = await server.newCompany()
  const { companyId } = people
  await inCompany(server, companyId, (tx) => tx.sql`update companies set billed_until = '2026-01-01T05:00:00Z' where id = ${companyId}`)
  await sendOnCredit(server, people, 4, { at: new Date('2026-01-14T22:00:00Z') }) // 0.46 $ with taxes
  expect(await closeAt(server, companyId, '2026-02-01T05:00:00Z')).toEqual([])
  await sendOnCredit(server, people, 1, { at: new Date('2026-02-14T22:00:00Z') })
  expect(await closeAt(server, companyId, '2026-03-01T05:00:00Z')).toHaveLength(1)
  expect(await invoices(people.owner)).toMatchObject([{ total: 57 }])
})

test('the activation is paid once, even if staff have switched the module off since', async () => {
  const { owner, admin, companyId } = await server.newCompany()
  await saveCard(owner)
  await owner(alertCalls.activateAlerts)
  await admin(companyCalls.updateCompany, { id: companyId, alertConfig: { isActive: false } })
  expect(await owner.raw(alertCalls.activateAlerts)).toMatchObject({ status: 409, body: { code: 'activation-paid' } })
  expect(await chargedTo(server, companyId)).toEqual([22_995])
})

test('a company cannot escape taxes by an odd address', async () => {
  const { owner, companyId } = await server.newCompany()
  await inCompany(server, companyId, (tx) => tx.sql`update companies set country = 'XX', state = 'ZZ' where id = ${companyId}`)
  await saveCard(owner)
  await owner(alertCalls.activateAlerts)
  expect(await chargedTo(server, companyId)).toEqual([22_995])
})

test('a lot that would overfill the bank is refused, and the bank still counts', async () => {
  const { super_admin: staff, owner, companyId } = await server.newCompany()
  await inCompany(
    server,
    companyId,
    (tx) => tx.sql`insert into alert_lots (company_id, amount, remaining) values (${companyId}, 999999000, 999999000)`,
  )
  const more = { companyId, transaction: { amount: 2000, expiresAt: null } }
  expect(await staff.raw(bankCalls.addLot, more)).toMatchObject({ status: 422 })
  expect(await owner(bankCalls.getBankTotal)).toEqual({ amount: 999_999_000, expiredAmount: 0 })
})

test('twenty cards is the limit, however many are saved at once', async () => {
  const { owner, companyId } = await server.newCompany()
  await inCompany(
    server,
    companyId,
    (tx) => tx.sql`
      insert into payment_methods (id, company_id, name, brand, last4, exp_month, exp_year)
      select 'pm_' || n || ${companyId}, ${companyId}, 'Paule', 'visa', '4242', 12, 2099 from generate_series(1, 18) n`,
  )
  await Promise.all(Array.from({ length: 6 }, () => owner.raw(paymentCalls.addPaymentMethod, { card: visa })))
  expect(await owner(paymentCalls.listPaymentMethods)).toHaveLength(20)
})

test('a removed card is not saved again under the same id', async () => {
  const { owner } = await server.newCompany()
  const card = await saveCard(owner)
  await owner(paymentCalls.deletePaymentMethod, { paymentMethodId: card.id })
  const again = await owner.raw(paymentCalls.addPaymentMethod, { paymentMethodId: card.id })
  expect(again.status).toBeGreaterThanOrEqual(409)
  expect(await owner(paymentCalls.listPaymentMethods)).toEqual([])
})

describe('payments of a contract', async () => {
  const people = await payee(server)
  const { owner, companyId } = people

  test('a contract that a card paid a moment ago is not deleted', async () => {
    const { id, client } = await payableContract(server, people)
    const { clientSecret } = await client(contractCalls.payContract, { id })
    await inCompany(server, companyId, (tx) => tx.sql`update contracts set status = 'draft' where id = ${id}`)
    expect(await owner.raw(contractCalls.deleteContract, { id })).toMatchObject({ status: 409, body: { code: 'being-paid' } })
    await payBy(server.anyone, clientSecret)
    await soon(async () => expect(await onlinePayments(owner, id)).toHaveLength(1))
  })

  test('a surplus kept from a payment that was refunded hides no later surplus', async () => {
    const { id, client } = await payableContract(server, people)
    const { clientSecret } = await client(contractCalls.payContract, { id })
    await owner(contractCalls.updateContract, { id, contract: { payments: [{ amount: half + 1000, paidAt: today(), type: 'cash' }] } })
    await payBy(server.anyone, clientSecret)
    await soon(async () => expect(await owner(contractCalls.getContract, { id })).toMatchObject({ overpaidAmount: 1000 }))
    const [payment] = await onlinePayments(owner, id)
    await owner(contractCalls.keepSurplus, { id, paymentId: payment?.id ?? '' })

    const [checkout] = await server.sql<{ paymentId: string }>(
      'select payment_id as "paymentId" from sandbox_checkouts where client_secret = $1',
      [clientSecret],
    )
    const token = (await owner(paymentAccountCalls.getAccountSignInLink)).url.split('/').at(-1) ?? ''
    await server.anyone(sandboxCalls.moveSandboxPayment, { token, paymentId: checkout?.paymentId ?? '', event: 'refund' })
    await soon(async () => expect(await onlinePayments(owner, id)).toHaveLength(2))
    const next = await client(contractCalls.payContract, { id })
    await owner(contractCalls.updateContract, { id, contract: { payments: [{ amount: 1000, paidAt: today(), type: 'cash' }] } })
    await payBy(server.anyone, next.clientSecret)
    await soon(async () => expect(await owner(contractCalls.getContract, { id })).toMatchObject({ overpaidAmount: 1000 }))
  })

  test('a refund that disappeared and shows again is recorded again', async () => {
    const { id, client } = await payableContract(server, people)
    const { clientSecret } = await client(contractCalls.payContract, { id })
    await payBy(server.anyone, clientSecret)
    await soon(async () => expect(await onlinePayments(owner, id)).toHaveLength(1))
    const [checkout] = await server.sql<{ paymentId: string; accountId: string }>(
      'select payment_id as "paymentId", account_id as "accountId" from sandbox_checkouts where client_secret = $1',
      [clientSecret],
    )
    const refunded = () =>
      server.sql(`insert into sandbox_movements (id, account_id, payment_id, kind, amount) values ($1, $2, $3, 'refund', -5)`, [
        `re_${id}`,
        checkout?.accountId,
        checkout?.paymentId,
      ])
    const follow = () => server.work((work) => syncPayment(work, { paymentId: checkout?.paymentId ?? '' }))
    await refunded()
    await follow()
    await server.sql('delete from sandbox_movements where id = $1', [`re_${id}`])
    await follow()
    expect(await onlinePayments(owner, id)).toHaveLength(1)
    await refunded()
    await follow()
    expect((await onlinePayments(owner, id)).map(({ amount }) => amount)).toEqual([half, -5])
  })

  test('when the sandbox refuses a refund on a public server, the office can still keep the surplus', async () => {
    const { id, client } = await payableContract(server, people)
    const { clientSecret } = await client(contractCalls.payContract, { id })
    await owner(contractCalls.updateContract, { id, contract: { payments: [{ amount: half + 1000, paidAt: today(), type: 'cash' }] } })
    await payBy(server.anyone, clientSecret)
    await soon(async () => expect(await owner(contractCalls.getContract, { id })).toMatchObject({ overpaidAmount: 1000 }))
    const [payment] = await onlinePayments(owner, id)
    expect(await onPublic(owner, 'POST', `/contracts/${id}/payments/${payment?.id ?? ''}/refund`)).toMatchObject({
      body: { code: 'sandbox-closed' },
    })
    expect(await owner(contractCalls.keepSurplus, { id, paymentId: payment?.id ?? '' })).toMatchObject({ overpaidAmount: 0 })
  })
})

test('from the sandbox to Stripe: sandbox data is removed, and everybody can start again', async () => {
  const stripe = await openStripe()
  const sandbox = await openListeningServer()
  const people = await payee(sandbox)
  const { owner, companyId } = people
  const { id, client } = await payableContract(sandbox, people)
  await saveCard(owner)
  await sandbox.work(async ({ tx }) => {
    await tx.scope({ companies: [companyId] })
    await tx.sql`update companies set billed_until = now() - interval '40 days' where id = ${companyId}`
  })
  await sendOnCredit(sandbox, people, 100, { at: new Date(Date.now() - 39 * 86_400_000) })
  // Postponed: the sandbox would collect it while the other server opens.
  await sandbox.sql(`
    create function postpone() returns trigger language plpgsql as $$
    begin
      new.start_after := now() + interval '1 hour';
      return new;
    end $$;
    create trigger postpone before insert on pgboss.job for each row when (new.name = 'billing.collect') execute function postpone()`)
  const [bill = ''] = await closeAt(sandbox, companyId, new Date())
  await client(contractCalls.payContract, { id })

  const live = await openTestServer({ PUBLIC_URL: 'https://bordee.exemple.ca', ...stripe.environment }, sandbox)
  await live.work(leaveSandbox(sandboxLeavers))
  await live.work(leaveSandbox(sandboxLeavers)) // at each start
  expect(await owner(paymentCalls.listPaymentMethods)).toEqual([])
  expect(await owner(paymentAccountCalls.getPaymentAccount)).toBeNull()
  expect(await owner(companyCalls.getCurrentCompany)).toMatchObject({
    customerId: null,
    defaultPaymentMethod: null,
    paymentAccountId: null,
  })
  expect(await collect(live, companyId, bill)).toEqual({ is: 'annulled' })
  const asked = (path: string, by: Caller) =>
    live.app.inject({ method: 'POST', url: `/api${path}`, headers: { authorization: `Bearer ${by.token}` }, payload: {} })
  expect((await asked('/payment_methods/setup', owner)).statusCode).toBe(200)
  expect((await asked('/payment-accounts/activate', owner)).statusCode).toBe(201)
  expect((await asked(`/contracts/${id}/pay`, client)).statusCode).toBe(409)
})
