// A company's own e-mail, typed by anyone: it gets no notice before its reader has followed a link.
import { conflict, type Problem, tooMany } from '@bordee/core/problem.ts'
import type { Ctx, Work } from '../engine/ctx.ts'
import { mailLater } from '../engine/jobs/mail.jobs.ts'
import { isFull, mailboxFull } from '../engine/jobs/mailboxes.ts'
import { badCode, issueCode, useCode } from '../identity/codes.ts'
import { provenCompanyEmail } from '../identity/owners.ts'
import { companyProofLetter } from './companies.letters.ts'

const proofsPerHour = 10

/** Sends the link, unless the e-mail is proven. Returns why it didn't: a company's e-mail can be changed a thousand times. */
export async function sendProof(ctx: Ctx, companyId: string): Promise<Problem | null> {
  const company = await unproven(ctx, companyId)
  if (!company) return null
  const { hits, retryAfter } = await ctx.throttle.hit(`company-proof:${companyId}`, 3600)
  if (hits > proofsPerHour) return tooMany(retryAfter)
  if (await isFull(ctx, company.email)) return conflict(mailboxFull, { code: 'mailbox-full' })
  const code = await issueCode(ctx, { kind: 'company', email: company.email, companyId })
  await mailLater(ctx, companyProofLetter(ctx.env, company.email, code, company.name))
  return null
}

/** Whoever holds the code reads the address; they need no account. */
export async function confirmProof(ctx: Ctx, given: string | undefined): Promise<{ email: string; companyName: string }> {
  const { email, companyId } = await useCode(ctx, ['company'], given)
  await ctx.tx.scope({ companies: companyId ? [companyId] : [] })
  const [company] = await ctx.tx.sql<{ companyName: string }>`
    update companies set proven_email = email where id = ${companyId} and email = ${email} returning name as "companyName"`
  if (!company || !companyId) throw badCode()
  ctx.publish(companyId, { topic: 'companies' })
  return { email, ...company }
}

/** Undefined once its e-mail is proven. */
async function unproven({ tx }: Work, companyId: string) {
  const [company] = await tx.sql<{ name: string; email: string }>`
    select c.name, c.email from companies c where c.id = ${companyId} and not ${provenCompanyEmail}`
  return company
}
