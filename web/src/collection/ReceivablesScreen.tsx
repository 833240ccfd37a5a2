import { type AgedClient, ageNames, ages, lateOf, sumOfAges } from '@bordee/core/collection/ageing.ts'
import { collectionCalls } from '@bordee/core/collection/collection.calls.ts'
import { formatMoney } from '@bordee/core/money.ts'
import { count, formatNumber } from '@bordee/core/text.ts'
import { formatDate } from '@bordee/core/time.ts'
import { Box, SimpleGrid } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useCall } from '../calls.ts'
import { InvoicingTabs } from '../client-invoices/InvoicingTabs.tsx'
import { contractsOnly } from '../contracts/contractsOnly.tsx'
import { Chart } from '../ui/Charts.tsx'
import { DataGrid, type GridColumn } from '../ui/grid/DataGrid.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { Status } from '../ui/Status.tsx'
import { Hint } from '../ui/words.tsx'
import { useLiveCollection } from './useLiveCollection.ts'

// A phone shows the first six columns.
const columns: GridColumn<AgedClient>[] = [
  { id: 'clientName', label: 'Client', value: ({ clientName }) => clientName, size: 230 },
  { id: 'balance', label: 'Solde', kind: 'money', value: ({ balance }) => balance, size: 130 },
  { id: 'late', label: 'En retard', kind: 'money', value: (client) => lateOf(client) || null, size: 130 },
  { id: 'followUpOn', label: 'Prochain suivi', kind: 'date', value: ({ followUpOn }) => followUpOn, size: 135 },
  {
    id: 'stoppedFrom',
    label: 'Service suspendu dès le',
    kind: 'date',
    value: ({ stoppedFrom }) => stoppedFrom,
    cell: ({ stoppedFrom }) => (stoppedFrom ? <Status tone="attention">{formatDate(stoppedFrom)}</Status> : null),
    size: 200,
  },
  { id: 'waitingCheques', label: 'Chèques en attente', kind: 'money', value: ({ waitingCheques }) => waitingCheques || null, size: 160 },
  ...ages.map((age): GridColumn<AgedClient> => {
    return { id: age, label: ageNames[age], kind: 'money', value: (client) => client[age] || null, size: 135 }
  }),
  { id: 'overpaid', label: 'Payé en trop', kind: 'money', value: ({ overpaid }) => overpaid || null, size: 130 },
  { id: 'clientNumber', label: 'Numéro du client', value: ({ clientNumber }) => clientNumber, size: 150, hidden: true },
]

// invoicing/receivables: what clients owe, by how late it is (docs/product/collection.md).
export const ReceivablesScreen = contractsOnly(() => {
  const ageing = useCall(collectionCalls.listAgeing)
  const { data } = ageing
  const navigate = useNavigate()
  useLiveCollection()
  return (
    <InvoicingTabs>
      {data && data.clients.length > 0 && <Ages clients={data.clients} />}
      <DataGrid
        gridId="receivables"
        label="Comptes à recevoir"
        rows={data?.clients}
        complete={data !== undefined}
        failed={ageing.isError}
        onRetry={() => void ageing.refetch()}
        columns={columns}
        exportAs="comptes-a-recevoir"
        onOpen={({ clientId }) => clientId && void navigate({ to: '/dashboard/invoicing/receivables/$clientId', params: { clientId } })}
        empty={{
          title: 'Personne ne doit rien',
          description: 'Les versements des contrats signés et les factures émises s’affichent ici jusqu’à leur paiement.',
          action: <LinkButton to="/dashboard/invoicing/invoices">Voir les factures</LinkButton>,
        }}
      />
    </InvoicingTabs>
  )
})

/** Each age as a bar, and the sums in words. */
function Ages({ clients }: { clients: readonly AgedClient[] }) {
  const sum = (of: (client: AgedClient) => number) => clients.reduce((all, client) => all + of(client), 0)
  const balance = sum((client) => client.balance)
  const late = sum(lateOf)
  const overpaid = sum((client) => client.overpaid)
  const waiting = sum(({ waitingCheques }) => waitingCheques)
  const owing = clients.filter((client) => sumOfAges(client) > 0).length
  return (
    <Box className="bordee-card" p="md" mb="md">
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <div className="bordee-figures">
          <p style={{ margin: 0, fontSize: '1.5rem', fontWeight: 650 }}>{formatMoney(balance)}</p>
          <Hint>{`à recevoir de ${count(owing, 'client')}`}</Hint>
          <p style={{ margin: '12px 0 0', fontWeight: 650 }}>{`${formatMoney(late)} en retard`}</p>
          {overpaid > 0 && <Hint>{`Déduction faite de ${formatMoney(overpaid)} payés en trop.`}</Hint>}
          {waiting > 0 && (
            <Hint>{`${formatMoney(waiting)} en chèques qui ne sont pas encore encaissés\u00a0: le solde les compte comme payés.`}</Hint>
          )}
        </div>
        <Chart
          kind="bar"
          label="Montants dus selon le retard"
          height={180}
          format={(dollars) => `${formatNumber(Math.round(dollars))}\u00a0$`}
          data={ages.map((age) => ({ âge: ageNames[age], Montant: sum((client) => client[age]) / 100 }))}
          by="âge"
          series={[{ name: 'Montant', color: 'spruce' }]}
        />
      </SimpleGrid>
    </Box>
  )
}
