import type { ClientInvoiceRow } from '@bordee/core/client-invoices/client-invoice.ts'
import { formatMoney } from '@bordee/core/money.ts'
import { formatNumber } from '@bordee/core/text.ts'
import { Box } from '@mantine/core'
import { contractsOnly } from '../contracts/contractsOnly.tsx'
import type { Filter } from '../ui/grid/columns.ts'
import { only } from '../ui/gridLink.ts'
import { Tiles } from '../ui/Tiles.tsx'
import { InvoicesGrid, useInvoices } from './InvoicesGrid.tsx'
import { InvoicingTabs } from './InvoicingTabs.tsx'

const gridId = 'client-invoices'

// invoicing/invoices: the company's invoices to its clients (docs/product/client-invoices.md).
export const ClientInvoicesScreen = contractsOnly(() => {
  const invoices = useInvoices()
  return (
    <InvoicingTabs>
      {invoices.complete && invoices.rows && invoices.rows.length > 0 && <Sums rows={invoices.rows} />}
      <InvoicesGrid gridId={gridId} invoices={invoices} />
    </InvoicingTabs>
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
