import type { Point } from '@bordee/core/geo.ts'
import { count } from '@bordee/core/text.ts'
import type { ReactNode } from 'react'
import { type MapArea, MapAreas } from '../ui/map/MapAreas.tsx'
import { MapFrame, MapView } from '../ui/map/MapView.tsx'
import { MapMover, useGlide } from '../ui/map/moving.tsx'
import { mutedInk } from '../ui/theme.ts'
import { AreaLegend, WithLegend } from './AreaLegend.tsx'
import { ago } from './runWords.ts'
import { isLive, type Truck } from './truck.ts'

interface Props {
  trucks: Truck[]
  now: number
  /** The run whose trucks are highlighted. */
  chosenRun: string | undefined
  areas: MapArea[]
  colors: ReadonlyMap<string, string>
  bounds: [Point, Point] | undefined
  onTruck: (truck: Truck) => void
  onArea?: (id: string) => void
  /** What stands under a truck: its driver, unless told. */
  nameOf?: (truck: Truck) => string
  legend?: ReactNode
}

const driverOf = ({ userName }: Truck) => userName

export function FleetMap({
  trucks,
  now,
  chosenRun,
  areas,
  colors,
  bounds,
  onTruck,
  onArea,
  nameOf = driverOf,
  legend = <AreaLegend />,
}: Props) {
  return (
    <WithLegend legend={legend}>
      <MapView label="Camions" height="100%" {...(bounds && { bounds })} alternative={count(trucks.length, 'camion')}>
        <MapAreas areas={areas} colors={colors} onClick={onArea} />
        {trucks.map((truck) => (
          <LiveTruck
            key={truck.userId}
            truck={truck}
            name={nameOf(truck)}
            now={now}
            isChosen={truck.runId === chosenRun}
            onClick={() => onTruck(truck)}
          />
        ))}
        {bounds && <MapFrame bounds={bounds} />}
      </MapView>
    </WithLegend>
  )
}

interface LiveTruckProps {
  truck: Truck
  name: string
  now: number
  isChosen: boolean
  onClick: () => void
}

function LiveTruck({ truck, name, now, isChosen, onClick }: LiveTruckProps) {
  const follow = useGlide(truck)
  const seen = `vu ${ago((now - truck.seenAt) / 1000)}`
  const isSilent = !isLive(truck, now)
  // What is heard begins with what is seen.
  const driver = truck.userName === name ? [] : [truck.userName]
  return (
    <MapMover
      name={isSilent ? `${name}, ${seen}` : name}
      {...(isSilent && { color: mutedInk })}
      label={[name, seen, ...driver, truck.routeName].join(', ')}
      follow={follow}
      isChosen={isChosen}
      onClick={onClick}
    />
  )
}
