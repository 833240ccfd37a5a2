// A company's account with the payment provider (docs/product/payments.md).
import * as z from 'zod'
import { named } from '../wire.ts'

export const paymentAccount = named(
  'PaymentAccount',
  z.object({
    id: z.string(),
    chargesEnabled: z.boolean(),
    payoutsEnabled: z.boolean(),
    disabledReason: z.string().nullable(),
  }),
)
export type PaymentAccount = z.infer<typeof paymentAccount>

/** « En fonction »; anything less is « En erreur ». */
export const isFullyEnabled = ({ chargesEnabled, payoutsEnabled, disabledReason }: PaymentAccount): boolean =>
  chargesEnabled && payoutsEnabled && disabledReason === null
