import type { PaymentMethod } from '@bordee/core/payments/card.ts'
import { Skeleton } from '@mantine/core'
import { useConfig } from '../config.ts'
import { SandboxCardForm } from '../sandbox/SandboxCardForm.tsx'
import { lazyComponent } from '../ui/lazyComponent.tsx'

const meanwhile = () => <Skeleton height={260} radius={10} />
const StripeCardForm = lazyComponent(async () => (await import('./StripeCardForm.tsx')).StripeCardForm, meanwhile)

/** Adds a card, in the configured provider's form. */
export function CardForm(props: { onSaved: (card: PaymentMethod) => void; onCancel: () => void }) {
  const config = useConfig()
  if (!config) return meanwhile()
  if (config.provider.payment === 'stripe') return <StripeCardForm publishableKey={config.paymentPublishableKey ?? ''} {...props} />
  return <SandboxCardForm {...props} />
}
