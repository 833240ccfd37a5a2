import { claimCalls } from '@bordee/core/claims/claims.calls.ts'
import { clientCalls } from '@bordee/core/clients/clients.calls.ts'
import type { Site } from '@bordee/core/sites/site.ts'
import { siteCalls } from '@bordee/core/sites/sites.calls.ts'
import { ActionIcon, Group, Stack } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useAction, useCall } from '../calls.ts'
import { useCan } from '../can.ts'
import { EvidenceButton } from '../evidence/EvidenceButton.tsx'
import { useWayBack } from '../shells/useWayBack.ts'
import { OlderVersion, unlessOlder } from '../ui/form/OlderVersion.tsx'
import { useCreating } from '../ui/form/useCreating.ts'
import { useEditing } from '../ui/form/useEditing.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { itself, Loaded } from '../ui/Loaded.tsx'
import { PageHeader } from '../ui/states.tsx'
import { SiteForm } from './SiteForm.tsx'
import { asInput, emptySite, siteSchema, valuesOf } from './siteForm.ts'

// One form at four URLs: a new or existing site, in a client's folder or in the full list (docs/product/sites.md).
export function SiteFormScreen() {
  const { clientId, siteId } = useParams({ strict: false })
  return siteId ? <Edit key={siteId} siteId={siteId} clientId={clientId} /> : <Create clientId={clientId} />
}

/** The list the user came from, and the paths of its sites. */
function usePlaces(clientId: string | undefined) {
  const navigate = useNavigate()
  const toAll = useWayBack('sites', '/dashboard/client-folders/sites')
  const toClient = useWayBack('client-sites', `/dashboard/client-folders/edit/${clientId}/sites`)
  return {
    toList: clientId ? toClient : toAll,
    toSite: (siteId: string, ignoreBlocker = false) =>
      clientId
        ? void navigate({ to: '/dashboard/client-folders/edit/$clientId/sites/edit/$siteId', params: { clientId, siteId }, ignoreBlocker })
        : void navigate({ to: '/dashboard/client-folders/sites/edit/$siteId', params: { siteId }, ignoreBlocker }),
  }
}

function Create({ clientId }: { clientId: string | undefined }) {
  const { toList, toSite } = usePlaces(clientId)
  const clients = useCall(clientCalls.listClients)
  const create = useAction(siteCalls.createSite, {
    done: 'Modification sauvegardée',
    failed: 'Erreur lors de l’ajout',
  })
  const { form, onSubmit, prompt } = useCreating(siteSchema, emptySite(clientId), {
    save: (sent) => create.mutateAsync({ site: asInput(sent) }),
    leave: ({ id }) => toSite(id, true),
  })
  return (
    <>
      <PageHeader title="Nouveau point de service" description={clients.data?.find(({ id }) => id === clientId)?.name} onBack={toList} />
      <SiteForm form={form} clients={clients.data} isClientFixed={clientId !== undefined} onSubmit={onSubmit} problem={create.error} />
      {prompt}
    </>
  )
}

function Edit({ siteId, clientId }: { siteId: string; clientId: string | undefined }) {
  const site = useCall(siteCalls.getSite, { id: siteId })
  return (
    <Loaded query={site} pick={itself} what="Point de service" home="/dashboard/client-folders/sites">
      {(found) => <Editor site={found} clientId={clientId} onReload={async () => (await site.refetch()).data} />}
    </Loaded>
  )
}

interface EditorProps {
  site: Site
  clientId: string | undefined
  onReload: () => Promise<Site | undefined>
}

function Editor({ site, clientId, onReload }: EditorProps) {
  const { toList, toSite } = usePlaces(clientId)
  const can = useCan()
  const clients = useCall(clientCalls.listClients)
  const update = useAction(siteCalls.updateSite, {
    done: 'Modification sauvegardée',
    failed: unlessOlder('Erreur lors de la sauvegarde.'),
  })
  const { form, onSubmit, prompt } = useEditing(siteSchema, site, {
    valuesOf,
    asInput: (sent) => asInput(sent, site),
    merged: ['areas'],
    save: ({ removedAreas, ...changes }) =>
      update.mutateAsync({
        id: site.id,
        site: { ...changes, removedAreas: removedAreas?.flatMap(({ id, version }) => (id ? { id, version } : [])) },
      }),
  })

  return (
    <>
      <PageHeader
        title={site.name}
        description={site.customerName}
        onBack={toList}
        actions={
          <>
            <EvidenceButton subject={{ siteId: site.id }} />
            {can(claimCalls.createClaim) && (
              <LinkButton variant="default" to={`/dashboard/claims/create/${site.id}`}>
                Ouvrir une réclamation
              </LinkButton>
            )}
            <Siblings siteId={site.id} clientId={clientId} onGo={toSite} />
          </>
        }
      />
      <Stack>
        <OlderVersion update={update} what="point de service" onReload={onReload} onFresh={(fresh) => form.reset(valuesOf(fresh))} />
        <SiteForm
          form={form}
          site={site}
          clients={clients.data}
          isClientFixed={clientId !== undefined}
          onSubmit={onSubmit}
          problem={update.error}
        />
      </Stack>
      {prompt}
    </>
  )
}

/** Previous and next site, in the order of the list the user came from. */
function Siblings({ siteId, clientId, onGo }: { siteId: string; clientId: string | undefined; onGo: (siteId: string) => void }) {
  const ofClient = useCall(clientCalls.listClientSites, clientId ? { id: clientId } : 'not yet')
  const all = useCall(siteCalls.listSites, clientId ? 'not yet' : {})
  const ids = (clientId ? ofClient : all).data?.map(({ id }) => id) ?? []
  const at = ids.indexOf(siteId)
  const [before, after] = at < 0 ? [] : [ids[at - 1], ids[at + 1]]
  const button = (to: string | undefined, label: string, icon: typeof IconChevronLeft) => {
    const Icon = icon
    return (
      <ActionIcon variant="default" size={36} aria-label={label} title={label} disabled={!to} onClick={() => to && onGo(to)}>
        <Icon size={18} />
      </ActionIcon>
    )
  }
  return (
    <Group gap={6} wrap="nowrap">
      {button(before, 'Point de service précédent', IconChevronLeft)}
      {button(after, 'Point de service suivant', IconChevronRight)}
    </Group>
  )
}
