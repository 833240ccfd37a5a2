import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useOpenInUrl } from '../ui/grid/useOpenInUrl.ts'
import { ContractsGrid } from './ContractsGrid.tsx'
import { ContractsTabs } from './ContractsTabs.tsx'
import { SendingProgress } from './SendingProgress.tsx'
import { SummaryBar } from './SummaryBar.tsx'

// contracts/list/:contractId?: who hasn't signed, who hasn't paid, and how much is owed (docs/product/contracts.md).
export function ContractsScreen() {
  const [contractId, open] = useOpenInUrl('/dashboard/contracts/list/{-$contractId}')
  return (
    <ContractsTabs
      actions={
        <Button component={Link} to="/dashboard/contracts/create" leftSection={<IconPlus size={16} />}>
          Nouveau contrat
        </Button>
      }
    >
      <SummaryBar />
      <SendingProgress />
      <ContractsGrid gridId="contracts" openId={contractId} onOpenChange={open} />
    </ContractsTabs>
  )
}
