import type { HistoryItem } from '@bordee/core/contracts/contract.ts'
import { contractStatusNames, historyNames } from '@bordee/core/contracts/contract-life.ts'
import { contractCalls } from '@bordee/core/contracts/contracts.calls.ts'
import { Group } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { rowsOf, useCall } from '../calls.ts'
import { DataGrid, type GridColumn } from '../ui/grid/DataGrid.tsx'
import { ContractStatus } from './ContractStatus.tsx'
import { ContractsTabs } from './ContractsTabs.tsx'
import { Period, usePeriod } from './Period.tsx'

const columns: GridColumn<HistoryItem>[] = [
  { id: 'createdAt', label: 'Date', kind: 'instant', value: ({ createdAt }) => createdAt, size: 160 },
  { id: 'contractNumber', label: 'Contrat', value: ({ contractNumber }) => contractNumber, size: 120 },
  { id: 'clientName', label: 'Client', value: ({ clientName }) => clientName, size: 220 },
  { id: 'event', label: 'Événement', kind: 'choice', choices: historyNames, value: ({ event }) => event, size: 220 },
  {
    id: 'status',
    label: 'Statut',
    kind: 'choice',
    choices: contractStatusNames,
    value: ({ status }) => status,
    cell: ({ status }) => <ContractStatus status={status} />,
    size: 130,
  },
  { id: 'userEmail', label: 'Par', value: ({ userEmail }) => userEmail, size: 220 },
  { id: 'detail', label: 'Détail', value: ({ detail }) => detail, size: 300 },
]

const rowId = ({ id }: HistoryItem) => id

// contracts/history: every move of every contract, with who and when.
export function ContractHistoryScreen() {
  return (
    <ContractsTabs>
      <History />
    </ContractsTabs>
  )
}

function History() {
  const { range, setRange, days } = usePeriod()
  const history = useCall(contractCalls.listContractHistory, days)
  const navigate = useNavigate()
  return (
    <>
      <Group mb="md">
        <Period range={range} onChange={setRange} />
      </Group>
      <DataGrid
        gridId="contract-history"
        label="Historique des contrats"
        {...rowsOf(history)}
        columns={columns}
        rowId={rowId}
        exportAs="historique-des-contrats"
        onOpen={({ contractId }) => void navigate({ to: '/dashboard/contracts/list/{-$contractId}', params: { contractId } })}
        empty={{
          title: 'Rien dans cette période',
          description: 'Chaque envoi, signature, paiement et changement de statut s’inscrit ici.',
        }}
      />
    </>
  )
}
