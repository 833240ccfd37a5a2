import { randomUUID } from 'node:crypto'
import { api } from '@bordee/core/api.ts'
import { addDays } from '@bordee/core/time.ts'
import { expect, test } from 'vitest'
import { newBillables, newDraft, newInvoice, payInvoice } from '../testing/client-invoices.ts'
import { today } from '../testing/contracts.ts'
import { newClient, newSite } from '../testing/folders.ts'
import { inCompany, openTestServer, type People } from '../testing/server.ts'

const server = await openTestServer()
const key = () => randomUUID()
const states = async (people: People) => (await people.owner(api.listBillables)).map(({ state }) => state).toSorted()
const year = today().slice(0, 4)

test('a line becomes an invoice: drafted, issued with its number and taxes, paid in two parts', async () => {
  const people = await server.newCompany()
  const { owner } = people
  const draft = await newDraft(server, people, { amounts: [4500, 4500] })
  expect(draft).toMatchObject({ status: 'draft', number: null, issuedOn: null, subtotal: 9000, totalPrice: 10348, amountLeft: 0 })
  expect(await states(people)).toEqual(['invoiced', 'invoiced'])

  expect(await owner(api.issueClientInvoices, { invoiceIds: [draft.id] })).toEqual({ issuedCount: 1, refused: [] })
  const issued = await owner(api.getClientInvoice, { id: draft.id })
  expect(issued).toMatchObject({ status: 'issued', number: `F-${year}-0001`, issuedOn: today(), dueDate: addDays(today(), 30) })
  expect(issued.taxes.map(({ amount }) => amount)).toEqual([450, 898])

  expect((await payInvoice(people, draft.id, 348)).body).toMatchObject({ status: 'partial', amountLeft: 10000 })
  expect((await payInvoice(people, draft.id, 10000)).body).toMatchObject({ status: 'paid', amountLeft: 0, paidAmount: 10348 })
  const history = await owner(api.listClientInvoiceHistory, { id: draft.id })
  expect(history.map(({ event }) => event).toReversed()).toEqual(['create', 'issue', 'payment', 'payment'])
})

test('drafts are made by client or by site, of an operation or a month, and once for the same key', async () => {
  const people = await server.newCompany()
  const { owner } = people
  const { id: clientId } = await newClient(owner, { billingState: 'QC' })
  const operationId = randomUUID()
  for (let n = 0; n < 2; n++) {
    const { id: siteId } = await newSite(owner, clientId)
    await newBillables(server, people, { clientId, siteId, operationId })
  }
  await newBillables(server, people, { operationId })
  const asked = { requestKey: key(), operationId, by: 'site' as const, purchaseOrder: 'BC-77' }
  const made = await owner(api.createClientInvoices, asked)
  expect(made.createdIds).toHaveLength(3)
  expect(await owner(api.createClientInvoices, asked)).toEqual(made)
  const drafts = await owner(api.listClientInvoices)
  expect(drafts.map(({ purchaseOrder }) => purchaseOrder)).toEqual(['BC-77', 'BC-77', 'BC-77'])
  expect(drafts.every(({ siteAddress }) => siteAddress)).toBe(true)
  for (const { id } of drafts) await owner(api.deleteClientInvoice, { id })
  expect(await states(people)).toEqual(['proposed', 'proposed', 'proposed'])
  const byClient = await owner(api.createClientInvoices, { requestKey: key(), month: today().slice(0, 7) })
  expect(byClient.createdIds).toHaveLength(2)
  const none = await owner.raw(api.createClientInvoices, { requestKey: key(), month: '2001-01' })
  expect(none).toMatchObject({ status: 409, body: { code: 'nothing-to-invoice' } })
  const other = await owner.raw(api.createClientInvoices, { ...asked, operationId: randomUUID() })
  expect(other).toMatchObject({ status: 409, body: { code: 'request-key-used' } })
})

test('of two who invoice the same operation at once, one gets the lines', async () => {
  const people = await server.newCompany()
  const { ids, operationId } = await newBillables(server, people, { amounts: [100, 200, 300] })
  const tried = await Promise.all([
    people.owner.raw(api.createClientInvoices, { requestKey: key(), operationId }),
    people.owner.raw(api.createClientInvoices, { requestKey: key(), operationId }),
    people.owner.raw(api.createClientInvoices, { requestKey: key(), billableIds: ids }),
  ])
  expect(tried.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409])
  const [invoice] = await people.owner(api.listClientInvoices)
  expect(invoice).toMatchObject({ subtotal: 600, lineCount: 3 })
})

