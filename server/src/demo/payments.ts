// Déneigement Boréal takes cards: its sandbox account is set up, so that its clients can pay.
import { setPaymentAccount } from '../companies/company-payments.ts'
import type { Work } from '../engine/ctx.ts'
import { insert } from '../engine/db/writing.ts'

export const boreal = '0197a000-0000-7000-8000-000000000001'
export const demoPaymentAccount = 'acct_demo_boreal'

export async function fillPaymentAccount(work: Work) {
  const id = demoPaymentAccount
  const companyId = boreal
  await work.tx.sql`
    insert into sandbox_accounts (id, company_name, charges_enabled, payouts_enabled)
    select ${id}, name, true, true from companies where id = ${companyId}
    on conflict do nothing`
  await insert(work.tx, 'payment_accounts', { id, companyId, chargesEnabled: true, payoutsEnabled: true })
  await setPaymentAccount(work, companyId, id)
}
