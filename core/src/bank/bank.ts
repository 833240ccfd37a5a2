// The prepaid bank of alerts, counted in alerts (one per SMS or call) rather than cents because their price may
// change (docs/product/bank.md).
import * as z from 'zod'
import { type Cents, formatMoney } from '../money.ts'
import { id, instant, named, required } from '../wire.ts'

export const bankTotal = named('BankTotal', z.object({ amount: z.int(), expiredAmount: z.int() }))

export const lot = named(
  'BankLot',
  z.object({ id, amount: z.int(), remaining: z.int(), expiresAt: z.iso.date().nullable(), createdAt: instant }),
)
export type Lot = z.infer<typeof lot>

/** The shortest life of a lot, in days: nobody buys alerts that expire next week. */
export const shortestLife = 8

export const lotFields = z.object({
  amount: z.int(required).min(1, 'Le nombre doit être d’au moins 1.').max(10_000_000, 'Le nombre est trop grand.'),
  expiresAt: z.iso.date('La date est invalide.').nullish(),
})

/** The highest monthly cap on billing once the bank is empty: beyond a hundred thousand dollars it must be a typo. */
export const highestCap: Cents = 10_000_000

export const monthlyCap = z
  .int('Le plafond doit être un montant, au cent près.')
  .min(0, 'Le plafond ne peut pas être négatif.')
  .max(highestCap, `Le plafond ne peut pas dépasser ${formatMoney(highestCap)}.`)

/** Cents: the most the next invoice may hold for the company's current month, and what it holds so far. */
export const bankBilling = named('BankBilling', z.object({ monthlyCap: z.int(), billedThisMonth: z.int() }))
