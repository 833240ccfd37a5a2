// A period's contract events, and its payments.
import type { HistoryItem, PaymentRow } from '@bordee/core/contracts/contract.ts'
import { contractStatusNames, historyNames } from '@bordee/core/contracts/contract-life.ts'
import { contractCalls } from '@bordee/core/contracts/contracts.calls.ts'
import { formatMoney } from '@bordee/core/money.ts'
import { paymentMethodNames } from '@bordee/core/templates/terms.ts'
import { count } from '@bordee/core/text.ts'
import { Group, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { rowsOf, useCall } from '../calls.ts'
import { DataGrid, type GridColumn } from '../ui/grid/DataGrid.tsx'
import { Period, usePeriod } from '../ui/Period.tsx'
import { ContractStatus } from './ContractStatus.tsx'
import { ContractsTabs } from './ContractsTabs.tsx'
import { contractsOnly } from './contractsOnly.tsx'

const historyColumns: GridColumn<HistoryItem>[] = [
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

// contracts/history: every event of every contract, with who and when.
export const ContractHistoryScreen = contractsOnly(() => {
  const { range, setRange, days } = usePeriod()
  const history = useCall(contractCalls.listContractHistory, days)
  const navigate = useNavigate()
  return (
    <ContractsTabs>
      <Group mb="md">
        <Period range={range} onChange={setRange} />
      </Group>
      <DataGrid
        gridId="contract-history"
        label="Historique des contrats"
        {...rowsOf(history)}
        columns={historyColumns}
        exportAs="historique-des-contrats"
        onOpen={({ contractId }) => void navigate({ to: '/dashboard/contracts/list/{-$contractId}', params: { contractId } })}
        empty={{
          title: 'Rien dans cette période',
          description: 'Chaque envoi, signature, paiement et changement de statut s’inscrit ici.',
        }}
      />
    </ContractsTabs>
  )
})

const paymentColumns: GridColumn<PaymentRow>[] = [
  { id: 'paidAt', label: 'Payé le', kind: 'date', value: ({ paidAt }) => paidAt, size: 120 },
  { id: 'clientName', label: 'Client', value: ({ clientName }) => clientName, size: 220 },
  { id: 'contractNumber', label: 'Contrat', value: ({ contractNumber }) => contractNumber, size: 120 },
  { id: 'amount', label: 'Montant', kind: 'money', value: ({ amount }) => amount, size: 130 },
  { id: 'type', label: 'Type', kind: 'choice', choices: paymentMethodNames, value: ({ type }) => type, size: 160 },
  { id: 'wasOnline', label: 'En ligne', kind: 'yesno', value: ({ wasOnline }) => wasOnline, size: 110 },
  { id: 'clientNumber', label: 'Numéro du client', value: ({ clientNumber }) => clientNumber, size: 150 },
  { id: 'billingStreet', label: 'Rue de facturation', value: ({ billingStreet }) => billingStreet, size: 220 },
]

// contracts/payments: the payments received in a period.
export const ContractPaymentsScreen = contractsOnly(() => {
  const { range, setRange, days } = usePeriod()
  const payments = useCall(contractCalls.listContractPayments, days)
  const navigate = useNavigate()
  const sum = payments.data?.reduce((all, { amount }) => all + amount, 0) ?? 0
  return (
    <ContractsTabs>
      <Group mb="md" align="end" justify="space-between">
        <Period range={range} onChange={setRange} />
        {payments.data && (
          <Text className="bordee-figures" role="status">
            {count(payments.data.length, 'paiement')}, <strong>{formatMoney(sum)}</strong>
          </Text>
        )}
      </Group>
      <DataGrid
        gridId="contract-payments"
        label="Paiements"
        {...rowsOf(payments)}
        columns={paymentColumns}
        exportAs="paiements"
        onOpen={({ contractId }) => void navigate({ to: '/dashboard/contracts/list/{-$contractId}', params: { contractId } })}
        empty={{
          title: 'Aucun paiement dans cette période',
          description: 'Les paiements inscrits et ceux reçus en ligne apparaissent ici.',
        }}
      />
    </ContractsTabs>
  )
})
