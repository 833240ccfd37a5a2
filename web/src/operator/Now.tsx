import { indicatorMeanings } from '@bordee/core/sites/site.ts'
import { type MouseEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { GoThere } from './GoThere.tsx'
import type { Position } from './kept.ts'
import { NotDoneSheet } from './NotDoneSheet.tsx'
import type { Shift } from './shift.ts'
import { nextSteps, type Step } from './stops.ts'

interface Props {
  shift: Shift
  steps: Step[]
  isMade: boolean
  position: Position | null
  /** What can still be undone. */
  children: ReactNode
}

/** The next stop, large and first, the stop after it, and the two buttons within reach of a thumb. */
export function Now({ shift, steps, isMade, position, children }: Props) {
  const [leaving, setLeaving] = useState<Step | null>(null)
  const [now, then] = nextSteps(steps)
  if (steps.length === 0)
    return (
      <p className="card" role="status">
        {isMade ? 'Ce trajet n’a aucun point de service.' : 'Les points de service arrivent dès que le réseau revient.'}
      </p>
    )
  if (!now)
    return (
      <>
        <Finished steps={steps} />
        <div className="thumb">{children}</div>
      </>
    )
  return (
    <>
      <section className="card here" aria-live="polite" aria-label="Prochain arrêt">
        <p className="quiet">Maintenant · {now.area.name}</p>
        <p className="big">{now.stop.address}</p>
        <p className="quiet">{now.stop.customerName}</p>
        <Remarks step={now} />
        <GoThere stop={now.stop} position={position} />
      </section>
      {then && (
        <section className="card" aria-label="Arrêt suivant">
          <p className="quiet">Ensuite · {then.area.name}</p>
          <p className="next">{then.stop.address}</p>
        </section>
      )}
      <div className="thumb">
        {children}
        <StopButton
          step={now}
          className="button main huge"
          onPress={(step) => void shift.mark(step, { type: 'mark_as_done', reason: null, note: null })}
        >
          ✓ Marquer comme fait
        </StopButton>
        <StopButton step={now} className="button" onPress={setLeaving}>
          Pas fait / problème
        </StopButton>
      </div>
      {leaving && <NotDoneSheet shift={shift} step={leaving} onClose={() => setLeaving(null)} />}
    </>
  )
}

function Finished({ steps }: { steps: Step[] }) {
  const done = steps.filter(({ state }) => state === 'done').length
  const notDone = steps.length - done
  return (
    <section className="card here">
      <p className="big">
        {notDone === 0 ? 'Tout est fait.' : `${done} ${done > 1 ? 'faits' : 'fait'}, ${notDone} ${notDone > 1 ? 'pas faits' : 'pas fait'}.`}
      </p>
      <p>Quittez la tournée par le menu, ou revoyez la liste.</p>
    </section>
  )
}

/** What the driver must know here: what not to do first, then the site's note, then the area's. */
function Remarks({ step: { stop, area } }: { step: Step }) {
  const warnings = new Set((area.indicators ?? []).filter(({ color }) => color === 'red').map(({ type }) => indicatorMeanings[type].red))
  return (
    <>
      {warnings.size > 0 && (
        <ul className="warnings">
          {[...warnings].map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      {stop.notes && <p className="remark">{stop.notes}</p>}
      {area.notes && <p className="remark">{area.notes}</p>}
    </>
  )
}

/** Milliseconds during which a new stop's button ignores taps: the second tap of a double tap lands on it. */
const deafMs = 700

interface ButtonProps {
  step: Step
  className: string
  onPress: (step: Step) => void
  children: string
}

/** A press counts for the stop that was on screen when the finger went down. */
function StopButton({ step, className, onPress, children }: ButtonProps) {
  const shownAt = useRef(0)
  const pressed = useRef<Step | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new stop starts the wait again
  useLayoutEffect(() => {
    shownAt.current = performance.now()
  }, [step.key])
  const isDeaf = () => performance.now() - shownAt.current < deafMs
  const click = ({ detail }: MouseEvent) => {
    const isKeyboard = detail === 0
    const meant = isKeyboard && !isDeaf() ? step : pressed.current
    pressed.current = null
    if (meant) onPress(meant)
  }
  return (
    <button
      type="button"
      className={className}
      onPointerDown={() => {
        pressed.current = isDeaf() ? null : step
      }}
      onClick={click}
    >
      {children}
    </button>
  )
}
