import type { BillableGroup, BillableGrouping } from '@bordee/core/billables/billable.ts'
import { billableCalls } from '@bordee/core/billables/billables.calls.ts'
import { formatMoney } from '@bordee/core/money.ts'
import { count } from '@bordee/core/text.ts'
import { monthName } from '@bordee/core/time.ts'
import { SegmentedControl, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { rowsOf, useCall } from '../calls.ts'
import { InvoicingTabs } from '../client-invoices/InvoicingTabs.tsx'
import { contractsOnly } from '../contracts/contractsOnly.tsx'
import { DataGrid, type GridColumn } from '../ui/grid/DataGrid.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { Status } from '../ui/Status.tsx'
import { ShowAll, ShownSelect } from './ShownSelect.tsx'
import { groupingNames, shownNames, stateOf, useGrouping, useShown } from './shown.ts'
import { useLiveBillables } from './useLiveBillables.ts'

const heads: Record<BillableGrouping, string> = { operation: 'Opération', month: 'Mois', client: 'Client' }

const columnsBy = (by: BillableGrouping): GridColumn<BillableGroup>[] => [
  { id: 'name', label: heads[by], value: ({ id, name }) => (by === 'month' ? monthName(id) : name), size: 280 },
  { id: 'amount', label: 'Montant avant taxes', kind: 'money', value: ({ amount }) => amount, size: 170 },
  { id: 'count', label: 'Lignes', kind: 'number', value: (group) => group.count, size: 100 },
  {
    id: 'incomplete',
    label: 'À compléter',
    kind: 'number',
    value: ({ incomplete }) => incomplete,
    cell: ({ incomplete }) => (incomplete > 0 ? <Status tone="attention">{`${incomplete} à compléter`}</Status> : null),
    size: 150,
  },
  {
    id: 'changed',
    label: 'Source changée',
    kind: 'number',
    value: ({ changed }) => changed,
    cell: ({ changed }) => (changed > 0 ? <Status tone="info">{`${changed} à revoir`}</Status> : null),
    size: 150,
  },
  { id: 'day', label: 'Dernier jour', kind: 'date', value: ({ day }) => day, size: 130 },
]
const columns = { operation: columnsBy('operation'), month: columnsBy('month'), client: columnsBy('client') }

const groupings = Object.entries(groupingNames).map(([value, label]) => ({ value: value as BillableGrouping, label }))

// invoicing/billables: what operations brought beside the season's price, to review before it is invoiced (docs/product/billables.md).
export const BillablesScreen = contractsOnly(() => {
  const [by, group] = useGrouping()
  const shown = useShown()
  const groups = useCall(billableCalls.listBillableGroups, { by, ...stateOf(shown[0]) })
  const navigate = useNavigate()
  useLiveBillables()
  return (
    <InvoicingTabs actions={<ShownSelect shown={shown} />}>
      {groups.data && groups.data.length > 0 && <Sums groups={groups.data} />}
      <DataGrid
        key={by}
        gridId={`billables-by-${by}`}
        label="À facturer"
        {...rowsOf(groups)}
        columns={columns[by]}
        exportAs="a-facturer"
        onOpen={({ id }) => void navigate({ to: '/dashboard/invoicing/billables/$by/$key', params: { by, key: id } })}
        actions={<SegmentedControl aria-label="Regrouper" value={by} onChange={group} data={groupings} />}
        empty={
          shown[0] === 'proposed' || shown[0] === 'all'
            ? {
                title: 'Rien à facturer',
                description:
                  'À la fermeture d’une opération, ce que les contrats facturent par passage, par sortie, à l’heure, par matériau ' +
                  'ou au-delà d’un plafond se retrouve ici, avec sa preuve.',
                action: <LinkButton to="/dashboard/operations">Voir les opérations</LinkButton>,
              }
            : { title: `Aucune ligne dans «\u00a0${shownNames[shown[0]]}\u00a0»`, action: <ShowAll shown={shown} /> }
        }
      />
    </InvoicingTabs>
  )
})

function Sums({ groups }: { groups: readonly BillableGroup[] }) {
  const sum = (of: (group: BillableGroup) => number) => groups.reduce((all, group) => all + of(group), 0)
  const incomplete = sum((group) => group.incomplete)
  const words = [
    count(
      sum((group) => group.count),
      'ligne',
    ),
    `${formatMoney(sum((group) => group.amount))} avant taxes`,
    ...(incomplete > 0 ? [`${incomplete} à compléter`] : []),
  ]
  return (
    <Text size="sm" mb="sm" className="bordee-figures" role="status">
      {words.join(' · ')}
    </Text>
  )
}
