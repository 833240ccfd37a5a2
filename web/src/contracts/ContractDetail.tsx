import type { ContractInGrid } from '@bordee/core/contracts/contract.ts'
import { isSigned } from '@bordee/core/contracts/contract-life.ts'
import { contractCalls } from '@bordee/core/contracts/contracts.calls.ts'
import { Button, Group, Skeleton, Stack } from '@mantine/core'
import { IconCash, IconFileText } from '@tabler/icons-react'
import { useCall } from '../calls.ts'
import { ContractUsage } from '../season/ContractUsage.tsx'
import { BrokenPart } from '../ui/broken.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { DrawerTitle, Hint } from '../ui/words.tsx'
import { ContractHistory } from './ContractHistory.tsx'
import { ContractReading } from './ContractReading.tsx'
import { ContractStatus } from './ContractStatus.tsx'
import { NextStep } from './NextStep.tsx'
import { PrintButton } from './PrintButton.tsx'
import { RemoveDraft } from './RemoveDraft.tsx'
import { SendButton } from './SendButton.tsx'
import { Surplus } from './Surplus.tsx'
import { readyFor } from './stepOf.ts'

interface Props {
  contract: ContractInGrid
  onPayments: () => void
  onGone: () => void
}

/** Shows the list's own fields at once; the rest of the contract loads after. */
export function ContractDetail({ contract, onPayments, onGone }: Props) {
  const { id, contractNumber, clientName, status, amountLeft } = contract
  const whole = useCall(contractCalls.getContract, { id })
  // The next step is the first button.
  const ready = whole.data ? readyFor(whole.data) : null
  const isOwed = isSigned(status) && amountLeft > 0
  return (
    <Stack>
      <div>
        <Hint>Contrat {contractNumber}</Hint>
        <DrawerTitle mb={4}>{clientName}</DrawerTitle>
        <ContractStatus status={status} />
      </div>
      {whole.data && <NextStep contract={whole.data} />}
      {whole.data && <Surplus contract={whole.data} />}
      {status === 'draft' && <SendButton contract={contract} isNext={ready === 'sending'} />}
      {isOwed && (
        <Button leftSection={<IconCash size={16} />} onClick={onPayments}>
          Paiements
        </Button>
      )}
      <LinkButton
        to={`/dashboard/contracts/edit/${id}`}
        variant={ready || isOwed ? 'default' : 'filled'}
        leftSection={<IconFileText size={16} />}
      >
        Ouvrir le contrat
      </LinkButton>
      <Group gap="xs" grow preventGrowOverflow={false}>
        {status !== 'draft' && <SendButton contract={contract} />}
        <PrintButton contract={contract} isNext={ready === 'printing'} />
        {isSigned(status) && !isOwed && (
          <Button variant="default" leftSection={<IconCash size={16} />} onClick={onPayments}>
            Paiements
          </Button>
        )}
      </Group>
      {whole.data ? (
        <>
          {isSigned(status) && whole.data.ceiling !== null && <ContractUsage contractId={id} />}
          <ContractReading contract={whole.data} />
          <ContractHistory contractId={id} />
          <RemoveDraft contract={whole.data} onGone={onGone} />
        </>
      ) : whole.isLoadingError ? (
        <BrokenPart onRetry={() => void whole.refetch()} />
      ) : (
        <Stack gap="md" role="status" aria-busy>
          <span className="bordee-visually-hidden">Chargement…</span>
          {[60, 85, 70, 90, 55].map((width) => (
            <Skeleton key={width} height={12} radius={6} width={`${width}%`} />
          ))}
        </Stack>
      )}
    </Stack>
  )
}
