// Moving from the sandbox to a real provider, which knows nothing of what the sandbox stored.
import { forgetSandboxPayer, sandboxCustomer } from '../companies/company-payments.ts'
import type { Work } from '../engine/ctx.ts'

/** What one slice does about its own rows of a company that used the sandbox. */
export type SandboxLeaver = (work: Work, companyId: string) => Promise<unknown>

/**
 * Runs when a server starts with a real provider. Nobody may send on credit with a card that doesn't exist, and
 * everybody may save a real one.
 */
export const leaveSandbox = (leavers: readonly SandboxLeaver[]) => async (work: Work) => {
  const { tx } = work
  await tx.scope({ platform: true })
  const companies = await tx.sql<{ id: string }>`
    select id from companies where customer_id ~ ${sandboxCustomer}
    union
    select company_id from payment_accounts where id in (select id from sandbox_accounts)`
  for (const { id } of companies) {
    await tx.scope({ companies: [id] })
    for (const leave of [...leavers, forgetSandboxPayer, removeSandboxCards]) await leave(work, id)
  }
}

async function removeSandboxCards({ tx }: Work, companyId: string) {
  await tx.sql`delete from card_setups where company_id = ${companyId} and customer_id ~ ${sandboxCustomer}`
  await tx.sql`delete from payment_methods where company_id = ${companyId} and id in (select id from sandbox_cards)`
  await tx.sql`delete from payment_accounts where company_id = ${companyId} and id in (select id from sandbox_accounts)`
}
