import { billingCalls } from '@bordee/core/billing/billing.calls.ts'
import { formatMoney } from '@bordee/core/money.ts'
import { ask } from '../api.ts'
import { useAction } from '../calls.ts'
import { confirmWithBank } from '../payments/BankConfirmation.tsx'
import { confirm } from '../ui/dialogs.tsx'
import { notify } from '../ui/notify.ts'

/** Offers to pay with the default card what other cards could not: invoices that were given up are not charged unasked. */
export function useLatePayment() {
  const pay = useAction(billingCalls.payInvoice, { failed: 'Impossible de payer la facture pour le moment.' })

  async function payNow(id: string): Promise<void> {
    const answer = await pay.mutateAsync({ id })
    if (answer.status === 'paid') notify('success', 'Facture payée')
    else if (await confirmWithBank(answer)) await payNow(id) // either paid now, or refused with a reason
  }

  return async (card: string) => {
    const invoices = await ask(billingCalls.listInvoices)
    for (const { id, invoice_number, total } of invoices.filter(({ status }) => status === 'uncollectible')) {
      const isWanted = await confirm({
        title: 'Payer la facture en retard?',
        message: `La facture Bordée ${invoice_number} de ${formatMoney(total)} est en retard. La payer maintenant avec ${card}?`,
        confirm: `Payer ${formatMoney(total)}`,
      })
      if (isWanted) await payNow(id)
    }
  }
}
