import { Button, Select, Stack } from '@mantine/core'
import { type Filter, type GridColumn, isBlank } from './columns.ts'
import { FilterEditor } from './FilterEditor.tsx'
import type { GridTable } from './table.ts'

interface Props<T extends object> {
  table: GridTable<T>
  columns: GridColumn<T>[]
  onDone: () => void
}

/** Sorting and filtering for cards, which have no headings. */
export function SortAndFilter<T extends object>({ table, columns, onDone }: Props<T>) {
  const [sort] = table.state.sorting
  const sortable = columns.filter(({ data }) => data !== false)
  return (
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
      <Button onClick={onDone}>Voir les résultats</Button>
    </Stack>
  )
}
