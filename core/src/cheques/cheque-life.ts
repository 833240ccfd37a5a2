// The life of a cheque (docs/product/cheques.md). One that was typed as a payment of a contract is in the register without
// its number, until someone completes it.
import { life } from '../life.ts'

export const chequeStates = ['typed', 'held', 'deposited', 'cleared', 'bounced', 'returned'] as const
export type ChequeState = (typeof chequeStates)[number]

export const chequeStateNames: Record<ChequeState, string> = {
  typed: 'À compléter',
  held: 'En main',
  deposited: 'Déposé',
  cleared: 'Encaissé',
  bounced: 'Sans provision',
  returned: 'Remis au client',
}

const chequeEvents = ['complete', 'deposit', 'takeOut', 'clear', 'unclear', 'bounce', 'return'] as const
export type ChequeEvent = (typeof chequeEvents)[number]

export const chequeLife = life<ChequeState, ChequeEvent>(chequeEvents, {
  typed: { complete: 'held' },
  held: { deposit: 'deposited', return: 'returned' },
  deposited: { takeOut: 'held', clear: 'cleared', bounce: 'bounced' },
  cleared: { unclear: 'deposited', bounce: 'bounced' },
  bounced: {},
  returned: {},
})
