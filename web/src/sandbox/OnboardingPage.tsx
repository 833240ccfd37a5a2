import { isFullyEnabled } from '@bordee/core/payments/account.ts'
import { type SandboxAccount, sandboxCalls } from '@bordee/core/payments/sandbox.calls.ts'
import { Button, Loader, Stack } from '@mantine/core'
import { useAction } from '../calls.ts'
import { PublicCard } from '../shells/PublicCard.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { AccountFacts } from './AccountView.tsx'
import { ExpiredLink } from './ExpiredLink.tsx'
import { SandboxMark } from './SandboxMark.tsx'
import { useSandbox } from './useSandbox.ts'

// sandbox/onboarding/:token: here a real provider would ask for the company's identity and bank account.
export function OnboardingPage({ token }: { token: string }) {
  const account = useSandbox(sandboxCalls.getSandboxOnboarding, { token })
  if (account.isLoadingError) return <ExpiredLink error={account.error} />
  return (
    <PublicCard title="Configurer le compte de paiement" lead={account.data?.companyName}>
      {account.data ? <Onboarding token={token} account={account.data} /> : <Loader role="status" aria-label="Chargement" />}
    </PublicCard>
  )
}

function Onboarding({ token, account }: { token: string; account: SandboxAccount }) {
  const end = useAction(sandboxCalls.endSandboxOnboarding, { failed: 'Impossible de configurer ce compte.' })
  const isChosen = (outcome: string) => end.isPending && end.variables.outcome === outcome
  return (
    <Stack>
      <SandboxMark />
      <AccountFacts {...account} />
      {end.isSuccess && (
        <p role="status">
          {isFullyEnabled(account)
            ? 'C’est fait\u00a0: le compte accepte les cartes.'
            : 'Le compte est resté incomplet\u00a0: il n’accepte aucune carte.'}
        </p>
      )}
      <Button
        size="md"
        loading={isChosen('complete')}
        disabled={isFullyEnabled(account)}
        onClick={() => end.mutate({ token, outcome: 'complete' })}
      >
        Activer les paiements et les virements
      </Button>
      <Button size="md" variant="default" loading={isChosen('incomplete')} onClick={() => end.mutate({ token, outcome: 'incomplete' })}>
        Laisser le compte incomplet
      </Button>
      <LinkButton size="md" variant="subtle" to={account.returnPath}>
        Retour à Bordée
      </LinkButton>
    </Stack>
  )
}
