import type { ClientInvoiceRow } from '@bordee/core/client-invoices/client-invoice.ts'
import { clientInvoiceStatusNames } from '@bordee/core/client-invoices/client-invoice-life.ts'
import { clientInvoiceCalls } from '@bordee/core/client-invoices/client-invoices.calls.ts'
import { formatMoney } from '@bordee/core/money.ts'
import { formatNumber } from '@bordee/core/text.ts'
import { Box } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useRows } from '../calls.ts'
import { contractsOnly } from '../contracts/contractsOnly.tsx'
import type { Filter } from '../ui/grid/columns.ts'
import { DataGrid, type GridColumn } from '../ui/grid/DataGrid.tsx'
import { only } from '../ui/gridLink.ts'
import { LinkButton } from '../ui/LinkButton.tsx'
import { PageHeader } from '../ui/states.tsx'
import { Tiles } from '../ui/Tiles.tsx'
import { ClientInvoiceStatus } from './ClientInvoiceStatus.tsx'
import { InvoiceBatch } from './InvoiceBatch.tsx'
import { useLiveInvoices } from './useLiveInvoices.ts'

const gridId = 'client-invoices'

// A phone shows the first six columns.
const columns: GridColumn<ClientInvoiceRow>[] = [
  { id: 'number', label: 'Facture', value: ({ number }) => number ?? 'Brouillon', size: 135 },
  { id: 'clientName', label: 'Client', value: ({ clientName }) => clientName, size: 210 },
  {
    id: 'status',
    label: 'État',
    kind: 'choice',
    choices: clientInvoiceStatusNames,
    value: ({ status }) => status,
    cell: (invoice) => <ClientInvoiceStatus invoice={invoice} />,
    size: 140,
  },
  { id: 'totalPrice', label: 'Total', kind: 'money', value: ({ totalPrice }) => totalPrice, size: 120 },
  { id: 'amountLeft', label: 'Solde', kind: 'money', value: ({ number, amountLeft }) => (number ? amountLeft : null), size: 120 },
  { id: 'dueDate', label: 'Échéance', kind: 'date', value: ({ dueDate }) => dueDate, size: 125 },
  { id: 'issuedOn', label: 'Émise le', kind: 'date', value: ({ issuedOn }) => issuedOn, size: 125 },
  { id: 'isOverdue', label: 'En retard', kind: 'yesno', value: ({ isOverdue }) => isOverdue, size: 115 },
  { id: 'siteAddress', label: 'Point de service', value: ({ siteAddress }) => siteAddress, size: 230 },
  { id: 'purchaseOrder', label: 'Bon de commande', value: ({ purchaseOrder }) => purchaseOrder, size: 150 },
  { id: 'lineCount', label: 'Lignes', kind: 'number', value: ({ lineCount }) => lineCount, size: 95 },
  { id: 'sentAt', label: 'Envoyée le', kind: 'instant', value: ({ sentAt }) => sentAt, size: 160 },
  { id: 'subtotal', label: 'Avant taxes', kind: 'money', value: ({ subtotal }) => subtotal, size: 120, hidden: true },
  { id: 'creditedAmount', label: 'Crédité', kind: 'money', value: ({ creditedAmount }) => creditedAmount || null, size: 120, hidden: true },
  { id: 'paidAmount', label: 'Payé', kind: 'money', value: ({ paidAmount }) => paidAmount || null, size: 120, hidden: true },
  { id: 'overpaid', label: 'Payé en trop', kind: 'money', value: ({ overpaidAmount }) => overpaidAmount || null, size: 130, hidden: true },
  { id: 'clientNumber', label: 'Numéro du client', value: ({ clientNumber }) => clientNumber, size: 150, hidden: true },
  { id: 'clientEmail', label: 'Courriel', value: ({ clientEmail }) => clientEmail, size: 220, hidden: true },
  { id: 'createdAt', label: 'Créée le', kind: 'instant', value: ({ createdAt }) => createdAt, size: 160, hidden: true },
]

// invoicing/invoices: the company's invoices to its clients (docs/product/client-invoices.md).
export const ClientInvoicesScreen = contractsOnly(() => {
  const invoices = useRows(clientInvoiceCalls.listClientInvoices)
  const [selected, setSelected] = useState<string[]>([])
  const navigate = useNavigate()
  useLiveInvoices()
  return (
    <>
      <PageHeader
        title="Factures"
        description="Ce que la compagnie facture à ses clients."
        actions={
          <>
            <LinkButton to="/dashboard/invoicing/bank-files" variant="default">
              Relevés bancaires
            </LinkButton>
            <LinkButton to="/dashboard/invoicing/billables" variant="default">
              Voir ce qui est à facturer
            </LinkButton>
          </>
        }
      />
      {invoices.complete && invoices.rows && invoices.rows.length > 0 && <Sums rows={invoices.rows} />}
      <DataGrid
        gridId={gridId}
        label="Factures"
        {...invoices}
        columns={columns}
        exportAs="factures"
        selectable
        selected={selected}
        onSelectedChange={setSelected}
        onOpen={({ id }) => void navigate({ to: '/dashboard/invoicing/invoices/$invoiceId', params: { invoiceId: id } })}
        actions={(ids) => (
          <InvoiceBatch chosen={(invoices.rows ?? []).filter(({ id }) => ids.includes(id))} onDone={() => setSelected([])} />
        )}
        empty={{
          title: 'Aucune facture',
          description: 'Choisissez des lignes dans «\u00a0À facturer\u00a0» pour préparer une première facture.',
          action: <LinkButton to="/dashboard/invoicing/billables">Voir ce qui est à facturer</LinkButton>,
        }}
      />
    </>
  )
})

interface Shown {
  label: string
  tone?: 'attention'
  isIn: (row: ClientInvoiceRow) => boolean
  amount: (row: ClientInvoiceRow) => number
  filters: Record<string, Filter>
}

const tiles: Shown[] = [
  {
    label: 'Brouillons',
    isIn: ({ status }) => status === 'draft',
    amount: ({ totalPrice }) => totalPrice,
    filters: { status: { oneOf: ['draft'] } },
  },
  {
    label: 'À recevoir',
    isIn: ({ amountLeft }) => amountLeft > 0,
    amount: ({ amountLeft }) => amountLeft,
    filters: { amountLeft: { min: 0.01 } },
  },
  {
    label: 'En retard',
    tone: 'attention',
    isIn: ({ isOverdue }) => isOverdue,
    amount: ({ amountLeft }) => amountLeft,
    filters: { isOverdue: { oneOf: ['yes'] } },
  },
  {
    label: 'Payées',
    isIn: ({ status }) => status === 'paid',
    amount: ({ totalPrice }) => totalPrice,
    filters: { status: { oneOf: ['paid'] } },
  },
]

function Sums({ rows }: { rows: readonly ClientInvoiceRow[] }) {
  return (
    <Box mb="md">
      <Tiles
        label="Sommaire des factures"
        tiles={tiles.map(({ label, tone, isIn, amount, filters }) => {
          const those = rows.filter(isIn)
          const link = { to: '/dashboard/invoicing/invoices', search: only(gridId, filters) }
          const sum = those.reduce((all, row) => all + amount(row), 0)
          return { label, value: formatNumber(those.length), detail: formatMoney(sum), tone: those.length > 0 && (tone ?? false), link }
        })}
      />
    </Box>
  )
}
