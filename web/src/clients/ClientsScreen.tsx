import { type Client, type ClientRow, clientStatusNames, clientTypeNames } from '@bordee/core/clients/client.ts'
import { clientCalls } from '@bordee/core/clients/clients.calls.ts'
import { isPlatform } from '@bordee/core/roles.ts'
import { addressLine, wholeAddress } from '@bordee/core/sites/address-line.ts'
import { siteCalls } from '@bordee/core/sites/sites.calls.ts'
import { count } from '@bordee/core/text.ts'
import { Button, Skeleton, Stack } from '@mantine/core'
import { IconMapSearch, IconTableImport } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useAction, useCall, useRows } from '../calls.ts'
import { useCan } from '../can.ts'
import { useMe } from '../session.tsx'
import { BrokenPart } from '../ui/broken.tsx'
import { CreateButton } from '../ui/CreateButton.tsx'
import { Facts } from '../ui/Facts.tsx'
import { CountLink } from '../ui/grid/CountLink.tsx'
import { DataGrid, type GridColumn } from '../ui/grid/DataGrid.tsx'
import { RemoveRows } from '../ui/grid/RemoveRows.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { lazyComponent, useEver } from '../ui/lazyComponent.tsx'
import { DrawerTitle, Hint, PartTitle } from '../ui/words.tsx'
import { ClientStatus, SiteStatus } from './ClientStatus.tsx'
import { EmailLink, PhoneLink } from './ContactLinks.tsx'
import classes from './clients.module.css'
import { FolderTabs } from './FolderTabs.tsx'

const GeocodeDialog = lazyComponent(async () => (await import('../sites/GeocodeDialog.tsx')).GeocodeDialog)

const billingAddress = (client: ClientRow) => ({
  civicNumber: client.billingCivicNumber,
  street: client.billingStreet ?? '',
  apartment: client.billingApartment,
  city: client.billingCity,
  state: client.billingState ?? '',
  zip: client.billingZip ?? '',
})

const folderTab = (clientId: string, tab: string) => ({
  to: '/dashboard/client-folders/edit/$clientId/$tab' as const,
  params: { clientId, tab },
})

// The address comes early: people recognise a client by it, on a desktop as on a phone.
const columns: GridColumn<ClientRow>[] = [
  { id: 'name', label: 'Nom', value: ({ name }) => name, size: 190 },
  {
    id: 'addresses',
    label: 'Adresses',
    value: ({ sites }) => sites.map((site) => addressLine(site.address)).join('; '),
    exported: ({ sites }) => sites.map((site) => wholeAddress(site.address)).join('; '),
    size: 300,
  },
  { id: 'phone', label: 'Téléphone', kind: 'phone', value: ({ phone }) => phone, size: 140 },
  {
    id: 'status',
    label: 'Statut',
    kind: 'choice',
    choices: clientStatusNames,
    value: ({ status }) => status,
    cell: ({ status }) => <ClientStatus status={status} />,
    size: 180,
  },
  { id: 'number', label: 'Numéro', value: ({ number }) => number, size: 100 },
  { id: 'email', label: 'Courriel', value: ({ email }) => email, size: 220 },
  { id: 'type', label: 'Type', kind: 'choice', choices: clientTypeNames, value: ({ type }) => type, size: 120 },
  {
    id: 'billing',
    label: 'Adresse de facturation',
    value: (client) => addressLine(billingAddress(client)),
    exported: (client) => wholeAddress(billingAddress(client)),
    size: 260,
  },
  {
    id: 'sites',
    label: 'Points de service',
    kind: 'number',
    value: ({ sites }) => sites.length,
    cell: ({ id, sites }) => <CountLink count={sites.length} {...folderTab(id, 'sites')} />,
    size: 130,
  },
  {
    id: 'contacts',
    label: 'Occupants',
    kind: 'number',
    value: ({ contactsCount }) => contactsCount,
    cell: ({ id, contactsCount }) => <CountLink count={contactsCount} {...folderTab(id, 'occupants')} />,
    size: 110,
  },
  { id: 'sectors', label: 'Secteurs', value: ({ sectors }) => sectors.map(({ name }) => name).join(', '), size: 180, hidden: true },
  { id: 'notes', label: 'Notes', value: ({ notes }) => notes, size: 240, hidden: true },
]

