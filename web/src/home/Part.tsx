import type { ReactNode } from 'react'
import { PartTitle } from '../ui/words.tsx'
import classes from './home.module.css'

interface Props {
  title: string
  /** Beside the title. */
  aside?: ReactNode
  /** Across both columns. */
  isWide?: boolean
  children: ReactNode
}

export function Part({ title, aside, isWide = false, children }: Props) {
  return (
    <section className={`${classes.part} bordee-card`} data-wide={isWide || undefined} aria-label={title}>
      <header>
        <PartTitle order={2}>{title}</PartTitle>
        {aside}
      </header>
      {children}
    </section>
  )
}
