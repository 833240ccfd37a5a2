// From the sandbox to a real provider: what the sandbox kept of companies is nobody's there.
import { owedStates } from '@bordee/core/billing/invoice-life.ts'
import type { Work } from '../engine/ctx.ts'
import { inStates } from '../engine/db/states.ts'

/** As the sandbox names customers; a real provider's ids are not all of these letters. */
const sandboxCustomer = '^cus_[0-9a-f]{24}$'

/**
 * When a server starts with a real provider: cards, customers and accounts of the sandbox are put away, as are its open bills and checkouts. Nobody sends on credit
 * for a card that does not exist, and everybody may save a real one.
 */
export async function leaveSandbox({ tx }: Work) {
  await tx.scope({ platform: true })
  const companies = await tx.sql<{ id: string }>`
    select id from companies where customer_id ~ ${sandboxCustomer}
    union
    select company_id from payment_accounts where id in (select id from sandbox_accounts)`
  for (const { id } of companies) {
    await tx.scope({ companies: [id] })
    await tx.sql`
      update companies
      set customer_id = case when customer_id ~ ${sandboxCustomer} then null else customer_id end,
          default_payment_method = case when default_payment_method in (select id from sandbox_cards) then null else default_payment_method end,
          payment_account_id = case when payment_account_id in (select id from sandbox_accounts) then null else payment_account_id end
      where id = ${id}`
    await tx.sql`delete from payment_methods where company_id = ${id} and id in (select id from sandbox_cards)`
    await tx.sql`delete from payment_accounts where company_id = ${id} and id in (select id from sandbox_accounts)`
    await tx.sql`
      update contract_checkouts
      set status = 'expired'
      where company_id = ${id} and status = 'open' and account_id in (select id from sandbox_accounts)`
    await tx.sql`
      update invoices
      set status = 'void', next_attempt_at = null
      where company_id = ${id} and status in ${inStates(owedStates)} and customer_id ~ ${sandboxCustomer}`
  }
}
