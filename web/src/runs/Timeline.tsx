import { stateAfter } from '@bordee/core/runs/completion.ts'
import type { Span } from '@bordee/core/runs/replay.ts'
import type { RunDetails } from '@bordee/core/runs/run.ts'
import { hourIn } from '@bordee/core/time.ts'
import { type KeyboardEvent, memo, useEffect, useRef } from 'react'
import { useZone } from '../ui/zone.ts'
import type { Playback } from './playback.ts'
import classes from './replay.module.css'
import { barOn, lineWidth, type Replay } from './replayOf.ts'
import { clockOf, stateColors } from './runWords.ts'

interface Props {
  run: RunDetails
  replay: Replay
  playback: Playback
}

const second = 1000
/** The step of each key. Shift makes an arrow step one minute. */
const steps: Record<string, number> = {
  ArrowLeft: -10 * second,
  ArrowDown: -10 * second,
  ArrowRight: 10 * second,
  ArrowUp: 10 * second,
  PageDown: -300 * second,
  PageUp: 300 * second,
}

/** The whole run on one line: drag or step through it, and see where something happened. */
export function Timeline({ run, replay, playback }: Props) {
  const zone = useZone()
  const field = useRef<HTMLInputElement>(null)
  const head = useRef<HTMLDivElement>(null)

  // The head moves thirty times a second, so write to the DOM directly and bypass React.
  useEffect(() => {
    const length = Math.max(1, playback.to - playback.from)
    const draw = () => {
      if (!field.current || !head.current) return
      field.current.value = String(playback.at)
      head.current.style.left = `${(100 * (playback.at - playback.from)) / length}%`
      if (!playback.isPlaying) field.current.setAttribute('aria-valuetext', clockOf(playback.at, zone))
    }
    draw()
    return playback.listen(draw)
  }, [playback, zone])

  function step(event: KeyboardEvent) {
    const by = steps[event.key]
    if (by === undefined) return
    event.preventDefault()
    playback.seek(playback.at + by * (event.shiftKey ? 6 : 1))
  }

  return (
    <div className={classes.timeline}>
      <div className={classes.lanes}>
        <Lanes run={run} replay={replay} />
        <div ref={head} className={classes.playhead} />
        <input
          ref={field}
          type="range"
          aria-label="Moment de la tournée"
          className={classes.scrub}
          min={playback.from}
          max={playback.to}
          step={second}
          defaultValue={playback.at}
          onInput={(event) => playback.seek(Number(event.currentTarget.value))}
          onKeyDown={step}
        />
      </div>
      <div className={`bordee-figures ${classes.ends}`}>
        <span>{hourIn(zone, new Date(playback.from))}</span>
        <ul className={classes.legend}>
          <li data-kind="visit">Visite</li>
          <li data-kind="partial">Fait en partie</li>
          <li data-kind="not-done">Pas fait</li>
          <li data-kind="stop">Arrêt</li>
          <li data-kind="gap">Sans signal</li>
        </ul>
        <span>{hourIn(zone, new Date(playback.to))}</span>
      </div>
    </div>
  )
}

const lane = 9
/** Minimum widths: thinner bars would be invisible, and a mark has no duration. */
const thinnest = { way: 1.5, stop: 1.5, gap: 1.5, visit: 1.5, mark: 5 }

/** One lane per truck, then the visits and marks. The lists beside give the same information as text. */
const Lanes = memo(function Lanes({ run, replay }: Omit<Props, 'playback'>) {
  const bar = (span: Span, y: number, height: number, kind: keyof typeof thinnest, key: string, color?: string) => (
    <rect
      key={key}
      {...barOn(replay, span, thinnest[kind])}
      y={y}
      height={height}
      data-kind={kind}
      {...(color && { style: { fill: color } })}
    />
  )
  const doneY = replay.tracks.length * (lane + 3)
  return (
    <svg
      viewBox={`0 0 ${lineWidth} ${doneY + 16}`}
      height={doneY + 16}
      preserveAspectRatio="none"
      className={classes.drawing}
      aria-hidden="true"
    >
      {replay.tracks.map(({ id, positions, stops, gaps, color }, i) => {
        const [first, last] = [positions[0], positions.at(-1)]
        const y = i * (lane + 3)
        if (!first || !last) return null
        return (
          <g key={id}>
            {bar({ from: first.at, to: last.at }, y, lane, 'way', 'way', color)}
            {stops.map((stop) => bar(stop, y, lane, 'stop', `stop ${stop.from}`))}
            {gaps.map((gap) => bar(gap, y, lane, 'gap', `gap ${gap.from}`))}
          </g>
        )
      })}
      {run.areaVisits.map(({ id, startedAt, finishedAt }) =>
        bar({ from: Date.parse(startedAt), to: Date.parse(finishedAt) }, doneY + 2, 12, 'visit', id, stateColors.done),
      )}
      {run.areaActions.map(({ id, at, type }) =>
        bar({ from: Date.parse(at), to: Date.parse(at) }, doneY, 16, 'mark', id, stateColors[stateAfter[type]]),
      )}
    </svg>
  )
})
