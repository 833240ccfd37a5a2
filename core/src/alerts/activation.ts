// What switching the alert module on costs: 200 $ once, before taxes. It is a fee: it buys no alerts, and the bank starts at 0.
import type { Cents } from '../money.ts'

export const activationFee: Cents = 20_000
