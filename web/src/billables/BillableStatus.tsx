import type { Billable } from '@bordee/core/billables/billable.ts'
import { type BillableState, billableStateNames } from '@bordee/core/billables/billable-life.ts'
import { Status, type StatusTone } from '../ui/Status.tsx'

const tones: Record<BillableState, StatusTone> = { proposed: 'info', waived: 'neutral', invoiced: 'good' }

type Shown = Pick<Billable, 'state' | 'amount' | 'isCorrected' | 'isSourceChanged'>

export function BillableStatus({ line: { state, amount, isCorrected, isSourceChanged } }: { line: Shown }) {
  if (isSourceChanged) return <Status tone="attention">Source changée</Status>
  if (state === 'proposed' && amount === null) return <Status tone="attention">À compléter</Status>
  return <Status tone={tones[state]}>{state === 'proposed' && isCorrected ? 'Corrigée' : billableStateNames[state]}</Status>
}
