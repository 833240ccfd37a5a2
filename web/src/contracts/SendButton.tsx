import type { ContractInGrid } from '@bordee/core/contracts/contract.ts'
import { maySend } from '@bordee/core/contracts/contract-life.ts'
import { contractCalls } from '@bordee/core/contracts/contracts.calls.ts'
import { IconMailForward } from '@tabler/icons-react'
import { useCan } from '../can.ts'
import { type Why, WhyButton } from '../ui/WhyButton.tsx'
import { useSend } from './useSend.ts'

/** Sends for the first time, or again with a fresh link. */
export function SendButton({
  contract: { id, status, clientEmail, firstPaymentDate },
  isNext = false,
  why,
}: {
  contract: Pick<ContractInGrid, 'id' | 'status' | 'clientEmail' | 'firstPaymentDate'>
  /** The next step: the first button. */
  isNext?: boolean
  why?: Why
}) {
  const { send, isPending } = useSend()
  const can = useCan()
  if (!maySend(status) || !can(contractCalls.sendContracts)) return null
  return (
    <WhyButton
      variant={isNext ? 'filled' : 'default'}
      leftSection={<IconMailForward size={16} />}
      loading={isPending}
      why={why || (!clientEmail && 'Ce client n’a pas de courriel\u00a0: ajoutez-le à son dossier, puis synchronisez le contrat.')}
      onClick={() => void send([{ id, firstPaymentDate }])}
    >
      {status === 'draft' ? 'Envoyer' : 'Renvoyer'}
    </WhyButton>
  )
}
