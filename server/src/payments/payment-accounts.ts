// Our copy of a company's account, and how it follows the provider's.
import type { PaymentAccount } from '@bordee/core/payments/account.ts'
import type { Work } from '../engine/ctx.ts'
import { change } from '../engine/db/writing.ts'
import { jobKind } from '../engine/jobs/job-kind.ts'
import { worker } from '../engine/jobs/jobs.ts'

export async function accountOf({ tx }: Pick<Work, 'tx'>, companyId: string): Promise<PaymentAccount | undefined> {
  const [account] = await tx.sql<PaymentAccount>`
    select id, charges_enabled as "chargesEnabled", payouts_enabled as "payoutsEnabled", disabled_reason as "disabledReason"
    from payment_accounts
    where company_id = ${companyId}`
  return account
}

const followAccount = jobKind<{ accountId: string }>('payments.follow-account', {
  outside: true,
  urgent: true,
  retryLimit: 16,
  atOnce: 4,
})

/** Asks the provider for the account's current state: the news itself may be late or out of order. */
export const followAccountLater = (work: Work, accountId: string) => work.later(followAccount, { accountId })

/** Undefined for an account we don't know, or no longer. */
async function beginToAsk({ tx }: Work, accountId: string): Promise<{ companyId: string; asked: number } | undefined> {
  await tx.scope({ platform: true })
  const [known] = await tx.sql<{ companyId: string }>`select company_id as "companyId" from payment_accounts where id = ${accountId}`
  if (!known) return undefined
  await tx.scope({ companies: [known.companyId] })
  const [count] = await tx.sql<{ companyId: string; asked: number }>`
    update payment_accounts
    set asked = asked + 1
    where company_id = ${known.companyId} and id = ${accountId}
    returning company_id as "companyId", asked`
  return count
}

/** The provider closed it, or no longer shows it to us. */
const gone = { chargesEnabled: false, payoutsEnabled: false, disabledReason: 'gone' }

export const paymentAccountWorkers = [
  worker(followAccount, async ({ aside }, { accountId }) => {
    const begun = await aside((work) => beginToAsk(work, accountId))
    if (!begun) return
    const account = await aside((work) => work.gateways.payments.readAccount(work, accountId))
    const { chargesEnabled, payoutsEnabled, disabledReason } = account ?? gone
    await aside(async ({ tx }) => {
      await tx.scope({ companies: [begun.companyId] })
      // A later question has the better answer.
      await change(tx, 'payment_accounts', { id: accountId, ...begun }, { chargesEnabled, payoutsEnabled, disabledReason })
    })
  }),
]
