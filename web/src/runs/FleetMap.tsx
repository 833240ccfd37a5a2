import type { Point } from '@bordee/core/geo.ts'
import { count } from '@bordee/core/text.ts'
import { type MapArea, MapAreas } from '../ui/map/MapAreas.tsx'
import { MapFrame, MapView } from '../ui/map/MapView.tsx'
import { MapMover, useGlide } from '../ui/map/moving.tsx'
import { ago } from './runWords.ts'
import type { Truck } from './truck.ts'

interface Props {
  trucks: Truck[]
  now: number
  /** The run whose trucks are highlighted. */
  chosenRun: string | undefined
  areas: MapArea[]
  colors: ReadonlyMap<string, string>
  bounds: [Point, Point] | undefined
  onTruck: (truck: Truck) => void
}

export function FleetMap({ trucks, now, chosenRun, areas, colors, bounds, onTruck }: Props) {
  return (
    <MapView label="Camions" height="100%" {...(bounds && { bounds })} alternative={count(trucks.length, 'camion')}>
      <MapAreas areas={areas} colors={colors} />
      {trucks.map((truck) => (
        <LiveTruck key={truck.userId} truck={truck} now={now} isChosen={truck.runId === chosenRun} onClick={() => onTruck(truck)} />
      ))}
      {bounds && <MapFrame bounds={bounds} />}
    </MapView>
  )
}

function LiveTruck({ truck, now, isChosen, onClick }: { truck: Truck; now: number; isChosen: boolean; onClick: () => void }) {
  const follow = useGlide(truck)
  const seen = ago((now - truck.seenAt) / 1000)
  return (
    <MapMover
      name={truck.userName}
      label={`${truck.userName}, ${truck.routeName}, ${seen}`}
      follow={follow}
      isChosen={isChosen}
      onClick={onClick}
    />
  )
}
