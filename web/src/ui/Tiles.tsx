import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Door } from './gridLink.ts'
import classes from './Tiles.module.css'

export interface Tile {
  label: string
  value: ReactNode
  detail?: ReactNode
  /** The number in a sentence. */
  title?: string
  tone?: 'bad' | 'attention' | false
  link: Door
  /** Left out on a phone. */
  isMinor?: boolean
}

/** Numbers side by side. Each opens the list of what it counts. */
export function Tiles({ label, tiles }: { label: string; tiles: readonly Tile[] }) {
  return (
    <dl className={`${classes.tiles} bordee-card bordee-figures`} aria-label={label}>
      {tiles.map(({ label: name, value, detail, title, tone, link, isMinor }) => (
        <div key={name} title={title} data-tone={tone || undefined} data-minor={isMinor || undefined}>
          <dt>
            <Link {...(link as { to: string })}>{name}</Link>
          </dt>
          <dd>{value}</dd>
          {detail && <dd>{detail}</dd>}
        </div>
      ))}
    </dl>
  )
}
