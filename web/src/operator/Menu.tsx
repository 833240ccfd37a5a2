import { useState } from 'react'
import { CallOffice } from './CallOffice.tsx'
import { Sheet } from './Sheet.tsx'
import type { Shift } from './shift.ts'
import type { OwnRun, Shown } from './shown.ts'
import { isToDo } from './stops.ts'
import { Unsent } from './Unsent.tsx'
import { WorkDay } from './WorkDay.tsx'

interface Props {
  shift: Shift
  shown: Shown
  run?: OwnRun
  onAskConsent: () => void
  onTest?: () => void
  onConditions?: () => void
}

export function Menu({ shift, shown, run, onAskConsent, onTest, onConditions }: Props) {
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
          {run && isQuitting ? (
            <Quitting
              run={run}
              left={shown.steps.filter(isToDo).length}
              onStay={() => setQuitting(false)}
              onQuit={() => {
                close()
                void shift.quitRun()
              }}
            />
          ) : (
            <>
              {run && <WorkDay hours={shift.hours} shown={shown} />}
              <CallOffice phone={shown.who?.officePhone} />
              {run && (
                <button type="button" className="button" onClick={() => setQuitting(true)}>
                  Quitter la tournée
                </button>
              )}
            </>
          )}
          {onConditions && (
            <button type="button" className="button" onClick={onConditions}>
              États des lieux à faire
            </button>
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

interface QuittingProps {
  run: OwnRun
  /** Areas that nobody did or marked. */
  left: number
  onStay: () => void
  onQuit: () => void
}

function Quitting({ run, left, onStay, onQuit }: QuittingProps) {
  return (
    <section className="card">
      <p>
        Quitter «&nbsp;{run.routeName}&nbsp;»? {afterQuit(run)} Votre position ne sera plus enregistrée.
      </p>
      {left > 0 && <p>{left > 1 ? `${left} zones restent à faire.` : 'Une zone reste à faire.'}</p>}
      <div className="pair">
        <button type="button" className="button" onClick={onStay}>
          Non
        </button>
        <button type="button" className="button main" onClick={onQuit}>
          Oui, quitter
        </button>
      </div>
    </section>
  )
}

/** The last one to quit ends the run. */
function afterQuit({ others }: OwnRun): string {
  if (!others) return 'Elle se termine, sauf si un collègue y est encore.'
  if (others.length === 0) return 'Vous y êtes seul\u00a0: elle se termine.'
  return `Elle continue avec ${new Intl.ListFormat('fr-CA').format(others)}.`
}
