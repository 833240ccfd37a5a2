// An invoice that cannot be collected: retried, given up, late, and paid after all.
import { alertCalls } from '@bordee/core/alerts/alerts.calls.ts'
import { bankCalls } from '@bordee/core/bank/bank.calls.ts'
import { billingCalls } from '@bordee/core/billing/billing.calls.ts'
import { paymentCalls } from '@bordee/core/payments/payments.calls.ts'
import { sandboxCalls } from '@bordee/core/payments/sandbox.calls.ts'
import { expect, test } from 'vitest'
import { newOccupant, newSender } from '../testing/alerts.ts'
import {
  billedUntil,
  chargedTo,
  closeAt,
  collect,
  invoices,
  owing,
  ownerEmail,
  passDays,
  saveCard,
  sendOnCredit,
  tokenOf,
} from '../testing/billing.ts'
import { declining, savedByForm, secured, visa } from '../testing/cards.ts'
import { openListeningServer } from '../testing/listening.ts'
import { inCompany, type People } from '../testing/server.ts'
import { soon } from '../testing/soon.ts'
import { enqueueDueBilling } from './billing.jobs.ts'
import { invoicesOf } from './billing.queries.ts'

const server = await openListeningServer()
const { getSandboxInvoice, paySandboxInvoice } = sandboxCalls

/** All attempts have failed. */
async function givenUp(people: People) {
  const id = await owing(server, people)
  for (const days of [0, 1, 2, 2, 2, 1]) {
    await passDays(server, people.companyId, days)
    await collect(server, people.companyId, id)
  }
  expect(await invoices(people.owner)).toMatchObject([{ id, status: 'uncollectible' }])
  return id
}

test('the default card is charged once, however often we look', async () => {
  const people = await server.newCompany()
  await saveCard(people.owner)
  const id = await owing(server, people)
  const all = await Promise.all([1, 2, 3].map(() => collect(server, people.companyId, id)))
  expect(all.map(({ is }) => is)).toEqual(['paid', 'paid', 'paid'])
  expect(await chargedTo(server, people.companyId)).toEqual([1150])
  expect(await invoices(people.owner)).toMatchObject([
    { id, status: 'paid', is_past_due: false, invoice_number: expect.stringMatching(/^F-\d{6}$/) },
  ])
})

test('the page of an invoice shows the days of its period where the company is', async () => {
  const people = await server.newCompany()
  const { companyId, owner } = people
  await saveCard(owner)
  await inCompany(server, companyId, (tx) => tx.sql`update companies set time_zone = 'America/St_Johns' where id = ${companyId}`)
  await billedUntil(server, companyId, '2026-02-01T03:30:00Z') // midnight there, the day before in Québec
  await sendOnCredit(server, people, 100, { at: new Date('2026-02-14T22:00:00Z') })
  const [id = ''] = await closeAt(server, companyId, '2026-03-02T12:00:00Z')
  await collect(server, companyId, id)
  const [paid] = await invoices(owner)
  const { lines } = await server.anyone(getSandboxInvoice, { token: tokenOf(paid?.hosted_invoice_url) })
  expect(lines).toMatchObject([{ period: 'Du 01/02/2026 au 28/02/2026' }])
})

