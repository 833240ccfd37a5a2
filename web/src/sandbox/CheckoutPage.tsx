import { formatMoney } from '@bordee/core/money.ts'
import { sandboxCalls } from '@bordee/core/payments/sandbox.calls.ts'
import { Loader, Stack } from '@mantine/core'
import { PublicCard } from '../shells/PublicCard.tsx'
import { CheckoutForm } from './CheckoutForm.tsx'
import { ExpiredLink } from './ExpiredLink.tsx'
import { SandboxMark } from './SandboxMark.tsx'
import { useSandbox } from './useSandbox.ts'

// sandbox/checkout/:clientSecret: the provider's payment page.
export function CheckoutPage({ clientSecret }: { clientSecret: string }) {
  const checkout = useSandbox(sandboxCalls.getSandboxCheckout, { clientSecret })
  if (checkout.isLoadingError || checkout.data?.status === 'expired') return <ExpiredLink error={checkout.error} />
  if (!checkout.data)
    return (
      <PublicCard title="Paiement">
        <Loader role="status" aria-label="Chargement" />
      </PublicCard>
    )
  const { amount, description, status } = checkout.data
  return (
    <PublicCard title={status === 'paid' ? 'Paiement reçu' : `Payer ${formatMoney(amount)}`} lead={description}>
      <Stack>
        <SandboxMark />
        {status === 'open' && <CheckoutForm clientSecret={clientSecret} amount={amount} onPaid={() => void checkout.refetch()} />}
      </Stack>
    </PublicCard>
  )
}
