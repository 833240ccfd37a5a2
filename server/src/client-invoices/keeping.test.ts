// What becomes of invoices when a folder goes, its client asks to be erased, or the company is deleted.
import { api } from '@bordee/core/api.ts'
import { expect, test } from 'vitest'
import { newDraft, newInvoice, payInvoice } from '../testing/client-invoices.ts'
import { newClient } from '../testing/folders.ts'
import { inCompany, openTestServer } from '../testing/server.ts'
import { purgeInvoices } from './client-invoices.jobs.ts'

const server = await openTestServer()

test('a client who owes on an invoice can’t be deleted; once it is paid, the invoice keeps its copy', async () => {
  const people = await server.newCompany()
  const { owner } = people
  const { id: clientId } = await newClient(owner, { name: 'Stationnement Laurier' })
  const invoice = await newInvoice(server, people, { clientId })
  const refused = await owner.raw(api.deleteClient, { id: clientId })
  expect(refused).toMatchObject({ status: 409, body: { code: 'invoice-owing', conflicts: [{ id: clientId }] } })
  expect(JSON.stringify(refused.body)).toContain(invoice.number)
  await payInvoice(people, invoice.id, invoice.amountLeft)
  await owner(api.deleteClient, { id: clientId })
  expect(await owner(api.getClientInvoice, { id: invoice.id })).toMatchObject({ clientId: null, clientName: 'Stationnement Laurier' })
})

test('erasing a client removes drafts, frees their lines, and says that an issued invoice stays', async () => {
  const people = await server.newCompany()
  const { owner } = people
  const { id: clientId } = await newClient(owner, { name: 'Claire Pelletier' })
  const contract = { status: 'accepted' }
  const issued = await newInvoice(server, people, { clientId, contract })
  const draft = await newDraft(server, people, { clientId, contract })
  const { parts } = await owner(api.eraseClient, { id: clientId })
  expect(parts.find(({ kind }) => kind === 'invoices')).toEqual({
    kind: 'invoices',
    removed: 1,
    kept: [{ reason: 'issued', day: null, claimId: null, count: 1 }],
  })
  expect(await owner.raw(api.getClientInvoice, { id: draft.id })).toMatchObject({ status: 404 })
  expect(await owner(api.getClientInvoice, { id: issued.id })).toMatchObject({ number: issued.number })
  const [freed] = await inCompany(
    server,
    people.companyId,
    (tx) => tx.sql<{ state: string }>`
    select state from billables where id = ${draft.lines[0]?.billableId ?? ''}`,
  )
  expect(freed).toEqual({ state: 'proposed' })
})

test('an invoice is found by its number, its client and its order number, by the office of its company alone', async () => {
  const [people, others] = [await server.newCompany(), await server.newCompany()]
  const { id: clientId } = await newClient(people.owner, { name: 'Quincaillerie Émond' })
  const draft = await newDraft(server, people, { clientId })
  await people.owner(api.updateClientInvoice, { id: draft.id, clientInvoice: { purchaseOrder: 'BC 7781' } })
  await people.owner(api.issueClientInvoices, { invoiceIds: [draft.id] })
  const { number } = await people.owner(api.getClientInvoice, { id: draft.id })
  for (const text of [number ?? '', 'emond', '7781']) {
    const hits = await people.owner(api.search, { text })
    expect(hits).toContainEqual(expect.objectContaining({ kind: 'invoice', id: draft.id, title: number, clientId }))
    expect((await others.owner(api.search, { text })).filter(({ id }) => id === draft.id)).toEqual([])
  }
})

test('issued invoices outlive their company for seven years; its drafts go', async () => {
  const people = await server.newCompany()
  const issued = await newInvoice(server, people)
  const draft = await newDraft(server, people)
  await inCompany(server, people.companyId, (tx) => tx.sql`delete from companies where id = ${people.companyId}`)
  const leftAt = async (now: Date) => {
    await server.work((work) => purgeInvoices({ ...work, now }))
    const left = await inCompany(server, people.companyId, (tx) => tx.sql<{ id: string }>`select id from client_invoices`)
    return left.map(({ id }) => id)
  }
  const all = await inCompany(server, people.companyId, (tx) => tx.sql<{ id: string }>`select id from client_invoices`)
  expect(all.map(({ id }) => id)).toEqual(expect.arrayContaining([issued.id, draft.id]))
  const year = 365.25 * 86_400_000
  expect(await leftAt(new Date(Date.now() + 6.9 * year))).toEqual([issued.id])
  expect(await leftAt(new Date(Date.now() + 7.1 * year))).toEqual([])
})
