// What switching the alert module on costs: 200 $ once, before taxes. It is a fee: it buys no alerts, and the bank starts at 0.
import type { Cents } from '../money.ts'

export const activationFee: Cents = 20_000

/** The platform is in Québec: GST 5 % and QST 9.975 %, in thousandths of a percent; each is rounded by itself. */
const taxes = [5000, 9975]

export const withTaxes = (amount: Cents): Cents => amount + taxes.reduce((sum, rate) => sum + Math.round((amount * rate) / 100_000), 0)
