// The life of a billable line: proposed, then waived or on an invoice (docs/product/billables.md).
import { life } from '../life.ts'

export const billableStates = ['proposed', 'waived', 'invoiced'] as const
export type BillableState = (typeof billableStates)[number]
export const billableStateNames: Record<BillableState, string> = { proposed: 'À facturer', waived: 'Écartée', invoiced: 'Facturée' }

const events = [
  /** The office: not to be billed, with a reason; or to be billed after all. */
  'waive',
  'takeBack',
  /** An invoice takes the line, or lets go of it before it is issued. */
  'invoice',
  'release',
] as const
type BillableEvent = (typeof events)[number]

export const billableLife = life<BillableState, BillableEvent>(events, {
  proposed: { waive: 'waived', invoice: 'invoiced' },
  waived: { takeBack: 'proposed' },
  invoiced: { release: 'proposed' },
})
