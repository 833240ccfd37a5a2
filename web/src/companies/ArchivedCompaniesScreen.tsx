import { companyCalls } from '@bordee/core/companies/companies.calls.ts'
import type { Company } from '@bordee/core/companies/company.ts'
import { Problem } from '@bordee/core/problem.ts'
import { Alert, Button, Stack } from '@mantine/core'
import { IconArchive, IconFileSpreadsheet, IconRestore, IconTrash } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { rowsOf, useAction, useCall } from '../calls.ts'
import { useCompanyExport } from '../imports/useCompanyExport.ts'
import { confirm, confirmByName } from '../ui/dialogs.tsx'
import { DataGrid, type GridColumn } from '../ui/grid/DataGrid.tsx'
import { useOpenInUrl } from '../ui/grid/useOpenInUrl.ts'
import { lastPlaceIn } from '../ui/grid/usePlace.ts'
import { LinkButton } from '../ui/LinkButton.tsx'
import { PageHeader } from '../ui/states.tsx'
import { DrawerTitle } from '../ui/words.tsx'
import { CompanyFacts, companyColumns } from './companyColumns.tsx'

const columns: GridColumn<Company>[] = [
  ...companyColumns.slice(0, 1),
  { id: 'archivedAt', label: 'Archivée le', kind: 'instant', value: (company) => company.archivedAt, size: 160 },
  ...companyColumns.slice(1),
]

// companies/archives: archived companies, to reopen or delete (docs/product/companies.md).
export function ArchivedCompaniesScreen() {
  const companies = useCall(companyCalls.listArchivedCompanies)
  const [companyId, open] = useOpenInUrl('/dashboard/companies/archives/{-$companyId}')
  const navigate = useNavigate()
  return (
    <>
      <PageHeader
        title="Compagnies archivées"
        onBack={() =>
          void navigate({
            to: '/dashboard/companies/list/{-$companyId}',
            params: { companyId: undefined },
            search: lastPlaceIn('companies'),
          })
        }
      />
      <DataGrid
        gridId="companies-archived"
        label="Compagnies archivées"
        {...rowsOf(companies)}
        columns={columns}
        exportAs="compagnies-archivees"
        openId={companyId}
        onOpenChange={open}
        empty={{ title: 'Aucune compagnie archivée', description: 'Les compagnies que vous archivez se retrouvent ici.' }}
        detail={(company, close) => <Detail company={company} onGone={close} />}
      />
    </>
  )
}

const isUnbilled = (error: unknown): error is Problem => error instanceof Problem && error.body.code === 'unbilled'

function Detail({ company, onGone }: { company: Company; onGone: () => void }) {
  const restore = useAction(companyCalls.restoreCompany, {
    done: 'Compagnie restaurée',
    failed: 'Impossible de restaurer la compagnie.',
    after: onGone,
  })
  const archive = useAction(companyCalls.archiveCompany, { done: 'Compagnie archivée', failed: 'Impossible d’archiver la compagnie.' })
  const remove = useAction(companyCalls.deleteCompany, {
    done: 'Compagnie supprimée',
    failed: (error) => (isUnbilled(error) ? null : 'Impossible de supprimer la compagnie.'),
    after: onGone,
  })
  const spreadsheet = useCompanyExport()

  /** Exports the data, then asks the user to type the name: deletion can't be undone. */
  async function exportThenDelete() {
    if (!(await spreadsheet.run([company]))) return
    const sure = await confirmByName({
      name: company.name,
      title: 'Supprimer cette compagnie?',
      message:
        'Ses données viennent d’être exportées dans vos téléchargements. ' +
        'Tout sera effacé de Bordée, y compris les comptes qui n’ont accès qu’à elle, sauf ce que la loi demande de garder. ' +
        'C’est sans retour.',
      confirm: 'Supprimer définitivement',
    })
    if (sure) remove.mutate({ id: company.id }, { onError: (error) => void askToWriteOff(error) })
  }

  async function askToWriteOff(error: unknown) {
    if (!isUnbilled(error)) return
    const sure = await confirm({
      title: 'Renoncer à cette somme?',
      message: error.message,
      confirm: 'Supprimer sans facturer',
      destructive: true,
    })
    if (sure) remove.mutate({ id: company.id, writeOff: true })
  }

  return (
    <Stack>
      <DrawerTitle>{company.name}</DrawerTitle>
      {!company.archivedAt && (
        <Alert color="amber">Cette compagnie est désactivée sans être archivée. Archivez-la pour pouvoir la supprimer.</Alert>
      )}
      <CompanyFacts company={company} />
      <Button leftSection={<IconRestore size={16} />} loading={restore.isPending} onClick={() => restore.mutate({ id: company.id })}>
        Restaurer
      </Button>
      <Button
        variant="default"
        leftSection={<IconFileSpreadsheet size={16} />}
        loading={spreadsheet.isPending}
        onClick={() => void spreadsheet.run([company])}
      >
        Exporter les données
      </Button>
      <LinkButton variant="default" to={`/dashboard/companies/edit/${company.id}`}>
        Modifier
      </LinkButton>
      {company.archivedAt ? (
        <Button
          variant="outline"
          color="red"
          leftSection={<IconTrash size={16} />}
          loading={remove.isPending}
          disabled={spreadsheet.isPending}
          onClick={() => void exportThenDelete()}
        >
          Supprimer…
        </Button>
      ) : (
        <Button
          variant="default"
          leftSection={<IconArchive size={16} />}
          loading={archive.isPending}
          onClick={() => archive.mutate({ id: company.id })}
        >
          Archiver
        </Button>
      )}
    </Stack>
  )
}
