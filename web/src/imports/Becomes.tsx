import type { SheetColumn } from '@bordee/core/imports/columns.ts'
import type { Cell } from '@bordee/core/imports/import.ts'
import { phonesIn } from '@bordee/core/imports/phones.ts'
import { readValue } from '@bordee/core/imports/values.ts'
import { formatNumber } from '@bordee/core/text.ts'
import { Text } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import classes from './imports.module.css'
import { cellText } from './SheetPreview.tsx'

const shownValues = 3

/** The first values of a column, each with the value it would have after the import. */
export function Becomes({ column, cells }: { column: SheetColumn; cells: readonly Cell[] }) {
  const values = [...new Set(cells.filter((cell) => cell !== null))].slice(0, shownValues)
  if (values.length === 0)
    return (
      <Text size="sm" c="dimmed" className={classes.becomes}>
        Colonne vide dans les premières lignes
      </Text>
    )
  return (
    <ul className={classes.becomes}>
      {values.map((cell) => (
        <li key={String(cell)}>
          <Became column={column} cell={cell} />
        </li>
      ))}
    </ul>
  )
}

function Became({ column, cell }: { column: SheetColumn; cell: Cell }) {
  const written = cellText(cell)
  const reads = (column.reads === 'phone' ? phonesIn(written) : [cell]).map((one) => readValue(column, one))
  const wrong = reads.find((read) => 'problem' in read)
  if (wrong)
    return (
      <>
        <span>{written}</span> <span className={classes.problem}>{wrong.problem}</span>
      </>
    )
  const became = reads.map((read) => ('value' in read && valueText(column, read.value)) || written).join(', ')
  if (became === written) return <span>{written}</span>
  return (
    <>
      <span>{written}</span> <IconArrowRight size={14} role="img" aria-label="devient" /> <strong>{became}</strong>
    </>
  )
}

/** The value as screens show it; undefined for values only programs read. */
function valueText({ choices }: SheetColumn, value: unknown): string | undefined {
  if (value === null || value === undefined) return 'vide'
  if (typeof value === 'boolean') return value ? 'Oui' : 'Non'
  if (typeof value === 'number') return formatNumber(value)
  return typeof value === 'string' ? (choices?.[value] ?? value) : undefined
}
