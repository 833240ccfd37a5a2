// For the tests of the company's invoices: lines to bill, drafts of them, and invoices that are issued.
import { randomUUID } from 'node:crypto'
import { api } from '@bordee/core/api.ts'
import { noProof } from '@bordee/core/billables/billable.ts'
import { expect } from 'vitest'
import { syncInvoicePayment } from '../invoice-payments/followed-payments.ts'
import { payBy } from './checkouts.ts'
import { newContract, today } from './contracts.ts'
import { newClient } from './folders.ts'
import { type Door, inCompany } from './people.ts'
import type { Caller, People, TestServer } from './server.ts'
import { signedInClient } from './signers.ts'

interface Wanted {
  clientId?: string
  siteId?: string | null
  /** Cents, of each line. */
  amounts?: number[]
  operationId?: string
  day?: string
  contract?: object
  by?: 'client' | 'site'
}

/** Lines of a contract, as an operation would propose them. Returns their ids. */
export async function newBillables(door: Pick<Door, 'work'>, { owner, companyId }: People, wanted: Wanted = {}) {
  const { amounts = [4500], operationId = randomUUID(), day = today(), contract, ...of } = wanted
  const { id: contractId, clientId, siteId } = await newContract(owner, { ...of, ...contract })
  const ids = await inCompany(
    door,
    companyId,
    (tx) =>
      tx.sql<{ id: string }>`
      insert into billables (
        company_id, source_key, kind, contract_id, client_id, site_id, operation_id, operation_name, day, description, unit, quantity,
        price, amount, source_quantity, source_price, source_amount, source_description, proof)
      select ${companyId}, 'pass:' || uuidv7(), 'pass', ${contractId}, ${clientId}, ${siteId}, ${operationId}, 'Nuit', ${day},
             'Passage ' || a.place, case when a.amount < 0 then 'adjustment' else 'pass' end, 1, a.amount, a.amount, 1, a.amount, a.amount,
             'Passage', ${JSON.stringify(noProof)}
      from unnest(${amounts}::int[]) with ordinality as a (amount, place)
      returning id`,
  )
  return { ids: ids.map(({ id }) => id), clientId: clientId ?? '', siteId, operationId, contractId }
}

/** One draft of new lines. */
export async function newDraft(door: Pick<Door, 'work'>, people: People, { by = 'client', ...wanted }: Wanted = {}) {
  const { ids } = await newBillables(door, people, wanted)
  const { createdIds } = await people.owner(api.createClientInvoices, { requestKey: randomUUID(), billableIds: ids, by })
  return people.owner(api.getClientInvoice, { id: createdIds[0] ?? '' })
}

export async function newInvoice(door: Pick<Door, 'work'>, people: People, wanted: Wanted = {}) {
  const { id } = await newDraft(door, people, wanted)
  await people.owner(api.issueClientInvoices, { invoiceIds: [id] })
  return people.owner(api.getClientInvoice, { id })
}

export const payInvoice = ({ owner }: Pick<People, 'owner'>, id: string, amount: number, more: object = {}) =>
  owner.raw(api.addInvoicePayment, { id, payment: { id: randomUUID(), amount, paidAt: today(), type: 'check', ...more } })

/** Someone who signs in to the portal, with a folder to invoice. */
export async function invoicePayer(server: TestServer, people: People) {
  const { client, email } = await signedInClient(server, people)
  const { id: clientId } = await newClient(people.owner, { email, billingState: 'QC' })
  return { client, email, clientId }
}

/** Pays by card in the portal; pressing again records what the provider has, whether or not its news came. */
export async function payByCard(server: TestServer, client: Caller, ids: readonly string[]) {
  const [id = '', ...invoiceIds] = ids
  const { clientSecret, amount } = await client(api.payClientInvoices, { id, invoiceIds })
  expect(await payBy(server.anyone, clientSecret)).toMatchObject({ status: 200 })
  expect(await client.raw(api.payClientInvoices, { id, invoiceIds })).toMatchObject({
    status: 409,
    body: { code: expect.stringMatching(/^(payment-recorded|invoice-paid)$/) },
  })
  return amount
}

/** Something that happens to a payment at the provider, and its news. */
export async function moveAtProvider(server: TestServer, paymentId: string, kind: 'refund' | 'dispute', amount: number) {
  await server.sql(
    `insert into sandbox_movements (id, account_id, payment_id, kind, amount)
     select $2 || '_' || gen_random_uuid(), account_id, payment_id, $2, $3 from sandbox_checkouts where payment_id = $1`,
    [paymentId, kind, amount],
  )
  await server.work((work) => syncInvoicePayment(work, { paymentId }))
}

/** The provider's ids of the payments of an invoice by card. */
export const cardPaymentsOf = (server: TestServer, { companyId }: Pick<People, 'companyId'>, invoiceId: string) =>
  inCompany(
    server,
    companyId,
    (tx) =>
      tx.sql<{ id: string; paymentId: string }>`
        select id, payment_id as "paymentId"
        from client_invoice_payments
        where invoice_id = ${invoiceId} and was_online and movement = 'payment'
        order by created_at, id`,
  )
