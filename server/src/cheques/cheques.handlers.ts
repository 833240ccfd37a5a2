import type { Cheque } from '@bordee/core/cheques/cheque.ts'
import { chequeLife, chequeStateNames } from '@bordee/core/cheques/cheque-life.ts'
import type { chequeCalls } from '@bordee/core/cheques/cheques.calls.ts'
import { conflict } from '@bordee/core/problem.ts'
import { lockContracts } from '../contracts/contracts.queries.ts'
import type { Ctx, Handlers } from '../engine/ctx.ts'
import { sql } from '../engine/db/sql.ts'
import { newId } from '../engine/db/writing.ts'
import { findCheques, findDeposits, holdCheque, lockCheque, readCheque } from './cheques.queries.ts'
import { makeDeposit, printDeposit } from './deposits.ts'
import { moveCheque } from './moving.ts'
import { completeCheque, correctCheque, recordCheque, saysThis } from './recording.ts'

const atHand = [...chequeLife.from('deposit'), ...chequeLife.from('clear')]

/** One that was only typed is a payment of its contract, which someone may be correcting there. */
async function lockForChange(ctx: Ctx, id: string): Promise<Cheque> {
  const found = await lockCheque(ctx, id)
  if (found.state !== 'typed') return found
  await lockContracts(
    ctx,
    found.parts.map(({ contractId }) => contractId),
  )
  return readCheque(ctx, id)
}

export const chequeHandlers: Handlers<typeof chequeCalls> = {
  listCheques: (ctx, { state, clientId, since }) =>
    findCheques(
      ctx,
      sql`(${state === undefined} or q.state = ${state ?? null})
        and (${since === undefined} or q.dated >= ${since ?? null}::date or q.state = any(${atHand}::text[]))`,
      clientId,
    ),

  async createCheque(ctx, { id, cheque }) {
    const chequeId = id ?? (await newId(ctx.tx))
    await holdCheque(ctx, chequeId)
    const [known] = await findCheques(ctx, sql`q.id = ${chequeId}`)
    if (!known) await recordCheque(ctx, chequeId, cheque)
    else if (known.state === 'typed') throw conflict('Cet identifiant a déjà servi à un paiement.', { code: 'id-used' })
    else if (!saysThis(known, cheque))
      throw conflict('Ce chèque est déjà inscrit, avec un autre contenu\u00a0: ouvrez-le pour le corriger.', { code: 'id-used' })
    return readCheque(ctx, chequeId)
  },

  async updateCheque(ctx, { id, cheque: { state, reason = null, ...changes } }) {
    const before = await lockForChange(ctx, id)
    if (before.state === 'typed') {
      if (state !== undefined && state !== 'typed' && state !== chequeLife.to('complete'))
        throw conflict(`Complétez d’abord ce chèque\u00a0: il ne peut pas devenir «\u00a0${chequeStateNames[state]}\u00a0».`)
      await completeCheque(ctx, before, changes)
    } else {
      await correctCheque(ctx, before, changes)
      if (state !== undefined && state !== before.state) await moveCheque(ctx, await readCheque(ctx, id), state, reason)
    }
    return readCheque(ctx, id)
  },

  listDeposits: (ctx) => findDeposits(ctx, sql`true`),

  createDeposit: (ctx, { id, deposit }) => makeDeposit(ctx, id ?? null, deposit),

  printDeposit: (ctx, { id }) => printDeposit(ctx, id),
}
