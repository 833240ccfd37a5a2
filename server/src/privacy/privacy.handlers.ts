import { erasureWords } from '@bordee/core/privacy/erasure.ts'
import type { privacyCalls } from '@bordee/core/privacy/privacy.calls.ts'
import type { ReceivedErasure } from '@bordee/core/privacy/privacy.ts'
import { conflict, notFound } from '@bordee/core/problem.ts'
import { lockCompany } from '../companies/company-settings.ts'
import { type Ctx, companyOf, type Handlers } from '../engine/ctx.ts'
import { sql } from '../engine/db/sql.ts'
import { insertAll } from '../engine/db/writing.ts'
import { mailLater } from '../engine/jobs/mail.jobs.ts'
import { lockAccount } from '../identity/identity.queries.ts'
import { noticeEmails } from '../identity/owners.ts'
import { withdrawOwn } from '../quotes/submitting.ts'
import { erase } from './erasing.ts'
import { erasureAnswerLetter, erasureAskedLetter, erasureCopyLetter, erasureLetter } from './privacy.letters.ts'
import {
  answeringCompany,
  ofFolder,
  readErasures,
  readFormerIds,
  readPersonalData,
  receivedErasures,
  recentRequests,
  servingCompanies,
} from './privacy.queries.ts'

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
    const request = await readRequest(ctx, id)
    if (answered) await mailLater(ctx, erasureAnswerLetter(request, await answeringCompany(ctx)))
    else if (request.outcome !== outcome) throw conflict('Cette demande a déjà reçu sa réponse.', { code: 'answered' })
    return request
  },

  async eraseRequested(ctx, { id }) {
    await lockCompany(ctx, companyOf(ctx))
    const { email, folders } = await readRequest(ctx, id)
    const [before] = await readErasures(ctx, sql`e.request_id = ${id}`)
    const formerIds = await readFormerIds(ctx, id)
    const { erasure, isNew } = await erase(ctx, { requestId: id, folders, formerIds, emails: [email], before })
    if (!isNew) return erasure
    const words = erasureWords(erasure.parts)
    await ctx.tx.sql`
      update erasure_requests
      set outcome = ${words.join('\n')}, answered_at = ${ctx.now}, answered_by = ${erasure.userName}
      where company_id = ${companyOf(ctx)} and id = ${id} and answered_at is null`
    await mailLater(ctx, erasureLetter(email, words, await answeringCompany(ctx)))
    return erasure
  },

  async eraseClient(ctx, { id }) {
    await lockCompany(ctx, companyOf(ctx))
    const [before] = await readErasures(ctx, ofFolder(id))
    const [client] = await ctx.tx.sql<{ name: string; email: string | null }>`
      select name, email from clients where company_id = ${companyOf(ctx)} and id = ${id}`
    const name = client?.name ?? before?.folders.find((folder) => folder.id === id)?.name
    if (name === undefined) throw notFound('Client')
    const emails = client?.email ? [client.email] : []
    const { erasure, isNew } = await erase(ctx, { requestId: null, folders: [{ id, name }], emails, before })
    if (isNew) for (const to of emails) await mailLater(ctx, erasureLetter(to, erasureWords(erasure.parts), await answeringCompany(ctx)))
    return erasure
  },

  listErasures: (ctx, { customerId }) => readErasures(ctx, customerId ? ofFolder(customerId) : sql`true`),
}

async function readRequest(ctx: Ctx, id: string): Promise<ReceivedErasure> {
  const request = (await ctx.tx.row(receivedErasures(ctx, id)))?.json
  if (!request) throw notFound('Demande')
  return request
}

const names = (companies: readonly { name: string }[]) => companies.map(({ name }) => name).toSorted((a, b) => a.localeCompare(b, 'fr-CA'))
