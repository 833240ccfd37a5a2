import { importSheets, type SheetColumn } from '@bordee/core/imports/columns.ts'
import type { Cell, ImportEntity, ImportMappings, UploadedSheet } from '@bordee/core/imports/import.ts'
import { missingFields } from '@bordee/core/imports/mappings.ts'
import { phonesIn } from '@bordee/core/imports/phones.ts'
import { readValue } from '@bordee/core/imports/values.ts'
import { count, formatNumber } from '@bordee/core/text.ts'
import { Button, Select, Text } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import { useState } from 'react'
import { entityName } from './entities.ts'
import classes from './imports.module.css'
import { cellText } from './SheetPreview.tsx'

interface EntityCardProps {
  entity: ImportEntity
  sheets: readonly UploadedSheet[]
  mappings: ImportMappings
  onSheet: (name: string | null) => void
  onKeys: (keyMappings: Record<string, string>) => void
}

/** Chooses an entity's sheet, and the column that fills each of its fields. */
export function EntityCard({ entity, sheets, mappings, onSheet, onKeys }: EntityCardProps) {
  const [isAll, setAll] = useState(false)
  const mapping = mappings[entity]
  const sheet = sheets.find(({ name }) => name === mapping?.sheet)
  const keys = mapping?.keyMappings ?? {}
  const missing = mapping ? missingFields(entity, mapping, mappings).map(({ field }) => field) : []
  const columns: readonly SheetColumn[] = importSheets[entity].columns
  const shown = columns.filter(({ field }) => isAll || field in keys || missing.includes(field))

  function choose(field: string, key: string | null) {
    const { [field]: _, ...others } = keys
    onKeys(key ? { ...others, [field]: key } : others)
  }

  return (
    <section className={classes.entity} aria-label={entityName(entity)}>
      <div className={classes.entityHead}>
        <Text fw={650}>{entityName(entity)}</Text>
        <Select
          aria-label={`Feuille des ${entityName(entity).toLowerCase()}`}
          data={[{ value: '', label: 'Ne pas importer' }, ...sheets.map(({ name }) => name)]}
          value={sheet?.name ?? ''}
          onChange={onSheet}
          allowDeselect={false}
          searchable={sheets.length > 8}
        />
      </div>
      {sheet && (
        <>
          {shown.map((column) => (
            <Field
              key={column.field}
              column={column}
              sheet={sheet}
              value={keys[column.field] ?? null}
              isMissing={missing.includes(column.field)}
              onChange={(key) => choose(column.field, key)}
            />
          ))}
          {shown.length < columns.length && (
            <Button variant="subtle" size="compact-sm" onClick={() => setAll(true)} className={classes.more}>
              {count(columns.length - shown.length, 'autre champ', 'autres champs')}
            </Button>
          )}
        </>
      )}
    </section>
  )
}

interface FieldProps {
  column: SheetColumn
  sheet: UploadedSheet
  /** The chosen column's key. */
  value: string | null
  isMissing: boolean
  onChange: (key: string | null) => void
}

function Field({ column, sheet, value, isMissing, onChange }: FieldProps) {
  return (
    <div className={classes.field}>
      <Select
        label={column.header}
        withAsterisk={column.required ?? false}
        data={[{ value: '', label: 'Aucune colonne' }, ...offered(sheet)]}
        value={value ?? ''}
        onChange={onChange}
        allowDeselect={false}
        searchable={sheet.columns.length > 8}
        error={isMissing && 'Choisissez une colonne.'}
        classNames={{ root: classes.fieldRoot }}
      />
      {value !== null && <Becomes column={column} cells={sheet.content.map((row) => row[value] ?? null)} />}
    </div>
  )
}

/** Adds the key to the label when two columns have the same heading. */
const offered = ({ columns }: UploadedSheet) =>
  columns.map(({ normalizedKey, originalKey }) => {
    const isTwice = columns.filter((other) => other.originalKey === originalKey).length > 1
    return { value: normalizedKey, label: isTwice ? `${originalKey} (${normalizedKey})` : originalKey }
  })

const shownValues = 3

/** The first values of a column, each with the value it would have after the import. */
function Becomes({ column, cells }: { column: SheetColumn; cells: readonly Cell[] }) {
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
