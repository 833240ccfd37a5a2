import type { RunDetails } from '@bordee/core/runs/run.ts'
import { hourIn } from '@bordee/core/time.ts'
import { ActionIcon, Button, Title } from '@mantine/core'
import { IconArrowLeft, IconPlayerPlay } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useZone } from '../ui/zone.ts'
import { LongGaps } from './LongGaps.tsx'
import { RunProgress } from './RunProgress.tsx'
import { RunSites } from './RunSites.tsx'
import { Seen } from './RunsUnderWay.tsx'
import classes from './runs.module.css'
import type { Truck } from './truck.ts'

interface Props {
  run: RunDetails
  trucks: readonly Truck[]
  now: number
  onBack: () => void
}

/** One run under way: its progress, site by site. */
export function RunPanel({ run, trucks, now, onBack }: Props) {
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
            {names || 'Personne'} · {hourIn(zone, run.startedAt)}
            {run.finishedAt ? ` – ${hourIn(zone, run.finishedAt)}` : ''}
          </span>
        </div>
        {run.finishedAt ? <span className={classes.seen}>Terminée</span> : <Seen runId={run.id} trucks={trucks} now={now} />}
      </header>
      <div className={classes.panelPart}>
        <LongGaps devices={run.devicesWithLongGaps} />
        <RunProgress {...run} />
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
      <RunSites run={run} />
    </>
  )
}