test('a failed charge is retried after 1, 3, 5 and 7 days, then given up; its page still takes a card', async () => {
  const sender = await newSender(server, { bank: 0 })
  const { owner, companyId, messageId, sectorId } = sender
  await saveCard(owner, declining)
  await newOccupant(owner)
  const id = await owing(server, sender)
  expect(await collect(server, companyId, id)).toMatchObject({ is: 'refused' })
  const email = await ownerEmail(server, companyId)
  const letter = await server.letterTo(email, /n’a pas pu être payée/)
  const [open] = await invoices(owner)
  expect(open).toMatchObject({ status: 'open', is_past_due: false })
  expect(letter.text).toContain(open?.hosted_invoice_url ?? 'no page')
  expect(letter.text).toContain('11,50')
  expect(await collect(server, companyId, id)).toEqual({ is: 'open' }) // not before its day

  let tries = 1
  for (const days of [1, 2, 2]) {
    await passDays(server, companyId, days)
    expect(await collect(server, companyId, id)).toMatchObject({ is: 'refused' })
    expect(await collect(server, companyId, id)).toEqual({ is: 'open' })
    tries++
  }
  expect(await owner(alertCalls.previewAlert, { messageId, sectorId })).toMatchObject({ refusal: null })
  await passDays(server, companyId, 2)
  expect(await invoices(owner)).toMatchObject([{ status: 'open', is_past_due: true }])
  const suspended = expect.stringMatching(/facture Bordée est en retard/)
  expect(await owner(alertCalls.sendAlert, { messageId, sectorId })).toMatchObject({ type: 'warning', message: suspended })

  await collect(server, companyId, id)
  const [row] = await inCompany(server, companyId, (tx) => tx.sql`select attempts, status from invoices where id = ${id}`)
  expect(row).toEqual({ attempts: tries + 1, status: 'uncollectible' })
  expect((await server.letterTo(email, /est en retard/)).text).toContain(open?.hosted_invoice_url ?? 'no page')
  expect(await owner(alertCalls.previewAlert, { messageId, sectorId })).toMatchObject({ refusal: suspended })
  // Alerts from the bank still leave.
  await sender.admin(bankCalls.addLot, { companyId, transaction: { amount: 5, expiresAt: null } })
  expect(await owner(alertCalls.previewAlert, { messageId, sectorId })).toMatchObject({ refusal: null })
  await sender.admin(bankCalls.adjustBank, { companyId, amount: 0 })

  const token = tokenOf(open?.hosted_invoice_url)
  expect(await server.anyone(getSandboxInvoice, { token })).toMatchObject({ status: 'uncollectible', total: 1150 })
  expect(await server.anyone.raw(paySandboxInvoice, { token, card: { ...visa, number: '4000000000000002' } })).toMatchObject({
    status: 422,
  })
  expect(await server.anyone(paySandboxInvoice, { token, card: secured })).toEqual({ status: 'action' })
  expect(await server.anyone(paySandboxInvoice, { token, card: secured, isAuthenticated: true })).toEqual({ status: 'paid' })
  await soon(async () => expect(await invoices(owner)).toMatchObject([{ status: 'paid' }]))
  expect(await owner(alertCalls.previewAlert, { messageId, sectorId })).toMatchObject({ refusal: null })
  expect(await chargedTo(server, companyId)).toEqual([1150])
})

test('an invoice that was given up is paid by the default card when its owner asks, once', async () => {
  const sender = await newSender(server, { bank: 0 })
  const { owner, employee, companyId, messageId, sectorId } = sender
  await saveCard(owner, declining)
  await newOccupant(owner)
  const id = await givenUp(sender)
  const pay = () => owner.raw(billingCalls.payInvoice, { id })
  expect(await owner(alertCalls.previewAlert, { messageId, sectorId })).toMatchObject({ isSuspended: true })
  expect(await pay()).toMatchObject({ status: 422, body: { code: 'card-refused' } })
  expect(await invoices(owner)).toMatchObject([{ status: 'uncollectible' }])
  expect((await employee.raw(billingCalls.payInvoice, { id })).status).toBe(403)

  const { id: paymentMethodId } = await saveCard(owner)
  await owner(paymentCalls.setDefaultPaymentMethod, { paymentMethodId })
  expect(await invoices(owner)).toMatchObject([{ status: 'uncollectible' }]) // not charged unasked

  const answers = await Promise.all([pay(), pay(), pay()])
  expect(answers.map(({ body }) => body)).toEqual([{ status: 'paid' }, { status: 'paid' }, { status: 'paid' }])
  expect(await pay()).toMatchObject({ status: 200, body: { status: 'paid' } })
  expect(await chargedTo(server, companyId)).toEqual([1150])
  expect(await owner(alertCalls.previewAlert, { messageId, sectorId })).toMatchObject({ refusal: null, isSuspended: false })
})

