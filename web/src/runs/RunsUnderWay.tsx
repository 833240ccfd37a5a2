import type { Run } from '@bordee/core/runs/run.ts'
import { Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useZone } from '../ui/zone.ts'
import { RunProgress } from './RunProgress.tsx'
import classes from './runs.module.css'
import { ago, hourOf } from './runWords.ts'
import { isOnMap, type Truck } from './truck.ts'

interface Props {
  runs: Run[]
  trucks: ReadonlyMap<string, Truck>
  now: number
}

/** Who drives which run, its progress, and when its truck was last seen. */
export function RunsUnderWay({ runs, trucks, now }: Props) {
  const zone = useZone()
  return (
    <>
      <Title order={2} size="h5" className={classes.sideTitle}>
        Tournées en cours
      </Title>
      <ul className={classes.runs}>
        {runs.map((run) => (
          <li key={run.id}>
            <Link to="/dashboard/geolocation/run-tracking/{-$id}" params={{ id: run.id }} className={classes.run}>
              <span className={classes.runName}>
                <strong>{run.routeName}</strong>
                <Seen runId={run.id} trucks={trucks} now={now} />
              </span>
              <span className={classes.quiet}>
                {run.userDurations.map(({ name }) => name).join(', ') || 'Personne'} · depuis {hourOf(run.startedAt, zone)}
              </span>
              <RunProgress {...run} />
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}

/** When a truck of the run was last seen, with a beacon while it is on the map. */
export function Seen({ runId, trucks, now }: { runId: string; trucks: ReadonlyMap<string, Truck>; now: number }) {
  const own = [...trucks.values()].filter((truck) => truck.runId === runId)
  const last = own.toSorted((a, b) => b.seenAt - a.seenAt)[0]
  if (!last) return <span className={classes.seen}>Sans signal</span>
  return (
    <span className={classes.seen} data-live={isOnMap(last, now) || undefined}>
      {ago((now - last.seenAt) / 1000)}
    </span>
  )
}
