import type { CurrentRun } from '@bordee/core/runs/run.ts'
import { hourIn } from '@bordee/core/time.ts'
import { Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useZone } from '../ui/zone.ts'
import { RunProgress } from './RunProgress.tsx'
import classes from './runs.module.css'
import { ago, roundName } from './runWords.ts'
import { isLive, type Truck } from './truck.ts'

interface Props {
  runs: CurrentRun[]
  trucks: readonly Truck[]
  now: number
}

/** Who drives which run, its progress, and when its truck was last seen; runs whose trucks report come first. */
export function RunsUnderWay({ runs, trucks, now }: Props) {
  const zone = useZone()
  const isReporting = ({ id }: CurrentRun) => trucks.some((truck) => truck.runId === id && isLive(truck, now))
  return (
    <>
      <Title order={2} size="h5" className={classes.sideTitle}>
        Tournées en cours
      </Title>
      <ul className={classes.runs}>
        {runs
          .toSorted((a, b) => Number(isReporting(b)) - Number(isReporting(a)))
          .map((run) => (
            <li key={run.id}>
              <Link to="/dashboard/geolocation/run-tracking/{-$id}" params={{ id: run.id }} className={classes.run}>
                <span className={classes.runName}>
                  <strong>{run.routeName}</strong>
                  <Seen runId={run.id} isHidden={run.isHidden} trucks={trucks} now={now} />
                </span>
                <span className={classes.quiet}>
                  {roundName(run)} · {run.userDurations.map(({ name }) => name).join(', ') || 'Personne'} · depuis{' '}
                  {hourIn(zone, run.startedAt)}
                </span>
                <RunProgress {...run} />
              </Link>
            </li>
          ))}
      </ul>
    </>
  )
}

/** When a truck of the run was last seen, with a beacon while it reports. */
export function Seen({ runId, isHidden, trucks, now }: { runId: string; isHidden: boolean; trucks: readonly Truck[]; now: number }) {
  const own = trucks.filter((truck) => truck.runId === runId)
  const last = own.toSorted((a, b) => b.seenAt - a.seenAt)[0]
  if (!last) return <span className={classes.seen}>{isHidden ? 'Position non partagée' : 'Sans signal'}</span>
  return (
    <span className={classes.seen} data-live={isLive(last, now) || undefined}>
      vu {ago((now - last.seenAt) / 1000)}
    </span>
  )
}