test('a given-up invoice whose card wants its bank’s confirmation is paid once the holder has confirmed', async () => {
  const people = await server.newCompany()
  await saveCard(people.owner, declining)
  const id = await givenUp(people)
  const { id: paymentMethodId } = await savedByForm(server, people.owner, secured.number)
  await people.owner(paymentCalls.setDefaultPaymentMethod, { paymentMethodId })
  const asked = (await people.owner(billingCalls.payInvoice, { id })) as { status: string; clientSecret: string }
  expect(asked).toMatchObject({ status: 'action', paymentMethodId })
  await server.anyone(sandboxCalls.answerSandboxConfirmation, { clientSecret: asked.clientSecret, isConfirmed: true })
  expect(await people.owner(billingCalls.payInvoice, { id })).toEqual({ status: 'paid' })
  expect(await chargedTo(server, people.companyId)).toEqual([1150])
})

test('another card is tried at once', async () => {
  const people = await server.newCompany()
  const { owner, companyId } = people
  const bad = await saveCard(owner, declining)
  const id = await owing(server, people)
  await collect(server, companyId, id)
  // The last card can't be deleted while something is owed.
  expect(await owner.raw(paymentCalls.deletePaymentMethod, { paymentMethodId: bad.id })).toMatchObject({
    status: 409,
    body: { code: 'card-needed' },
  })
  const good = await saveCard(owner)
  await inCompany(server, companyId, (tx) => tx.sql`update companies set default_payment_method = ${good.id} where id = ${companyId}`)
  await saveCard(owner, { ...visa, number: '5555555555554444' })
  await soon(async () => expect(await invoices(owner)).toMatchObject([{ status: 'paid' }]))
  expect(await chargedTo(server, companyId)).toEqual([1150])
})

test('without any card the charge counts as refused', async () => {
  const people = await server.newCompany()
  const id = await owing(server, people)
  expect(await collect(server, people.companyId, id)).toEqual({ is: 'refused', message: 'Aucune carte n’est enregistrée.' })
  expect(await invoices(people.owner)).toMatchObject([{ status: 'open' }])
})

test('a bank that wants the holder’s confirmation: the owners get a letter', async () => {
  const people = await server.newCompany()
  await savedByForm(server, people.owner, secured.number)
  const id = await owing(server, people)
  expect(await collect(server, people.companyId, id)).toMatchObject({ is: 'action' })
  expect((await server.letterTo(await ownerEmail(server, people.companyId), /n’a pas pu/)).text).toContain('Votre banque demande')
  await passDays(server, people.companyId, 1)
  expect(await collect(server, people.companyId, id)).toMatchObject({ is: 'action' })
})

test('an invoice paid on its page between two tries is not charged again', async () => {
  const people = await server.newCompany()
  await saveCard(people.owner, declining)
  const id = await owing(server, people)
  await collect(server, people.companyId, id)
  await server.sql(`update sandbox_invoices set status = 'paid', paid_at = now() where key = $1`, [id]) // and the news of it is lost
  await passDays(server, people.companyId, 1)
  expect(await collect(server, people.companyId, id)).toEqual({ is: 'paid' })
})

test('an invoice that was given up, then paid on its page, counts as paid although the news is lost', async () => {
  const people = await server.newCompany()
  await saveCard(people.owner, declining)
  const id = await givenUp(people)
  await server.sql(`update sandbox_invoices set status = 'paid', paid_at = now() where key = $1`, [id])
  await inCompany(server, people.companyId, (tx) => tx.sql`update invoices set looked_at = now() - interval '1 day' where id = ${id}`)
  await server.work(enqueueDueBilling)
  await soon(async () => expect(await invoices(people.owner)).toMatchObject([{ status: 'paid' }]))
})

test('the page and the file of an invoice follow the server’s address', async () => {
  const people = await server.newCompany()
  await saveCard(people.owner)
  await collect(server, people.companyId, await owing(server, people))
  const moved = 'https://neige.exemple.ca'
  const [before] = await invoices(people.owner)
  const [after] = await server.work(async (work) => {
    await work.tx.scope({ companies: [people.companyId] })
    return invoicesOf({ ...work, env: { ...work.env, publicUrl: moved } }, people.companyId)
  })
  const here = server.env.publicUrl
  expect(before?.hosted_invoice_url).toMatch(new RegExp(`^${here}/sandbox/invoice/[\\w-]+$`))
  expect(after?.hosted_invoice_url).toBe(before?.hosted_invoice_url?.replace(here, moved))
  expect(after?.invoice_pdf).toBe(before?.invoice_pdf?.replace(here, moved))
})
