// The prepaid bank of alerts: counted in alerts, one per SMS or call, not in cents (WIRE §8).
import * as z from 'zod'
import { id, instant, named, required } from '../wire.ts'

export const bankTotal = named('BankTotal', z.object({ amount: z.int(), expiredAmount: z.int() }))

export const lot = named(
  'BankLot',
  z.object({ id, amount: z.int(), remaining: z.int(), expiresAt: z.iso.date().nullable(), createdAt: instant }),
)
export type Lot = z.infer<typeof lot>

/** A lot lives at least this long: nobody buys what is gone next week. */
export const shortestLife = 8

export const lotFields = z.object({
  amount: z.int(required).min(1, 'Le nombre doit être d’au moins 1.').max(10_000_000, 'Le nombre est trop grand.'),
  expiresAt: z.iso.date().nullish(),
})
