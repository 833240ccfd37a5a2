import { sentence } from '@bordee/core/text.ts'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { ConditionsPage } from './ConditionsPage.tsx'
import { ConsentPage } from './ConsentPage.tsx'
import { RoutesPage } from './RoutesPage.tsx'
import { RunPage } from './RunPage.tsx'
import { SignInPage } from './SignInPage.tsx'
import type { Shift } from './shift.ts'

const refreshMs = 60_000

/** One page at a time: sign in, consent, choose a run, drive. */
export function OperatorPage({ shift }: { shift: Shift }) {
  const shown = useSyncExternalStore(shift.subscribe, shift.get)
  const [isAsking, setAsking] = useState(false)
  const [isPhotographing, setPhotographing] = useState(false)
  useEffect(() => {
    const again = () => {
      if (document.visibilityState === 'visible') void shift.refresh()
    }
    const timer = setInterval(again, refreshMs)
    document.addEventListener('visibilitychange', again)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', again)
    }
  }, [shift])

  if (shown.phase === 'loading')
    return (
      <main className="page centred">
        <p role="status">Chargement…</p>
      </main>
    )
  if (shown.phase === 'signed-out') return <SignInPage shift={shift} />
  if (shown.phase === 'may-not')
    return (
      <main className="page centred">
        <h1>Page réservée aux opérateurs</h1>
        <p>
          Votre compte ne conduit pas de tournée, ou{' '}
          {sentence(`le module Flotte n’est pas actif pour ${shown.who?.companyName || 'votre compagnie'}`)}
        </p>
        <a className="button" href="/dashboard">
          Aller au tableau de bord
        </a>
      </main>
    )
  if (shown.consent === null || isAsking)
    return (
      <ConsentPage
        companyName={shown.who?.companyName ?? ''}
        answer={shown.consent}
        onAnswer={(accepted) => {
          setAsking(false)
          void shift.answerConsent(accepted)
        }}
      />
    )
  if (shown.phase === 'running' && shown.run)
    return <RunPage shift={shift} shown={shown} run={shown.run} onAskConsent={() => setAsking(true)} />
  if (isPhotographing) return <ConditionsPage shift={shift} shown={shown} onClose={() => setPhotographing(false)} />
  return <RoutesPage shift={shift} shown={shown} onAskConsent={() => setAsking(true)} onConditions={() => setPhotographing(true)} />
}
