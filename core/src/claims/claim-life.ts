// The life of a claim. What a closed one held is no longer protected (docs/product/claims.md).
import { life } from '../life.ts'
import type { ClaimState } from './claim.ts'

const claimEvents = ['settle', 'reject', 'close', 'reopen'] as const
type ClaimEvent = (typeof claimEvents)[number]

export const claimLife = life<ClaimState, ClaimEvent>(claimEvents, {
  open: { settle: 'settled', reject: 'rejected', close: 'closed' },
  settled: { reopen: 'open', reject: 'rejected', close: 'closed' },
  rejected: { reopen: 'open', settle: 'settled', close: 'closed' },
  closed: { reopen: 'open' },
})

/** The event that leads from one state to another; undefined if there is none. */
export const eventTo = (from: ClaimState, to: ClaimState): ClaimEvent | undefined =>
  claimEvents.find((event) => claimLife.after(from, event) === to)

/** Where a claim in this state may go, itself included. */
export const reachable = (from: ClaimState): ClaimState[] => claimLife.states.filter((to) => to === from || eventTo(from, to) !== undefined)
