import type { CurrentRun, RunDetails } from '@bordee/core/runs/run.ts'
import { hourIn } from '@bordee/core/time.ts'
import { ActionIcon, Button, Title } from '@mantine/core'
import { IconArrowLeft, IconPlayerPlay } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useZone } from '../ui/zone.ts'
import { LongGaps } from './LongGaps.tsx'
import { RunProgress } from './RunProgress.tsx'
import { RunSites } from './RunSites.tsx'
import { Seen } from './RunsUnderWay.tsx'
import { partialCountOf } from './runAreas.ts'
import classes from './runs.module.css'
import { roundName } from './runWords.ts'
import type { Truck } from './truck.ts'

interface Props {
  run: RunDetails
  /** As the list of runs under way has it; undefined once it is finished. */
  current: CurrentRun | undefined
  trucks: readonly Truck[]
  now: number
  onBack: () => void
}

/** One run under way: its progress, site by site. */
export function RunPanel({ run, current, trucks, now, onBack }: Props) {
  const zone = useZone()
  const names = run.userDurations.map(({ name }) => name).join(', ')
  return (
    <>
      <header className={classes.panelHead}>
        <ActionIcon variant="default" size={34} aria-label="Toutes les tournées" title="Toutes les tournées" onClick={onBack}>
          <IconArrowLeft size={18} />
        </ActionIcon>
        <div>
          <Title order={2} size="h5">
            {run.routeName}
          </Title>
          <span className={classes.quiet}>
            {roundName(run)} · {names || 'Personne'} · {hourIn(zone, run.startedAt)}
            {run.finishedAt ? ` – ${hourIn(zone, run.finishedAt)}` : ''}
          </span>
        </div>
        {run.finishedAt ? <span className={classes.seen}>Terminée</span> : current && <Seen run={current} trucks={trucks} now={now} />}
      </header>
      <div className={classes.panelPart}>
        <LongGaps devices={run.devicesWithLongGaps} />
        <RunProgress {...run} partialCount={partialCountOf(run)} />
        <Button
          component={Link}
          to={`/dashboard/geolocation/runs/${run.id}`}
          variant="default"
          size="xs"
          leftSection={<IconPlayerPlay size={15} />}
        >
          Revoir depuis le début
        </Button>
      </div>
      <RunSites key={run.id} run={run} />
    </>
  )
}
