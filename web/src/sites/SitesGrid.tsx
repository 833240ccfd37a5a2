import { addressLine, wholeAddress } from '@bordee/core/sites/address-line.ts'
import { areaStatusNames, type Site, type SiteRow, siteStatusNames } from '@bordee/core/sites/site.ts'
import { siteCalls } from '@bordee/core/sites/sites.calls.ts'
import { count } from '@bordee/core/text.ts'
import type { ReactNode } from 'react'
import { type GridRows, useAction } from '../calls.ts'
import { SiteStatus } from '../clients/ClientStatus.tsx'
import { useSectorColumn } from '../sectors/useSectorColumn.ts'
import { DataGrid, type GridColumn } from '../ui/grid/DataGrid.tsx'
import { RemoveRows } from '../ui/grid/RemoveRows.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { Status, type StatusTone } from '../ui/Status.tsx'

const areaTones: Record<Site['snowRemovalAreaStatus'], StatusTone> = { good: 'good', invalid: 'bad', undefined: 'attention' }

const columns: GridColumn<SiteRow>[] = [
  { id: 'name', label: 'Nom', value: ({ name }) => name, size: 200 },
  {
    id: 'address',
    label: 'Adresse',
    value: ({ address }) => addressLine(address),
    exported: ({ address }) => wholeAddress(address),
    size: 280,
  },
  { id: 'client', label: 'Client', value: ({ customerName }) => customerName, size: 200 },
  {
    id: 'status',
    label: 'Statut',
    kind: 'choice',
    choices: siteStatusNames,
    value: ({ status }) => status,
    cell: ({ status }) => <SiteStatus status={status} />,
    size: 140,
  },
  {
    id: 'areas',
    label: 'Zones',
    kind: 'choice',
    choices: areaStatusNames,
    value: ({ snowRemovalAreaStatus }) => snowRemovalAreaStatus,
    cell: ({ snowRemovalAreaStatus: status }) => <Status tone={areaTones[status]}>{areaStatusNames[status]}</Status>,
    size: 140,
  },
  { id: 'routes', label: 'Trajets', value: ({ routes }) => routes.map(({ name }) => name).join(', '), size: 180 },
  { id: 'notes', label: 'Notes', value: ({ notes }) => notes, size: 240, hidden: true },
]
const idOf = ({ id }: SiteRow) => id
const ofOneClient = columns.filter(({ id }) => id !== 'client')

interface Props {
  gridId: string
  list: GridRows<SiteRow>
  onOpen: (site: SiteRow) => void
  /** Hides the client column on a client's own page. */
  oneClient?: boolean
  actions?: ReactNode
  /** Where a first site is created. */
  toCreate: string
}

export function SitesGrid({ gridId, list, onOpen, oneClient = false, actions, toCreate }: Props) {
  const remove = useAction(siteCalls.deleteSites, {
    done: 'Suppression effectuée avec succès',
    failed: 'Erreur lors de la suppression.',
  })

  const withSectors = useSectorColumn(oneClient ? ofOneClient : columns, idOf, !oneClient)
  const question = (ids: string[]) => ({
    title: `Supprimer ${count(ids.length, 'point')} de service?`,
    message: 'Les zones, les occupants et les places dans les trajets disparaissent aussi. Cela ne peut pas être annulé.',
  })

  return (
    <DataGrid
      gridId={gridId}
      label="Points de service"
      {...list}
      columns={withSectors}
      exportAs="points-de-service"
      selectable
      onOpen={onOpen}
      actions={(ids) => (
        <>
          <RemoveRows ids={ids} busy={remove.isPending} question={question} onRemove={(siteIds) => remove.mutate({ siteIds })} />
          {actions}
        </>
      )}
      empty={{
        title: 'Aucun point de service',
        description: 'Un point de service est un endroit à déneiger, avec ses zones dessinées sur la carte.',
        action: <LinkButton to={toCreate}>Créer un premier point de service</LinkButton>,
      }}
    />
  )
}
