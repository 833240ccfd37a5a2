import type { ClientInvoiceRow } from '@bordee/core/client-invoices/client-invoice.ts'
import { clientInvoiceStatusNames, type ClientInvoiceStatus as State } from '@bordee/core/client-invoices/client-invoice-life.ts'
import { Status, type StatusTone } from '../ui/Status.tsx'

const tones: Record<State, StatusTone> = { draft: 'neutral', issued: 'info', partial: 'info', paid: 'good', credited: 'neutral' }

export function ClientInvoiceStatus({ invoice: { status, isOverdue } }: { invoice: Pick<ClientInvoiceRow, 'status' | 'isOverdue'> }) {
  if (isOverdue) return <Status tone="attention">En retard</Status>
  return <Status tone={tones[status]}>{clientInvoiceStatusNames[status]}</Status>
}
