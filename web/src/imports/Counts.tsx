import { type ImportCount, type ImportForecast, importEntities } from '@bordee/core/imports/import.ts'
import { formatNumber } from '@bordee/core/text.ts'
import { Table } from '@mantine/core'
import { entityName } from './entities.ts'
import classes from './imports.module.css'

const told: [keyof ImportCount, string][] = [
  ['created', 'À créer'],
  ['updated', 'À modifier'],
  ['unchanged', 'Inchangés'],
  ['refused', 'Refusés'],
]

/** What an import would do, by entity. */
export function Counts({ forecast: { counts } }: { forecast: Pick<ImportForecast, 'counts'> }) {
  return (
    <Table className={classes.counts} verticalSpacing={6} aria-label="Ce que fera l’importation">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Sujet</Table.Th>
          {told.map(([, words]) => (
            <Table.Th key={words}>{words}</Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody className="bordee-figures">
        {importEntities.map((entity) => {
          const found = counts[entity]
          return (
            found && (
              <Table.Tr key={entity}>
                <Table.Th scope="row">{entityName(entity)}</Table.Th>
                {told.map(([what, words]) => (
                  <Table.Td key={words} data-bad={(what === 'refused' && found.refused > 0) || undefined}>
                    {formatNumber(found[what])}
                  </Table.Td>
                ))}
              </Table.Tr>
            )
          )
        })}
      </Table.Tbody>
    </Table>
  )
}
