import type { Sector } from '@bordee/core/sectors/sector.ts'
import { sectorCalls } from '@bordee/core/sectors/sectors.calls.ts'
import { count } from '@bordee/core/text.ts'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { AlertsTabs } from '../alerts/AlertsTabs.tsx'
import { rowsOf, useAction, useCall } from '../calls.ts'
import { CreateButton } from '../ui/CreateButton.tsx'
import { CountLink } from '../ui/grid/CountLink.tsx'
import { DataGrid, type GridColumn } from '../ui/grid/DataGrid.tsx'
import { RemoveRows } from '../ui/grid/RemoveRows.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { occupantsIn, sitesIn } from './useSectorColumn.ts'

const columnsOf = (sectors: Sector[]): GridColumn<Sector>[] => [
  { id: 'name', label: 'Nom', value: ({ name }) => name, size: 280 },
  {
    id: 'group',
    label: 'Alerte',
    kind: 'choice',
    choices: Object.fromEntries(sectors.flatMap(({ groupId, groupName }) => (groupId ? [[groupId, groupName ?? '']] : []))),
    value: ({ groupId }) => groupId,
    size: 200,
  },
  {
    id: 'sites',
    label: 'Points de service',
    kind: 'number',
    value: ({ siteIds }) => siteIds.length,
    cell: ({ id, siteIds }) => <CountLink count={siteIds.length} {...sitesIn([id])} />,
    size: 140,
  },
  {
    id: 'contacts',
    label: 'Occupants',
    kind: 'number',
    value: ({ contactsCount }) => contactsCount,
    cell: ({ id, contactsCount }) => <CountLink count={contactsCount} {...occupantsIn([id])} />,
    size: 120,
  },
  { id: 'notifiedAt', label: 'Dernière alerte', kind: 'instant', value: ({ notifiedAt }) => notifiedAt, size: 180 },
]
// alerts/alerts-list: sub-sectors chosen site by site, for companies that don't draw sectors
// (docs/product/sectors.md).
export function AlertListScreen() {
  const sectors = useCall(sectorCalls.listSectors)
  const columns = useMemo(() => columnsOf(sectors.data ?? []), [sectors.data])
  const navigate = useNavigate()
  const remove = useAction(sectorCalls.deleteSectors, {
    done: 'Suppression effectuée avec succès',
    failed: 'Impossible de supprimer le sous-secteur.',
  })
  const question = (ids: string[]) => ({
    title: `Supprimer ${count(ids.length, 'sous-secteur')}?`,
    message: 'Les points de service restent.',
  })
  return (
    <AlertsTabs tab="alerts-list" actions={<CreateButton to="/dashboard/alerts/alerts-list/create">Nouveau sous-secteur</CreateButton>}>
      <DataGrid
        gridId="alerts-list"
        label="Sous-secteurs"
        {...rowsOf(sectors)}
        columns={columns}
        exportAs="liste-d-alertes"
        selectable
        onOpen={({ id }) => void navigate({ to: '/dashboard/alerts/alerts-list/edit/$id', params: { id } })}
        actions={(ids) => (
          <RemoveRows ids={ids} busy={remove.isPending} question={question} onRemove={(sectorIds) => remove.mutate({ sectorIds })} />
        )}
        empty={{
          title: 'Aucun sous-secteur',
          description: 'Un sous-secteur réunit des points de service que l’on avise ensemble.',
          action: <LinkButton to="/dashboard/alerts/alerts-list/create">Créer un premier sous-secteur</LinkButton>,
        }}
      />
    </AlertsTabs>
  )
}
