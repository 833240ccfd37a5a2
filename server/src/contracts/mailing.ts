// « Envoyer »: contracts by e-mail, each with its own link.
import { type ContractStatus, contractStatusNames, maySend } from '@bordee/core/contracts/contract-life.ts'
import { isOver, missingToSend } from '@bordee/core/contracts/leaving-draft.ts'
import { conflict } from '@bordee/core/problem.ts'
import { formatDate } from '@bordee/core/time.ts'
import { type Ctx, companyOf } from '../engine/ctx.ts'
import { change, newId } from '../engine/db/writing.ts'
import { noteMails } from './contract-mails.ts'
import { addHistory, moveAll, whereIds } from './contract-moves.ts'
import { mailContract } from './contracts.letters.ts'
import { type Held, lockContracts } from './contracts.queries.ts'

interface Answer {
  contractSentCount: number
  invalidContracts: { id: string; contractNumber: string; clientName: string; missingFields: string[] }[]
}

/**
 * Sends the complete contracts and lists the others with what they lack. One transaction, letters included: a crash
 * loses nothing and sends nothing twice. The same key returns the first answer again, waiting for it if need be.
 */
export async function sendContracts(ctx: Ctx, ids: readonly string[], requestKey: string | undefined): Promise<Answer> {
  const press = requestKey ?? (await newId(ctx.tx))
  const companyId = companyOf(ctx)
  const wanted = [...new Set(ids)].toSorted()
  const [first] = await ctx.tx.sql`
    insert into contract_sends (company_id, request_key, contract_ids)
    values (${companyId}, ${press}, ${wanted}::uuid[])
    on conflict do nothing
    returning request_key`
  if (!first) return sentBefore(ctx, press, wanted)
  const contracts = (await lockContracts(ctx, ids)).map((held) => ({ held, missingFields: lacking(held) }))
  const ready = contracts.filter(({ missingFields }) => missingFields.length === 0).map(({ held }) => held)
  await sendAll(ctx, ready, press)
  const answer = {
    contractSentCount: ready.length,
    invalidContracts: contracts
      .filter(({ missingFields }) => missingFields.length > 0)
      .map(({ held: { id, contractNumber, clientName }, missingFields }) => ({ id, contractNumber, clientName, missingFields })),
  }
  await ctx.tx.sql`update contract_sends set answer = ${JSON.stringify(answer)} where company_id = ${companyId} and request_key = ${press}`
  return answer
}

async function sentBefore(ctx: Ctx, press: string, wanted: readonly string[]): Promise<Answer> {
  const [known] = await ctx.tx.sql<{ answer: Answer; isSame: boolean }>`
    select answer, contract_ids = ${wanted}::uuid[] as "isSame"
    from contract_sends
    where company_id = ${companyOf(ctx)} and request_key = ${press}`
  if (!known?.isSame) throw conflict('Cette demande a déjà servi pour d’autres contrats.', { code: 'request-key-used' })
  return known.answer
}

/** What a contract lacks, in the form's words, or why it can't be sent at all. */
function lacking(held: Held): string[] {
  if (!maySend(held.status)) return [`Statut\u00a0: ${contractStatusNames[held.status]}`]
  if (isOver(held.endAt, held.today)) return [`Date de fin passée\u00a0: ${formatDate(held.endAt)}`]
  if (held.clientEmail && held.clientEmail !== held.folderEmail) return [`Courriel du client, changé depuis\u00a0: ${remedy(held.status)}`]
  return missingToSend(held)
}

/** What its client has read isn't synced under their eyes. */
const remedy = (status: ContractStatus) =>
  status === 'consulted' ? 'repassez le contrat en brouillon, puis synchronisez-le' : 'synchronisez le contrat'

/** Drafts become sent; contracts already waiting get a fresh link and keep their status. */
async function sendAll(ctx: Ctx, contracts: readonly Held[], press: string) {
  const { draft: drafts = [], waiting = [] } = Object.groupBy(contracts, ({ status }) => (status === 'draft' ? 'draft' : 'waiting'))
  const sent = await moveAll(ctx, drafts, 'send', { detail: emailOf, columns: { sentAt: ctx.now } })
  await change(ctx.tx, 'contracts', whereIds(waiting), { sentAt: ctx.now })
  await addHistory(
    ctx,
    'resend',
    waiting.map((held) => ({ ...held, detail: emailOf(held) })),
  )
  const going = [...sent, ...waiting]
  const mails = await noteMails(
    ctx,
    going.map((held) => ({ held, kind: 'contract', step: press, to: emailOf(held) })),
  )
  await Promise.all(mails.map(({ held, to, about }) => mailContract(ctx, held, to, about)))
}

/** Contracts without an e-mail aren't sent. */
const emailOf = ({ clientEmail }: Held) => clientEmail ?? ''
