import type { AreaState } from '@bordee/core/runs/completion.ts'
import type { ReactNode } from 'react'
import classes from './runs.module.css'
import { stateColors, stateNames } from './runWords.ts'

/** A map and its legend: in a corner of it, or below it where the map is so narrow that it would hide trucks. */
export function WithLegend({ legend, children }: { legend: ReactNode; children: ReactNode }) {
  return (
    <div className={classes.mapped}>
      {children}
      {legend}
    </div>
  )
}

/** What the colours of the areas mean, on the live map and in a replay alike. */
export function AreaLegend() {
  return (
    <ul className={classes.legend} aria-label="Légende">
      {(Object.keys(stateNames) as AreaState[]).map((state) => (
        <li key={state}>
          <span style={{ background: stateColors[state] }} aria-hidden />
          {stateNames[state]}
        </li>
      ))}
    </ul>
  )
}
