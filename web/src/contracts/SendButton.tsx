import type { ContractInGrid } from '@bordee/core/contracts/contract.ts'
import { maySend } from '@bordee/core/contracts/contract-life.ts'
import { contractCalls } from '@bordee/core/contracts/contracts.calls.ts'
import { Button } from '@mantine/core'
import { IconMailForward } from '@tabler/icons-react'
import { useCan } from '../can.ts'
import { useSend } from './useSend.ts'

/** Sends for the first time, or again with a fresh link. */
export function SendButton({
  contract: { id, status, firstPaymentDate },
  disabled = false,
}: {
  contract: Pick<ContractInGrid, 'id' | 'status' | 'firstPaymentDate'>
  disabled?: boolean
}) {
  const { send, isPending } = useSend()
  const can = useCan()
  if (!maySend(status) || !can(contractCalls.sendContracts)) return null
  return (
    <Button
      variant="default"
      leftSection={<IconMailForward size={16} />}
      loading={isPending}
      disabled={disabled}
      onClick={() => void send([{ id, firstPaymentDate }])}
    >
      {status === 'draft' ? 'Envoyer' : 'Renvoyer'}
    </Button>
  )
}
