import { type Billable, type BillableChanges, billableAmount } from '@bordee/core/billables/billable.ts'
import { billableLife } from '@bordee/core/billables/billable-life.ts'
import type { billableCalls } from '@bordee/core/billables/billables.calls.ts'
import { largestTotal } from '@bordee/core/contracts/contract.ts'
import { conflict, invalid } from '@bordee/core/problem.ts'
import { audit } from '../engine/audit.ts'
import { type Ctx, companyOf, type Handlers } from '../engine/ctx.ts'
import { isPiece, readPiece } from '../engine/db/pieces.ts'
import { sql } from '../engine/db/sql.ts'
import { change, defined } from '../engine/db/writing.ts'
import { billLater } from '../operations/closed-operations.ts'
import { nameOf } from '../operations/operations.queries.ts'
import { askedRows, billableGroups, billableList, readBillable } from './billables.queries.ts'
import { lockBillables } from './proposing.ts'

export const billableHandlers: Handlers<typeof billableCalls> = {
  listBillables: (ctx, asked) => (isPiece(asked) ? readPiece(ctx, billableList(asked), asked) : ctx.tx.jsonList(askedRows(ctx, asked))),

  listBillableGroups: (ctx, { by, state }) => ctx.tx.jsonList(billableGroups(ctx, by, state)),

  async updateBillable(ctx, { id, billable: sent }) {
    const companyId = companyOf(ctx)
    await lockBillables(ctx, companyId)
    const before = await readBillable(ctx, id)
    const after = changed(before, sent)
    if (!after) return before
    await change(ctx.tx, 'billables', { id, companyId }, { ...after, ...decision(ctx, after) })
    await audit(ctx, verbOf(before, after), { billableId: id, from: told(before), to: told(after) })
    ctx.publish(companyId, { topic: 'billables' })
    // A source that is gone takes the line along.
    if (!isDecided(after)) await billLater(ctx, companyId, [before.operationId])
    return readBillable(ctx, id)
  },
}

type Decided = Pick<Billable, 'state' | 'description' | 'quantity' | 'price' | 'amount' | 'waiveReason' | 'isCorrected'>

/** Undefined if nothing changes. */
function changed(before: Billable, sent: BillableChanges): Decided | undefined {
  if (before.state === 'invoiced')
    throw conflict('Cette ligne est facturée\u00a0: seul un crédit peut encore la changer.', { code: 'billable-invoiced' })
  const { waiveReason, isCorrected, ...values } = defined(sent)
  const kept = isCorrected === false ? ofSource(before) : before
  const { description, quantity, price } = { ...kept, ...values }
  if (price !== null && price < 0 && before.adjustsId === null) throw invalid({ billable: { price: 'Le prix ne peut pas être négatif.' } })
  const amount = billableAmount({ unit: before.unit, quantity, price })
  if (amount !== null && Math.abs(amount) > largestTotal) throw invalid({ billable: { price: 'Le montant est trop élevé.' } })
  const isOther = description !== kept.description || quantity !== kept.quantity || price !== kept.price
  const after = {
    ...movedBy(before, waiveReason),
    description,
    quantity,
    price,
    amount,
    isCorrected: isOther || (isCorrected ?? before.isCorrected),
  }
  const isSame = Object.entries(after).every(([key, value]) => before[key as keyof Decided] === value)
  return isSame && !before.isSourceChanged ? undefined : freed(before, after)
}

/** Nobody's decision any more: it follows its source at once. */
const freed = (before: Billable, after: Decided): Decided =>
  after.state === 'proposed' && !after.isCorrected ? { ...after, ...ofSource(before) } : after

function movedBy({ state, waiveReason }: Billable, reason: string | null | undefined): Pick<Billable, 'state' | 'waiveReason'> {
  if (reason === undefined) return { state, waiveReason }
  const event = reason === null ? 'takeBack' : 'waive'
  return { state: billableLife.after(state, event) ?? state, waiveReason: reason }
}

const ofSource = ({ sourceDescription, sourceQuantity, sourcePrice, sourceAmount }: Billable) => ({
  description: sourceDescription,
  quantity: sourceQuantity,
  price: sourcePrice,
  amount: sourceAmount,
})

/** Who decided, and when: nobody, if the line follows its source. What its source said by then is known to them. */
function decision(ctx: Ctx, after: Decided) {
  const { accountId } = ctx.actor
  if (!isDecided(after)) return { isSourceChanged: false, decidedAt: null, decidedBy: null, decidedByName: null }
  return { isSourceChanged: false, decidedAt: ctx.now, decidedBy: accountId, decidedByName: nameOf(sql`${accountId}::uuid`) }
}

const isDecided = ({ state, isCorrected }: Decided) => state === 'waived' || isCorrected

const verbOf = (before: Billable, after: Decided) => {
  if (after.state === 'waived') return 'billable-waived'
  return after.isCorrected && before.state !== 'waived' ? 'billable-corrected' : 'billable-restored'
}

const told = ({ quantity, price, amount, waiveReason }: Decided) => ({ quantity, price, amount, waiveReason })
