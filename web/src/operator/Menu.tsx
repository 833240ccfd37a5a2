import { useState } from 'react'
import type { Refused } from './kept.ts'
import { Sheet } from './Sheet.tsx'
import type { Shift } from './shift.ts'
import type { OwnRun, Shown } from './shown.ts'

interface Props {
  shift: Shift
  shown: Shown
  run?: OwnRun
  onAskConsent: () => void
  onTest?: () => void
}

export function Menu({ shift, shown, run, onAskConsent, onTest }: Props) {
  const [isOpen, setOpen] = useState(false)
  const [isQuitting, setQuitting] = useState(false)
  const close = () => {
    setOpen(false)
    setQuitting(false)
  }
  return (
    <>
      <button type="button" className="menu" aria-label="Menu" onClick={() => setOpen(true)}>
        ⋯
      </button>
      {isOpen && (
        <Sheet title={shown.who?.name ?? 'Menu'} onClose={close}>
          {run && !isQuitting && (
            <button type="button" className="button" onClick={() => setQuitting(true)}>
              Quitter la tournée
            </button>
          )}
          {run && isQuitting && (
            <>
              <p>Quitter «&nbsp;{run.routeName}&nbsp;»? Votre position ne sera plus enregistrée.</p>
              <button
                type="button"
                className="button main"
                onClick={() => {
                  close()
                  void shift.quitRun()
                }}
              >
                Oui, quitter
              </button>
            </>
          )}
          {onTest && (
            <button
              type="button"
              className="button"
              onClick={() => {
                close()
                onTest()
              }}
            >
              Autotest du téléphone
            </button>
          )}
          <button
            type="button"
            className="button"
            onClick={() => {
              close()
              onAskConsent()
            }}
          >
            Enregistrement de ma position
          </button>
          {shown.refused.length > 0 && <PutAside refused={shown.refused} onForget={() => void shift.forgetRefused()} />}
          <a className="button" href="/dashboard">
            Retour à Bordée
          </a>
        </Sheet>
      )}
    </>
  )
}

const kindNames: Record<Refused['kind'], string> = {
  consent: 'Réponse sur la position',
  start: 'Départ',
  join: 'Arrivée dans une tournée',
  quit: 'Fin',
  mark: 'Marque',
  position: 'Position',
}

function PutAside({ refused, onForget }: { refused: Refused[]; onForget: () => void }) {
  const groups = Map.groupBy(refused, ({ kind, why }) => `${kindNames[kind]}\u00a0: ${why}`)
  return (
    <section className="card">
      <h3>Mis de côté</h3>
      <p className="quiet">Le serveur a refusé ce qui suit. Parlez-en au bureau avant de l’effacer.</p>
      <ul>
        {[...groups].map(([text, own]) => (
          <li key={text}>
            {text}
            {own.length > 1 && ` (${own.length})`}
          </li>
        ))}
      </ul>
      <button type="button" className="link" onClick={onForget}>
        Effacer cette liste
      </button>
    </section>
  )
}
