import type { Board } from '@bordee/core/operations/board.ts'
import { delayWords, lateWords } from '@bordee/core/operations/forecast.ts'
import type { SiteState } from '@bordee/core/operations/operation.ts'
import { formatNumber } from '@bordee/core/text.ts'
import { hourIn } from '@bordee/core/time.ts'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { only } from '../ui/gridLink.ts'
import { useZone } from '../ui/zone.ts'
import { passesGrid } from './boardWords.ts'
import classes from './operations.module.css'
import type { RoundFilter } from './Rounds.tsx'

interface Numbers {
  label: string
  value: ReactNode
  detail?: string | false
  /** The number in a sentence. */
  title?: string
  tone?: 'bad' | 'attention' | false
  link: LinkProps
  /** Left out on a phone. */
  isMinor?: boolean
}

/** Each opens the list of what it counts. */
export function SixNumbers({ board }: { board: Board }) {
  return (
    <dl className={`${classes.numbers} bordee-card bordee-figures`} aria-label="Sommaire">
      {useNumbers(board).map(({ label, value, detail, title, tone, link, isMinor }) => (
        <div key={label} title={title} data-tone={tone || undefined} data-minor={isMinor || undefined}>
          <dt>
            <Link {...(link as { to: string })}>{label}</Link>
          </dt>
          <dd>{value}</dd>
          {detail && <dd>{detail}</dd>}
        </div>
      ))}
    </dl>
  )
}

function useNumbers({ operation, counts, expectedEnd, deadline, delayMinutes }: Board): Numbers[] {
  const zone = useZone()
  const at = (tab: string | undefined, search: object): LinkProps =>
    ({ to: '/dashboard/operations/$id/{-$tab}', params: { id: operation.id, tab }, search }) as LinkProps
  const sites = (...states: SiteState[]) => at('passes', only(passesGrid, { state: { oneOf: states } }))
  const rounds = (filter: RoundFilter) => at('night', { rounds: filter })
  const share = counts.total > 0 ? Math.floor((100 * counts.done) / counts.total) : 0
  return [
    operation.closedAt
      ? { label: 'Fin', value: hourIn(zone, operation.closedAt), link: at('journal', {}) }
      : {
          label: 'Fin prévue',
          value: expectedEnd ? hourIn(zone, expectedEnd) : '–',
          detail: delayMinutes > 0 ? delayWords(delayMinutes) : deadline ? `échéance ${hourIn(zone, deadline)}` : false,
          tone: delayMinutes > 0 && 'bad',
          link: rounds('by-end'),
        },
    {
      label: 'Faits',
      value: (
        <>
          {formatNumber(counts.done)} <small>/ {formatNumber(counts.total)}</small>
        </>
      ),
      detail: `${share}\u00a0%`,
      link: sites('done'),
    },
    { label: 'En partie', value: formatNumber(counts.partial), link: sites('partial'), isMinor: true },
    { label: 'À reprendre', value: formatNumber(counts.redo), tone: counts.redo > 0 && 'attention', link: sites('redo'), isMinor: true },
    {
      label: 'Hors délai',
      value: formatNumber(counts.overdue),
      detail: counts.overdue > 0 && !operation.closedAt && 'à ce rythme',
      title: operation.closedAt ? undefined : lateWords(counts.overdue),
      tone: counts.overdue > 0 && 'bad',
      link: at('passes', only(passesGrid, { late: { oneOf: ['true'] } })),
    },
    {
      label: 'Sans nouvelles',
      value: formatNumber(counts.silent),
      detail: counts.silent > 0 && (counts.silent > 1 ? 'camions' : 'camion'),
      tone: counts.silent > 0 && 'bad',
      link: rounds('silent'),
      isMinor: true,
    },
  ]
}
