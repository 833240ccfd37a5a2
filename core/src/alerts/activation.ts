// The fee to switch the alert module on: 200 $ once, before taxes. It buys no alerts; the bank starts at 0.
import type { Cents } from '../money.ts'

export const activationFee: Cents = 20_000
