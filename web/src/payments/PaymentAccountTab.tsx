import { paymentAccountCalls } from '@bordee/core/payments/accounts.calls.ts'
import { Button, Skeleton, Stack, Text } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { useAction, useCall } from '../calls.ts'
import { AccountPage } from '../sandbox/AccountPage.tsx'

const unreadable = 'Impossible de consulter votre compte de paiement.'

/** The account's page with the provider, inside ours. */
export function PaymentAccountTab() {
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
  if (!session.data) return <Skeleton height={180} radius={10} />
  return (
    <Stack className="bordee-card" p="lg" align="flex-start" maw={720}>
      <AccountPage token={session.data.clientSecret} />
      <Button variant="default" leftSection={<IconExternalLink size={16} />} loading={signIn.isPending} onClick={() => signIn.mutate({})}>
        Ouvrir chez le fournisseur de paiement
      </Button>
    </Stack>
  )
}
