import type { AreaState } from '@bordee/core/runs/completion.ts'
import { useState } from 'react'
import { NotDoneSheet } from './NotDoneSheet.tsx'
import type { Shift } from './shift.ts'
import type { Step } from './stops.ts'

const stateNames: Record<AreaState, string> = { todo: 'À faire', done: 'Fait', 'not-done': 'Pas fait' }

/** All stops in order. Pressing one, even one already passed, marks it done or not done. */
export function StopList({ shift, steps }: { shift: Shift; steps: Step[] }) {
  const [opened, setOpened] = useState<{ step: Step; isWholeSite: boolean } | null>(null)
  const sites = Map.groupBy(steps, ({ stop }) => stop)
  return (
    <>
      <ol className="stops">
        {[...sites].map(([stop, own]) => (
          <li key={stop.siteId}>
            <div className="stop">
              <strong>{stop.address}</strong>
              <span>{stop.customerName}</span>
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
                <span>{step.area.name}</span>
                <em>{stateNames[step.state]}</em>
              </button>
            ))}
          </li>
        ))}
      </ol>
      {opened && <NotDoneSheet shift={shift} {...opened} offersDone onClose={() => setOpened(null)} />}
    </>
  )
}
