import type { SiteVisit } from '@bordee/core/runs/run.ts'
import { runKindNames } from '@bordee/core/runs/run-kind.ts'
import { runCalls } from '@bordee/core/runs/runs.calls.ts'
import { Group, Select } from '@mantine/core'
import { IconSnowflake } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { rowsOf, useCall } from '../calls.ts'
import { isModuleActive, useMe } from '../session.tsx'
import { DataGrid, type GridColumn } from '../ui/grid/DataGrid.tsx'
import { Period, usePeriod } from '../ui/Period.tsx'
import { EmptyState } from '../ui/states.tsx'
import { CorrectVisit } from './CorrectVisit.tsx'

const columns: GridColumn<SiteVisit>[] = [
  { id: 'startedAt', label: 'Début', kind: 'instant', value: ({ startedAt }) => startedAt, size: 150 },
  { id: 'duration', label: 'Durée', kind: 'duration', value: ({ duration }) => duration, size: 100 },
  { id: 'site', label: 'Point de service', value: ({ siteAddress }) => siteAddress, size: 220 },
  { id: 'area', label: 'Zone', value: ({ areaName }) => areaName, size: 115 },
  { id: 'user', label: 'Opérateur', value: ({ userName }) => userName, size: 160 },
  { id: 'pass', label: 'Passage', kind: 'number', value: ({ passNumber }) => passNumber, size: 100 },
  { id: 'kind', label: 'Ronde', kind: 'choice', choices: runKindNames, value: ({ kind }) => kind, size: 105 },
  { id: 'unit', label: 'Unité', value: ({ unit }) => unit, size: 80 },
  {
    id: 'correction',
    label: 'Correction',
    kind: 'yesno',
    value: ({ corrections }) => corrections.length > 0,
    cell: (visit) => <CorrectVisit visit={visit} />,
    size: 115,
  },
  { id: 'route', label: 'Trajet', value: ({ routeName }) => routeName, size: 180 },
  { id: 'finishedAt', label: 'Fin', kind: 'instant', value: ({ finishedAt }) => finishedAt, size: 150 },
]
interface Props {
  gridId: string
  sites: readonly { id: string; name: string }[] | undefined
  /** Restricts the list to one site. */
  siteId?: string | undefined
  /** If given, the user can choose among the sites. */
  onSite?: (siteId: string | null) => void
}

/** Who passed where and when, by default over the last month; opening a visit replays the run at that moment. */
export function VisitsGrid({ gridId, sites, siteId, onSite }: Props) {
  const { company } = useMe()
  if (!isModuleActive(company, 'geolocation'))
    return (
      <EmptyState
        card
        icon={<IconSnowflake />}
        title="Aucune visite"
        description="Le module Flotte n’est pas activé pour votre compagnie."
      />
    )
  return <Visits gridId={gridId} sites={sites} siteId={siteId} {...(onSite && { onSite })} />
}

function Visits({ gridId, sites, siteId, onSite }: Props) {
  const { range, setRange, days } = usePeriod()
  const siteIds = siteId ? [siteId] : sites?.map(({ id }) => id)
  const isAsked = days !== 'not yet' && siteIds !== undefined && siteIds.length > 0
  const visits = useCall(runCalls.listVisits, isAsked ? { ...days, siteIds } : 'not yet')
  const navigate = useNavigate()
  return (
    <>
      <Group mb="md" align="end">
        <Period range={range} onChange={setRange} />
        {onSite && (sites?.length ?? 0) > 1 && (
          <Select
            label="Point de service"
            placeholder="Tous"
            clearable
            searchable
            limit={100}
            w={{ base: '100%', xs: 300 }}
            data={(sites ?? []).map(({ id, name }) => ({ value: id, label: name }))}
            value={siteId ?? null}
            onChange={onSite}
          />
        )}
      </Group>
      <DataGrid
        gridId={gridId}
        label="Visites"
        {...rowsOf(visits)}
        {...(siteIds?.length === 0 && { rows: none, complete: true })}
        columns={columns}
        exportAs="visites"
        onOpen={({ runId, startedAt: at }) =>
          void navigate({ to: '/dashboard/geolocation/runs/{-$id}', params: { id: runId ?? undefined }, search: { at } as never })
        }
        empty={{ title: 'Aucune visite', description: 'Aucune visite de la déneigeuse dans cette période.' }}
      />
    </>
  )
}

/** For a client without sites. A constant keeps the reference stable between renders. */
const none: SiteVisit[] = []
