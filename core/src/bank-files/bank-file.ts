// A bank's file: its lines that bring money in, what each may pay, and what was applied (docs/product/bank-files.md).
import * as z from 'zod'
import { largestTotal } from '../contracts/contract.ts'
import { id, instant, named, text } from '../wire.ts'
import { bankColumns } from './columns.ts'
import { matchLevels, matchReasons } from './matching.ts'

const cents = z.int()

export const bankAccount = named(
  'BankAccount',
  z.object({
    id,
    name: z.string(),
    /** The last ones, where its files have the number. */
    digits: z.string().nullable(),
    /** As the last file was read. */
    columns: bankColumns,
  }),
)
export type BankAccount = z.infer<typeof bankAccount>

/** Base64 of some 5,000 lines. */
const largestFile = 960_000
export const newBankFile = z.object({
  /** The browser's, of a new account; or of a known one. */
  accountId: id,
  /** Of a new account. */
  accountName: text(60).nullish(),
  name: text(120),
  content: z
    .base64('Ce fichier est illisible.')
    .min(1)
    .max(largestFile, 'Ce fichier est trop gros\u00a0: exportez une période plus courte.'),
  /** As they were read the last time, or guessed. */
  columns: bankColumns.nullish(),
})
export type NewBankFile = z.output<typeof newBankFile>

const part = z.object({
  contractId: id.nullable(),
  invoiceId: id.nullable(),
  /** Of the contract or the invoice. */
  number: z.string(),
  clientId: id.nullable(),
  clientName: z.string(),
  amount: cents,
})
export type BankPart = z.infer<typeof part>

export const bankLine = named(
  'BankLine',
  z.object({
    id,
    day: z.iso.date(),
    amount: cents,
    description: z.string(),
    reference: z.string().nullable(),
    /** Of a file that was sent before. */
    isKnown: z.boolean(),
    appliedAt: instant.nullable(),
    appliedBy: z.string().nullable(),
    /** Null once it is applied. */
    level: z.enum(matchLevels).nullable(),
    reason: z.enum(matchReasons).nullable(),
    /** What it pays, or most likely pays. */
    parts: z.array(part),
    depositId: id.nullable(),
    depositNumber: z.int().nullable(),
  }),
)
export type BankLine = z.infer<typeof bankLine>

export const bankFileRow = named(
  'BankFileRow',
  z.object({
    id,
    accountId: id,
    accountName: z.string(),
    name: z.string(),
    from: z.iso.date().nullable(),
    to: z.iso.date().nullable(),
    lineCount: z.int(),
    appliedCount: z.int(),
    /** What is in no other file that was sent before. */
    newCount: z.int(),
    /** Lines of what went out, and rows that couldn't be read. */
    otherCount: z.int(),
    unreadCount: z.int(),
    amount: cents,
    sentBy: z.string(),
    createdAt: instant,
  }),
)
export type BankFileRow = z.infer<typeof bankFileRow>

export const bankFile = named('BankFile', bankFileRow.extend({ lines: z.array(bankLine) }))
export type BankFile = z.infer<typeof bankFile>

const badAmount = 'Le montant doit être supérieur à 0.'
const partInput = z.object({
  contractId: id.nullish(),
  invoiceId: id.nullish(),
  amount: z.int(badAmount).min(1, badAmount).max(largestTotal, 'Le montant est trop élevé.'),
})
export const mostApplied = 200
const some = `Choisissez de 1 à ${mostApplied} lignes.`
export const applied = z
  .array(z.object({ lineId: id, parts: z.array(partInput).max(20, 'Une ligne paie au plus 20 soldes.'), depositId: id.nullish() }), some)
  .min(1, some)
  .max(mostApplied, some)
  .refine((lines) => new Set(lines.map(({ lineId }) => lineId)).size === lines.length, 'Une ligne figure deux fois.')
export type Applied = z.output<typeof applied>
export const undone = z.array(id, some).min(1, some).max(mostApplied, some)
