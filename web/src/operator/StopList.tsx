import { passOrdinal } from '@bordee/core/runs/pass.ts'
import { distinctName } from '@bordee/core/sites/site.ts'
import { useEffect, useRef, useState } from 'react'
import { CarMoved } from './CarMoved.tsx'
import type { Position } from './kept.ts'
import { MarkSheet } from './MarkSheet.tsx'
import { PhotoStrip } from './PhotoStrip.tsx'
import type { PhotoCard } from './photoQueue.ts'
import type { Shift } from './shift.ts'
import { isToServe, nextSteps, type Step } from './stops.ts'
import { useDraft } from './useDraft.ts'
import { doNotClear, stateNames } from './words.ts'

interface Props {
  shift: Shift
  steps: Step[]
  showsAdded: boolean
  photos: readonly PhotoCard[]
  position: Position | null
}

/** All stops in order, opened at the next one. Pressing one, even one already passed, marks it. */
export function StopList({ shift, steps, showsAdded, photos, position }: Props) {
  const [opened, setOpened] = useState<{ step: Step; isWholeSite: boolean } | null>(null)
  const current = useRef<HTMLLIElement>(null)
  useEffect(() => {
    current.current?.scrollIntoView({ block: 'center' }) // not returned: some browsers answer with a promise
  }, [])
  const [now] = nextSteps(steps)
  const sites = Map.groupBy(steps, ({ stop }) => stop)
  return (
    <>
      <ol className="stops">
        {[...sites].map(([stop, own]) => {
          const isNow = stop === now?.stop
          return (
            <li key={stop.siteId} {...(isNow && { ref: current, 'aria-current': 'step' as const })}>
              <div className="stop">
                {isNow && <b className="current">Maintenant</b>}
                <strong>
                  {stop.address} {showsAdded && stop.addedAt && <span className="badge">reprise</span>}
                </strong>
                <span>{stop.passNumber ? `${stop.customerName} · ${passOrdinal(stop.passNumber)}` : stop.customerName}</span>
                {stop.isServiceStopped && <strong className="no-service">{doNotClear}</strong>}
                {own.some(({ state }) => state !== 'done') && <CarMoved stop={stop} />}
                {own.length > 1 && own[0] && (
                  <button type="button" className="link" onClick={() => own[0] && setOpened({ step: own[0], isWholeSite: true })}>
                    Tout le point de service
                  </button>
                )}
              </div>
              {own.map((step) => (
                <button
                  key={step.key}
                  type="button"
                  className="area"
                  data-state={step.state}
                  onClick={() => setOpened({ step, isWholeSite: false })}
                >
                  {distinctName(step.area.name, own.length) ? (
                    <span>{step.area.name}</span>
                  ) : (
                    <span className="hidden">{stop.address}</span>
                  )}
                  <em>{isToServe(step) ? stateNames[step.state] : doNotClear}</em>
                </button>
              ))}
            </li>
          )
        })}
      </ol>
      {opened && <OpenedStop shift={shift} {...opened} photos={photos} position={position} onClose={() => setOpened(null)} />}
    </>
  )
}

type OpenedProps = Pick<Props, 'shift' | 'photos' | 'position'> & { step: Step; isWholeSite: boolean; onClose: () => void }

function OpenedStop(props: OpenedProps) {
  const { shift, step, photos, position } = props
  const draft = useDraft(shift, step)
  return (
    <MarkSheet {...props} draft={draft}>
      <PhotoStrip
        shift={shift}
        photos={photos}
        stop={step.stop}
        markId={null}
        kind="condition"
        position={position}
        label="État des lieux"
      />
    </MarkSheet>
  )
}
