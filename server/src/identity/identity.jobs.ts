import type { Work } from '../engine/ctx.ts'
import { purgeThrottles } from '../engine/http/throttle.ts'
import { jobKind } from '../engine/jobs/job-kind.ts'
import { worker } from '../engine/jobs/jobs.ts'
import { mailLater } from '../engine/jobs/mail.jobs.ts'
import { purgeLetters } from '../engine/jobs/mailboxes.ts'
import { issueCode } from './codes.ts'
import { emailTakenLetter, linkLetter, resetLetter, verificationLetter } from './identity.letters.ts'
import { findAccount, isClosed } from './identity.queries.ts'
import { provenCompany } from './owners.ts'

// Whether an e-mail is known is looked up here, after the answer is sent, so that neither the answer nor its timing
// reveals it.
export const sendReset = jobKind<{ email: string }>('identity.send-reset', { urgent: true })
/** `asked` is the company that the visitor named; not `companyId`, which would put the job in that company's queue. */
export const sendLink = jobKind<{ email: string; asked?: string | undefined; contractId?: string | undefined }>('identity.send-link', {
  urgent: true,
})
/** Sealed: only the reader of the address may have the code. */
export const sendNewEmail = jobKind<{ email: string; currentEmail: string; code: string }>('identity.send-new-email', {
  urgent: true,
  sealed: true,
})
export const purge = jobKind<object>('identity.purge', { cron: '20 3 * * *' })

export const identityWorkers = [
  worker(sendReset, async (work, { email }) => {
    const account = await findAccount(work, { email })
    if (!account || isClosed(account, work.env)) return
    const code = await issueCode(work, { kind: 'reset', email, accountId: account.id })
    await mailLater(work, resetLetter(work.env, email, code))
  }),

  worker(sendLink, async (work, { email, asked, contractId }) => {
    const account = await findAccount(work, { email })
    if (account && isClosed(account, work.env)) return
    const served = await provenAmong(work, await servingCompanies(work, email, account?.id))
    const contract = contractId ? await contractWith(work, contractId, email, served) : undefined
    const company = served.find((one) => one.id === (contract?.companyId ?? asked)) ?? served[0]
    if (!company) return
    // If the contract isn't theirs, the code doesn't name it and reveals nothing later; the page says that it belongs to
    // someone else.
    const code = await issueCode(work, { kind: 'link', email, companyId: company.id, contractId: contract?.id ?? null })
    await mailLater(work, linkLetter(work.env, email, code, { companyId: company.id, companyName: company.name, contractId }))
  }),

  worker(sendNewEmail, async (work, { email, currentEmail, code }) => {
    const taken = await findAccount(work, { email })
    await mailLater(work, taken ? emailTakenLetter(work.env, email) : verificationLetter(work.env, email, code, currentEmail))
  }),

  worker(purge, async ({ tx }) => {
    await tx.sql`delete from codes where expires_at < now() - interval '1 day'`
    await purgeThrottles({ tx })
    await purgeLetters({ tx })
    await tx.sql`delete from sessions where expires_at < now()`
    await tx.sql`delete from second_factors where confirmed_at is null and created_at < now() - interval '1 day'`
  }),
]

/** Active companies that serve this address: a folder carries it, or a client access. */
async function servingCompanies(work: Work, email: string, accountId: string | undefined) {
  await work.tx.scope({ email, ...(accountId && { account: accountId }) })
  return work.tx.sql<{ id: string; name: string }>`
    select c.id, c.name from companies c
    where c.is_active and c.archived_at is null and (
      exists (select from clients f where f.company_id = c.id and f.email = ${email})
      or exists (select from accesses a where a.company_id = c.id and a.account_id = ${accountId ?? null}::uuid and a.role = 'client'))
    order by c.created_at`
}

/** A stranger may enter anyone's address in a folder: before their company is proven, it writes to nobody. */
async function provenAmong(work: Work, companies: readonly { id: string; name: string }[]) {
  const ids = companies.map(({ id }) => id)
  await work.tx.scope({ companies: ids })
  const proven = await work.tx.sql<{ id: string }>`select c.id from companies c where c.id = any(${ids}::uuid[]) and ${provenCompany}`
  return companies.filter((company) => proven.some(({ id }) => id === company.id))
}

/** A client of several companies who comes for a contract gets the e-mail in the name of that contract's company. */
async function contractWith(work: Work, contractId: string, email: string, served: readonly { id: string }[]) {
  await work.tx.scope({ companies: served.map(({ id }) => id), email })
  const [contract] = await work.tx.sql<{ id: string; companyId: string }>`
    select k.id, k.company_id as "companyId"
    from contracts k
    join clients f on f.company_id = k.company_id and f.id = k.client_id
    where k.id = ${contractId} and f.email = ${email}`
  return contract
}
