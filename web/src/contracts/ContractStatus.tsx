import { type ContractStatus as ContractStatusName, contractStatusNames } from '@bordee/core/contracts/contract-life.ts'
import { Status, type StatusTone } from '../ui/Status.tsx'

const tones: Record<ContractStatusName, StatusTone> = {
  draft: 'neutral',
  sent: 'info',
  printed: 'info',
  consulted: 'info',
  accepted: 'good',
  unpaid: 'attention',
  paid: 'good',
  declined: 'bad',
  canceled: 'neutral',
}

export const ContractStatus = ({ status }: { status: ContractStatusName }) => (
  <Status tone={tones[status]}>{contractStatusNames[status]}</Status>
)
