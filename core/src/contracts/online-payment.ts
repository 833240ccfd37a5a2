// What can be paid by card on a contract now (docs/product/payments.md).
import * as z from 'zod'
import { life } from '../life.ts'
import type { Cents } from '../money.ts'

/** A payment can arrive for a checkout that we closed at the same moment. */
export const checkoutLife = life<'open' | 'expired' | 'paid', 'pay' | 'expire'>(['pay', 'expire'], {
  open: { pay: 'paid', expire: 'expired' },
  expired: { pay: 'paid' },
  paid: {},
})

/** What the browser opens to pay. */
export const checkout = z.object({
  clientSecret: z.string(),
  provider: z.enum(['embedded', 'stripe']),
  accountId: z.string(),
  checkoutUrl: z.string().nullable(),
  amount: z.int(),
})
export type Checkout = z.infer<typeof checkout>

/** Card networks accept no less. */
export const smallestCharge: Cents = 50

interface Due {
  id: string
  amountLeft: Cents
}

type ToPay<D> = { due: D } | { refusal: 'unknown' | 'paid' | 'previous-open' | 'too-small' }

/** The instalment asked for, else the first with an amount left. Earlier `dues` must be paid first. */
export function instalmentToPay<D extends Due>(dues: readonly D[], wantedId?: string): ToPay<D> {
  const first = dues.find(({ amountLeft }) => amountLeft > 0)
  const due = wantedId === undefined ? first : dues.find(({ id }) => id === wantedId)
  if (wantedId !== undefined && !due) return { refusal: 'unknown' }
  if (!due || due.amountLeft === 0) return { refusal: 'paid' }
  if (due !== first) return { refusal: 'previous-open' }
  return due.amountLeft < smallestCharge ? { refusal: 'too-small' } : { due }
}
