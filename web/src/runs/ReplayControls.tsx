import type { RunDetails } from '@bordee/core/runs/run.ts'
import { formatNumber } from '@bordee/core/text.ts'
import { ActionIcon, SegmentedControl } from '@mantine/core'
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { useZone } from '../ui/zone.ts'
import { type Playback, type Speed, speeds, usePlayback } from './playback.ts'
import classes from './replay.module.css'
import { type Replay, type ReplayTrack, readingAt } from './replayOf.ts'
import { clockOf } from './runWords.ts'
import { Timeline } from './Timeline.tsx'

interface Props {
  run: RunDetails
  replay: Replay
  playback: Playback
}

/** Play, speed, time, and what each truck was doing. */
export function ReplayControls({ run, replay, playback }: Props) {
  const isPlaying = usePlayback(playback, (now) => now.isPlaying)
  const speed = usePlayback(playback, (now) => now.speed)
  const word = isPlaying ? 'Pause' : 'Lecture'
  return (
    <section className={`bordee-card ${classes.controls}`} aria-label="Lecture de la tournée">
      <div className={classes.bar}>
        <ActionIcon
          variant="filled"
          color="spruce"
          size={40}
          radius="xl"
          aria-label={word}
          title={word}
          onClick={() => (isPlaying ? playback.pause() : playback.play())}
        >
          {isPlaying ? <IconPlayerPause size={20} /> : <IconPlayerPlay size={20} />}
        </ActionIcon>
        <Clock playback={playback} />
        <SegmentedControl
          aria-label="Vitesse de lecture"
          size="xs"
          value={String(speed)}
          onChange={(value) => playback.setSpeed(Number(value) as Speed)}
          data={speeds.map((one) => ({ value: String(one), label: `${one}x` }))}
        />
        <ul className={classes.readings} aria-label="Camions">
          {replay.tracks.map((track) => (
            <Reading key={track.id} track={track} playback={playback} />
          ))}
        </ul>
      </div>
      <Timeline run={run} replay={replay} playback={playback} />
    </section>
  )
}

function Clock({ playback }: { playback: Playback }) {
  const zone = useZone()
  const text = usePlayback(playback, ({ at }) => clockOf(at, zone))
  return (
    <time className={`bordee-figures ${classes.clock}`} data-testid="replay-clock">
      {text}
    </time>
  )
}

const sightWords = { 'not yet': 'pas encore là', unseen: 'sans signal', gone: 'reparti' }

function Reading({ track, playback }: { track: ReplayTrack; playback: Playback }) {
  const text = usePlayback(playback, ({ at }) => {
    const { sight, speed, metres } = readingAt(track, at)
    const doing = sight === 'seen' ? `${Math.round(speed ?? 0)}\u00a0km/h` : sightWords[sight]
    return `${doing} · ${formatNumber(Math.round(metres / 100) / 10)}\u00a0km`
  })
  return (
    <li>
      <span className={classes.swatch} style={{ background: track.color }} />
      {track.name} <span className="bordee-figures">{text}</span>
    </li>
  )
}
