import { billingCalls } from '@bordee/core/billing/billing.calls.ts'
import { Problem } from '@bordee/core/problem.ts'
import { useState } from 'react'
import { useAction } from '../calls.ts'
import { confirmWithBank } from '../payments/BankConfirmation.tsx'

/** Buys once per press: retries send the same key until the server refuses the purchase. */
export function usePurchase(after: () => void) {
  const [requestKey, setRequestKey] = useState(() => crypto.randomUUID())
  const buy = useAction(billingCalls.buyAlerts, { failed: 'Impossible d’acheter des alertes pour le moment.' })

  async function purchase(order: { offerId: string; paymentMethodId: string }): Promise<void> {
    const answer = await buy.mutateAsync({ ...order, requestKey })
    if (!('status' in answer)) return after()
    if (await confirmWithBank(answer)) return purchase(order) // either paid now, or refused with a reason
  }

  return {
    isPending: buy.isPending,
    purchase: (order: { offerId: string; paymentMethodId: string }) =>
      void purchase(order).catch((error: unknown) => {
        if (error instanceof Problem && error.status >= 400 && error.status < 500) setRequestKey(crypto.randomUUID())
      }),
  }
}
