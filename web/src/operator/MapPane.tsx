// The areas and oneself on a map: fetched when it is first looked at, or by the worker before.
import '@mantine/core/styles.layer.css'
import { boundsOf } from '@bordee/core/geo.ts'
import type { AreaState } from '@bordee/core/runs/completion.ts'
import { MantineProvider } from '@mantine/core'
import { useMemo } from 'react'
import { askStreets } from '../addresses/askStreets.ts'
import { MapMarker, MapPolygons } from '../ui/map/layers.tsx'
import { MapView } from '../ui/map/MapView.tsx'
import { MapSettingsProvider } from '../ui/map/settings.ts'
import { cssVariables, theme } from '../ui/theme.ts'
import type { Told } from './kept.ts'
import { nextSteps, type Step } from './stops.ts'

/** Read on a map turned dark, where colours keep their hue. */
const colors: Record<AreaState, string> = { todo: '#C9302C', done: '#1E8E4E', 'not-done': '#D9780F' }

const settings = { streets: askStreets }

export function MapPane({ steps, position }: { steps: Step[]; position: Told | null }) {
  const polygons = useMemo(
    () =>
      steps.flatMap(({ key, area, state }) => (area.polygon ? [{ id: key, points: area.polygon, color: colors[state], label: '' }] : [])),
    [steps],
  )
  const [now] = nextSteps(steps)
  const places = steps.flatMap(({ stop, area }) => area.polygon ?? (stop.location ? [stop.location] : []))
  const bounds = boundsOf(places)
  const next = now?.stop.location
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} forceColorScheme="dark">
      <MapSettingsProvider value={settings}>
        <div className="night">
          <MapView label="Carte de la tournée" height="60dvh" {...(bounds && { bounds })}>
            <MapPolygons polygons={polygons} />
            {next && <MapMarker point={next} label={`Prochain arrêt : ${now.stop.address}`} />}
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
