import type { Grouping } from '@bordee/core/groupings/grouping.ts'
import { groupingCalls } from '@bordee/core/groupings/groupings.calls.ts'
import { count } from '@bordee/core/text.ts'
import { useNavigate } from '@tanstack/react-router'
import { AlertsTabs } from '../alerts/AlertsTabs.tsx'
import { rowsOf, useAction, useCall } from '../calls.ts'
import { CreateButton } from '../ui/CreateButton.tsx'
import { CountLink } from '../ui/grid/CountLink.tsx'
import { DataGrid, type GridColumn } from '../ui/grid/DataGrid.tsx'
import { RemoveRows } from '../ui/grid/RemoveRows.tsx'
import { only } from '../ui/gridLink.ts'
import { LinkButton } from '../ui/LinkButton.tsx'

const columns: GridColumn<Grouping>[] = [
  { id: 'name', label: 'Nom', value: ({ name }) => name, size: 300 },
  {
    id: 'parts',
    label: 'Sous-secteurs',
    kind: 'number',
    value: ({ siteGroupIds }) => siteGroupIds.length,
    cell: ({ id, siteGroupIds }) => <CountLink count={siteGroupIds.length} {...partsOf(id)} />,
    size: 140,
  },
  { id: 'createdAt', label: 'Créé le', kind: 'instant', value: ({ createdAt }) => createdAt, size: 170 },
  { id: 'updatedAt', label: 'Modifié le', kind: 'instant', value: ({ updatedAt }) => updatedAt, size: 170 },
]
const partsOf = (id: string) => ({ to: '/dashboard/alerts/alerts-list' as const, search: only('alerts-list', { group: { oneOf: [id] } }) })

// alerts/alerts: groupings of sub-sectors, for companies that don't draw sectors (docs/product/groupings.md).
export function GroupingsScreen() {
  const groupings = useCall(groupingCalls.listGroupings)
  const navigate = useNavigate()
  const remove = useAction(groupingCalls.deleteGroupings, {
    done: 'Suppression effectuée avec succès',
    failed: 'Impossible de supprimer.',
  })
  const question = (ids: string[]) => ({ title: `Supprimer ${count(ids.length, 'regroupement')}?`, message: 'Les sous-secteurs restent.' })
  return (
    <AlertsTabs tab="alerts" actions={<CreateButton to="/dashboard/alerts/sectors/group/create">Nouveau regroupement</CreateButton>}>
      <DataGrid
        gridId="groupings"
        label="Regroupements"
        {...rowsOf(groupings)}
        columns={columns}
        exportAs="regroupements"
        selectable
        onOpen={({ id }) => void navigate({ to: '/dashboard/alerts/sectors/group/$id/edit', params: { id } })}
        actions={(ids) => (
          <RemoveRows ids={ids} busy={remove.isPending} question={question} onRemove={(alertsIds) => remove.mutate({ alertsIds })} />
        )}
        empty={{
          title: 'Aucun regroupement',
          description: 'Un regroupement réunit des sous-secteurs pour les aviser ensemble.',
          action: <LinkButton to="/dashboard/alerts/sectors/group/create">Créer un premier regroupement</LinkButton>,
        }}
      />
    </AlertsTabs>
  )
}
