// For the test that looks for every field of every answer: an invoice that was sent, paid, credited and paid too much.
import { randomUUID } from 'node:crypto'
import { api } from '@bordee/core/api.ts'
import { newDraft, newInvoice, payInvoice } from './client-invoices.ts'
import { today } from './contracts.ts'
import { newClient, newSite } from './folders.ts'
import type { People, TestServer } from './server.ts'

/** Outside the season: no job reads its sources again. */
const day = '2025-07-15'

export async function invoiceClients(server: TestServer, people: People, email: string) {
  const { owner } = people
  const billing = {
    billingCivicNumber: '500',
    billingStreet: 'rue Saint-Jean',
    billingApartment: '4',
    billingCity: 'Québec',
    billingZip: 'G1K 1A1',
  }
  const { id: clientId } = await newClient(owner, {
    email,
    number: '77',
    phone: '4185550142',
    billingState: 'QC',
    ...billing,
  })
  const { id: siteId } = await newSite(owner, clientId)
  const draft = await newDraft(server, people, { clientId, siteId, day, amounts: [100, -500] })
  await owner(api.updateClientInvoice, { id: draft.id, clientInvoice: { note: 'Merci', purchaseOrder: 'BC-1' } })
  await owner(api.issueClientInvoices, { invoiceIds: [draft.id] })
  const { id, totalPrice, lines } = await newInvoice(server, people, { clientId, siteId, day, amounts: [1000, 2000], by: 'site' })
  await owner(api.sendClientInvoices, { invoiceIds: [id, draft.id], requestKey: randomUUID() })
  await payInvoice(people, id, totalPrice, { paidAt: today() })
  const removed = randomUUID()
  const other = await newInvoice(server, people, { clientId, siteId, day, by: 'site' })
  await payInvoice(people, other.id, 100, { id: removed })
  await owner(api.removeInvoicePayment, { id: other.id, paymentId: removed })
  await owner(api.creditClientInvoice, { id, creditId: randomUUID(), reason: 'Entente', lineIds: [lines[0]?.id ?? ''] })
  await owner(api.listClientInvoices)
  await owner(api.listClientInvoices, { limit: 10 })
  await owner(api.getClientInvoice, { id })
  await owner(api.listClientInvoiceHistory, { id })
}
