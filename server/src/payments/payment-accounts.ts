// What is known here of a company's account, and how it follows what the provider tells.
import type { PaymentAccount } from '@bordee/core/payments/account.ts'
import type { Work } from '../engine/ctx.ts'
import { change } from '../engine/writing.ts'

export async function accountOf({ tx }: Pick<Work, 'tx'>, companyId: string): Promise<PaymentAccount | undefined> {
  const [account] = await tx.sql<PaymentAccount>`
    select id, charges_enabled as "chargesEnabled", payouts_enabled as "payoutsEnabled", disabled_reason as "disabledReason"
    from payment_accounts
    where company_id = ${companyId}`
  return account
}

/**
 * Something of it changed: how it is now is asked of the provider, not read from the news, so that what comes late or in another order does no harm. It is
 * held first: of two who ask at once the second writes what is newer. One that we do not know, or no longer, is nobody's.
 */
export async function followAccount(work: Work, accountId: string) {
  await work.tx.scope({ platform: true })
  const [known] = await work.tx.sql<{ companyId: string }>`select company_id as "companyId" from payment_accounts where id = ${accountId}`
  if (!known) return
  await work.tx.scope({ companies: [known.companyId] })
  const where = { id: accountId, companyId: known.companyId }
  await work.tx.sql`select from payment_accounts where company_id = ${where.companyId} and id = ${where.id} for update`
  const account = await work.gateways.payments.readAccount(work, accountId)
  if (!account) return
  const { chargesEnabled, payoutsEnabled, disabledReason } = account
  await change(work.tx, 'payment_accounts', where, { chargesEnabled, payoutsEnabled, disabledReason })
}
