import { companyCalls } from '@bordee/core/companies/companies.calls.ts'
import { groupingCalls } from '@bordee/core/groupings/groupings.calls.ts'
import { Problem } from '@bordee/core/problem.ts'
import { sectorCalls } from '@bordee/core/sectors/sectors.calls.ts'
import { count } from '@bordee/core/text.ts'
import { formatInstant } from '@bordee/core/time.ts'
import { SegmentedControl, Select, Stack } from '@mantine/core'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { AlertsTabs } from '../alerts/AlertsTabs.tsx'
import { useAction, useCall } from '../calls.ts'
import { useMe, useSession } from '../session.tsx'
import { CreateButton } from '../ui/CreateButton.tsx'
import { Facts } from '../ui/Facts.tsx'
import { CountLink } from '../ui/grid/CountLink.tsx'
import { DataGrid, type GridColumn } from '../ui/grid/DataGrid.tsx'
import { RemoveRows } from '../ui/grid/RemoveRows.tsx'
import type { HowToGo } from '../ui/grid/usePlace.ts'
import { LinkButton } from '../ui/LinkButton.tsx'
import { DrawerTitle } from '../ui/words.tsx'
import { useZone } from '../ui/zone.ts'
import { type SectorNode, sectorIdsOf, sectorTree } from './sectorTree.ts'
import { occupantsIn, sitesIn } from './useSectorColumn.ts'

const childrenOf = ({ children }: SectorNode) => children

// alerts/sectors, sectors/group/:id and sectors/sector/:id: the sectors, grouped or not (docs/product/sectors.md).
export function SectorsScreen() {
  const { company } = useMe()
  const { id: openId } = useParams({ strict: false })
  const navigate = useNavigate()
  const sectors = useCall(sectorCalls.listSectors)
  const groupings = useCall(groupingCalls.listGroupings)
  // A grouping opened by its URL shows even if the company displays its sectors flat.
  const isGrouped = company?.sectorConfig.sectorType === 'grouped' || (groupings.data ?? []).some(({ id }) => id === openId)
  const [selected, setSelected] = useState<string[]>([])
  const rename = useRename()
  const columns = useMemo(() => columnsWith(rename), [rename])
  const rows = useMemo(
    () => (sectors.data && groupings.data ? sectorTree(sectors.data, groupings.data, isGrouped) : undefined),
    [sectors.data, groupings.data, isGrouped],
  )
  const nodes = (rows ?? []).flatMap((node) => [node, ...(node.children ?? [])])
  const removal = useRemoval(() => setSelected([]))
  const nodesOf = (ids: string[]) => nodes.filter(({ id }) => ids.includes(id))
  const open = (id: string | null, how: HowToGo) => {
    const node = nodes.find((one) => one.id === id)
    void navigate({ to: node ? `/dashboard/alerts/sectors/${node.kind}/${node.id}` : '/dashboard/alerts/sectors', search: true, ...how })
  }

  return (
    <AlertsTabs
      tab="sectors"
      actions={
        <>
          <Presentation />
          {isGrouped && (
            <CreateButton variant="default" to="/dashboard/alerts/sectors/group/create">
              Nouveau regroupement
            </CreateButton>
          )}
          <CreateButton to="/dashboard/alerts/sectors/sector/create">Nouveau secteur</CreateButton>
        </>
      }
    >
      <DataGrid
        gridId="sectors"
        label="Secteurs"
        rows={rows}
        failed={sectors.isError || groupings.isError}
        onRetry={() => void Promise.all([sectors.refetch(), groupings.refetch()])}
        columns={columns}
        pageSize={25}
        {...(isGrouped && { childrenOf, unfolded: true as const, cascades: false })}
        exportAs="secteurs"
        selectable
        selected={selected}
        onSelectedChange={setSelected}
        openId={openId ?? null}
        onOpenChange={open}
        detail={(node) => <Detail node={node} groupings={groupings.data ?? []} />}
        actions={(ids) => (
          <RemoveRows
            ids={ids}
            busy={removal.isPending}
            question={(ids) => question(nodesOf(ids))}
            onRemove={(ids) => removal.run(nodesOf(ids))}
          />
        )}
        empty={{
          title: 'Aucun secteur',
          description: 'Dessinez une partie de la ville\u00a0: tous ceux qui y habitent pourront être avisés d’un seul geste.',
          action: <LinkButton to="/dashboard/alerts/sectors/sector/create">Dessiner un premier secteur</LinkButton>,
        }}
      />
    </AlertsTabs>
  )
}

type Rename = (node: SectorNode, name: string) => Promise<string | null>

