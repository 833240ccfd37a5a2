import { Problem } from '@bordee/core/problem.ts'
import { quoteCalls } from '@bordee/core/quotes/quotes.calls.ts'
import { useState } from 'react'
import { ask } from '../api.ts'
import { Shell } from './Shell.tsx'

/** After the #, so that it reaches no server log, and link scanners can't withdraw the request. */
const code = location.hash.slice(1)

const told = {
  missing: 'Il manque le code dans ce lien. Ouvrez le lien complet du courriel de confirmation.',
  unknown: 'Ce lien n’est plus valable. La demande a peut-être déjà été effacée.',
  failed: 'Une erreur inconnue est survenue, veuillez réessayer plus tard.',
}

/** /demande-de-soumissions/retrait#<code>: withdraws the request from every company that received it. */
export function WithdrawPage() {
  const [state, setState] = useState<'asking' | 'busy' | 'done' | keyof typeof told>(code ? 'asking' : 'missing')

  async function withdraw() {
    setState('busy')
    try {
      await ask(quoteCalls.withdrawQuote, { code })
      setState('done')
    } catch (problem) {
      setState(problem instanceof Problem && problem.status === 404 ? 'unknown' : 'failed')
    }
  }

  const isOpen = state !== 'missing' && state !== 'unknown'
  if (state === 'done')
    return (
      <Shell title="Votre demande est retirée">
        <div className="card" role="status">
          <p>Toutes les compagnies qui l’avaient reçue en sont informées. Vous n’avez rien d’autre à faire.</p>
          <div className="buttons">
            <a className="button quiet" href="/demande-de-soumissions">
              Faire une nouvelle demande
            </a>
          </div>
        </div>
      </Shell>
    )
  return (
    <Shell title="Retirer votre demande">
      <div className="card">
        {isOpen && <p>Votre demande de soumission sera retirée auprès de toutes les compagnies qui l’ont reçue. C’est sans retour.</p>}
        {state in told && (
          <p className="told" role="alert">
            {told[state as keyof typeof told]}
          </p>
        )}
        {isOpen && (
          <div className="buttons">
            <button type="button" className="button" disabled={state === 'busy'} onClick={() => void withdraw()}>
              Retirer ma demande
            </button>
          </div>
        )}
      </div>
    </Shell>
  )
}
