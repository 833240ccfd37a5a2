// A cheque (« chèque ») in the company's register, with what it pays (docs/product/cheques.md).
import * as z from 'zod'
import { largestTotal } from '../contracts/contract.ts'
import { type Cents, formatMoney } from '../money.ts'
import { dayOf } from '../templates/terms.ts'
import { id, instant, named, optionalLines, optionalText, text } from '../wire.ts'
import { chequeStates } from './cheque-life.ts'

const badAmount = 'Le montant doit être de 0,01 $ à 10 000 000 $.'
const amount = z.int(badAmount).min(1, badAmount).max(largestTotal, badAmount)

const mostParts = 20
const partInput = z.object({ contractId: z.uuid('Choisissez un contrat.').toLowerCase(), amount })
export type ChequePart = z.output<typeof partInput>

const content = {
  number: text(30).meta({ title: 'Numéro' }),
  bank: optionalText(100).meta({ title: 'Institution' }),
  amount: amount.meta({ title: 'Montant' }),
  /** The day that is written on it: it can't be deposited before. */
  dated: dayOf('date du chèque').meta({ title: 'Daté du' }),
  note: optionalLines(500).meta({ title: 'Note' }),
  /** All of it, on contracts of one client. */
  parts: z.array(partInput).min(1, 'Choisissez ce que le chèque paie.').max(mostParts, `Un chèque paie au plus ${mostParts} contrats.`),
}

/** What is wrong with how a cheque is split; undefined if nothing. */
export function partsTrouble(total: Cents, parts: readonly ChequePart[]): string | undefined {
  if (new Set(parts.map(({ contractId }) => contractId)).size < parts.length) return 'Un contrat figure deux fois.'
  const sum = parts.reduce((all, part) => all + part.amount, 0)
  if (sum === total) return undefined
  return `La répartition fait ${formatMoney(sum)}\u00a0: elle doit égaler le montant du chèque, ${formatMoney(total)}.`
}

function refuseBadSplit({ value, issues }: z.core.ParsePayload<{ amount?: Cents | undefined; parts?: ChequePart[] | undefined }>) {
  const { amount: total, parts } = value
  const message = total !== undefined && parts !== undefined && partsTrouble(total, parts)
  if (message) issues.push({ code: 'custom', path: ['parts'], message, input: parts })
}

export const chequeFields = z
  .object({ ...content, bank: content.bank.default(null), note: content.note.default(null) })
  .check(refuseBadSplit)

/** A merge: missing keys stay. `reason`: why it bounced, or was returned. */
export const chequeChanges = z
  .object({ ...content, state: z.enum(chequeStates), reason: optionalText(300) })
  .partial()
  .check(refuseBadSplit)
export type ChequeChanges = z.output<typeof chequeChanges>

export const cheque = named(
  'Cheque',
  z.object({
    id,
    ...content,
    /** Null while it is only a payment that was typed in its contract. */
    number: z.string().nullable(),
    bank: z.string().nullable(),
    note: z.string().nullable(),
    parts: z.array(z.object({ contractId: id, contractNumber: z.string(), amount: z.int() })),
    state: z.enum(chequeStates),
    /** Since when it is in this state; null for what was only typed. */
    stateAt: instant.nullable(),
    reason: z.string().nullable(),
    /** Cents, as its contracts state it for a cheque that bounces: proposed, never charged by itself. */
    nsfFee: z.int().nullable(),
    clientId: id.nullable(),
    clientName: z.string(),
    depositId: id.nullable(),
    depositNumber: z.int().nullable(),
    recordedBy: z.string().nullable(),
    createdAt: instant,
  }),
)
export type Cheque = z.infer<typeof cheque>

const mostInDeposit = 200
const someCheques = `Choisissez de 1 à ${mostInDeposit} chèques.`
const deposited = {
  depositedOn: dayOf('date du dépôt'),
  /** Where it goes. Of the account, the last digits only. */
  bank: optionalText(100),
  accountDigits: z.preprocess(
    (value) => (value === '' ? null : value),
    z
      .string()
      .regex(/^\d{2,4}$/, 'Entrez les 2 à 4 derniers chiffres du compte.')
      .nullable(),
  ),
}
export const depositFields = z.object({
  ...deposited,
  bank: deposited.bank.default(null),
  accountDigits: deposited.accountDigits.default(null),
  chequeIds: z.array(id, someCheques).min(1, someCheques).max(mostInDeposit, someCheques),
})

export const deposit = named(
  'Deposit',
  z.object({
    id,
    /** From 1 on, by company. */
    number: z.int(),
    depositedOn: z.iso.date(),
    bank: z.string().nullable(),
    accountDigits: z.string().nullable(),
    /** Those that are in it now: one that was taken out is not. */
    chequeIds: z.array(id),
    amount: z.int(),
    madeBy: z.string(),
    createdAt: instant,
  }),
)
export type Deposit = z.infer<typeof deposit>
