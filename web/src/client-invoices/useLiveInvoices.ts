import { clientInvoiceCalls } from '@bordee/core/client-invoices/client-invoices.calls.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useLive } from '../live.ts'

/** Payments come in, and colleagues issue. */
export function useLiveInvoices() {
  const client = useQueryClient()
  useLive('client-invoices', () => client.invalidateQueries({ queryKey: [clientInvoiceCalls.listClientInvoices.slice] }), {
    isUnderWay: false,
  })
}
