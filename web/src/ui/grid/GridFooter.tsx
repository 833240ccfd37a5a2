import { count, formatNumber } from '@bordee/core/text.ts'
import { Button } from '@mantine/core'
import { memo } from 'react'
import { lazyComponent } from '../lazyComponent.tsx'
import classes from './DataGrid.module.css'

const PageButtons = lazyComponent(async () => (await import('./PageButtons.tsx')).PageButtons)

interface Props {
  /** Found rows, on all pages. */
  total: number
  /** False while rows are still missing. */
  complete: boolean
  pageIndex: number
  pageSize: number
  onPage: (pageIndex: number) => void
  selected: number
  onUnselect: (() => void) | undefined
  /** Ticks every found row; undefined if not offered. */
  onSelectAll: (() => void) | undefined
}

/** Memoised: a change of the page's rows doesn't render the footer again. */
export const GridFooter = memo(function GridFooter({ total, complete, pageIndex, pageSize, onPage, selected, ...acts }: Props) {
  const { onUnselect, onSelectAll } = acts
  const pages = Math.max(1, Math.ceil(total / pageSize))
  const first = pageIndex * pageSize + 1
  return (
    <div className={classes.footer}>
      <span role="status">
        {selected > 0 && <strong>{count(selected, 'sélectionné')}</strong>}
        {onSelectAll && (
          <Button variant="subtle" size="compact-sm" onClick={onSelectAll}>
            Sélectionner les {formatNumber(total)}
          </Button>
        )}
        {selected > 0 && onUnselect && (
          <Button variant="subtle" size="compact-sm" onClick={onUnselect}>
            Désélectionner
          </Button>
        )}
      </span>
      <span className={classes.pages}>
        <span>
          {total ? `${formatNumber(first)}–${formatNumber(Math.min(first + pageSize - 1, total))} sur ${formatNumber(total)}` : '0 ligne'}
          {!complete && ' pour l’instant'}
        </span>
        {pages > 1 && <PageButtons total={pages} value={pageIndex + 1} onChange={(page) => onPage(page - 1)} />}
      </span>
    </div>
  )
})
