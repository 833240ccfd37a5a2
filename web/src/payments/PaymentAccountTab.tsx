import { paymentAccountCalls } from '@bordee/core/payments/accounts.calls.ts'
import { Button, Skeleton, Stack, Text } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { useAction, useCall } from '../calls.ts'
import { useConfig } from '../config.ts'
import { AccountView } from '../sandbox/AccountView.tsx'
import { lazyComponent } from '../ui/lazyComponent.tsx'

const StripeAccount = lazyComponent(
  async () => (await import('./StripeAccount.tsx')).StripeAccount,
  () => <Skeleton height={180} radius={10} />,
)

const unreadable = 'Impossible de consulter votre compte de paiement.'

/** The provider's page for the account, embedded in ours. */
export function PaymentAccountTab() {
  const config = useConfig()
  const session = useCall(paymentAccountCalls.getAccountSession)
  const signIn = useAction(paymentAccountCalls.getAccountSignInLink, {
    failed: unreadable,
    after: ({ url }) => location.assign(url),
  })
  if (session.isError)
    return (
      <Text c="var(--mantine-color-error)" role="alert">
        {unreadable}
      </Text>
    )
  if (!session.data || !config) return <Skeleton height={180} radius={10} />
  return (
    <Stack className="bordee-card" p="lg" align="flex-start" maw={config.provider.payment === 'stripe' ? undefined : 720}>
      {config.provider.payment === 'stripe' ? (
        <StripeAccount publishableKey={config.paymentPublishableKey ?? ''} clientSecret={session.data.clientSecret} />
      ) : (
        <AccountView token={session.data.clientSecret} />
      )}
      <Button variant="default" leftSection={<IconExternalLink size={16} />} loading={signIn.isPending} onClick={() => signIn.mutate({})}>
        Ouvrir chez le fournisseur de paiement
      </Button>
    </Stack>
  )
}
