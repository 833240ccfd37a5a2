import type { privacyCalls } from '@bordee/core/privacy/privacy.calls.ts'
import { conflict, notFound } from '@bordee/core/problem.ts'
import { companyOf, type Handlers } from '../engine/ctx.ts'
import { insertAll } from '../engine/db/writing.ts'
import { mailLater } from '../engine/jobs/mail.jobs.ts'
import { lockAccount } from '../identity/identity.queries.ts'
import { noticeEmails } from '../identity/owners.ts'
import { withdrawOwn } from '../quotes/submitting.ts'
import { erasureAnswerLetter, erasureAskedLetter, erasureCopyLetter } from './privacy.letters.ts'
import { answeringCompany, readPersonalData, receivedErasures, recentRequests, servingCompanies } from './privacy.queries.ts'

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
    for (const company of others)
      for (const to of await noticeEmails(ctx, company.id))
        await mailLater(ctx, erasureAskedLetter(ctx, to, company, email, withQuotes.has(company.id)))
    if (others.length > 0) await mailLater(ctx, erasureCopyLetter(email, names(others)))
    return { companyNames: names([...asked, ...others]), requestedAt: (asked[0]?.createdAt ?? ctx.now).toISOString() }
  },

  listErasureRequests: (ctx) => ctx.tx.jsonList(receivedErasures(ctx)),

  async answerErasureRequest(ctx, { id, outcome }) {
    const [answered] = await ctx.tx.sql`
      update erasure_requests r
      set outcome = ${outcome},
          answered_at = ${ctx.now},
          answered_by = coalesce(nullif(trim(a.first_name || ' ' || a.last_name), ''), a.email)
      from accounts a
      where a.id = ${ctx.actor.accountId} and r.company_id = ${companyOf(ctx)} and r.id = ${id} and r.answered_at is null
      returning r.id`
    const request = (await ctx.tx.row(receivedErasures(ctx, id)))?.json
    if (!request) throw notFound('Demande')
    if (answered) await mailLater(ctx, erasureAnswerLetter(request, await answeringCompany(ctx)))
    else if (request.outcome !== outcome) throw conflict('Cette demande a déjà reçu sa réponse.', { code: 'answered' })
    return request
  },
}

const names = (companies: readonly { name: string }[]) => companies.map(({ name }) => name).toSorted((a, b) => a.localeCompare(b, 'fr-CA'))
