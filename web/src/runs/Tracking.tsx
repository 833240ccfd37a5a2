import { boundsOf, type Point } from '@bordee/core/geo.ts'
import { routeCalls } from '@bordee/core/routes/routes.calls.ts'
import type { CurrentRun, RunDetails } from '@bordee/core/runs/run.ts'
import { runCalls } from '@bordee/core/runs/runs.calls.ts'
import { count } from '@bordee/core/text.ts'
import { hourIn } from '@bordee/core/time.ts'
import { ActionIcon, Skeleton, Stack } from '@mantine/core'
import { IconFocusCentered, IconTruck } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useCall } from '../calls.ts'
import { useCan } from '../can.ts'
import { serverAhead } from '../contact.ts'
import { useLive } from '../live.ts'
import { useMe } from '../session.tsx'
import { useConnectionLost } from '../shells/LostConnection.tsx'
import { BrokenPart } from '../ui/broken.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { itself, Loaded } from '../ui/Loaded.tsx'
import { lazyComponent } from '../ui/lazyComponent.tsx'
import { EmptyState } from '../ui/states.tsx'
import { useZone } from '../ui/zone.ts'
import { useNow, useTrucks } from './positions.ts'
import { RunsUnderWay } from './RunsUnderWay.tsx'
import { boundsOfAreas, colorsOf, mapAreasOf, statesAt } from './runAreas.ts'
import classes from './runs.module.css'
import { fleetCounts, fleetOf, type Truck } from './truck.ts'

const FleetMap = lazyComponent(
  async () => (await import('./FleetMap.tsx')).FleetMap,
  () => <Skeleton height="100%" radius={12} />,
)

const RunPanel = lazyComponent(async () => (await import('./RunPanel.tsx')).RunPanel)

/** The trucks on the map, beside the list of runs under way or the selected run. */
export function Tracking({ id }: { id: string | undefined }) {
  const { company } = useMe()
  return company && <TrackingOf id={id} companyId={company.id} />
}

function TrackingOf({ id, companyId }: { id: string | undefined; companyId: string }) {
  const runs = useCall(runCalls.listCurrentRuns)
  const run = useCall(runCalls.getRunDetails, id ? { id } : 'not yet')
  useLive('runs', () => runs.refetch(), { isUnderWay: true })
  // A run with all its positions may be large: refetch only for its own events.
  useLive('runs', async () => id && run.refetch(), { isUnderWay: id !== undefined, concerns: ({ runId }) => runId === id })
  const live = useTrucks(companyId, () => void runs.refetch())
  const now = useNow()
  const navigate = useNavigate()
  const open = (runId: string | undefined) => void navigate({ to: '/dashboard/geolocation/run-tracking/{-$id}', params: { id: runId } })

  const trucks = fleetOf(runs.data ?? [], live, now, serverAhead())
  const chosen = id ? run.data : undefined
  const current = runs.data?.find((one) => one.id === id)
  // A refetch that returns the same data keeps the same reference, so the areas aren't sent to the map again.
  const sites = chosen?.runSites
  const areas = useMemo(() => mapAreasOf(sites ?? []), [sites])
  const colors = useMemo(() => (chosen ? colorsOf(statesAt(chosen)) : new Map<string, string>()), [chosen])
  // Frame the run's areas, or else the trucks, and only on request: a map that followed them would never stay still.
  const bounds = useMemo(() => boundsOfAreas(areas), [areas])
  const [framings, setFramings] = useState(0)
  const hasTrucks = trucks.length > 0
  // The list of runs has the silent trucks; the stream, which may answer first, only those that are heard.
  const isFramed = hasTrucks && !runs.isPending
  // biome-ignore lint/correctness/useExhaustiveDependencies: framed once the trucks are known, or on request
  const truckBounds = useMemo(() => (isFramed ? aroundTrucks(trucks) : undefined), [isFramed, framings])

  return (
    <div className={classes.tracking} data-fills>
      <section className={classes.map} aria-label="Carte">
        <FleetMap
          trucks={trucks}
          now={now}
          chosenRun={id}
          areas={areas}
          colors={colors}
          bounds={bounds ?? truckBounds}
          onTruck={({ runId }) => open(runId)}
        />
        <div className={classes.mapNote}>
          {runs.data && <FleetCount {...fleetCounts(runs.data, trucks, now, serverAhead())} />}
          {hasTrucks && !id && (
            <ActionIcon
              variant="subtle"
              aria-label="Voir tous les camions"
              title="Voir tous les camions"
              onClick={() => setFramings((so) => so + 1)}
            >
              <IconFocusCentered size={18} />
            </ActionIcon>
          )}
        </div>
      </section>
      <div className={`bordee-card ${classes.side}`}>
        {id ? (
          <Loaded query={run} pick={itself} what="Tournée" home="/dashboard/geolocation/run-tracking">
            {(details: RunDetails) => <RunPanel run={details} current={current} trucks={trucks} now={now} onBack={() => open(undefined)} />}
          </Loaded>
        ) : runs.isLoadingError ? (
          <BrokenPart onRetry={() => void runs.refetch()} />
        ) : (
          <UnderWay runs={runs.data} trucks={trucks} now={now} />
        )}
      </div>
    </div>
  )
}

/** Shows where the trucks are heading, and leaves the map's edges to its legend: in degrees, half a kilometre at least. */
const around = 0.005
const part = 0.15

function aroundTrucks(trucks: readonly Point[]): [Point, Point] | undefined {
  const bounds = boundsOf(trucks)
  if (!bounds) return undefined
  const [southWest, northEast] = bounds
  const beyond = (span: number) => Math.max(around, part * span)
  const [lat, lng] = [beyond(northEast.lat - southWest.lat), beyond(northEast.lng - southWest.lng)]
  return [
    { lat: southWest.lat - lat, lng: southWest.lng - lng },
    { lat: northEast.lat + lat, lng: northEast.lng + lng },
  ]
}

/** An empty map means that nobody is out only while the server answers. */
function FleetCount({ trucks, silent, silentSince }: ReturnType<typeof fleetCounts>) {
  const lostSince = useConnectionLost()
  const zone = useZone()
  if (lostSince !== null) return <span role="status">Connexion perdue à {hourIn(zone, new Date(lostSince))}</span>
  if (trucks === 0) return <span role="status">Aucun camion sur la route</span>
  const silence =
    silentSince === null ? silent > 0 && `dont ${silent} sans nouvelles` : `sans nouvelles depuis ${hourIn(zone, new Date(silentSince))}`
  return <span role="status">{[count(trucks, 'camion'), silence].filter(Boolean).join(', ')}</span>
}

function UnderWay({ runs, trucks, now }: { runs: CurrentRun[] | undefined; trucks: readonly Truck[]; now: number }) {
  const can = useCan()
  if (!runs)
    return (
      <Stack p="md" role="status" aria-busy aria-label="Chargement…">
        {[1, 2, 3].map((line) => (
          <Skeleton key={line} height={64} radius={8} />
        ))}
      </Stack>
    )
  if (runs.length === 0)
    return (
      <EmptyState
        icon={<IconTruck />}
        title="Aucune tournée en cours"
        description="Dès qu’un opérateur part, sa tournée et son camion apparaissent ici."
        action={
          can(routeCalls.createRoute) && (
            <LinkButton to="/dashboard/geolocation/routes" variant="default">
              Voir les trajets
            </LinkButton>
          )
        }
      />
    )
  return <RunsUnderWay runs={runs} trucks={trucks} now={now} />
}
