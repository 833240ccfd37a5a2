import { alertCalls } from '@bordee/core/alerts/alerts.calls.ts'
import type { Client } from '@bordee/core/clients/client.ts'
import { clientCalls } from '@bordee/core/clients/clients.calls.ts'
import { addDays, todayIn } from '@bordee/core/time.ts'
import { IconFileText } from '@tabler/icons-react'
import { useNavigate, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useFormState } from 'react-hook-form'
import { HistoryGrid } from '../alerts/HistoryGrid.tsx'
import { rowsOf, useAction, useCall } from '../calls.ts'
import { EvidenceButton } from '../evidence/EvidenceButton.tsx'
import { OccupantsGrid } from '../occupants/OccupantsGrid.tsx'
import { FolderErasure } from '../privacy/FolderErasure.tsx'
import { isModuleActive, useMe } from '../session.tsx'
import { GoTo } from '../shells/GoTo.tsx'
import { SectionTabs } from '../shells/SectionTabs.tsx'
import { useWayBack } from '../shells/useWayBack.ts'
import { SitesGrid } from '../sites/SitesGrid.tsx'
import { BrokenPart } from '../ui/broken.tsx'
import { CreateButton } from '../ui/CreateButton.tsx'
import { Form } from '../ui/form/Form.tsx'
import { SaveBar } from '../ui/form/SaveBar.tsx'
import { useEditing } from '../ui/form/useEditing.tsx'
import { whyNot } from '../ui/form/whyNot.ts'
import { itself, Loaded } from '../ui/Loaded.tsx'
import { lazyComponent } from '../ui/lazyComponent.tsx'
import { EmptyState, LoadingPage, PageHeader } from '../ui/states.tsx'
import { useZone } from '../ui/zone.ts'
import { ClientFields } from './ClientFields.tsx'
import { ClientStatus } from './ClientStatus.tsx'
import { EmailLink, PhoneLink } from './ContactLinks.tsx'
import { asInput, billingParts, clientSchema, valuesOf } from './clientForm.ts'
import classes from './clients.module.css'
import { useClientRemarks } from './useClientRemarks.ts'

const ContractsGrid = lazyComponent(async () => (await import('../contracts/ContractsGrid.tsx')).ContractsGrid, LoadingPage)

const FolderInvoices = lazyComponent(async () => (await import('../client-invoices/InvoicesGrid.tsx')).FolderInvoices, LoadingPage)

const VisitsGrid = lazyComponent(async () => (await import('../runs/VisitsGrid.tsx')).VisitsGrid, LoadingPage)

const TimelineTab = lazyComponent(async () => (await import('../callers/TimelineTab.tsx')).TimelineTab, LoadingPage)

const tabs: { tab: string; label: string; content: (client: Client) => ReactNode }[] = [
  { tab: 'timeline', label: 'Chronologie', content: ({ id }) => <TimelineTab clientId={id} /> },
  { tab: 'client', label: 'Client', content: (client) => <ClientTab client={client} /> },
  { tab: 'sites', label: 'Points de service', content: (client) => <SitesTab client={client} /> },
  { tab: 'occupants', label: 'Occupants', content: (client) => <OccupantsTab client={client} /> },
  { tab: 'contracts', label: 'Contrats', content: (client) => <ContractsTab client={client} /> },
  { tab: 'invoices', label: 'Factures', content: (client) => <InvoicesTab client={client} /> },
  { tab: 'visits', label: 'Visites', content: (client) => <VisitsTab client={client} /> },
  { tab: 'alerts', label: 'Alertes', content: (client) => <AlertsTab client={client} /> },
]

// client-folders/edit/:clientId/:tab: a client's folder (docs/product/clients.md).
export function ClientFolderScreen() {
  const { clientId, tab } = useParams({ from: '/dashboard/client-folders/edit/$clientId/$tab' })
  const shown = tabs.find((one) => one.tab === tab)
  if (!shown) return <GoTo path={`/dashboard/client-folders/edit/${clientId}/client`} />
  return <Folder clientId={clientId}>{shown.content}</Folder>
}

// client-folders/edit/:clientId/visits/site/:site: the visits of one site.
export function SiteVisitsScreen() {
  const { clientId, site } = useParams({ from: '/dashboard/client-folders/edit/$clientId/visits/site/$site' })
  return <Folder clientId={clientId}>{(client) => <VisitsTab client={client} siteId={site} />}</Folder>
}

