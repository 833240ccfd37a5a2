import { alertCalls } from '@bordee/core/alerts/alerts.calls.ts'
import type { Client } from '@bordee/core/clients/client.ts'
import { clientCalls } from '@bordee/core/clients/clients.calls.ts'
import { Problem } from '@bordee/core/problem.ts'
import { addDays, todayIn } from '@bordee/core/time.ts'
import { Button } from '@mantine/core'
import { IconFileText, IconPlus, IconSnowflake } from '@tabler/icons-react'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useFormState } from 'react-hook-form'
import { HistoryGrid } from '../alerts/HistoryGrid.tsx'
import { rowsOf, useAction, useCall } from '../calls.ts'
import { OccupantsGrid } from '../occupants/OccupantsGrid.tsx'
import { isModuleActive, useMe } from '../session.tsx'
import { GoTo } from '../shells/GoTo.tsx'
import { SectionTabs } from '../shells/SectionTabs.tsx'
import { useWayBack } from '../shells/useWayBack.ts'
import { SitesGrid } from '../sites/SitesGrid.tsx'
import { Form } from '../ui/form/Form.tsx'
import { SaveBar } from '../ui/form/SaveBar.tsx'
import { useEditing } from '../ui/form/useEditing.tsx'
import { late } from '../ui/late.tsx'
import { BrokenPart, EmptyState, LoadingPage, NotFoundPage, PageHeader } from '../ui/states.tsx'
import { useZone } from '../ui/zone.ts'
import { ClientFields } from './ClientFields.tsx'
import { ClientStatus } from './ClientStatus.tsx'
import { asInput, billingParts, clientSchema, valuesOf } from './clientForm.ts'
import classes from './clients.module.css'
import { useClientRemarks } from './useClientRemarks.ts'

const ContractsGrid = late(async () => (await import('../contracts/ContractsGrid.tsx')).ContractsGrid, LoadingPage)

const tabs: { tab: string; label: string; content: (client: Client) => ReactNode }[] = [
  { tab: 'client', label: 'Client', content: (client) => <ClientTab client={client} /> },
  { tab: 'sites', label: 'Points de service', content: (client) => <SitesTab client={client} /> },
  { tab: 'occupants', label: 'Occupants', content: (client) => <OccupantsTab client={client} /> },
  {
    tab: 'contracts',
    label: 'Contrats',
    content: (client) => <ContractsTab client={client} />,
  },
  {
    tab: 'visits',
    label: 'Visites',
    content: () => (
      <Nothing icon={<IconSnowflake />} title="Aucune visite" text="Chaque passage de la déneigeuse chez ce client apparaîtra ici." />
    ),
  },
  {
    tab: 'alerts',
    label: 'Alertes',
    content: (client) => <AlertsTab client={client} />,
  },
]

// client-folders/edit/:clientId/:tab: a client's folder (docs/product/clients.md).
export function ClientFolderScreen() {
  const { clientId, tab } = useParams({ from: '/dashboard/client-folders/edit/$clientId/$tab' })
  const client = useCall(clientCalls.getClient, { id: clientId })
  const toList = useWayBack('clients', '/dashboard/client-folders/list')
  const shown = tabs.find((one) => one.tab === tab)
  if (!shown) return <GoTo path={`/dashboard/client-folders/edit/${clientId}/client`} />
  if (client.isPending) return <LoadingPage />
  if (client.isError) {
    const isMissing = client.error instanceof Problem && [404, 422].includes(client.error.status)
    return isMissing ? (
      <NotFoundPage what="Client" home="/dashboard/client-folders/list" />
    ) : (
      <BrokenPart onRetry={() => void client.refetch()} />
    )
  }
  return (
    <>
      <PageHeader
        title={client.data.name}
        description={
          <>
            Nº {client.data.number} · <ClientStatus status={client.data.status} />
          </>
        }
        onBack={toList}
      />
      <SectionTabs tabs={tabs.map((one) => ({ path: `/dashboard/client-folders/edit/${clientId}/${one.tab}`, label: one.label }))}>
        {shown.content(client.data)}
      </SectionTabs>
    </>
  )
}

// client-folders/edit/:clientId/visits/site/:site: the visits of one site; they come with the fleet.
export function SiteVisitsScreen() {
  const { clientId } = useParams({ from: '/dashboard/client-folders/edit/$clientId/visits/site/$site' })
  return <GoTo path={`/dashboard/client-folders/edit/${clientId}/visits`} />
}

function ClientTab({ client }: { client: Client }) {
  const update = useAction(clientCalls.updateClient, {
    done: 'Modification sauvegardée',
    failed: 'Erreur lors de la modification du client.',
  })
  const { form, onSubmit, prompt } = useEditing(clientSchema, client, {
    valuesOf,
    asInput,
    together: [billingParts],
    save: (changes) => update.mutateAsync({ id: client.id, client: changes }),
  })
  return (
    <Form form={form} onSubmit={onSubmit} problem={update.error} under="client" aria-label="Client">
      <Fields id={client.id} />
      {prompt}
    </Form>
  )
}

function Fields({ id }: { id: string }) {
  const { warnings, isChecking, isRefused } = useClientRemarks({ id })
  const { errors } = useFormState()
  return (
    <div className={classes.form}>
      <ClientFields warnings={warnings} />
      <SaveBar disabled={isChecking || isRefused || Object.keys(errors).length > 0} />
    </div>
  )
}

function SitesTab({ client }: { client: Client }) {
  const sites = useCall(clientCalls.listClientSites, { id: client.id })
  const navigate = useNavigate()
  return (
    <SitesGrid
      gridId="client-sites"
      oneClient
      list={rowsOf(sites)}
      onOpen={(site) =>
        void navigate({
          to: '/dashboard/client-folders/edit/$clientId/sites/edit/$siteId',
          params: { clientId: client.id, siteId: site.id },
        })
      }
      actions={
        <Button component={Link} to={`/dashboard/client-folders/edit/${client.id}/sites/create`} leftSection={<IconPlus size={16} />}>
          Nouveau point de service
        </Button>
      }
    />
  )
}

function OccupantsTab({ client }: { client: Client }) {
  const sites = useCall(clientCalls.listClientSites, { id: client.id })
  return <OccupantsGrid gridId="client-occupants" sites={sites.data} clientId={client.id} />
}

function ContractsTab({ client }: { client: Client }) {
  const { company } = useMe()
  if (!isModuleActive(company, 'contracts'))
    return <Nothing icon={<IconFileText />} title="Aucun contrat" text="Le module Contrats n’est pas activé pour votre compagnie." />
  return <ContractsGrid gridId="client-contracts" clientId={client.id} />
}

/** Those of the last year that reached, or missed, this client's occupants. */
function AlertsTab({ client }: { client: Client }) {
  const today = todayIn(useZone(), new Date())
  const history = useCall(alertCalls.listAlertHistory, { from: addDays(today, -365), to: today, clientId: client.id })
  return <HistoryGrid gridId="client-alerts" history={history} />
}

function Nothing({ icon, title, text }: { icon: ReactNode; title: string; text: string }) {
  return (
    <div className="bordee-card">
      <EmptyState icon={icon} title={title} description={text} />
    </div>
  )
}