// client-folders/list: the screen an office worker keeps open all day.
export function ClientsScreen() {
  const clients = useRows(clientCalls.listClients)
  const { role } = useMe()
  const navigate = useNavigate()
  const [selected, setSelected] = useState<string[]>([])
  const [geocoding, setGeocoding] = useState(false)
  const wasGeocoding = useEver(geocoding)
  const can = useCan()
  const remove = useAction(clientCalls.deleteClients, {
    done: 'Suppression effectuée avec succès',
    failed: 'Erreur lors de la suppression.',
    after: () => setSelected([]),
  })
  const open = ({ id }: ClientRow) =>
    void navigate({ to: '/dashboard/client-folders/edit/$clientId/$tab', params: { clientId: id, tab: 'client' } })

  function question(ids: string[]) {
    const [only] = ids.length === 1 ? (clients.rows ?? []).filter(({ id }) => id === ids[0]) : []
    return {
      title: only ? `Supprimer «\u00a0${only.name}\u00a0»?` : `Supprimer ${count(ids.length, 'client')}?`,
      message: 'Leurs points de service, zones, occupants et places dans les trajets disparaissent aussi. Cela ne peut pas être annulé.',
    }
  }

  return (
    <FolderTabs
      actions={
        <>
          {isPlatform(role) && (
            <LinkButton variant="default" to="/dashboard/company/import" leftSection={<IconTableImport size={16} />}>
              Importer
            </LinkButton>
          )}
          <CreateButton to="/dashboard/client-folders/create">Nouveau client</CreateButton>
        </>
      }
    >
      <DataGrid
        gridId="clients"
        label="Clients"
        {...clients}
        columns={columns}
        exportAs="clients"
        selectable
        selected={selected}
        onSelectedChange={setSelected}
        onDoubleClick={open}
        detail={(client) => <Detail key={client.id} client={client} />}
        actions={(ids) => (
          <>
            {can(siteCalls.placeSites) && (
              <Button variant="default" leftSection={<IconMapSearch size={16} />} onClick={() => setGeocoding(true)}>
                Géocoder
              </Button>
            )}
            <RemoveRows ids={ids} busy={remove.isPending} question={question} onRemove={(clientIds) => remove.mutate({ clientIds })} />
          </>
        )}
        empty={{
          title: 'Aucun client',
          description:
            'Créez votre premier dossier\u00a0: le client, l’endroit à déneiger et les personnes à aviser. ' +
            'Vous avez déjà une liste Excel ou CSV? L’équipe de Bordée l’importe pour vous.',
          action: (
            <>
              <LinkButton to="/dashboard/client-folders/create">Créer un client</LinkButton>
              {!isPlatform(role) && (
                <LinkButton to="/dashboard/import-request" variant="default" leftSection={<IconTableImport size={16} />}>
                  Faire importer ma liste
                </LinkButton>
              )}
            </>
          ),
        }}
      />
      {wasGeocoding && <GeocodeDialog opened={geocoding} clientIds={selected} onClose={() => setGeocoding(false)} />}
    </FolderTabs>
  )
}

/** Shows the list's own fields at once; the rest of the folder loads after. */
function Detail({ client }: { client: ClientRow }) {
  const folder = useCall(clientCalls.getClient, { id: client.id })
  return (
    <Stack>
      <div>
        <DrawerTitle>{client.name}</DrawerTitle>
        <ClientStatus status={client.status} />
      </div>
      {folder.data ? (
        <Folder client={folder.data} />
      ) : folder.isLoadingError ? (
        <BrokenPart onRetry={() => void folder.refetch()} />
      ) : (
        <FolderToCome />
      )}
      <LinkButton to={`/dashboard/client-folders/edit/${client.id}/client`}>Ouvrir le dossier</LinkButton>
    </Stack>
  )
}

function FolderToCome() {
  return (
    <Stack gap="md" role="status">
      <span className="bordee-visually-hidden">Chargement…</span>
      {[60, 85, 70, 90, 55].map((width) => (
        <Skeleton key={width} height={12} radius={6} width={`${width}%`} />
      ))}
    </Stack>
  )
}

function Folder({ client }: { client: Client }) {
  const contact = [client.firstName, client.lastName].filter(Boolean).join(' ')
  return (
    <>
      <Facts
        facts={{
          Numéro: client.number,
          Type: clientTypeNames[client.type],
          Contact: contact,
          Courriel: client.email && <EmailLink {...client} />,
          Téléphone: client.phone && <PhoneLink {...client} />,
          Facturation: addressLine(billingAddress(client)),
          'Code de virement': client.transferCode,
          Secteurs: client.sectors.map(({ name }) => name).join(', '),
          Notes: client.notes,
        }}
      />
      <PartTitle>Points de service</PartTitle>
      {client.sites.length === 0 ? (
        <Hint>Aucun point de service.</Hint>
      ) : (
        <ul className={classes.places}>
          {client.sites.map((site) => (
            <li key={site.id}>
              <Link to="/dashboard/client-folders/edit/$clientId/sites/edit/$siteId" params={{ clientId: client.id, siteId: site.id }}>
                {site.name}
              </Link>
              <SiteStatus status={site.status} />
              <small>{addressLine(site.address)}</small>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
