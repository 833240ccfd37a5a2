import { companyCalls } from '@bordee/core/companies/companies.calls.ts'
import type { Company } from '@bordee/core/companies/company.ts'
import { Button, Stack, Title } from '@mantine/core'
import { IconRestore } from '@tabler/icons-react'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { rowsOf, useAction, useCall } from '../calls.ts'
import { DataGrid, type GridColumn } from '../ui/grid/DataGrid.tsx'
import { PageHeader } from '../ui/states.tsx'
import { CompanyFacts, companyColumns } from './companyColumns.tsx'

const columns: GridColumn<Company>[] = [
  ...companyColumns.slice(0, 1),
  { id: 'archivedAt', label: 'Archivée le', kind: 'instant', value: (company) => company.archivedAt, size: 160 },
  ...companyColumns.slice(1),
]

// companies/archives: the closed companies, which open again from here (spec 3 §2.4).
export function ArchivedCompaniesScreen() {
  const companies = useCall(companyCalls.listArchivedCompanies)
  const { companyId } = useParams({ from: '/dashboard/companies/archives/{-$companyId}' })
  const navigate = useNavigate()
  const open = (id: string | null) =>
    void navigate({ to: '/dashboard/companies/archives/{-$companyId}', params: { companyId: id ?? undefined }, replace: true })
  return (
    <>
      <PageHeader
        title="Compagnies archivées"
        onBack={() => void navigate({ to: '/dashboard/companies/list/{-$companyId}', params: { companyId: undefined } })}
      />
      <DataGrid
        gridId="companies-archived"
        label="Compagnies archivées"
        {...rowsOf(companies)}
        columns={columns}
        rowId={(company) => company.id}
        exportAs="compagnies-archivees"
        openId={companyId ?? null}
        onOpenChange={open}
        empty={{ title: 'Aucune compagnie archivée' }}
        detail={(company, close) => <Detail company={company} onRestored={close} />}
      />
    </>
  )
}

function Detail({ company, onRestored }: { company: Company; onRestored: () => void }) {
  const restore = useAction(companyCalls.restoreCompany, {
    done: 'Compagnie restaurée',
    failed: 'Impossible de restaurer la compagnie.',
    touches: ['accounts'],
    after: onRestored,
  })
  return (
    <Stack>
      <Title order={2} size="h4" pr="xl">
        {company.name}
      </Title>
      <CompanyFacts company={company} />
      <Button leftSection={<IconRestore size={16} />} loading={restore.isPending} onClick={() => restore.mutate({ id: company.id })}>
        Restaurer
      </Button>
      <Button variant="default" component={Link} to={`/dashboard/companies/edit/${company.id}`}>
        Modifier
      </Button>
    </Stack>
  )
}
