// What some calls need before they can succeed: a link from a letter, an open checkout, a signed callback. Created
// over HTTP as people would, or put where a letter or a phone would have brought it.
import type { CallRow } from '@bordee/core/call.ts'
import type { Prologue } from './prologue.ts'
import { identityPrologues } from './prologues.identity.ts'
import { moneyPrologues } from './prologues.money.ts'
import { tradePrologues } from './prologues.trade.ts'

const prologues: Record<string, Prologue> = { ...identityPrologues, ...moneyPrologues, ...tradePrologues }

export const prologueOf = ({ name }: CallRow): Prologue | undefined => prologues[name]

/** These first create a contract, a run or a purchase, or solve a captcha: ten calls or more, none of them judged. */
const dear = new RegExp(
  [
    'Surplus$',
    '^(?!print).*Sandbox(Payment|Checkout|Confirmation|Invoice)$',
    '^(pay|accept|decline)Contract$',
    '^mark(Area|Site)',
    '^(sendSignInLink|submitQuote|deleteCompany|sendAlert|addLocations|deleteRun)$',
  ].join('|'),
)

/** The share of its calls that are prepared. */
export const preparedPart = ({ name }: CallRow) => (dear.test(name) ? 0.1 : 0.35)
