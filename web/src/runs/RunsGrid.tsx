import { routeCalls } from '@bordee/core/routes/routes.calls.ts'
import type { Run } from '@bordee/core/runs/run.ts'
import { runKindNames } from '@bordee/core/runs/run-kind.ts'
import { runCalls } from '@bordee/core/runs/runs.calls.ts'
import { addDays, formatDuration } from '@bordee/core/time.ts'
import { Group, Select } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { rowsOf, useCall } from '../calls.ts'
import { useCan } from '../can.ts'
import { useLive } from '../live.ts'
import { CountLink } from '../ui/grid/CountLink.tsx'
import { DataGrid, type GridColumn } from '../ui/grid/DataGrid.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { Period, usePeriod } from '../ui/Period.tsx'
import { Status } from '../ui/Status.tsx'
import { RoundBadge } from './RoundBadge.tsx'
import { secondsOf } from './runWords.ts'

const states = { driving: 'En cours', processing: 'En traitement', processed: 'Terminée' }
const stateOf = ({ finishedAt, isFullyProcessed }: Run): keyof typeof states =>
  isFullyProcessed ? 'processed' : finishedAt ? 'processing' : 'driving'
const tones = { driving: 'attention', processing: 'info', processed: 'good' } as const

// A phone shows the first six columns.
const columns: GridColumn<Run>[] = [
  { id: 'route', label: 'Trajet', value: ({ routeName }) => routeName, size: 220 },
  {
    id: 'kind',
    label: 'Ronde',
    kind: 'choice',
    choices: runKindNames,
    value: ({ kind }) => kind,
    cell: (run) => <RoundBadge {...run} />,
    size: 120,
  },
  { id: 'startedAt', label: 'Début', kind: 'instant', value: ({ startedAt }) => startedAt, size: 150 },
  { id: 'duration', label: 'Durée', kind: 'duration', value: (run) => secondsOf(run), size: 120 },
  { id: 'completion', label: 'Avancement', kind: 'percent', value: ({ completionPercentage }) => completionPercentage, size: 140 },
  {
    id: 'notDone',
    label: 'Pas faits',
    kind: 'number',
    value: ({ notDoneCount }) => notDoneCount,
    cell: ({ id, notDoneCount }) => <CountLink count={notDoneCount} {...pageOf(id)} />,
    size: 110,
  },
  {
    id: 'operators',
    label: 'Opérateurs',
    value: ({ userDurations }) => userDurations.map(({ name, duration }) => `${name} (${formatDuration(duration)})`).join(', '),
    size: 230,
  },
  { id: 'unit', label: 'Unité', value: ({ unit }) => unit, size: 85 },
  { id: 'finishedAt', label: 'Fin', kind: 'instant', value: ({ finishedAt }) => finishedAt, size: 150 },
  {
    id: 'state',
    label: 'Statut',
    kind: 'choice',
    choices: states,
    value: stateOf,
    cell: (run) => <Status tone={tones[stateOf(run)]}>{states[stateOf(run)]}</Status>,
    size: 140,
  },
]
/** Which lists its sites with their outcome. */
const pageOf = (id: string) => ({ to: '/dashboard/geolocation/runs/{-$id}' as const, params: { id } })

const weekBefore = (today: string) => addDays(today, -7)

/** The runs of a period, by default the last week; opening one replays it. */
export function RunsGrid() {
  const { range, setRange, days } = usePeriod(weekBefore)
  const [processed, setProcessed] = useState<string | null>(null)
  const runs = useCall(
    runCalls.listRuns,
    days === 'not yet'
      ? days
      : { startingDate: days.from, endingDate: days.to, ...(processed && { isFullyProcessed: processed === 'true' }) },
  )
  useLive('runs', () => runs.refetch(), { isUnderWay: runs.data?.some(({ isFullyProcessed }) => !isFullyProcessed) ?? false })
  const navigate = useNavigate()
  const can = useCan()
  return (
    <>
      <Group mb="md" align="end">
        <Period range={range} onChange={setRange} />
        <Select
          label="Tournées à montrer"
          placeholder="Toutes"
          clearable
          w={{ base: '100%', xs: 260 }}
          data={[
            { value: 'true', label: 'Entièrement traitées' },
            { value: 'false', label: 'En cours ou en traitement' },
          ]}
          value={processed}
          onChange={setProcessed}
        />
      </Group>
      <DataGrid
        gridId="runs"
        label="Tournées"
        {...rowsOf(runs)}
        columns={columns}
        exportAs="tournees"
        onOpen={({ id }) => void navigate(pageOf(id))}
        empty={{
          title: 'Aucune tournée',
          description: 'Aucune tournée n’a commencé dans cette période.',
          action: can(routeCalls.createRoute) && (
            <LinkButton to="/dashboard/geolocation/routes" variant="default">
              Voir les trajets
            </LinkButton>
          ),
        }}
      />
    </>
  )
}
