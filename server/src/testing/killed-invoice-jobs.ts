// The jobs of the company's invoices and of their card payments.
import { randomUUID } from 'node:crypto'
import type { Killed, Victim } from './killed-jobs.ts'

export function killedInvoiceJobs({ server, companyId, lettersEnqueued, enqueuedFor, inCompany }: Victim): Record<string, Killed> {
  const accountId = 'acct_killed_invoices'
  const toWrite = { companyId, mailId: '' }
  const toClose = { companyId, checkoutIds: [''] }
  const toLookAt = { companyId, id: '' }
  const toRefund = { companyId, refundId: randomUUID() }

  /** Issued, of 100 cents. Returns its id. */
  async function newInvoice(): Promise<string> {
    const [made] = await inCompany(
      (tx) => tx.sql<{ id: string }>`
        insert into client_invoices (company_id, company_name, company_email, client_name, status, number, issued_on, due_date, total_price)
        values (${companyId}, 'Neige', 'neige@exemple.ca', 'Paule', 'issued', 'F-' || uuidv7(), now(), now(), 100)
        returning id`,
    )
    return made?.id ?? ''
  }

  /** Opened a while ago. Returns its id. */
  async function newCheckout(sessionId: string | null): Promise<string> {
    const invoiceId = await newInvoice()
    const [made] = await inCompany(
      (tx) => tx.sql<{ id: string }>`
        insert into client_invoice_checkouts (company_id, account_id, session_id, amount, created_at)
        values (${companyId}, ${accountId}, ${sessionId}, 100, now() - interval '5 minutes')
        returning id`,
    )
    await inCompany(
      (tx) => tx.sql`
        insert into client_invoice_checkout_parts (company_id, checkout_id, invoice_id, amount)
        values (${companyId}, ${made?.id}, ${invoiceId}, 100)`,
    )
    return made?.id ?? ''
  }

  const newSession = (paymentId: string) =>
    server.sql(
      `insert into sandbox_checkouts (id, key, account_id, client_secret, amount, description, status, payment_id, paid_at)
       values ($1, $1, $2, $1, 100, '', 'paid', $1, now())`,
      [paymentId, accountId],
    )

  /** An invoice paid through the sandbox. Returns its id. */
  async function paidByCard(paymentId: string): Promise<string> {
    const invoiceId = await newInvoice()
    await newSession(paymentId)
    await inCompany(
      (tx) => tx.sql`
        insert into client_invoice_payments (company_id, invoice_id, amount, paid_at, type, was_online, provider_id, payment_id, account_id)
        values (${companyId}, ${invoiceId}, 100, current_date, 'credit_card', true, ${paymentId}, ${paymentId}, ${accountId})`,
    )
    return invoiceId
  }
  const rowsOf = async (paymentId: string, movement: string) =>
    (
      await inCompany(
        (tx) =>
          tx.sql`select from client_invoice_payments where payment_id = ${paymentId} and movement = ${movement} and deleted_at is null`,
      )
    ).length

  return {
    'client-invoices.write-letter': {
      async prepare() {
        const invoiceId = await newInvoice()
        const [mail] = await inCompany(
          (tx) => tx.sql<{ id: string }>`
            insert into client_invoice_mails (company_id, invoice_id, kind, step, to_email)
            values (${companyId}, ${invoiceId}, 'invoice', 'a', 'paule@exemple.ca')
            returning id`,
        )
        toWrite.mailId = mail?.id ?? ''
      },
      data: toWrite,
      done: lettersEnqueued,
    },
    'client-invoices.close-checkouts': {
      async prepare() {
        toClose.checkoutIds = [await newCheckout(null)]
      },
      data: toClose,
      done: async () => (await inCompany((tx) => tx.sql`select from client_invoice_checkouts where status = 'expired'`)).length,
    },
    'client-invoices.checkout-clock': {
      prepare: () => newCheckout(null),
      done: () => enqueuedFor('client-invoices.look-at-checkout'),
    },
    'client-invoices.look-at-checkout': {
      async prepare() {
        await newSession('pi_invoice_unheard')
        toLookAt.id = await newCheckout('pi_invoice_unheard')
      },
      data: toLookAt,
      done: () => rowsOf('pi_invoice_unheard', 'payment'),
    },
    'client-invoices.follow-payment': {
      async prepare() {
        await paidByCard('pi_invoice_followed')
        await server.sql(
          `insert into sandbox_movements (id, account_id, payment_id, kind, amount)
           values ('re_invoice', $1, 'pi_invoice_followed', 'refund', -5)`,
          [accountId],
        )
      },
      data: { paymentId: 'pi_invoice_followed' },
      done: () => rowsOf('pi_invoice_followed', 'refund'),
    },
    'client-invoices.finish-refund': {
      async prepare() {
        const invoiceId = await paidByCard('pi_invoice_refunded')
        await inCompany(
          (tx) => tx.sql`
            insert into client_invoice_refunds (id, company_id, invoice_id, account_id, payment_id, amount)
            values (${toRefund.refundId}, ${companyId}, ${invoiceId}, ${accountId}, 'pi_invoice_refunded', 7)`,
        )
      },
      data: toRefund,
      done: () => rowsOf('pi_invoice_refunded', 'refund'),
    },
  }
}
