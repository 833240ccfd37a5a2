import type { ClientInvoiceRow } from '@bordee/core/client-invoices/client-invoice.ts'
import { clientInvoiceStatusNames } from '@bordee/core/client-invoices/client-invoice-life.ts'
import { clientInvoiceCalls } from '@bordee/core/client-invoices/client-invoices.calls.ts'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useRows } from '../calls.ts'
import { DataGrid, type GridColumn } from '../ui/grid/DataGrid.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { ClientInvoiceStatus } from './ClientInvoiceStatus.tsx'
import { InvoiceBatch } from './InvoiceBatch.tsx'
import { useLiveInvoices } from './useLiveInvoices.ts'

// A phone shows the first six columns.
const columns: GridColumn<ClientInvoiceRow>[] = [
  { id: 'number', label: 'Facture', value: ({ number }) => number ?? 'Brouillon', size: 135 },
  { id: 'clientName', label: 'Client', value: ({ clientName }) => clientName, size: 210 },
  {
    id: 'status',
    label: 'Statut',
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

export const useInvoices = (clientId?: string) => useRows(clientInvoiceCalls.listClientInvoices, { clientId })

/** Invoices and their actions: in the main list, and in a client's folder. */
export function InvoicesGrid({ gridId, invoices }: { gridId: string; invoices: ReturnType<typeof useInvoices> }) {
  const [selected, setSelected] = useState<string[]>([])
  const navigate = useNavigate()
  useLiveInvoices()
  return (
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
      actions={(ids) => <InvoiceBatch chosen={(invoices.rows ?? []).filter(({ id }) => ids.includes(id))} onDone={() => setSelected([])} />}
      empty={{
        title: 'Aucune facture',
        description: 'Choisissez des lignes dans «\u00a0À facturer\u00a0» pour préparer une première facture.',
        action: <LinkButton to="/dashboard/invoicing/billables">Voir ce qui est à facturer</LinkButton>,
      }}
    />
  )
}

export const FolderInvoices = ({ clientId }: { clientId: string }) => (
  <InvoicesGrid gridId="folder-invoices" invoices={useInvoices(clientId)} />
)
