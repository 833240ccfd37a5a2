import { formatMoney } from '@bordee/core/money.ts'
import { isFullyEnabled } from '@bordee/core/payments/account.ts'
import { type SandboxAccount, sandboxCalls } from '@bordee/core/payments/sandbox.calls.ts'
import { Button, Loader, Stack } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useAction } from '../calls.ts'
import { PublicCard } from '../shells/PublicCard.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { AccountFacts, AccountView } from './AccountView.tsx'
import { CheckoutForm } from './CheckoutForm.tsx'
import { ExpiredLink } from './ExpiredLink.tsx'
import { InvoicePage } from './InvoicePage.tsx'
import { SandboxMark } from './SandboxMark.tsx'
import { useSandbox } from './useSandbox.ts'

const pages: Record<string, (token: string) => ReactNode> = {
  onboarding: (token) => <OnboardingPage token={token} />,
  account: (token) => <AccountPage token={token} />,
  checkout: (token) => <CheckoutPage clientSecret={token} />,
  invoice: (token) => <InvoicePage token={token} />,
}

// sandbox/:page/:token: the pages that a real provider shows on its own site. They share one route to keep the route
// list short, because it is loaded before sign-in.
export function SandboxScreen() {
  const { page, token } = useParams({ from: '/public/answers/sandbox/$page/$token' })
  const show = Object.hasOwn(pages, page) ? pages[page] : undefined
  return show ? show(token) : <ExpiredLink />
}

// sandbox/account/:token: the account's page at the provider.
function AccountPage({ token }: { token: string }) {
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

// sandbox/checkout/:clientSecret: the provider's payment page.
function CheckoutPage({ clientSecret }: { clientSecret: string }) {
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

// sandbox/onboarding/:token: here a real provider would ask for the company's identity and bank account.
function OnboardingPage({ token }: { token: string }) {
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
