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

// sandbox/:page/:token: the pages that a real provider shows on its own site. They share one route to keep the route
// list short, because it is loaded before sign-in.
export function SandboxScreen() {
  const { page, token } = useParams({ from: '/public/answers/sandbox/$page/$token' })
  const show = Object.hasOwn(pages, page) ? pages[page] : undefined
  return show ? show(token) : <ExpiredLink />
}
