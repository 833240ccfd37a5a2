import { useState } from 'react'
import { Sheet } from './Sheet.tsx'
import type { Shift } from './shift.ts'
import type { OwnRun, Shown } from './shown.ts'
import { Unsent } from './Unsent.tsx'

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
          <Unsent shift={shift} shown={shown} />
          <a className="button" href="/dashboard">
            Retour à Bordée
          </a>
        </Sheet>
      )}
    </>
  )
}
