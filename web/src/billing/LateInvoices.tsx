import { billingCalls } from '@bordee/core/billing/billing.calls.ts'
import { formatMoney } from '@bordee/core/money.ts'
import { Anchor } from '@mantine/core'
import { useCall } from '../calls.ts'
import { useCan } from '../can.ts'

/** Links to the pages where late invoices are paid; nothing for those who don't see invoices. */
export function LateInvoices() {
  const can = useCan()
  const { data: invoices = [] } = useCall(billingCalls.listInvoices, can(billingCalls.listInvoices) ? {} : 'not yet')
  return invoices.map(
    ({ id, is_past_due, hosted_invoice_url, invoice_number, total }) =>
      is_past_due &&
      hosted_invoice_url && (
        <Anchor key={id} href={hosted_invoice_url} target="_blank" rel="noreferrer" display="block" fw={600}>
          Payer la facture Bordée {invoice_number} ({formatMoney(total)})
        </Anchor>
      ),
  )
}
