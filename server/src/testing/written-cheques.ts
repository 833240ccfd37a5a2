// What the calls of cheques need besides fresh values, and where what they wrote is read back.
import { randomUUID } from 'node:crypto'
import { api } from '@bordee/core/api.ts'
import { newContract, today } from './contracts.ts'
import { newCheque } from './world.ts'
import type { Setting, Written } from './writing.ts'

/** Another amount in each round, all of it for one contract. */
async function paying({ people, round }: Setting) {
  const { id: contractId } = await newContract(people.owner, { status: 'accepted' })
  const amount = 1000 + round
  return { amount, dated: today(), parts: [{ contractId, amount }] }
}

const reads: Written['reads'] = async ({ people }, { id }, answer) => {
  const listed = (await people.owner(api.listCheques)).find((one) => one.id === answer.id)
  return [answer, listed].map((cheque) => ({ id, cheque }))
}

export const writtenCheques: Record<string, Written> = {
  createCheque: { given: async (setting) => ({ id: randomUUID(), cheque: await paying(setting) }), reads },
  /** The second time, it is returned. */
  updateCheque: {
    given: async (setting) => {
      const { round, people } = setting
      const more = round === 0 ? { state: 'held' as const, reason: undefined } : { state: 'returned' as const }
      return { id: (await newCheque(people.owner)).id, cheque: { ...(await paying(setting)), ...more } }
    },
    reads,
  },
  createDeposit: {
    given: async ({ people }) => ({
      id: randomUUID(),
      deposit: { chequeIds: [(await newCheque(people.owner)).id], depositedOn: today(), accountDigits: '4821' },
    }),
    reads: async ({ people }, { id }, answer) => {
      const listed = (await people.owner(api.listDeposits)).find((one) => one.id === answer.id)
      return [answer, listed].map((deposit) => ({ id, deposit }))
    },
  },
}
