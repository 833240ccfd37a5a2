// The areas and the operator's position on a map. Loaded when it is first opened, or earlier by the service worker.
import '@mantine/core/styles.layer.css'
import { boundsOf, type Point } from '@bordee/core/geo.ts'
import type { AreaState } from '@bordee/core/runs/completion.ts'
import { MantineProvider } from '@mantine/core'
import { useMemo, useRef, useState } from 'react'
import { askTown } from '../addresses/askTown.ts'
import { MapMarker, MapPolygons } from '../ui/map/layers.tsx'
import { MapFrame, MapView } from '../ui/map/MapView.tsx'
import { MapSettingsProvider } from '../ui/map/settings.ts'
import { cssVariables, theme } from '../ui/theme.ts'
import type { Position } from './kept.ts'
import { nextSteps, type Step } from './stops.ts'

/** Bright, on the dark map. */
const colors: Record<AreaState, string> = { todo: '#FF6B57', done: '#3CC27E', partial: '#A6DDBF', 'not-done': '#F4AE36' }

const settings = { town: askTown }

const frames = { next: 'Prochain arrêt', me: 'Autour de moi', all: 'Tout' } as const
type Frame = keyof typeof frames

export function MapPane({ steps, position }: { steps: Step[]; position: Position | null }) {
  const [frame, setFrame] = useState<Frame>('next')
  const polygons = useMemo(
    () =>
      steps.flatMap(({ key, area, state }) => (area.polygon ? [{ id: key, points: area.polygon, color: colors[state], label: '' }] : [])),
    [steps],
  )
  const [now] = nextSteps(steps)
  const bounds = useFramed(frame, steps, now, position)
  const next = now?.stop.location
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} forceColorScheme="dark">
      <MapSettingsProvider value={settings}>
        <div className="frames">
          {(Object.keys(frames) as Frame[]).map((one) => (
            <button key={one} type="button" className="button" aria-pressed={frame === one} onClick={() => setFrame(one)}>
              {frames[one]}
            </button>
          ))}
        </div>
        <div className="night">
          <MapView label="Carte de la tournée" height="max(260px, calc(100dvh - 330px))" {...(bounds && { bounds })}>
            {bounds && <MapFrame bounds={bounds} />}
            <MapPolygons polygons={polygons} />
            {next && <MapMarker point={next} label={`Prochain arrêt : ${now.stop.address}`} />}
            {position && (
              <MapMarker point={position} label="Votre position">
                <span className="me" />
              </MapMarker>
            )}
          </MapView>
        </div>
      </MapSettingsProvider>
    </MantineProvider>
  )
}

/** The bounds the map shows. They change with the next stop or the chosen frame, not with each position. */
function useFramed(frame: Frame, steps: Step[], now: Step | undefined, position: Position | null): [Point, Point] | undefined {
  const latest = useRef({ steps, now, position })
  latest.current = { steps, now, position }
  const isKnown = position !== null
  // biome-ignore lint/correctness/useExhaustiveDependencies: not for every position, only the first, and for each next stop
  return useMemo(() => {
    const shown = latest.current
    const places = ({ stop, area }: Step) => area.polygon ?? (stop.location ? [stop.location] : [])
    if (frame === 'me' && shown.position) return boundsOf([shown.position])
    if (frame === 'next' && shown.now && places(shown.now).length > 0) return boundsOf(places(shown.now))
    return boundsOf(shown.steps.flatMap(places))
  }, [frame, now?.key, isKnown])
}