function Folder({ clientId, children }: { clientId: string; children: (client: Client) => ReactNode }) {
  const client = useCall(clientCalls.getClient, { id: clientId })
  const toList = useWayBack('clients', '/dashboard/client-folders/list')
  return (
    <Loaded query={client} pick={itself} what="Client" home="/dashboard/client-folders/list">
      {(found: Client) => (
        <>
          <PageHeader
            title={found.name}
            description={
              <>
                Nº {found.number} <ClientStatus status={found.status} />
                {found.phone && ' · '}
                <PhoneLink {...found} />
                {found.email && ' · '}
                <EmailLink {...found} />
              </>
            }
            onBack={toList}
            actions={<EvidenceButton subject={{ customerId: clientId }} />}
          />
          <SectionTabs tabs={tabs.map((one) => ({ path: `/dashboard/client-folders/edit/${clientId}/${one.tab}`, label: one.label }))}>
            {children(found)}
          </SectionTabs>
        </>
      )}
    </Loaded>
  )
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
    <>
      <Form form={form} onSubmit={onSubmit} problem={update.error} under="client" aria-label="Client">
        <Fields id={client.id} />
        {prompt}
      </Form>
      <div className={classes.form}>
        <FolderErasure client={client} />
      </div>
    </>
  )
}

function Fields({ id }: { id: string }) {
  const { warnings, isChecking, isRefused } = useClientRemarks({ id })
  const { errors } = useFormState()
  return (
    <div className={classes.form}>
      <ClientFields warnings={warnings} />
      <SaveBar why={whyNot(isChecking, isRefused || Object.keys(errors).length > 0)} />
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
      toCreate={`/dashboard/client-folders/edit/${client.id}/sites/create`}
      onOpen={(site) =>
        void navigate({
          to: '/dashboard/client-folders/edit/$clientId/sites/edit/$siteId',
          params: { clientId: client.id, siteId: site.id },
        })
      }
      actions={<CreateButton to={`/dashboard/client-folders/edit/${client.id}/sites/create`}>Nouveau point de service</CreateButton>}
    />
  )
}

function OccupantsTab({ client }: { client: Client }) {
  const sites = useCall(clientCalls.listClientSites, { id: client.id })
  return <OccupantsGrid gridId="client-occupants" sites={sites.data} clientId={client.id} />
}

function ContractsTab({ client }: { client: Client }) {
  const { company } = useMe()
  return isModuleActive(company, 'contracts') ? (
    <ContractsGrid gridId="client-contracts" clientId={client.id} />
  ) : (
    <WithoutContracts title="Aucun contrat" />
  )
}

function InvoicesTab({ client }: { client: Client }) {
  const { company } = useMe()
  return isModuleActive(company, 'contracts') ? <FolderInvoices clientId={client.id} /> : <WithoutContracts title="Aucune facture" />
}

/** The visits to all of the client's sites, or to the one in the URL. */
function VisitsTab({ client, siteId }: { client: Client; siteId?: string }) {
  const sites = useCall(clientCalls.listClientSites, { id: client.id })
  const navigate = useNavigate()
  const clientId = client.id
  if (sites.isLoadingError) return <BrokenPart onRetry={() => void sites.refetch()} />
  return (
    <VisitsGrid
      gridId="client-visits"
      sites={sites.data}
      siteId={siteId}
      onSite={(site) =>
        void (site
          ? navigate({ to: '/dashboard/client-folders/edit/$clientId/visits/site/$site', params: { clientId, site } })
          : navigate({ to: '/dashboard/client-folders/edit/$clientId/$tab', params: { clientId, tab: 'visits' } }))
      }
    />
  )
}

/** Last year's alerts that reached, or should have reached, this client's occupants. */
function AlertsTab({ client }: { client: Client }) {
  const today = todayIn(useZone(), new Date())
  const history = useCall(alertCalls.listAlertHistory, { from: addDays(today, -365), to: today, clientId: client.id })
  return <HistoryGrid gridId="client-alerts" history={history} />
}

const WithoutContracts = ({ title }: { title: string }) => (
  <EmptyState card icon={<IconFileText />} title={title} description="Le module Contrats n’est pas activé pour votre compagnie." />
)
