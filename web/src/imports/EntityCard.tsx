import { importSheets, type SheetColumn } from '@bordee/core/imports/columns.ts'
import type { ImportEntity, ImportMappings, UploadedSheet } from '@bordee/core/imports/import.ts'
import { missingFields } from '@bordee/core/imports/mappings.ts'
import { count } from '@bordee/core/text.ts'
import { Button, Select, Text } from '@mantine/core'
import { useState } from 'react'
import { Becomes } from './Becomes.tsx'
import { entityName } from './entities.ts'
import classes from './imports.module.css'

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
