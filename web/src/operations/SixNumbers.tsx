import type { Board } from '@bordee/core/operations/board.ts'
import { delayWords, lateWords } from '@bordee/core/operations/forecast.ts'
import type { SiteState } from '@bordee/core/operations/operation.ts'
import { formatNumber } from '@bordee/core/text.ts'
import { hourIn } from '@bordee/core/time.ts'
import { type Tile, Tiles } from '../ui/Tiles.tsx'
import { useZone } from '../ui/zone.ts'
import { lateSites, sitesInState, tabOf } from './boardLinks.ts'
import type { RoundFilter } from './Rounds.tsx'

/** `every`: on a phone too, where the night has room for half of them. */
export const SixNumbers = ({ board, every = false }: { board: Board; every?: boolean }) => {
  const tiles = useNumbers(board)
  return <Tiles label="Sommaire" tiles={every ? tiles.map((tile) => ({ ...tile, isMinor: false })) : tiles} />
}

function useNumbers({ operation, counts, expectedEnd, deadline, delayMinutes }: Board): Tile[] {
  const zone = useZone()
  const sites = (state: SiteState) => sitesInState(operation.id, state)
  const rounds = (filter: RoundFilter) => tabOf(operation.id, 'night', { rounds: filter })
  const share = counts.total > 0 ? Math.floor((100 * counts.done) / counts.total) : 0
  return [
    operation.closedAt
      ? { label: 'Fin', value: hourIn(zone, operation.closedAt), link: tabOf(operation.id, 'journal') }
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
      link: lateSites(operation.id),
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
