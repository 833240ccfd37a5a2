import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { LostScreen } from '../shells/Lost.tsx'
import { AccountScreen } from './AccountScreen.tsx'
import { CheckoutScreen } from './CheckoutScreen.tsx'
import { InvoiceScreen } from './InvoiceScreen.tsx'
import { OnboardingScreen } from './OnboardingScreen.tsx'

const pages: Record<string, (token: string) => ReactNode> = {
  onboarding: (token) => <OnboardingScreen token={token} />,
  account: (token) => <AccountScreen token={token} />,
  checkout: (token) => <CheckoutScreen clientSecret={token} />,
  invoice: (token) => <InvoiceScreen token={token} />,
}

// sandbox/:page/:token: what a real provider would show on its own site. One route for all of them: who signs in fetches the list of routes.
export function SandboxScreen() {
  const { page, token } = useParams({ from: '/public/answers/sandbox/$page/$token' })
  const show = Object.hasOwn(pages, page) ? pages[page] : undefined
  return show ? show(token) : <LostScreen />
}
