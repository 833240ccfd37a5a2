import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { AccountPage } from './AccountPage.tsx'
import { CheckoutPage } from './CheckoutPage.tsx'
import { ExpiredLink } from './ExpiredLink.tsx'
import { InvoicePage } from './InvoicePage.tsx'
import { OnboardingPage } from './OnboardingPage.tsx'

const pages: Record<string, (token: string) => ReactNode> = {
  onboarding: (token) => <OnboardingPage token={token} />,
  account: (token) => <AccountPage token={token} />,
  checkout: (token) => <CheckoutPage clientSecret={token} />,
  invoice: (token) => <InvoicePage token={token} />,
}

// sandbox/:page/:token: what a real provider would show on its own site. One route for all of them: who signs in fetches the list of routes.
export function SandboxScreen() {
  const { page, token } = useParams({ from: '/public/answers/sandbox/$page/$token' })
  const show = Object.hasOwn(pages, page) ? pages[page] : undefined
  return show ? show(token) : <ExpiredLink />
}
