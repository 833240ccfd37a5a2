import { isEnough } from '@bordee/core/runs/completion.ts'
import { passOrdinal } from '@bordee/core/runs/pass.ts'
import type { Material } from '@bordee/core/runs/work.ts'
import { distinctName, indicatorMeanings } from '@bordee/core/sites/site.ts'
import { type MouseEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { CallOffice } from './CallOffice.tsx'
import { CarMoved } from './CarMoved.tsx'
import { GoThere } from './GoThere.tsx'
import type { Position } from './kept.ts'
import { MarkSheet } from './MarkSheet.tsx'
import type { PhotoCard } from './photoQueue.ts'
import type { Shift } from './shift.ts'
import type { OwnRun } from './shown.ts'
import { isToServe, nextSteps, restOfStreet, type Step, stoppedAround } from './stops.ts'
import { useDraft } from './useDraft.ts'
import { MaterialSheet, Work } from './Work.tsx'
import { doNotClear, outcome } from './words.ts'

interface Props {
  shift: Shift
  steps: Step[]
  run: OwnRun
  position: Position | null
  officePhone: string | undefined
  photos: readonly PhotoCard[]
  /** What can still be undone. */
  children: ReactNode
}

/** The next stop, large and first, what is said of it, the stop after it, and the three buttons within reach of a thumb. */
export function Now({ shift, steps, run, position, officePhone, photos, children }: Props) {
  const [asked, setAsked] = useState<{ step: Step; type: 'mark_as_partial' | 'mark_as_not_done' } | null>(null)
  const [isSpreading, setSpreading] = useState<Step | null>(null)
  const [now, then] = nextSteps(steps)
  const draft = useDraft(shift, now)
  useTopOf(now?.key)
  if (steps.length === 0)
    return (
      <p className="card" role="status">
        {run.isMade ? 'Cette tournée n’a aucun point de service.' : 'Les points de service arrivent dès que le réseau revient.'}
      </p>
    )
  if (!now)
    return (
      <>
        <Finished steps={steps} kind={run.kind} />
        <div className="thumb">{children}</div>
      </>
    )
  const done = (step: Step, more: { inspection?: boolean; material?: Material } = {}) =>
    void shift.marks.mark(step, draft.with({ type: 'mark_as_done', reason: null, note: null, ...more }))
  const isSalting = run.kind === 'salting'
  const street = run.kind === 'windrow' ? restOfStreet(steps) : null
  return (
    <>
      <section className="card here" aria-live="polite" aria-label="Prochain arrêt">
        <p className="quiet">
          {placeWords('Maintenant', now)} {!run.isRedo && now.stop.addedAt && <span className="badge">reprise</span>}
        </p>
        <p className="big">{now.stop.address}</p>
        <p className="quiet">{now.stop.customerName}</p>
        <CarMoved stop={now.stop} />
        <NotServed steps={steps} now={now} />
        <Remarks step={now} />
        <GoThere stop={now.stop} position={position}>
          <CallOffice phone={officePhone} />
        </GoThere>
      </section>
      <Work
        shift={shift}
        step={now}
        draft={draft}
        photos={photos}
        position={position}
        asksMaterial={isSalting || now.stop.includesIce}
        onInspection={() => done(now, { inspection: true })}
      />
      {then && (
        <section className="card then" aria-label="Arrêt suivant">
          <p>
            <span className="quiet">{placeWords('Ensuite', then)}</span> <strong>{then.stop.address}</strong>
          </p>
          <CarMoved stop={then.stop} />
        </section>
      )}
      <div className="thumb">
        {children}
        <StopButton
          step={now}
          className="button main huge"
          onPress={(step) => (isSalting && !draft.material ? setSpreading(step) : done(step))}
        >
          ✓ Marquer comme fait
        </StopButton>
        {street && (
          <StopButton step={now} className="button" onPress={() => void shift.marks.markStreet(street)}>
            {`✓ Toute la rue\u00a0: ${street.name} (${street.stopsCount})`}
          </StopButton>
        )}
        <div className="pair">
          <StopButton step={now} className="button" onPress={(step) => setAsked({ step, type: 'mark_as_partial' })}>
            Fait en partie
          </StopButton>
          <StopButton step={now} className="button" onPress={(step) => setAsked({ step, type: 'mark_as_not_done' })}>
            Pas fait
          </StopButton>
        </div>
      </div>
      {asked && <MarkSheet shift={shift} {...asked} draft={draft} photos={photos} position={position} onClose={() => setAsked(null)} />}
      {isSpreading && (
        <MaterialSheet
          onClose={() => setSpreading(null)}
          onChoose={(material) => {
            setSpreading(null)
            done(isSpreading, { material })
          }}
        />
      )}
    </>
  )
}

/** A new stop is read from its address on. The focus stays where it is. */
function useTopOf(stop: string | undefined) {
  const shown = useRef(stop)
  useEffect(() => {
    if (shown.current === stop) return
    shown.current = stop
    // After the sheet has given the focus back, which may scroll.
    const frame = requestAnimationFrame(() => window.scrollTo({ top: 0 }))
    return () => cancelAnimationFrame(frame)
  }, [stop])
}

/** « Maintenant · Stationnement · 2e passage ». */
const placeWords = (when: string, { area, stop: { areas, passNumber } }: Step): string =>
  [when, distinctName(area.name, areas.length), passNumber && passOrdinal(passNumber)].filter(Boolean).join(' · ')

function Finished({ steps, kind }: { steps: Step[]; kind: OwnRun['kind'] }) {
  return (
    <section className="card here">
      <p className="big">{steps.filter(isToServe).every((step) => isEnough(step, kind)) ? 'Tout est fait.' : `${outcome(steps, kind)}.`}</p>
      <p>Quittez la tournée par le menu, ou revoyez la liste.</p>
    </section>
  )
}

/** The neighbours on the way that the driver must pass by. */
function NotServed({ steps, now }: { steps: readonly Step[]; now: Step }) {
  const stopped = stoppedAround(steps, now)
  if (stopped.length === 0) return null
  return (
    <ul className="warnings" aria-label={doNotClear}>
      {stopped.map(({ siteId, address }) => (
        <li key={siteId}>{`${doNotClear}\u00a0: ${address}`}</li>
      ))}
    </ul>
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
