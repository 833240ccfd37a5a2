import { useOpenInUrl } from '../ui/grid/useOpenInUrl.ts'
import { CreateButton } from '../ui/LinkButton.tsx'
import { ContractsGrid } from './ContractsGrid.tsx'
import { ContractsTabs } from './ContractsTabs.tsx'
import { contractsOnly } from './contractsOnly.tsx'
import { SendingProgress } from './SendingProgress.tsx'
import { SummaryBar } from './SummaryBar.tsx'

// contracts/list/:contractId?: who hasn't signed, who hasn't paid, and how much is owed (docs/product/contracts.md).
export const ContractsScreen = contractsOnly(() => {
  const [contractId, open] = useOpenInUrl('/dashboard/contracts/list/{-$contractId}')
  return (
    <ContractsTabs actions={<CreateButton to="/dashboard/contracts/create">Nouveau contrat</CreateButton>}>
      <SummaryBar />
      <SendingProgress />
      <ContractsGrid gridId="contracts" openId={contractId} onOpenChange={open} />
    </ContractsTabs>
  )
})
