// Writes what a cheque says and pays. The caller holds the cheque.
import { type Cheque, type ChequeChanges, chequeChanges, type chequeFields, partsTrouble } from '@bordee/core/cheques/cheque.ts'
import { chequeStateNames } from '@bordee/core/cheques/cheque-life.ts'
import { mayChange } from '@bordee/core/cheques/register.ts'
import { conflict, invalid } from '@bordee/core/problem.ts'
import { required } from '@bordee/core/wire.ts'
import type * as z from 'zod'
import { nameChequeOfPayment, writeChequePayments } from '../contracts/cheque-payments.ts'
import { type Ctx, companyOf } from '../engine/ctx.ts'
import { change, defined, insert, picked, without } from '../engine/db/writing.ts'

type Content = z.output<typeof chequeFields>
type Changes = Omit<ChequeChanges, 'state' | 'reason'>

const contentKeys = Object.keys(without(chequeChanges.shape, 'state', 'reason')) as (keyof Content)[]

export async function recordCheque(ctx: Ctx, id: string, { parts, ...cheque }: Content) {
  await insert(ctx.tx, 'cheques', {
    ...cheque,
    id,
    companyId: companyOf(ctx),
    stateAt: ctx.now,
    recordedBy: ctx.actor.email,
    createdAt: ctx.now,
  })
  await writeChequePayments(ctx, { ...cheque, id }, parts)
}

/** A payment by cheque that was typed in its contract gets its number, and is in the register from then on. */
export async function completeCheque(ctx: Ctx, before: Cheque, changes: Changes) {
  const content = { ...contentOf(before), ...defined(changes) }
  if (content.number === null) throw invalid({ cheque: { number: required } })
  refuseBadSplit(content)
  const { parts, ...cheque } = { ...content, number: content.number }
  const { id, recordedBy, createdAt } = before
  const companyId = companyOf(ctx)
  await insert(ctx.tx, 'cheques', { ...cheque, id, companyId, stateAt: ctx.now, recordedBy: recordedBy ?? ctx.actor.email, createdAt })
  if (!(await nameChequeOfPayment(ctx, companyId, id, id)))
    throw conflict('Ce paiement a été retiré entre-temps.', { code: 'payment-removed' })
  await writeChequePayments(ctx, { ...cheque, id }, parts)
}

export function saysThis(cheque: Cheque, content: Content): boolean {
  const known = contentOf(cheque)
  return contentKeys.every((key) => saidOf(content[key]) === saidOf(known[key]))
}

/** Nothing is written if nothing changes: what was sent may be as it was read. */
export async function correctCheque(ctx: Ctx, before: Cheque, changes: Changes) {
  const known = contentOf(before)
  const content = { ...known, ...defined(changes) }
  const changed = contentKeys.filter((key) => saidOf(content[key]) !== saidOf(known[key]))
  if (changed.length === 0) return
  refuseLocked(before, changed)
  refuseBadSplit(content)
  const { parts, ...cheque } = content
  await change(ctx.tx, 'cheques', { companyId: companyOf(ctx), id: before.id }, { ...cheque, number: cheque.number ?? undefined })
  if (mayChange(before.state) === 'everything') await writeChequePayments(ctx, { ...cheque, id: before.id }, parts)
}

const contentOf = (cheque: Cheque) => ({
  ...picked(cheque, contentKeys),
  parts: cheque.parts.map(({ contractId, amount }) => ({ contractId, amount })),
})

/** The order of parts says nothing. */
const saidOf = (value: unknown) => JSON.stringify(Array.isArray(value) ? value.map((one) => JSON.stringify(one)).toSorted() : value)

const words = ['number', 'bank', 'note']

function refuseLocked({ state }: Cheque, changed: readonly string[]) {
  const may = mayChange(state)
  if (may === 'everything' || (may === 'words' && changed.every((key) => words.includes(key)))) return
  throw conflict(
    may === 'words'
      ? 'Ce chèque est déposé\u00a0: son montant, sa date et ce qu’il paie ne changent plus. Retirez-le d’abord de son dépôt.'
      : `Ce chèque est «\u00a0${chequeStateNames[state]}\u00a0»\u00a0: il ne change plus.`,
    { code: 'cheque-locked' },
  )
}

function refuseBadSplit({ amount, parts }: Pick<Content, 'amount' | 'parts'>) {
  const trouble = partsTrouble(amount, parts)
  if (trouble) throw invalid({ cheque: { parts: trouble } })
}