test('lines of another province are on an invoice of their own, taxed there; without taxes too', async () => {
  const people = await server.newCompany()
  const { owner } = people
  const { id: clientId } = await newClient(owner, { billingState: 'QC' })
  const operationId = randomUUID()
  const address = { street: 'rue Elgin', civicNumber: '1', city: 'Ottawa', state: 'ON', country: 'CA' }
  const { id: ottawa } = await newSite(owner, clientId, { address })
  await newBillables(server, people, { clientId, operationId, amounts: [10000] })
  await newBillables(server, people, { clientId, siteId: ottawa, operationId, amounts: [10000] })
  await newBillables(server, people, { clientId, operationId, amounts: [10000], contract: { isTaxesCharged: false } })
  await owner(api.createClientInvoices, { requestKey: key(), operationId })
  const totals = (await owner(api.listClientInvoices)).map(({ totalPrice }) => totalPrice)
  expect(totals.toSorted((a, b) => a - b)).toEqual([10000, 11300, 11498])
})

test('numbers have no gap, whoever issues at once and whatever is refused', async () => {
  const people = await server.newCompany()
  const { owner } = people
  const drafts: string[] = []
  for (let n = 0; n < 8; n++) drafts.push((await newDraft(server, people, { amounts: [100 + n] })).id)
  const { id: negative } = await newDraft(server, people, { amounts: [-500] })
  const answers = await Promise.all([
    owner(api.issueClientInvoices, { invoiceIds: [...drafts.slice(0, 5), negative] }),
    owner(api.issueClientInvoices, { invoiceIds: drafts.slice(3).toReversed() }),
    owner(api.issueClientInvoices, { invoiceIds: drafts.slice(0, 2) }),
  ])
  expect(answers.map(({ issuedCount }) => issuedCount)).toEqual([5, 5, 2])
  expect(answers[0]?.refused).toMatchObject([{ id: negative, reason: expect.stringContaining('négatif') }])
  const numbers = (await owner(api.listClientInvoices)).flatMap(({ number }) => number ?? [])
  expect(numbers.toSorted()).toEqual(drafts.map((_, i) => `F-${year}-000${i + 1}`))
})

test('an invoice of 0 $ is issued and is paid; a past due date is refused', async () => {
  const people = await server.newCompany()
  const { owner } = people
  const { id } = await newDraft(server, people, { amounts: [500, -500] })
  const refused = await owner.raw(api.updateClientInvoice, { id, clientInvoice: { dueDate: addDays(today(), -1) } })
  expect(refused).toMatchObject({ status: 422, body: { formErrors: { clientInvoice: { dueDate: expect.any(String) } } } })
  await owner(api.issueClientInvoices, { invoiceIds: [id] })
  expect(await owner(api.getClientInvoice, { id })).toMatchObject({ status: 'paid', totalPrice: 0, amountLeft: 0, overpaidAmount: 0 })
})

test('a draft loses lines, which can be billed again; an issued one changes no more', async () => {
  const people = await server.newCompany()
  const { owner } = people
  const draft = await newDraft(server, people, { amounts: [1000, 2000] })
  const [first] = draft.lines
  const changes = { removedLineIds: [first?.id ?? ''], note: 'Merci!', purchaseOrder: 'A-1', dueDate: addDays(today(), 5) }
  const changed = await owner(api.updateClientInvoice, { id: draft.id, clientInvoice: changes })
  expect(changed).toMatchObject({ subtotal: 2000, note: 'Merci!', purchaseOrder: 'A-1', lines: [{ amount: 2000 }] })
  expect(await states(people)).toEqual(['invoiced', 'proposed'])
  await owner(api.issueClientInvoices, { invoiceIds: [draft.id] })
  expect(await owner(api.getClientInvoice, { id: draft.id })).toMatchObject({ dueDate: addDays(today(), 5) })
  const tried = await Promise.all([
    owner.raw(api.updateClientInvoice, { id: draft.id, clientInvoice: { note: 'Non' } }),
    owner.raw(api.deleteClientInvoice, { id: draft.id }),
  ])
  expect(tried).toMatchObject([
    { status: 409, body: { code: 'invoice-issued' } },
    { status: 409, body: { code: 'invoice-issued' } },
  ])
})

