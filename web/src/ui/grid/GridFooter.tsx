import { count, formatNumber } from '@bordee/core/text.ts'
import { Button, Pagination } from '@mantine/core'
import classes from './DataGrid.module.css'
import type { GridTable } from './table.ts'

interface Props<T extends object> {
  table: GridTable<T>
  selected: number
  onUnselect: (() => void) | undefined
}

export function GridFooter<T extends object>({ table, selected, onUnselect }: Props<T>) {
  const total = table.getFilteredRowModel().rows.length
  const { pageIndex, pageSize } = table.state.pagination
  const pages = Math.max(1, Math.ceil(total / pageSize))
  const first = pageIndex * pageSize + 1
  return (
    <div className={classes.footer}>
      <span role="status">
        {selected > 0 && <strong>{count(selected, 'sélectionné')}</strong>}
        {selected > 0 && onUnselect && (
          <Button variant="subtle" size="compact-sm" onClick={onUnselect}>
            Désélectionner
          </Button>
        )}
      </span>
      <span className={classes.pages}>
        <span>
          {total ? `${formatNumber(first)}–${formatNumber(Math.min(first + pageSize - 1, total))} sur ${formatNumber(total)}` : '0 ligne'}
        </span>
        {pages > 1 && (
          <Pagination
            size="sm"
            total={pages}
            siblings={1}
            boundaries={1}
            value={pageIndex + 1}
            onChange={(page) => table.setPageIndex(page - 1)}
          />
        )}
      </span>
    </div>
  )
}
