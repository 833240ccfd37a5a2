import { companyCalls } from '@bordee/core/companies/companies.calls.ts'
import type { Company } from '@bordee/core/companies/company.ts'
import { count } from '@bordee/core/text.ts'
import { Button, Menu, Stack } from '@mantine/core'
import { IconArchive, IconChevronDown, IconFileSpreadsheet } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { BankPanel } from '../bank/BankPanel.tsx'
import { rowsOf, useAction, useCall } from '../calls.ts'
import { ImportRequestPanel } from '../imports/ImportRequestPanel.tsx'
import { useCompanyExport } from '../imports/useCompanyExport.ts'
import { useMe, useSession } from '../session.tsx'
import { CreateButton } from '../ui/CreateButton.tsx'
import { confirm } from '../ui/dialogs.tsx'
import { DataGrid } from '../ui/grid/DataGrid.tsx'
import { tickFirst } from '../ui/grid/RemoveRows.tsx'
import { useOpenInUrl } from '../ui/grid/useOpenInUrl.ts'
import { LinkButton } from '../ui/LinkButton.tsx'
import { notify, notifyFailure } from '../ui/notify.ts'
import { PageHeader } from '../ui/states.tsx'
import { DrawerTitle } from '../ui/words.tsx'
import { AdmissionPanel } from './AdmissionPanel.tsx'
import { CompanyFacts, companyColumns, isWaiting } from './companyColumns.tsx'
import { ModuleRequestsPanel } from './ModuleRequestsPanel.tsx'

// companies/list: every active company, for platform staff; those that wait for a decision come first.
export function CompaniesScreen() {
  const companies = useCall(companyCalls.listCompanies)
  const [companyId, open] = useOpenInUrl('/dashboard/companies/list/{-$companyId}')
  const [selected, setSelected] = useState<string[]>([])
  const archive = useArchive(() => setSelected([]))
  const spreadsheets = useCompanyExport()
  const rows = useMemo(() => companies.data?.toSorted((a, b) => Number(isWaiting(b)) - Number(isWaiting(a))), [companies.data])
  const chosen = (companies.data ?? []).filter(({ id }) => selected.includes(id))

  return (
    <>
      <PageHeader
        title="Compagnies"
        actions={
          <>
            <LinkButton variant="default" to="/dashboard/companies/archives">
              Archives
            </LinkButton>
            <CreateButton to="/dashboard/companies/create">Créer une compagnie</CreateButton>
          </>
        }
      />
      <DataGrid
        gridId="companies"
        label="Compagnies"
        {...rowsOf(companies)}
        rows={rows}
        columns={companyColumns}
        exportAs="compagnies"
        selectable
        selected={selected}
        onSelectedChange={setSelected}
        openId={companyId}
        onOpenChange={open}
        actions={
          <Menu position="bottom-end">
            <Menu.Target>
              <Button
                variant="default"
                rightSection={<IconChevronDown size={15} />}
                disabled={selected.length === 0}
                title={selected.length === 0 ? tickFirst : undefined}
                loading={archive.isPending || spreadsheets.isPending}
              >
                Actions
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item leftSection={<IconFileSpreadsheet size={16} />} onClick={() => void spreadsheets.run(chosen)}>
                Exporter les données
              </Menu.Item>
              <Menu.Item leftSection={<IconArchive size={16} />} onClick={() => void archive.run(chosen)}>
                Archiver
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        }
        detail={(company) => <Detail company={company} />}
      />
    </>
  )
}

function Detail({ company }: { company: Company }) {
  const { switchCompany } = useSession()
  return (
    <Stack>
      <DrawerTitle>{company.name}</DrawerTitle>
      <CompanyFacts company={company} />
      <AdmissionPanel company={company} />
      <ModuleRequestsPanel company={company} />
      <ImportRequestPanel company={company} />
      <BankPanel company={company} />
      <LinkButton to={`/dashboard/companies/edit/${company.id}`}>Modifier</LinkButton>
      <Button
        variant="default"
        onClick={() =>
          void switchCompany(company.id, '/dashboard/client-folders/list').catch((error: unknown) =>
            notifyFailure(error, 'Impossible de changer de compagnie.'),
          )
        }
      >
        Entrer dans cette compagnie
      </Button>
    </Stack>
  )
}

/** Confirms, then archives them one by one. If the user's current company is among them, the page says that they are in none. */
function useArchive(after: () => void) {
  const { company: mine } = useMe()
  const { reload } = useSession()
  const [isPending, setPending] = useState(false)
  const archive = useAction(companyCalls.archiveCompany, { failed: 'Impossible d’archiver la compagnie.' })

  async function run(chosen: Company[]) {
    const [first] = chosen
    const sure = await confirm({
      title: chosen.length === 1 ? `Archiver «\u00a0${first?.name}\u00a0»?` : `Archiver ${count(chosen.length, 'compagnie')}?`,
      message: 'Plus personne ne pourra y entrer. Les données sont conservées et la compagnie peut être restaurée.',
      confirm: 'Archiver',
      destructive: true,
    })
    if (!sure) return
    setPending(true)
    try {
      for (const { id } of chosen) await archive.mutateAsync({ id })
      notify('success', chosen.length === 1 ? 'Compagnie archivée' : `${count(chosen.length, 'compagnie')} archivées`)
      after()
    } catch {
      // the action shows the error
    } finally {
      setPending(false)
    }
    if (chosen.some(({ id }) => id === mine?.id)) await reload()
  }

  return { run, isPending }
}
