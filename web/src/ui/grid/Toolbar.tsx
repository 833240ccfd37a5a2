import { ActionIcon, Button, CloseButton, TextInput } from '@mantine/core'
import { IconAdjustmentsHorizontal, IconDownload, IconSearch } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { lazyComponent } from '../lazyComponent.tsx'
import { notifyFailure } from '../notify.ts'
import { SideDrawer } from '../SideDrawer.tsx'
import { saying } from '../WhyButton.tsx'
import { ColumnsButton } from './ColumnsButton.tsx'
import type { GridColumn } from './columns.ts'
import classes from './DataGrid.module.css'
import type { GridTable } from './table.ts'
import { useTyped } from './useTyped.ts'

const SortAndFilter = lazyComponent(
  async () => (await import('./SortAndFilter.tsx')).SortAndFilter,
) as typeof import('./SortAndFilter.tsx').SortAndFilter

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

/** Why actions on all rows are disabled. */
export const onceComplete = 'Possible dès que toute la liste est chargée'

export function Toolbar<T extends object>({ table, columns, search, onSearch, onExport, complete, note, actions, onPhone }: Props<T>) {
  const [exporting, setExporting] = useState(false)
  async function run() {
    setExporting(true)
    await onExport?.().catch((error: unknown) => notifyFailure(error, 'Impossible d’exporter les données.'))
    setExporting(false)
  }
  const exportState = {
    loading: exporting,
    onClick: () => void run(),
    ...(!complete && { ...saying(onceComplete), 'data-disabled': true }),
  }
  const placed = <div className={classes.actions}>{actions}</div>
  return (
    <>
      <div className={`${classes.toolbar} bordee-no-print`}>
        <SearchField search={search} onSearch={onSearch} />
        {onPhone && <SortAndFilterButton table={table} columns={columns} />}
        {note}
        {!onPhone && placed}
        {onExport &&
          (onPhone ? (
            <ActionIcon variant="default" size={36} aria-label="Exporter" {...exportState}>
              <IconDownload size={17} />
            </ActionIcon>
          ) : (
            <Button variant="default" leftSection={<IconDownload size={16} />} {...exportState}>
              Exporter
            </Button>
          ))}
        <ColumnsButton table={table} columns={columns} onPhone={onPhone} />
      </div>
      {onPhone && placed}
    </>
  )
}

/** On a phone: sorting and filtering behind one button, because cards have no headings. */
function SortAndFilterButton<T extends object>({ table, columns }: { table: GridTable<T>; columns: GridColumn<T>[] }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <ActionIcon variant="default" size={36} aria-label="Trier et filtrer" aria-expanded={open} onClick={() => setOpen(true)}>
        <IconAdjustmentsHorizontal size={17} />
      </ActionIcon>
      <SideDrawer opened={open} onClose={() => setOpen(false)} title="Trier et filtrer" position="bottom" size="85%">
        <SortAndFilter table={table} columns={columns} onDone={() => setOpen(false)} />
      </SideDrawer>
    </>
  )
}

function SearchField({ search, onSearch }: { search: string; onSearch: (search: string) => void }) {
  const [text, type] = useTyped(search, onSearch)
  return (
    <TextInput
      className={classes.search}
      aria-label="Rechercher"
      placeholder="Rechercher…"
      leftSection={<IconSearch size={16} />}
      rightSection={text ? <CloseButton size="sm" aria-label="Effacer la recherche" onClick={() => type('')} /> : undefined}
      value={text}
      onChange={(event) => type(event.currentTarget.value)}
    />
  )
}
