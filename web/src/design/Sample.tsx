import type { ReactNode } from 'react'
import classes from './design.module.css'

/** One state of one component, with its name. */
export function Sample({ name, children, wide = false }: { name: string; children: ReactNode; wide?: boolean }) {
  return (
    <div className={classes.sample} data-wide={wide || undefined}>
      <h3>{name}</h3>
      {children}
    </div>
  )
}

export function Samples({ children }: { children: ReactNode }) {
  return <div className={classes.samples}>{children}</div>
}
