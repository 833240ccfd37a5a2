import type { AreaState } from '@bordee/core/runs/completion.ts'
import classes from './runs.module.css'
import { stateColors, stateNames } from './runWords.ts'

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
