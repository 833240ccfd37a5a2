// /demande-de-soumissions: the public form, on a phone or in a frame on a company's site. Built apart, to be light.
import '@fontsource-variable/figtree'
import './quote-page.css'
import './choices.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { initApi } from '../api.ts'
import { report } from '../report.ts'
import { isFramed, tellHeight } from './framed.ts'
import { QuotePage } from './QuotePage.tsx'
import { ThanksPage } from './ThanksPage.tsx'
import { WithdrawPage } from './WithdrawPage.tsx'

addEventListener('unhandledrejection', ({ reason }) => report(reason, 'quotes'))

// Every call is public: nobody signs in here.
initApi({ token: async () => null, tokenAtHand: () => null, companyId: () => null, onCompanyChanged: () => undefined })

const pages: Record<string, typeof QuotePage> = { '/demande-soumise': ThanksPage, '/demande-de-soumissions/retrait': WithdrawPage }
const Page = pages[location.pathname.replace(/\/$/, '')] ?? QuotePage

const container = document.getElementById('root')
if (container) {
  document.documentElement.toggleAttribute('data-framed', isFramed)
  tellHeight(container)
  createRoot(container).render(
    <StrictMode>
      <Page />
    </StrictMode>,
  )
}
