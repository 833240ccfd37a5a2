import { quoteCalls } from '@bordee/core/quotes/quotes.calls.ts'
import { useEffect, useState } from 'react'
import { ask } from '../api.ts'
import { isFramed } from './framed.ts'
import { QuoteForm } from './QuoteForm.tsx'
import { type Sender, Shell } from './Shell.tsx'
import { Thanks } from './ThanksPage.tsx'

const companyId = new URLSearchParams(location.search).get('companyId') || null

/** /demande-de-soumissions: for all companies, or for one given by `companyId`. */
export function QuotePage() {
  const company = useCompany()
  const [isSent, setIsSent] = useState(false)

  if (company === 'none')
    return (
      <Shell title="Ce formulaire n’est pas disponible">
        <div className="card">
          <p>Cette compagnie ne prend pas de demandes en ligne pour le moment. Communiquez directement avec elle.</p>
        </div>
      </Shell>
    )
  if (isSent)
    return (
      <Shell title="Merci! Votre demande est envoyée." company={company}>
        <Thanks again={() => setIsSent(false)} />
      </Shell>
    )
  return (
    <Shell
      title="Demandez votre soumission"
      lead={
        companyId
          ? 'Décrivez votre entrée\u00a0: nous vous proposerons un prix.'
          : 'Décrivez votre entrée une seule fois\u00a0: les compagnies de votre secteur vous proposent leur prix.'
      }
      company={company}
      promise={<NextSteps isOfCompany={companyId !== null} />}
    >
      <QuoteForm
        companyId={companyId}
        // The thank-you page can't be framed, so a framed form shows its thanks in place.
        onSent={() => (isFramed ? setIsSent(true) : location.assign('/demande-soumise'))}
      />
    </Shell>
  )
}

const NextSteps = ({ isOfCompany }: { isOfCompany: boolean }) => (
  <ol className="promise">
    <li>Vous décrivez votre entrée, en deux minutes.</li>
    <li>{isOfCompany ? 'La compagnie reçoit' : 'Les compagnies qui desservent votre adresse reçoivent'} votre demande.</li>
    <li>{isOfCompany ? 'Elle vous répond' : 'Elles vous répondent'} directement, sans obligation.</li>
  </ol>
)

/** Null while it is unknown or if none was given; 'none' if the company's module is off. */
function useCompany(): Sender | 'none' | null {
  const [company, setCompany] = useState<Sender | 'none' | null>(null)
  useEffect(() => {
    if (!companyId) return
    ask(quoteCalls.getQuoteCompany, { companyId }).then(setCompany, (problem: { status?: number }) => {
      if (problem.status !== undefined && problem.status < 500) setCompany('none')
    })
  }, [])
  return company
}
