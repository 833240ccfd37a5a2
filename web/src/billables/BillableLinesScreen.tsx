import {
  type Billable,
  type BillableGrouping,
  billableGroupings,
  billableKindNames,
  quantityWords,
} from '@bordee/core/billables/billable.ts'
import { billableStateNames } from '@bordee/core/billables/billable-life.ts'
import { billableCalls } from '@bordee/core/billables/billables.calls.ts'
import { count } from '@bordee/core/text.ts'
import { monthName } from '@bordee/core/time.ts'
import { Button } from '@mantine/core'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useRows } from '../calls.ts'
import { useInvoicing } from '../client-invoices/useInvoicing.tsx'
import { contractsOnly } from '../contracts/contractsOnly.tsx'
import { DataGrid, type GridColumn } from '../ui/grid/DataGrid.tsx'
import { PageHeader } from '../ui/states.tsx'
import { BillableDetail } from './BillableDetail.tsx'
import { BillableStatus } from './BillableStatus.tsx'
import { ShowAll, ShownSelect } from './ShownSelect.tsx'
import { shownNames, stateOf, useShown } from './shown.ts'
import { useLiveBillables } from './useLiveBillables.ts'

const quantityOf = ({ quantity, unit }: Billable) => (quantity === null ? null : quantityWords(quantity, unit))

// A phone shows the first six columns.
const columns: GridColumn<Billable>[] = [
  { id: 'clientName', label: 'Client', value: ({ clientName }) => clientName, size: 190 },
  { id: 'description', label: 'Description', value: ({ description }) => description, size: 300 },
  { id: 'quantity', label: 'Quantité', value: quantityOf, size: 120 },
  { id: 'price', label: 'Prix', kind: 'money', value: ({ price }) => price, size: 110 },
  { id: 'amount', label: 'Montant', kind: 'money', value: ({ amount }) => amount, size: 120 },
  {
    id: 'state',
    label: 'Statut',
    kind: 'choice',
    choices: billableStateNames,
    value: ({ state }) => state,
    cell: (line) => <BillableStatus line={line} />,
    size: 190,
  },
  { id: 'siteAddress', label: 'Point de service', value: ({ siteAddress }) => siteAddress, size: 230 },
  { id: 'kind', label: 'Genre', kind: 'choice', choices: billableKindNames, value: ({ kind }) => kind, size: 140 },
  { id: 'operationName', label: 'Opération', value: ({ operationName }) => operationName, size: 210 },
  { id: 'day', label: 'Jour', kind: 'date', value: ({ day }) => day, size: 115 },
  { id: 'contractNumber', label: 'Contrat', value: ({ contractNumber }) => contractNumber, size: 120 },
  { id: 'isCorrected', label: 'Corrigée', kind: 'yesno', value: ({ isCorrected }) => isCorrected, size: 110, hidden: true },
  { id: 'waiveReason', label: 'Raison', value: ({ waiveReason }) => waiveReason, size: 200, hidden: true },
  { id: 'decidedByName', label: 'Décidé par', value: ({ decidedByName }) => decidedByName, size: 160, hidden: true },
]

const filters: Record<BillableGrouping, 'operationId' | 'month' | 'clientId'> = {
  operation: 'operationId',
  month: 'month',
  client: 'clientId',
}
const titles: Record<BillableGrouping, (line: Billable) => string> = {
  operation: ({ operationName }) => operationName,
  month: ({ day }) => monthName(day),
  client: ({ clientName }) => clientName,
}

// invoicing/billables/:by/:key: the lines of one operation, month or client.
export const BillableLinesScreen = contractsOnly(() => {
  const { by: asked, key } = useParams({ from: '/dashboard/invoicing/billables/$by/$key' })
  const by = billableGroupings.find((one) => one === asked) ?? 'operation'
  const shown = useShown()
  const lines = useRows(billableCalls.listBillables, { [filters[by]]: key, ...stateOf(shown[0]) })
  const [openId, open] = useState<string | null>(null)
  const navigate = useNavigate()
  const [selected, setSelected] = useState<string[]>([])
  const { invoice, isPending } = useInvoicing()
  useLiveBillables()
  const [first] = lines.rows ?? []
  return (
    <>
      <PageHeader
        title={first ? titles[by](first) : by === 'month' ? monthName(key) : 'Lignes à facturer'}
        description="Une ligne garde la preuve de ce qu’elle facture. Montants avant taxes."
        onBack={() => void navigate({ to: '/dashboard/invoicing/billables' })}
        actions={<ShownSelect shown={shown} />}
      />
      <DataGrid
        gridId="billables"
        label="Lignes à facturer"
        {...lines}
        columns={columns}
        exportAs="lignes-a-facturer"
        selectable
        selected={selected}
        onSelectedChange={setSelected}
        actions={(ids) => (
          <Button loading={isPending} onClick={() => void invoice(ids.length > 0 ? { billableIds: ids } : { [filters[by]]: key })}>
            {ids.length > 0 ? `Facturer ${count(ids.length, 'ligne')}` : 'Tout facturer'}
          </Button>
        )}
        openId={openId}
        onOpenChange={open}
        detail={(line) => <BillableDetail key={line.id} line={line} />}
        empty={{
          title: `Aucune ligne dans «\u00a0${shownNames[shown[0]]}\u00a0»`,
          description: 'Des lignes écartées ou facturées sont peut-être dans ce groupe.',
          action: <ShowAll shown={shown} />,
        }}
      />
    </>
  )
})
