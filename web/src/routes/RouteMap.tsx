import type { Point } from '@bordee/core/geo.ts'
import { quietInk } from '../ui/inks.ts'
import { MapClusters, MapLine, type MapPoint, type MapStop, MapStops } from '../ui/map/layers.tsx'
import { MapFrame, MapView } from '../ui/map/MapView.tsx'

interface Props {
  stops: MapStop[]
  line: readonly Point[]
  bounds: [Point, Point] | undefined
  /** Sites that are not on the route: a click adds one. */
  free: MapPoint[]
  onAdd: (id: string) => void
}

export function RouteMap({ stops, line, bounds, free, onAdd }: Props) {
  return (
    <MapView
      label="Aperçu du trajet"
      height="min(70vh, 640px)"
      {...(bounds && { bounds })}
      alternative={`${stops.length} points de service`}
    >
      <MapClusters points={free} color={quietInk} onClick={onAdd} />
      <MapLine points={line} />
      <MapStops stops={stops} />
      {bounds && <MapFrame bounds={bounds} />}
    </MapView>
  )
}
