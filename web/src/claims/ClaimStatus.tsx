import { type Claim, type ClaimState, claimStateNames } from '@bordee/core/claims/claim.ts'
import { Status, type StatusTone } from '../ui/Status.tsx'

const tones: Record<ClaimState, StatusTone> = { open: 'attention', settled: 'good', rejected: 'neutral', closed: 'neutral' }

export function ClaimStatus({ claim: { state, heldAt } }: { claim: Pick<Claim, 'state' | 'heldAt'> }) {
  return (
    <>
      <Status tone={tones[state]}>{claimStateNames[state]}</Status> {heldAt && <Status tone="info">Figée</Status>}
    </>
  )
}
