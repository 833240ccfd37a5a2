import type { privacyCalls } from '@bordee/core/privacy/privacy.calls.ts'
import type { Handlers } from '../engine/ctx.ts'
import { insertAll } from '../engine/db/writing.ts'
import { mailLater } from '../engine/jobs/mail.jobs.ts'
import { lockAccount } from '../identity/identity.queries.ts'
import { withdrawOwn } from '../quotes/submitting.ts'
import { erasureAskedLetter, erasureCopyLetter } from './privacy.letters.ts'
import { readPersonalData, recentRequests, servingCompanies } from './privacy.queries.ts'

export const privacyHandlers: Handlers<typeof privacyCalls> = {
  getPersonalData: readPersonalData,

  async askForErasure(ctx) {
    const { accountId, email } = ctx.actor
    await lockAccount(ctx, { id: accountId }) // a second press waits, and finds the first one's request
    const asked = await recentRequests(ctx)
    const others = (await servingCompanies(ctx)).filter(({ id }) => !asked.some(({ companyId }) => companyId === id))
    await insertAll(
      ctx.tx,
      'erasure_requests',
      others.map(({ id: companyId }) => ({ companyId, accountId, email, createdAt: ctx.now })),
    )
    const withQuotes = await withdrawOwn(ctx)
    for (const company of others) await mailLater(ctx, erasureAskedLetter(company, email, withQuotes.has(company.id)))
    if (others.length > 0) await mailLater(ctx, erasureCopyLetter(email, names(others)))
    return { companyNames: names([...asked, ...others]), requestedAt: (asked[0]?.createdAt ?? ctx.now).toISOString() }
  },
}

const names = (companies: readonly { name: string }[]) => companies.map(({ name }) => name).toSorted((a, b) => a.localeCompare(b, 'fr-CA'))
