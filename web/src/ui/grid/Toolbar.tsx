import { ActionIcon, Button, Drawer, Select, Stack } from '@mantine/core'
import { IconAdjustmentsHorizontal, IconDownload } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { tell } from '../tell.ts'
import { ColumnsButton } from './ColumnsButton.tsx'
import { type Filter, type GridColumn, isBlank } from './columns.ts'
import classes from './DataGrid.module.css'
import { FilterEditor } from './filters.tsx'
import { SearchField } from './SearchField.tsx'
import type { GridTable } from './table.ts'

interface Props<T extends object> {
  table: GridTable<T>
  columns: GridColumn<T>[]
  search: string
  onSearch: (search: string) => void
  onExport: (() => Promise<void>) | undefined
  complete: boolean
  note: ReactNode
  actions: ReactNode
  onPhone: boolean
}

/** Why one cannot yet act on all the rows. */
export const onceComplete = 'Possible dès que toute la liste est chargée'

export function Toolbar<T extends object>({ table, columns, search, onSearch, onExport, complete, note, actions, onPhone }: Props<T>) {
  const [exporting, setExporting] = useState(false)
  async function run() {
    setExporting(true)
    await onExport?.().catch((error: unknown) => tell(error, 'Impossible d’exporter les données.'))
    setExporting(false)
  }
  const exportState = { loading: exporting, disabled: !complete, title: complete ? undefined : onceComplete }
  return (
    <div className={`${classes.toolbar} bordee-no-print`}>
      <SearchField search={search} onSearch={onSearch} />
      {onPhone && <SortAndFilter table={table} columns={columns} />}
      {note}
      <div className={classes.actions}>{actions}</div>
      {onExport &&
        (onPhone ? (
          <ActionIcon variant="default" size={36} aria-label="Exporter" {...exportState} onClick={() => void run()}>
            <IconDownload size={17} />
          </ActionIcon>
        ) : (
          <Button variant="default" leftSection={<IconDownload size={16} />} {...exportState} onClick={() => void run()}>
            Exporter
          </Button>
        ))}
      <ColumnsButton table={table} columns={columns} onPhone={onPhone} />
    </div>
  )
}

/** Cards have no headings: on a phone, what headings do is behind one button. */
function SortAndFilter<T extends object>({ table, columns }: { table: GridTable<T>; columns: GridColumn<T>[] }) {
  const [open, setOpen] = useState(false)
  const [sort] = table.state.sorting
  const sortable = columns.filter(({ data }) => data !== false)
  return (
    <>
      <ActionIcon variant="default" size={36} aria-label="Trier et filtrer" aria-expanded={open} onClick={() => setOpen(true)}>
        <IconAdjustmentsHorizontal size={17} />
      </ActionIcon>
      <Drawer opened={open} onClose={() => setOpen(false)} title="Trier et filtrer" position="bottom" size="85%">
        <Stack gap="lg" pb="md">
          <Select
            label="Trier par"
            clearable
            data={sortable.flatMap(({ id, label }) => [
              { value: `${id}:asc`, label: `${label}, croissant` },
              { value: `${id}:desc`, label: `${label}, décroissant` },
            ])}
            value={sort ? `${sort.id}:${sort.desc ? 'desc' : 'asc'}` : null}
            onChange={(value) => table.setSorting(value ? [{ id: value.replace(/:\w+$/, ''), desc: value.endsWith(':desc') }] : [])}
          />
          {sortable.map((column) => {
            const target = table.getColumn(column.id)
            return (
              target && (
                <FilterEditor
                  key={column.id}
                  column={column}
                  filter={target.getFilterValue() as Filter | undefined}
                  onChange={(filter) => target.setFilterValue(isBlank(filter) ? undefined : filter)}
                />
              )
            )
          })}
          <Button onClick={() => setOpen(false)}>Voir les résultats</Button>
        </Stack>
      </Drawer>
    </>
  )
}
