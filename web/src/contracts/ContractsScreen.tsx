import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import type { HowToGo } from '../ui/grid/usePlace.ts'
import { ContractsGrid } from './ContractsGrid.tsx'
import { ContractsTabs } from './ContractsTabs.tsx'
import { SendingProgress } from './SendingProgress.tsx'
import { SummaryBar } from './SummaryBar.tsx'

// contracts/list/:contractId?: who hasn't signed, who hasn't paid, and how much is owed (docs/product/contracts.md).
export function ContractsScreen() {
  const { contractId } = useParams({ from: '/dashboard/contracts/list/{-$contractId}' })
  const navigate = useNavigate()
  const open = (id: string | null, how: HowToGo) =>
    void navigate({ to: '/dashboard/contracts/list/{-$contractId}', params: { contractId: id ?? undefined }, search: true, ...how })
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
      <ContractsGrid gridId="contracts" openId={contractId ?? null} onOpenChange={open} />
    </ContractsTabs>
  )
}
