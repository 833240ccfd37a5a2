// A company's own e-mail, typed by anyone: it gets no notice before its reader has followed a link.
import { conflict, tooMany } from '@bordee/core/problem.ts'
import type { Ctx, Work } from '../engine/ctx.ts'
import { mailLater } from '../engine/jobs/mail.jobs.ts'
import { isFull, mailboxFull } from '../engine/jobs/mailboxes.ts'
import { badCode, issueCode, useCode } from '../identity/codes.ts'
import { provenCompanyEmail } from '../identity/owners.ts'
import { companyProofLetter } from './companies.letters.ts'

const proofsPerHour = 10

/** Sends the link again, unless the e-mail is proven. */
export async function requestProof(ctx: Ctx, companyId: string) {
  const company = await unproven(ctx, companyId)
  if (!company) return
  const { hits, retryAfter } = await ctx.throttle.hit(`company-proof:${companyId}`, 3600)
  if (hits > proofsPerHour) throw tooMany(retryAfter)
  if (await isFull(ctx, company.email)) throw conflict(mailboxFull, { code: 'mailbox-full' })
  await sendProof(ctx, companyId)
}

export async function sendProof(ctx: Work, companyId: string) {
  const company = await unproven(ctx, companyId)
  if (!company) return
  const code = await issueCode(ctx, { kind: 'company', email: company.email, companyId })
  await mailLater(ctx, companyProofLetter(ctx.env, company.email, code, company.name))
}

/** Whoever holds the code reads the address; he needs no account. */
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
