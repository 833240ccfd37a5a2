import type { Contract } from '@bordee/core/contracts/contract.ts'
import { type ContractStatus, contractStatusNames, statusChoices } from '@bordee/core/contracts/contract-life.ts'
import { contractCalls } from '@bordee/core/contracts/contracts.calls.ts'
import { Button, Select } from '@mantine/core'
import { IconArchive } from '@tabler/icons-react'
import { useAction } from '../calls.ts'
import { useWayBack } from '../shells/useWayBack.ts'
import { confirm } from '../ui/dialogs.tsx'
import { saveFirst } from '../ui/form/whyNot.ts'
import { PageHeader } from '../ui/states.tsx'
import { ContractStatus as StatusPill } from './ContractStatus.tsx'
import { PrintButton } from './PrintButton.tsx'
import { RemoveDraft } from './RemoveDraft.tsx'
import { SendButton } from './SendButton.tsx'
import { readyFor } from './stepOf.ts'

/** Actions on the whole contract. `isDirty`: unsaved changes must be saved or discarded first. */
export function ContractHeader({ contract, isDirty = false }: { contract: Contract; isDirty?: boolean }) {
  const { id, contractNumber, clientName, status } = contract
  const ready = readyFor(contract)
  const toList = useWayBack('contracts', '/dashboard/contracts/list')
  const archive = useAction(contractCalls.setContractStatuses, {
    done: 'Contrat archivé',
    failed: 'Impossible d’archiver les contrats.',
    after: () => toList({ ignoreBlocker: true }),
  })

  async function askThenArchive() {
    const sure = await confirm({
      title: `Archiver le contrat ${contractNumber}?`,
      message: 'Un contrat archivé ne change plus. Ses paiements et son historique sont gardés. Cette action est irréversible.',
      confirm: 'Archiver',
      destructive: true,
    })
    if (sure) archive.mutate({ contractIds: [id], status: 'canceled' })
  }

  return (
    <PageHeader
      title={`Contrat ${contractNumber}`}
      description={
        <>
          {clientName} <StatusPill status={status} />
        </>
      }
      onBack={toList}
      actions={
        <>
          <SendButton
            contract={{ ...contract, firstPaymentDate: contract.paymentShedules[0]?.paymentDate ?? null }}
            isNext={ready === 'sending'}
            why={isDirty && saveFirst}
          />
          <PrintButton contract={contract} isNext={ready === 'printing'} why={isDirty && saveFirst} />
          <StatusChoice contract={contract} isDirty={isDirty} />
          {status !== 'canceled' && (
            <Button
              variant="default"
              leftSection={<IconArchive size={16} />}
              loading={archive.isPending}
              onClick={() => void askThenArchive()}
            >
              Archiver
            </Button>
          )}
          <RemoveDraft contract={contract} onGone={() => toList({ ignoreBlocker: true })} />
        </>
      }
    />
  )
}

/** The statuses that the office may set; none once canceled. Only payments make a contract paid or unpaid. */
function StatusChoice({ contract, isDirty }: { contract: Contract; isDirty: boolean }) {
  const { id, status, signedOnPaper, payments } = contract
  const change = useAction(contractCalls.setContractStatuses, {
    done: 'Statut modifié',
    failed: 'Impossible de modifier le statut.',
  })
  const hasPayments = payments.some(({ deletedAt }) => deletedAt === null)
  const choices = statusChoices({ status, signedOnPaper, hasPayments })

  async function askThenChange(wanted: ContractStatus) {
    const sure = await confirm({
      title: `Passer au statut «\u00a0${contractStatusNames[wanted]}\u00a0»?`,
      message: 'Ce changement de statut est irréversible.',
      confirm: 'Changer le statut',
    })
    if (sure) change.mutate({ contractIds: [id], status: wanted })
  }

  return (
    <Select
      aria-label="Statut"
      w={160}
      allowDeselect={false}
      disabled={choices.length === 0 || isDirty || change.isPending}
      title={isDirty ? 'Enregistrez d’abord vos modifications.' : undefined}
      data={[status, ...choices].map((value) => ({ value, label: contractStatusNames[value] }))}
      value={status}
      onChange={(wanted) => wanted && wanted !== status && void askThenChange(wanted as ContractStatus)}
    />
  )
}
