// « Envoyer »: contracts by e-mail, each with a link of its own.
import { contractStatusNames, maySend } from '@bordee/core/contracts/contract-life.ts'
import { isOver, missingToSend } from '@bordee/core/contracts/leaving-draft.ts'
import { formatDate } from '@bordee/core/time.ts'
import { type Ctx, companyOf } from '../engine/ctx.ts'
import { insert, newId } from '../engine/writing.ts'
import { move, remember } from './contract-moves.ts'
import { mailContract } from './contracts.letters.ts'
import { type Held, lockContracts } from './contracts.queries.ts'

interface Answer {
  contractSentCount: number
  invalidContracts: { id: string; contractNumber: string; clientName: string; missingFields: string[] }[]
}

/**
 * Those that lack nothing go out, the others are listed with what they lack. Everything is written in one transaction, letters among it: a crash loses nothing and sends nothing twice. The same key
 * again answers what it answered then; who comes while it is at work waits for it.
 */
export async function sendContracts(ctx: Ctx, ids: readonly string[], requestKey: string | undefined): Promise<Answer> {
  const press = requestKey ?? (await newId(ctx.tx))
  const companyId = companyOf(ctx)
  const [first] = await ctx.tx.sql`
    insert into contract_sends (company_id, request_key) values (${companyId}, ${press}) on conflict do nothing returning request_key`
  if (!first) {
    const [known] = await ctx.tx.sql<{
      answer: Answer
    }>`select answer from contract_sends where company_id = ${companyId} and request_key = ${press}`
    if (known) return known.answer
  }
  const answer: Answer = { contractSentCount: 0, invalidContracts: [] }
  for (const held of await lockContracts(ctx, ids)) {
    const missingFields = lacking(held)
    const { id, contractNumber, clientName, clientEmail } = held
    if (missingFields.length > 0 || !clientEmail) answer.invalidContracts.push({ id, contractNumber, clientName, missingFields })
    else {
      await sendContract(ctx, held, clientEmail, press)
      answer.contractSentCount++
    }
  }
  await ctx.tx.sql`update contract_sends set answer = ${JSON.stringify(answer)} where company_id = ${companyId} and request_key = ${press}`
  return answer
}

/** In the words of the form; what may not be sent at all says why. */
function lacking(held: Held): string[] {
  if (!maySend(held.status)) return [`Statut\u00a0: ${contractStatusNames[held.status]}`]
  if (isOver(held.endAt, held.today)) return [`Date de fin passée\u00a0: ${formatDate(held.endAt)}`]
  return missingToSend(held)
}

async function sendContract(ctx: Ctx, held: Held, to: string, press: string) {
  const sent = held.status === 'draft' ? await move(ctx, held, 'send', { detail: to, columns: { sentAt: ctx.now } }) : held
  if (held.status !== 'draft') {
    await ctx.tx.sql`update contracts set sent_at = ${ctx.now} where id = ${held.id} and company_id = ${held.companyId}`
    await remember(ctx, held, 'resend', to)
  }
  await mailContract(ctx, sent, to)
  await insert(ctx.tx, 'contract_mails', {
    companyId: held.companyId,
    contractId: held.id,
    kind: 'contract',
    step: press,
    toEmail: to,
    createdAt: ctx.now,
  })
}
