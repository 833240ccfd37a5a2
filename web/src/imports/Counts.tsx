import { type ImportForecast, importEntities } from '@bordee/core/imports/import.ts'
import { formatNumber } from '@bordee/core/text.ts'
import { Table } from '@mantine/core'
import { entityName } from './entities.ts'
import classes from './imports.module.css'

/** What an import would do, entity by entity. */
export function Counts({ forecast: { counts } }: { forecast: ImportForecast }) {
  return (
    <Table className={classes.counts} verticalSpacing={6}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Entité</Table.Th>
          <Table.Th>Créés</Table.Th>
          <Table.Th>Modifiés</Table.Th>
          <Table.Th>Inchangés</Table.Th>
          <Table.Th>Refusés</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody className="bordee-figures">
        {importEntities.map((entity) => {
          const found = counts[entity]
          return (
            found && (
              <Table.Tr key={entity}>
                <Table.Th scope="row">{entityName(entity)}</Table.Th>
                <Table.Td>{formatNumber(found.created)}</Table.Td>
                <Table.Td>{formatNumber(found.updated)}</Table.Td>
                <Table.Td>{formatNumber(found.unchanged)}</Table.Td>
                <Table.Td data-bad={found.refused > 0 || undefined}>{formatNumber(found.refused)}</Table.Td>
              </Table.Tr>
            )
          )
        })}
      </Table.Tbody>
    </Table>
  )
}
