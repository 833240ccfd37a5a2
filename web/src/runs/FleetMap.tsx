import type { Point } from '@bordee/core/geo.ts'
import { count } from '@bordee/core/text.ts'
import { type MapArea, MapAreas } from '../ui/map/MapAreas.tsx'
import { MapFrame, MapView } from '../ui/map/MapView.tsx'
import { MapMover, useGlide } from '../ui/map/moving.tsx'
import { mutedInk } from '../ui/theme.ts'
import { AreaLegend } from './AreaLegend.tsx'
import { ago } from './runWords.ts'
import { isLive, type Truck } from './truck.ts'

/** For a truck that no longer reports. */

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
      <AreaLegend />
    </MapView>
  )
}

function LiveTruck({ truck, now, isChosen, onClick }: { truck: Truck; now: number; isChosen: boolean; onClick: () => void }) {
  const follow = useGlide(truck)
  const seen = `vu ${ago((now - truck.seenAt) / 1000)}`
  const isSilent = !isLive(truck, now)
  return (
    <MapMover
      name={isSilent ? `${truck.userName}, ${seen}` : truck.userName}
      {...(isSilent && { color: mutedInk })}
      label={`${truck.userName}, ${seen}, ${truck.routeName}`}
      follow={follow}
      isChosen={isChosen}
      onClick={onClick}
    />
  )
}
