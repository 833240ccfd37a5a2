// A resident's request: one copy per company it reaches, and a code that withdraws them all.
import { randomUUID } from 'node:crypto'
import { squareFeet } from '@bordee/core/geo.ts'
import { conflict, notFound, tooMany } from '@bordee/core/problem.ts'
import type { QuoteFields } from '@bordee/core/quotes/quote-request.ts'
import type { Ctx } from '../engine/ctx.ts'
import { insertAll } from '../engine/db/writing.ts'
import { mailLater } from '../engine/jobs/mail.jobs.ts'
import { hashOf, newCode } from '../engine/secrets.ts'
import { noticeEmails } from '../identity/owners.ts'
import { confirmationLetter, noticeLetter, withdrawnLetter } from './quotes.letters.ts'
import { ownQuotes, recipientsOf } from './quotes.queries.ts'

interface Submission {
  quote: QuoteFields
  companyId: string | null | undefined
  requestId: string | null | undefined
}

/** How many letters an e-mail may get, whoever requests them. */
const lettersPerEmail = [
  { max: 3, seconds: 3600 },
  { max: 10, seconds: 86_400 },
]

/** Returns the names of the companies that get it. Repeating a request changes nothing. */
export async function submit(ctx: Ctx, { quote, companyId, requestId }: Submission): Promise<string[]> {
  const { tx } = ctx
  await tx.scope({ platform: true })
  const submissionId = requestId ?? randomUUID()
  const recipients = await recipientsOf(ctx, quote.location, companyId)
  if (companyId && recipients.length === 0) throw notFound('Compagnie')
  const names = recipients.map(({ name }) => name)
  const code = newCode()
  const contentHash = contentHashOf(quote, companyId)
  const [made] = await tx.sql`
    insert into quote_submissions (id, content_hash, withdraw_hash, company_ids, company_names, unmatched)
    values (${submissionId}, ${contentHash}, ${hashOf(code)}, ${recipients.map(({ id }) => id)}::uuid[], ${JSON.stringify(names)},
            ${recipients.length > 0 ? null : JSON.stringify(asUnmatched(quote))}::jsonb)
    on conflict (id) do nothing
    returning id`
  if (!made) return namesOf(ctx, submissionId, contentHash)
  await limitLetters(ctx, quote.email)
  await tx.scope({ companies: recipients.map(({ id }) => id), platform: true })
  const copies = await insertAll(
    tx,
    'quote_requests',
    recipients.map(({ id }) => ({ ...columnsOf(quote), companyId: id, submissionId })),
  )
  await mailLater(ctx, confirmationLetter(ctx, quote, names, code))
  for (const [i, recipient] of recipients.entries()) {
    for (const to of await noticeEmails(ctx, recipient.id)) await mailLater(ctx, noticeLetter(ctx, to, quote, copies[i] ?? ''))
    ctx.publish(recipient.id, { topic: 'quotes' })
  }
  return names
}

/** Hashes the fields in schema order: the order they were sent in doesn't matter. */
const contentHashOf = (quote: QuoteFields, companyId: string | null | undefined) => hashOf(JSON.stringify([companyId ?? null, quote]))

async function namesOf({ tx }: Ctx, submissionId: string, contentHash: Buffer): Promise<string[]> {
  const [known] = await tx.sql<{ names: string[] }>`
    select company_names as names
    from quote_submissions
    where id = ${submissionId} and content_hash = ${contentHash} and withdrawn_at is null`
  if (known) return known.names
  throw conflict('Cette demande a déjà été envoyée, avec d’autres réponses. Cochez la case et envoyez de nouveau.', {
    code: 'already-sent',
  })
}

async function limitLetters({ throttle }: Ctx, email: string) {
  for (const { max, seconds } of lettersPerEmail) {
    const { hits, retryAfter } = await throttle.hit(`quote-letters:${seconds}:${email}`, seconds)
    if (hits > max) throw tooMany(retryAfter)
  }
}

export const columnsOf = ({ location, polygon, addressParts, ...quote }: QuoteFields) => ({
  ...quote,
  ...location,
  addressParts: addressParts && JSON.stringify(addressParts),
  polygon: polygon && JSON.stringify(polygon),
  squareFeet: polygon && Math.round(squareFeet(polygon)),
})

export function asUnmatched({ addressParts: _, ...quote }: QuoteFields) {
  const squares = quote.polygon && Math.round(squareFeet(quote.polygon))
  return { ...quote, status: 'new', notes: null, clientId: null, squareFeet: squares }
}

/** Withdraws it from every company. Repeating it changes nothing. */
export async function withdraw(ctx: Ctx, code: string) {
  const { tx, now } = ctx
  await tx.scope({ platform: true })
  const [submission] = await tx.sql<{ id: string; companyIds: string[]; isWithdrawn: boolean }>`
    select id, company_ids as "companyIds", withdrawn_at is not null as "isWithdrawn"
    from quote_submissions
    where withdraw_hash = ${hashOf(code)}
    for update`
  if (!submission) throw notFound('Demande')
  if (submission.isWithdrawn) return
  await tx.sql`update quote_submissions set withdrawn_at = ${now} where id = ${submission.id}`
  await tx.scope({ companies: submission.companyIds, platform: true })
  const copies = await tx.sql<{ id: string; companyId: string; name: string }>`
    update quote_requests r
    set withdrawn_at = ${now}
    where r.submission_id = ${submission.id} and r.company_id = any(${submission.companyIds}::uuid[])
    returning r.id, r.company_id as "companyId", r.firstname || ' ' || r.lastname as name`
  for (const copy of copies) {
    for (const to of await noticeEmails(ctx, copy.companyId)) await mailLater(ctx, withdrawnLetter(ctx, to, copy))
    ctx.publish(copy.companyId, { topic: 'quotes' })
  }
}

/** Withdraws a client's requests when they ask to be erased; a job purges them. Returns the companies that had some. */
export async function withdrawOwn(ctx: Ctx): Promise<Set<string>> {
  const copies = await ctx.tx.sql<{ companyId: string }>`
    update quote_requests q
    set withdrawn_at = ${ctx.now}
    where ${ownQuotes(ctx, 'q')} and q.withdrawn_at is null
    returning q.company_id as "companyId"`
  const had = new Set(copies.map(({ companyId }) => companyId))
  for (const companyId of had) ctx.publish(companyId, { topic: 'quotes' })
  return had
}