test('credits are whole or by line, once each, add up to the invoice, and may send lines back to be billed', async () => {
  const people = await server.newCompany()
  const { owner } = people
  const invoice = await newInvoice(server, people, { amounts: [3333, 3333, 3334] })
  const { id } = invoice
  const credit = { id, creditId: key(), reason: 'Passage en double', lineIds: [invoice.lines[0]?.id ?? ''], isBilledAgain: true }
  const once = await owner(api.creditClientInvoice, credit)
  expect(await owner(api.creditClientInvoice, credit)).toEqual(once)
  expect(once).toMatchObject({ status: 'issued', credits: [{ number: `NC-${year}-0001`, reason: 'Passage en double' }] })
  expect(await states(people)).toEqual(['invoiced', 'invoiced', 'proposed'])
  const again = await owner.raw(api.creditClientInvoice, { ...credit, creditId: key() })
  expect(again).toMatchObject({ status: 409, body: { code: 'line-credited' } })

  await payInvoice(people, id, 1000)
  const whole = await owner(api.creditClientInvoice, { id, creditId: key(), reason: 'Erreur' })
  expect(whole).toMatchObject({ status: 'credited', creditedAmount: invoice.totalPrice, amountLeft: 0, overpaidAmount: 1000 })
  const beyond = await owner.raw(api.creditClientInvoice, { id, creditId: key(), reason: 'Encore' })
  expect(beyond).toMatchObject({ status: 409, body: { code: 'invoice-credited' } })
  const other = await newInvoice(server, people)
  expect(await owner.raw(api.creditClientInvoice, { ...credit, id: other.id, lineIds: undefined })).toMatchObject({ status: 409 })
})

test('credits never exceed the invoice: what a line was lowered by is credited with it', async () => {
  const people = await server.newCompany()
  const { owner } = people
  const invoice = await newInvoice(server, people, { amounts: [9000, -5000] })
  const credit = (lineIds?: string[]) => owner.raw(api.creditClientInvoice, { id: invoice.id, creditId: key(), lineIds, reason: 'Erreur' })
  const positive = invoice.lines.filter(({ amount }) => amount > 0).map(({ id }) => id)
  expect(await credit(positive)).toMatchObject({ status: 409, body: { code: 'credit-beyond' } })
  expect(await owner(api.getClientInvoice, { id: invoice.id })).toMatchObject({ status: 'issued', amountLeft: 4599, creditedAmount: 0 })
  expect(await credit()).toMatchObject({ status: 200, body: { creditedAmount: 4599, amountLeft: 0, overpaidAmount: 0 } })
})

test('an invoice says what the company is on the day of its issue', async () => {
  const people = await server.newCompany()
  const draft = await newDraft(server, people)
  await people.owner(api.updateCurrentCompany, { company: { phone: '4185550177' } })
  await people.owner(api.issueClientInvoices, { invoiceIds: [draft.id] })
  expect(await people.owner(api.getClientInvoice, { id: draft.id })).toMatchObject({ companyPhone: '4185550177' })
})

test('lines of a folder that is gone hold up no others', async () => {
  const people = await server.newCompany()
  const { owner, companyId } = people
  const orphan = await newBillables(server, people)
  await newBillables(server, people)
  await inCompany(server, companyId, (tx) => tx.sql`update billables set client_id = null where id = any(${orphan.ids}::uuid[])`)
  expect((await owner(api.createClientInvoices, { requestKey: key(), month: today().slice(0, 7) })).createdIds).toHaveLength(1)
  expect(await owner.raw(api.createClientInvoices, { requestKey: key(), billableIds: orphan.ids })).toMatchObject({
    status: 409,
    body: { code: 'client-gone', conflicts: [{ id: orphan.ids[0] }] },
  })
})