const columnsWith = (rename: Rename): GridColumn<SectorNode>[] => [
  { id: 'name', label: 'Nom', value: ({ name }) => name, size: 340, edit: rename },
  {
    id: 'sites',
    label: 'Points de service',
    kind: 'number',
    value: ({ sites }) => sites,
    cell: (node) => <CountLink count={node.sites} {...sitesIn(sectorIdsOf(node))} />,
    size: 140,
  },
  {
    id: 'contacts',
    label: 'Occupants',
    kind: 'number',
    value: ({ contacts }) => contacts,
    cell: (node) => <CountLink count={node.contacts} {...occupantsIn(sectorIdsOf(node))} />,
    size: 120,
  },
  { id: 'notifiedAt', label: 'Dernière alerte', kind: 'instant', value: ({ notifiedAt }) => notifiedAt, size: 180 },
]

/** Renames in the grid; a refusal shows in the cell. */
function useRename(): Rename {
  const sector = useAction(sectorCalls.updateSector, { failed: 'Impossible de modifier le secteur.' })
  const group = useAction(groupingCalls.updateGrouping, { failed: 'Impossible de modifier le regroupement' })
  const [renameSector, renameGroup] = [sector.mutateAsync, group.mutateAsync]
  return useMemo(
    () => async (node, name) => {
      if (!name.trim()) return 'Le nom est requis.'
      try {
        if (node.kind === 'sector') await renameSector({ id: node.id, sector: { name } })
        else await renameGroup({ id: node.id, alerts: { name } })
        return null
      } catch (problem) {
        const errors = problem instanceof Problem ? problem.body.formErrors : undefined
        return errors?.siteGroup?.name ?? errors?.alerts?.name ?? 'Erreur lors de la modification.'
      }
    },
    [renameSector, renameGroup],
  )
}

/** Removes the ticked sectors and groupings; a grouping's own sectors stay. */
function useRemoval(after: () => void) {
  const sectors = useAction(sectorCalls.deleteSectors, { failed: 'Impossible de supprimer le secteur.' })
  const groups = useAction(groupingCalls.deleteGroupings, { failed: 'Erreur lors de la suppression.' })
  async function run(chosen: SectorNode[]) {
    const [sectorIds, alertsIds] = [idsOf(chosen, 'sector'), idsOf(chosen, 'group')]
    try {
      if (sectorIds.length) await sectors.mutateAsync({ sectorIds })
      if (alertsIds.length) await groups.mutateAsync({ alertsIds })
      after()
    } catch {
      // the action shows the error
    }
  }
  return { run, isPending: sectors.isPending || groups.isPending }
}

const idsOf = (nodes: SectorNode[], kind: SectorNode['kind']) => nodes.filter((node) => node.kind === kind).map(({ id }) => id)

function question(chosen: SectorNode[]) {
  const [sectors, groups] = [idsOf(chosen, 'sector').length, idsOf(chosen, 'group').length]
  const words = [sectors && count(sectors, 'secteur'), groups && count(groups, 'regroupement')]
  return {
    title: `Supprimer ${words.filter(Boolean).join(' et ')}?`,
    message: 'Les points de service restent. Un regroupement supprimé laisse ses secteurs sans regroupement.',
  }
}

/** Flat or grouped: a company setting, changed here by those allowed to. */
function Presentation() {
  const { company } = useMe()
  const { reload } = useSession()
  const update = useAction(companyCalls.updateCompany, { failed: 'Impossible d’enregistrer les modifications.', after: reload })
  if (!company) return null
  return (
    <SegmentedControl
      aria-label="Présentation"
      value={company.sectorConfig.sectorType}
      disabled={update.isPending}
      onChange={(sectorType) => update.mutate({ id: company.id, sectorConfig: { sectorType: sectorType as 'flat' | 'grouped' } })}
      data={[
        { value: 'flat', label: 'Simple' },
        { value: 'grouped', label: 'Regroupée' },
      ]}
    />
  )
}

function Detail({ node, groupings }: { node: SectorNode; groupings: { id: string; name: string }[] }) {
  const { company } = useMe()
  const zone = useZone()
  const move = useAction(sectorCalls.updateSector, {
    done: 'Modification enregistrée',
    failed: 'Impossible de modifier le secteur.',
  })
  const isSector = node.kind === 'sector'
  return (
    <Stack>
      <DrawerTitle>{node.name}</DrawerTitle>
      <Facts
        facts={{
          Secteurs: isSector ? null : node.children?.length,
          'Points de service': <CountLink count={node.sites} {...sitesIn(sectorIdsOf(node))} />,
          Occupants: <CountLink count={node.contacts} {...occupantsIn(sectorIdsOf(node))} />,
          'Dernière alerte': node.notifiedAt && formatInstant(node.notifiedAt, zone),
        }}
      />
      {isSector && company?.sectorConfig.sectorType === 'grouped' && (
        <Select
          label="Regroupement"
          placeholder="Aucun"
          clearable
          searchable
          data={groupings.map(({ id, name }) => ({ value: id, label: name }))}
          value={node.groupId}
          onChange={(alertId) => move.mutate({ id: node.id, sector: { alertId } })}
        />
      )}
      <LinkButton to={`/dashboard/alerts/sectors/${node.kind}/${node.id}/edit`}>Modifier</LinkButton>
    </Stack>
  )
}
