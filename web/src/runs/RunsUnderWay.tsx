import type { CurrentRun } from '@bordee/core/runs/run.ts'
import { hourIn } from '@bordee/core/time.ts'
import { Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { serverAhead } from '../contact.ts'
import { useZone } from '../ui/zone.ts'
import { RunProgress } from './RunProgress.tsx'
import classes from './runs.module.css'
import { ago, roundName } from './runWords.ts'
import { isSilent, type Truck } from './truck.ts'

interface Props {
  runs: CurrentRun[]
  trucks: readonly Truck[]
  now: number
}

/** Who drives which run, its progress, and when its truck was last seen; silent runs come last. */
export function RunsUnderWay({ runs, trucks, now }: Props) {
  const zone = useZone()
  const silence = (run: CurrentRun) => Number(isSilent(run, trucks, now, serverAhead()))
  return (
    <>
      <Title order={2} size="h5" className={classes.sideTitle}>
        Tournées en cours
      </Title>
      <ul className={classes.runs}>
        {runs
          .toSorted((a, b) => silence(a) - silence(b))
          .map((run) => (
            <li key={run.id}>
              <Link to="/dashboard/geolocation/run-tracking/{-$id}" params={{ id: run.id }} className={classes.run}>
                <span className={classes.runName}>
                  <strong>{run.routeName}</strong>
                  <Seen run={run} trucks={trucks} now={now} />
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

/** When a truck of the run was last seen, with a green dot while it reports and an orange one once it is silent. */
export function Seen({ run, trucks, now }: { run: CurrentRun; trucks: readonly Truck[]; now: number }) {
  const seenAt = trucks.flatMap((truck) => (truck.runId === run.id ? [truck.seenAt] : []))
  const isUnheard = seenAt.length === 0 && !run.isHidden
  const unseen = run.isHidden ? 'Position non partagée' : 'Sans nouvelles'
  return (
    <span className={classes.seen} data-silent={isUnheard || isSilent(run, trucks, now, serverAhead()) || undefined} data-under-way>
      {seenAt.length > 0 ? `vu ${ago((now - Math.max(...seenAt)) / 1000)}` : unseen}
    </span>
  )
}
