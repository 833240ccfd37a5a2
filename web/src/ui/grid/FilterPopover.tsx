import { Button, Group, Popover, Stack } from '@mantine/core'
import type { ReactElement } from 'react'
import { type Filter, type GridColumn, isBlank } from './columns.ts'
import { FilterEditor } from './FilterEditor.tsx'

interface Props<T> {
  column: GridColumn<T>
  filter: Filter | undefined
  onFilter: (filter: Filter | undefined) => void
  onClose: () => void
  /** The button that opens it. */
  button: ReactElement
}

export function FilterPopover<T>({ column, filter, onFilter, onClose, button }: Props<T>) {
  return (
    <Popover opened onChange={onClose} position="bottom-end" trapFocus returnFocus width={260}>
      <Popover.Target>{button}</Popover.Target>
      <Popover.Dropdown aria-label={`Filtrer ${column.label}`}>
        <Stack gap="sm">
          <FilterEditor column={column} filter={filter} onChange={(next) => onFilter(isBlank(next) ? undefined : next)} />
          <Group justify="space-between">
            <Button variant="subtle" size="compact-sm" disabled={!filter} onClick={() => onFilter(undefined)}>
              Effacer
            </Button>
            <Button size="compact-sm" onClick={onClose}>
              Fermer
            </Button>
          </Group>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
