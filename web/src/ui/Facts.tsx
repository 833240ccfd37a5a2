import type { ReactNode } from 'react'
import classes from './Facts.module.css'

/** Labelled facts, one per line, for detail panels. Empty ones are left out. */
export function Facts({ facts }: { facts: Record<string, ReactNode> }) {
  const known = Object.entries(facts).filter(([, fact]) => fact !== null && fact !== undefined && fact !== '')
  return (
    <dl className={classes.facts}>
      {known.map(([label, fact]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{fact}</dd>
        </div>
      ))}
    </dl>
  )
}
