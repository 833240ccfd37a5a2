// Moves a cheque through its life, and its money with it. The caller holds the cheque.
import type { Cheque } from '@bordee/core/cheques/cheque.ts'
import { type ChequeState, chequeStateNames } from '@bordee/core/cheques/cheque-life.ts'
import { eventTo, isPaying } from '@bordee/core/cheques/register.ts'
import { conflict } from '@bordee/core/problem.ts'
import { takeChequePaymentsBack } from '../contracts/cheque-payments.ts'
import { audit } from '../engine/audit.ts'
import { type Ctx, companyOf } from '../engine/ctx.ts'
import { change } from '../engine/db/writing.ts'
import { tellBounced } from './cheques.letters.ts'

export async function moveCheque(ctx: Ctx, cheque: Cheque, to: ChequeState, reason: string | null) {
  const { id, state, number } = cheque
  const event = eventTo(state, to)
  if (!event) throw conflict(refusalOf(state, to), { code: 'cheque-state' })
  const hasBounced = event === 'bounce'
  // Contracts are locked before the cheque's row: whoever writes payments has them first.
  const contracts = isPaying(to)
    ? []
    : await takeChequePaymentsBack(ctx, id, hasBounced ? 'chequeBounced' : 'chequeReturned', `chèque nº\u00a0${number}`)
  const fees = contracts.flatMap(({ nsfFee }) => nsfFee ?? [])
  const nsfFee = hasBounced && fees.length > 0 ? Math.max(...fees) : null
  await change(
    ctx.tx,
    'cheques',
    { companyId: companyOf(ctx), id },
    { state: to, stateAt: ctx.now, reason, nsfFee, ...((event === 'takeOut' || event === 'return') && { depositId: null }) },
  )
  await audit(ctx, 'cheque-moved', { chequeId: id, event, reason })
  if (hasBounced) await tellBounced(ctx, { ...cheque, reason, nsfFee })
}

function refusalOf(from: ChequeState, to: ChequeState): string {
  if (to === 'deposited') return 'Un chèque se dépose avec «\u00a0Déposer\u00a0», qui en fait un bordereau.'
  return `Ce chèque est «\u00a0${chequeStateNames[from]}\u00a0»\u00a0: il ne peut pas devenir «\u00a0${chequeStateNames[to]}\u00a0».`
}
