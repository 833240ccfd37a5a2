import { companyCalls } from '@bordee/core/companies/companies.calls.ts'
import type { Company } from '@bordee/core/companies/company.ts'
import { type Module, modules } from '@bordee/core/modules.ts'
import { formatPhone } from '@bordee/core/phone.ts'
import { Button, Stack, Title } from '@mantine/core'
import { rowsOf, useCall } from '../calls.ts'
import { isModuleActive, useSession } from '../session.tsx'
import { Facts } from '../ui/Facts.tsx'
import { DataGrid, type GridColumn } from '../ui/grid/DataGrid.tsx'
import { PageHeader } from '../ui/states.tsx'
import { tell } from '../ui/tell.ts'

const moduleNames: Record<Module, string> = { alerts: 'Alertes', contracts: 'Contrats', geolocation: 'Flotte', quotes: 'Soumissions' }
const activeModules = (company: Company) => modules.filter((module) => isModuleActive(company, module)).map((module) => moduleNames[module])

const columns: GridColumn<Company>[] = [
  { id: 'name', label: 'Nom', value: (company) => company.name, size: 260 },
  { id: 'city', label: 'Ville', value: (company) => company.city, size: 140 },
  { id: 'phone', label: 'Téléphone', kind: 'phone', value: (company) => company.phone, size: 150 },
  { id: 'email', label: 'Courriel', value: (company) => company.email, size: 240 },
  { id: 'QEN', label: 'NEQ', value: (company) => company.QEN, size: 130 },
  { id: 'modules', label: 'Modules actifs', value: (company) => activeModules(company).join(', ') || 'Aucun', size: 280 },
  { id: 'createdAt', label: 'Inscrite le', kind: 'instant', value: (company) => company.createdAt, size: 160 },
]

// companies/list: every active company, for platform staff (spec 3 §2.4).
export function CompaniesScreen() {
  const companies = useCall(companyCalls.listCompanies)
  const { switchCompany } = useSession()
  return (
    <>
      <PageHeader title="Compagnies" />
      <DataGrid
        gridId="companies"
        label="Compagnies"
        {...rowsOf(companies)}
        columns={columns}
        rowId={(company) => company.id}
        exportAs="compagnies"
        detail={(company) => (
          <Stack>
            <Title order={2} size="h4">
              {company.name}
            </Title>
            <Facts
              facts={{
                Adresse: [company.civicNumber, company.street].filter(Boolean).join(', '),
                Ville: [company.city, company.state, company.zip].filter(Boolean).join(' '),
                Téléphone: formatPhone(company.phone),
                Courriel: company.email,
                'Modules actifs': activeModules(company).join(', ') || 'Aucun',
              }}
            />
            <Button
              onClick={() => void switchCompany(company.id).catch((error: unknown) => tell(error, 'Impossible de changer de compagnie.'))}
            >
              Entrer dans cette compagnie
            </Button>
          </Stack>
        )}
      />
    </>
  )
}
