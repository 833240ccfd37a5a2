import { sandboxCalls } from '@bordee/core/payments/sandbox.calls.ts'
import { Loader, Stack } from '@mantine/core'
import { PublicCard } from '../shells/PublicCard.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { AccountView } from './AccountView.tsx'
import { ExpiredLink } from './ExpiredLink.tsx'
import { useSandbox } from './useSandbox.ts'

// sandbox/account/:token: the account's page at the provider.
export function AccountPage({ token }: { token: string }) {
  const account = useSandbox(sandboxCalls.getSandboxAccount, { token })
  if (account.isLoadingError) return <ExpiredLink error={account.error} />
  return (
    <PublicCard title="Compte de paiement" lead={account.data?.companyName}>
      {account.data ? (
        <Stack>
          <AccountView token={token} />
          <LinkButton size="md" variant="subtle" to={account.data.returnPath}>
            Retour à Bordée
          </LinkButton>
        </Stack>
      ) : (
        <Loader role="status" aria-label="Chargement" />
      )}
    </PublicCard>
  )
}
