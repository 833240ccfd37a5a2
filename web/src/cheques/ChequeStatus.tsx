import type { Cheque } from '@bordee/core/cheques/cheque.ts'
import { type ChequeState, chequeStateNames } from '@bordee/core/cheques/cheque-life.ts'
import { isStale } from '@bordee/core/cheques/register.ts'
import { Status, type StatusTone } from '../ui/Status.tsx'

const tones: Record<ChequeState, StatusTone> = {
  typed: 'attention',
  held: 'info',
  deposited: 'neutral',
  cleared: 'good',
  bounced: 'bad',
  returned: 'neutral',
}

export const ChequeStatus = ({ cheque, today }: { cheque: Pick<Cheque, 'state' | 'dated'>; today: string }) =>
  isStale(cheque, today) ? (
    <Status tone="attention">Plus de six mois</Status>
  ) : (
    <Status tone={tones[cheque.state]}>{chequeStateNames[cheque.state]}</Status>
  )
