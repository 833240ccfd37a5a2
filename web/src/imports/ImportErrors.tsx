import { howMany, howManyRows } from '@bordee/core/imports/first-errors.ts'
import type { ImportError } from '@bordee/core/imports/import.ts'
import { importCalls } from '@bordee/core/imports/imports.calls.ts'
import { count, formatNumber } from '@bordee/core/text.ts'
import { Button, Group, Stack, Table, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { ask } from '../api.ts'
import { useMe } from '../session.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { saveFile } from '../ui/saveFile.ts'
import { entityName } from './entities.ts'
import classes from './imports.module.css'

interface ErrorsProps {
  errors: readonly ImportError[]
}

/** Shows the rows an import refused, to download, correct and import again. `opened`: opens at once. */
export function ErrorsButton({ errors, opened = false }: ErrorsProps & { opened?: boolean }) {
  const [isOpen, setOpen] = useState(opened)
  return (
    <>
      <Button variant="default" size="compact-sm" onClick={() => setOpen(true)}>
        Voir les erreurs
      </Button>
      <Dialog
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={`Importation\u00a0: ${count(howManyRows(errors), 'ligne refusée', 'lignes refusées')}`}
        size="xl"
      >
        <Stack>
          <ErrorsTable errors={errors} />
          <Group justify="flex-end">
            <Button variant="default" onClick={() => setOpen(false)}>
              Fermer
            </Button>
            <ExportButton />
          </Group>
        </Stack>
      </Dialog>
    </>
  )
}

interface RowsButtonProps {
  children: string
  title: string
  rows: readonly ImportError[]
}

/** Opens a list of rows that someone may want to complete by hand. */
export function RowsButton({ children, title, rows }: RowsButtonProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="default" size="compact-sm" onClick={() => setOpen(true)}>
        {children}
      </Button>
      <Dialog opened={isOpen} onClose={() => setOpen(false)} title={title} size="xl">
        <ErrorsTable errors={rows} label={title} />
      </Dialog>
    </>
  )
}

function ExportButton() {
  const { company } = useMe()
  const [isPending, setPending] = useState(false)
  async function run() {
    setPending(true)
    const load = () => ask(importCalls.exportRefused, company ? { companyId: company.id } : {})
    await saveFile(load, 'lignes-refusees.xlsx', 'Impossible d’exporter les lignes refusées.')
    setPending(false)
  }
  return (
    <Button leftSection={<IconDownload size={18} />} loading={isPending} onClick={() => void run()}>
      Exporter les lignes refusées
    </Button>
  )
}

const mostShown = 200

export function ErrorsTable({ errors, label = 'Lignes refusées' }: ErrorsProps & { label?: string }) {
  return (
    <Stack gap="xs">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll it */}
      <section className={classes.scroll} aria-label={label} tabIndex={0}>
        <Table verticalSpacing={6} className={classes.errors}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Sujet</Table.Th>
              <Table.Th>Feuille</Table.Th>
              <Table.Th>Ligne</Table.Th>
              <Table.Th>Message</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {errors.slice(0, mostShown).map(({ entity, sheet, row, message }) => (
              <Table.Tr key={`${entity} ${sheet} ${row} ${message}`}>
                <Table.Td>{entityName(entity)}</Table.Td>
                <Table.Td className={classes.anywhere}>{sheet}</Table.Td>
                <Table.Td className="bordee-figures">{formatNumber(row)}</Table.Td>
                <Table.Td className={classes.anywhere}>{message}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </section>
      {errors.length > mostShown && <Text size="sm" c="dimmed">{`Les ${mostShown} premières sur ${formatNumber(howMany(errors))}.`}</Text>}
    </Stack>
  )
}
