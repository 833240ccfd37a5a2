// Letters about contracts, and what became of each.
import { type Sending, sending } from '@bordee/core/contracts/contract.ts'
import { type Ctx, companyOf, type Work } from '../engine/ctx.ts'
import { jsonOf } from '../engine/db/columns.ts'
import { sql } from '../engine/db/sql.ts'
import { insertAll } from '../engine/db/writing.ts'
import type { About, Logo } from '../engine/documents/letters.ts'
import type { Correspondent } from '../engine/jobs/mail.jobs.ts'
import { addHistory } from './contract-moves.ts'
import type { Held } from './contracts.queries.ts'
import { readLogo } from './logos.ts'

const slice = 'contracts'

interface Written {
  held: Held
  kind: 'contract' | 'signature' | 'payment' | 'signed'
  /** Makes each letter unique: what a reminder counts from, the payment of a receipt, for a contract the press of « Envoyer ». */
  step: string
  to: string
}

/** Call in the transaction that writes the letters, which refer to these rows. Keeps the order given. */
export async function noteMails(work: Work, mails: readonly Written[]): Promise<(Written & { about: About })[]> {
  const rows = mails.map(({ held: { companyId, id: contractId }, kind, step, to: toEmail }) => {
    return { companyId, contractId, kind, step, toEmail, createdAt: work.now }
  })
  const ids = await insertAll(work.tx, 'contract_mails', rows)
  return mails.map((mail, i) => ({ ...mail, about: { slice, companyId: mail.held.companyId, id: ids[i] ?? '' } }))
}

export const contractCorrespondent: Correspondent = { slice, logoFor, hear }

async function logoFor({ tx }: Work, { companyId, id }: About): Promise<Logo | null> {
  await tx.scope({ companies: [companyId] })
  const [found] = await tx.sql<{ logo: string }>`
    select o.logo
    from contract_mails m
    join contracts k on k.company_id = m.company_id and k.id = m.contract_id
    join contract_logos o on o.company_id = k.company_id and o.id = k.company_logo_id
    where m.company_id = ${companyId} and m.id = ${id}`
  return readLogo(found?.logo)
}

/** Recorded once, however often it is reported; a letter may come back after it left. A refusal is a line of the history. */
async function hear(work: Work, { companyId, id }: About, refusal: string | null) {
  const { tx, now } = work
  await tx.scope({ companies: [companyId] })
  const [contract] = await tx.sql<Pick<Held, 'id' | 'companyId' | 'status'>>`
    select k.id, k.company_id as "companyId", k.status
    from contracts k
    where k.company_id = ${companyId}
      and k.id = (select m.contract_id from contract_mails m where m.company_id = ${companyId} and m.id = ${id})
    for no key update`
  const [noted] = await tx.sql<{ to: string }>`
    update contract_mails
    set sent_at = ${refusal === null ? now : null}, refused_at = ${refusal === null ? null : now}, refusal = ${refusal}
    where company_id = ${companyId} and id = ${id} and refused_at is null and (sent_at is null or ${refusal !== null})
    returning to_email as to`
  if (!contract || !noted) return
  if (refusal !== null)
    await addHistory(work, 'mailRefused', [{ ...contract, detail: [noted.to, refusal].filter(Boolean).join('\u00a0: ') }])
  work.publish(companyId, { topic: 'contracts', mailed: contract.id })
}

/** Progress of the latest press of « Envoyer »; null before the first. */
export async function latestSending(ctx: Ctx): Promise<Sending | null> {
  const found = await ctx.tx.row(sql<{ json: Sending }>`
    select ${jsonOf(sending.shape, 's', {
      total: sql`count(*)`,
      sent: sql`count(m.sent_at)`,
      refused: sql`coalesce(json_agg(json_build_object(
        'id', k.id, 'contractNumber', k.contract_number, 'clientName', k.client_name, 'email', m.to_email, 'message', m.refusal)
        order by k.client_name, k.id) filter (where m.refused_at is not null), '[]')`,
    })} as json
    from (
      select s.*
      from contract_sends s
      where s.company_id = ${companyOf(ctx)} and (s.answer ->> 'contractSentCount')::int > 0
      order by s.created_at desc
      limit 1) s
    join contract_mails m on m.company_id = s.company_id and m.kind = 'contract' and m.step = s.request_key
    join contracts k on k.company_id = m.company_id and k.id = m.contract_id
    group by s.request_key, s.created_at`)
  return found?.json ?? null
}
