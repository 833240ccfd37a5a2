import type { Point } from '@bordee/core/geo.ts'
import { MapLine, type MapStop, MapStops } from '../ui/map/layers.tsx'
import { MapFrame, MapView } from '../ui/map/MapView.tsx'

export function RouteMap({ stops, line, bounds }: { stops: MapStop[]; line: readonly Point[]; bounds: [Point, Point] | undefined }) {
  return (
    <MapView
      label="Aperçu du trajet"
      height="min(70vh, 640px)"
      {...(bounds && { bounds })}
      alternative={`${stops.length} points de service`}
    >
      <MapLine points={line} />
      <MapStops stops={stops} />
      {bounds && <MapFrame bounds={bounds} />}
    </MapView>
  )
}
