// A company that owes money, and helpers to make time pass for its invoices.
import { api } from '@bordee/core/api.ts'
import { markRefused } from '../alerts/deliveries.ts'
import { closePeriods } from '../billing/closing.ts'
import { collectNow } from '../billing/collecting.ts'
import { visa } from './cards.ts'
import { sqlIn } from './people.ts'
import { type Caller, inCompany, type People, type TestServer } from './server.ts'

export const saveCard = (owner: Caller, card = visa) => owner(api.addPaymentMethod, { card })

export async function ownerEmail(server: TestServer, companyId: string): Promise<string> {
  const [owner] = await inCompany(
    server,
    companyId,
    (tx) => tx.sql<{ email: string }>`
      select a.email from accounts a join accesses x on x.account_id = a.id where x.company_id = ${companyId} and x.role = 'owner'`,
  )
  return owner?.email ?? ''
}

/** Alerts sent on credit at one price. Returns their ids. */
export const sendOnCredit = (
  server: TestServer,
  { companyId }: Pick<People, 'companyId'>,
  count: number,
  { price = 10, at = new Date() } = {},
) =>
  inCompany(server, companyId, async (tx) => {
    const [send] = await tx.sql<{ id: string }>`
      insert into alert_sends (company_id, target, target_name, message, sent_by_name, expected, created_at)
      values (${companyId}, 'sector:none', 'Nord', 'Bonjour', 'Camille', ${count}, ${at}) returning id`
    const rows = await tx.sql<{ id: string }>`
      insert into alert_deliveries (company_id, send_id, method, phone, site_name, client_name, status, paid_from, price, created_at)
      select ${companyId}, ${send?.id}, 'sms', '418' || (5000000 + n), 'Entrée', 'Camille', 'accepted', 'invoice', ${price}, ${at}
      from generate_series(1, ${count}::int) n
      returning id`
    return rows.map(({ id }) => id)
  })

/** The provider refused them, so nobody pays for them. */
export const giveBack = (server: TestServer, companyId: string, ids: readonly string[]) =>
  server.work(async (work) => {
    await work.tx.scope({ companies: [companyId] })
    const refused = ids.map((id) => ({ id, mark: null }))
    await markRefused(work, companyId, refused, 'other')
  })

/** Sets when the current period began. */
export const billedUntil = (server: TestServer, companyId: string, at: Date | string) =>
  inCompany(server, companyId, (tx) => tx.sql`update companies set billed_until = ${new Date(at)} where id = ${companyId}`)

export const closeAt = (server: TestServer, companyId: string, at: Date | string) =>
  server.work((work) => closePeriods({ ...work, now: new Date(at) }, companyId))

export const collect = (server: TestServer, companyId: string, invoiceId: string) =>
  server.work((work) => collectNow(work, { companyId, invoiceId }))

/** Makes days pass for its invoices by moving their dates back. */
export const passDays = (server: TestServer, companyId: string, days: number) =>
  sqlIn(server, companyId)`
    update invoices
    set created_at = created_at - make_interval(days => ${days}),
        issued_at = issued_at - make_interval(days => ${days}),
        due_at = due_at - make_interval(days => ${days}),
        next_attempt_at = next_attempt_at - make_interval(days => ${days})
    where company_id = ${companyId}`

/** A draft invoice for that many alerts last month. */
export async function owing(server: TestServer, people: People, count = 100) {
  const { companyId } = people
  const now = new Date()
  await billedUntil(server, companyId, new Date(now.getTime() - 40 * 86_400_000))
  await sendOnCredit(server, people, count, { at: new Date(now.getTime() - 39 * 86_400_000) })
  const [invoiceId = ''] = await closeAt(server, companyId, now)
  return invoiceId
}

export const invoices = (owner: Caller) => owner(api.listInvoices)

/** What the sandbox collected from this company, in cents. */
export const chargedTo = async (server: TestServer, companyId: string) => {
  const rows = await sqlIn(server, companyId)<{ total: number }>`
    select s.total from sandbox_invoices s join invoices i on i.id::text = s.key where i.company_id = ${companyId} and s.status = 'paid'`
  return rows.map(({ total }) => total)
}

export const tokenOf = (address: string | null | undefined) => (address ?? '').split('/').at(-1) ?? ''
