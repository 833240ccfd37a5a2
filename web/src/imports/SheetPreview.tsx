import type { Cell, UploadedSheet } from '@bordee/core/imports/import.ts'
import { count, formatNumber } from '@bordee/core/text.ts'
import { Group, Select, Stack, Table, Text } from '@mantine/core'
import { useState } from 'react'
import { SectionTitle } from '../ui/words.tsx'
import classes from './imports.module.css'

const shownRows = 8
const shownColumns = 40

/** The first rows of each sheet, as the server read them. */
export function SheetPreview({ sheets }: { sheets: readonly UploadedSheet[] }) {
  const [name, setName] = useState(sheets[0]?.name ?? '')
  const sheet = sheets.find((one) => one.name === name) ?? sheets[0]
  if (!sheet) return null
  const columns = sheet.columns.slice(0, shownColumns)
  return (
    <Stack gap="sm">
      <Group justify="space-between" align="flex-end">
        <div>
          <SectionTitle>Aperçu</SectionTitle>
          <Text size="sm" c="dimmed" className={classes.anywhere}>
            {`${sheet.file}\u00a0: ${count(sheet.rowCount, 'ligne')}, ${count(sheet.columns.length, 'colonne')}`}
          </Text>
        </div>
        {sheets.length > 1 && (
          <Select
            label="Feuille"
            data={sheets.map((one) => one.name)}
            value={sheet.name}
            onChange={(next) => next && setName(next)}
            allowDeselect={false}
            searchable={sheets.length > 8}
            w={260}
          />
        )}
      </Group>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll it */}
      <section className={classes.scroll} aria-label={`Premières lignes de ${sheet.name}`} tabIndex={0}>
        <Table verticalSpacing={6} className={classes.preview}>
          <Table.Thead>
            <Table.Tr>
              {columns.map(({ normalizedKey, originalKey }) => (
                <Table.Th key={normalizedKey}>{originalKey}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {sheet.content.slice(0, shownRows).map((row, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no id and never move
              <Table.Tr key={place}>
                {columns.map(({ normalizedKey }) => (
                  <Table.Td key={normalizedKey}>{cellText(row[normalizedKey] ?? null)}</Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </section>
    </Stack>
  )
}

export function cellText(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'boolean') return cell ? 'Vrai' : 'Faux'
  return typeof cell === 'number' && !Number.isInteger(cell) ? formatNumber(cell) : String(cell)
}