test('a payment is recorded once, never beyond what is left nor in the future, and a removed one reopens the balance', async () => {
  const people = await server.newCompany()
  const { owner } = people
  const { id, totalPrice } = await newInvoice(server, people)
  const payment = { id: key(), amount: totalPrice, paidAt: today(), type: 'check' as const }
  const tried = await Promise.all([1, 2, 3].map(() => owner.raw(api.addInvoicePayment, { id, payment })))
  expect(tried.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await owner(api.getClientInvoice, { id })).toMatchObject({ status: 'paid', payments: [{ amount: totalPrice }] })
  expect(await payInvoice(people, id, 1)).toMatchObject({ status: 422 })
  const removed = await owner(api.removeInvoicePayment, { id, paymentId: payment.id })
  expect(removed).toMatchObject({ status: 'issued', amountLeft: totalPrice, payments: [] })
  await owner(api.removeInvoicePayment, { id, paymentId: payment.id })
  expect(await owner.raw(api.addInvoicePayment, { id, payment })).toMatchObject({ status: 409, body: { code: 'payment-removed' } })
  expect(await payInvoice(people, id, totalPrice + 1)).toMatchObject({ status: 422 })
  expect(await payInvoice(people, id, 5, { paidAt: addDays(today(), 1) })).toMatchObject({ status: 422 })
  const both = await Promise.all([payInvoice(people, id, totalPrice), payInvoice(people, id, totalPrice)])
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422])
  const kept = { id: key(), amount: 100, paidAt: today(), type: 'cash' as const }
  const other = await newInvoice(server, people)
  for (const again of [kept, kept]) expect((await payInvoice(people, other.id, 100, again)).status).toBe(200)
  expect(await payInvoice(people, other.id, 200, { ...kept, amount: 200 })).toMatchObject({ status: 409, body: { code: 'id-used' } })
})

test('an invoice is overdue from the day after its due date on, while something is left', async () => {
  const people = await server.newCompany()
  const { owner, companyId } = people
  const { id, totalPrice } = await newInvoice(server, people)
  const dueIn = (days: number) =>
    inCompany(server, companyId, (tx) => tx.sql`update client_invoices set due_date = ${addDays(today(), days)} where id = ${id}`)
  const isOverdue = async () => (await owner(api.listClientInvoices))[0]?.isOverdue
  await dueIn(0)
  expect(await isOverdue()).toBe(false)
  await dueIn(-1)
  expect(await isOverdue()).toBe(true)
  await payInvoice(people, id, totalPrice)
  expect(await isOverdue()).toBe(false)
})

test('issued invoices are e-mailed with their PDF, once for a press; the others are listed', async () => {
  const people = await server.newCompany()
  const { owner, companyId } = people
  const { id, clientEmail } = await newInvoice(server, people)
  const draft = await newDraft(server, people)
  const asked = { invoiceIds: [id, draft.id], requestKey: key() }
  const answer = await owner(api.sendClientInvoices, asked)
  expect(answer).toMatchObject({ sentCount: 1, refused: [{ id: draft.id }] })
  expect(await owner(api.sendClientInvoices, asked)).toEqual(answer)
  const letters = () =>
    inCompany(
      server,
      companyId,
      (tx) => tx.sql<{ to: string; sentAt: Date | null }>`
      select to_email as to, sent_at as "sentAt" from client_invoice_mails where invoice_id = ${id}`,
    )
  await expect.poll(async () => (await letters()).map(({ to, sentAt }) => [to, sentAt !== null])).toEqual([[clientEmail, true]])
  const pdf = await owner.raw(api.printClientInvoice, { id })
  expect(pdf.status).toBe(200)
  expect((await owner.raw(api.printClientInvoices, { invoiceIds: [id] })).status).toBe(200)
})

test('a client sees their own issued invoices and nothing else; a manager none; another company nothing', async () => {
  const people = await server.newCompany()
  const { email } = await people.client(api.getCurrentAccount)
  const { id: clientId } = await newClient(people.owner, { email, billingState: 'QC' })
  const mine = await newInvoice(server, people, { clientId })
  const draft = await newDraft(server, people, { clientId })
  const other = await newInvoice(server, people)
  expect((await people.client(api.listClientInvoices)).map(({ id }) => id)).toEqual([mine.id])
  for (const { id } of [draft, other]) expect(await people.client.raw(api.getClientInvoice, { id })).toMatchObject({ status: 404 })
  expect(await people.manager.raw(api.listClientInvoices)).toMatchObject({ status: 403 })
  const neighbour = await server.newCompany()
  expect(await neighbour.owner.raw(api.issueClientInvoices, { invoiceIds: [mine.id] })).toMatchObject({ status: 404 })
})
