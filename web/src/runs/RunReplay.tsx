import type { RunDetails } from '@bordee/core/runs/run.ts'
import { runCalls } from '@bordee/core/runs/runs.calls.ts'
import { formatDuration, formatInstant } from '@bordee/core/time.ts'
import { ActionIcon, Skeleton } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useMemo, useRef } from 'react'
import { useCall } from '../calls.ts'
import { useLive } from '../live.ts'
import { lastPlaceIn } from '../ui/grid/usePlace.ts'
import { itself, Loaded } from '../ui/Loaded.tsx'
import { lazyComponent } from '../ui/lazyComponent.tsx'
import { SectionTitle } from '../ui/words.tsx'
import { useZone } from '../ui/zone.ts'
import { LongGaps } from './LongGaps.tsx'
import { Playback } from './playback.ts'
import { ReplayControls } from './ReplayControls.tsx'
import { ReplayLists } from './ReplayLists.tsx'
import { RunActions } from './RunActions.tsx'
import { RunProgress } from './RunProgress.tsx'
import classes from './replay.module.css'
import { replayOf } from './replayOf.ts'
import { partialCountOf } from './runAreas.ts'
import { roundName, secondsOf } from './runWords.ts'

const ReplayMap = lazyComponent(
  async () => (await import('./ReplayMap.tsx')).ReplayMap,
  () => <Skeleton height="100%" radius={12} />,
)

/** Replays a run, from the moment in the URL if any. */
export function RunReplay({ id }: { id: string }) {
  const run = useCall(runCalls.getRunDetails, { id })
  // A run under way is replayed as it was when the page opened: refetching at each position would restart the replay.
  const isReckoned = run.data !== undefined && run.data.finishedAt !== null && !run.data.isFullyProcessed
  useLive('runs', () => run.refetch(), { isUnderWay: isReckoned, concerns: ({ runId }) => runId === id && run.data?.finishedAt !== null })
  return (
    <Loaded query={run} pick={itself} what="Tournée" home="/dashboard/geolocation/runs">
      {(details: RunDetails) => <Replayed run={details} />}
    </Loaded>
  )
}

function Replayed({ run }: { run: RunDetails }) {
  const zone = useZone()
  const navigate = useNavigate()
  const replay = useMemo(() => replayOf(run), [run])
  const playback = usePlaybackOf(replay.from, replay.to)
  const seconds = secondsOf(run)
  return (
    <>
      <header className={classes.head}>
        <ActionIcon
          variant="default"
          size={36}
          aria-label="Toutes les tournées"
          title="Toutes les tournées"
          onClick={() =>
            void navigate({ to: '/dashboard/geolocation/runs/{-$id}', params: { id: undefined }, search: lastPlaceIn('runs') })
          }
        >
          <IconArrowLeft size={18} />
        </ActionIcon>
        <div className={classes.heading}>
          <SectionTitle>{run.routeName}</SectionTitle>
          <span>
            {roundName(run)} · {formatInstant(run.startedAt, zone)} · {seconds === null ? 'en cours' : formatDuration(seconds)}
          </span>
        </div>
        <RunProgress {...run} partialCount={partialCountOf(run)} />
        <RunActions run={run} />
      </header>
      <LongGaps devices={run.devicesWithLongGaps} />
      <div className={classes.replay}>
        <div className={classes.stage}>
          <div className={classes.map}>
            <ReplayMap run={run} replay={replay} playback={playback} />
          </div>
          <ReplayControls run={run} replay={replay} playback={playback} />
        </div>
        <ReplayLists run={run} playback={playback} />
      </div>
    </>
  )
}

/** The replay's clock. When more of the run becomes known, it continues from where it was. */
function usePlaybackOf(from: number, to: number): Playback {
  const asked = useSearch({ strict: false, select: (search) => (search as { at?: unknown }).at })
  const before = useRef<Playback>(undefined)
  const playback = useMemo(() => {
    const wanted = typeof asked === 'string' ? Date.parse(asked) : Number.NaN
    return new Playback(from, to, before.current?.at ?? (Number.isNaN(wanted) ? from : wanted))
  }, [from, to, asked])
  useEffect(() => {
    before.current = playback
    return playback.pause
  }, [playback])
  return playback
}
