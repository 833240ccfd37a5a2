import type { Device } from '@bordee/core/devices/device.ts'
import { boundsOf } from '@bordee/core/geo.ts'
import { count } from '@bordee/core/text.ts'
import { formatInstant } from '@bordee/core/time.ts'
import { MapLine, MapMarker } from '../ui/map/layers.tsx'
import { MapFrame, MapView } from '../ui/map/MapView.tsx'
import { useZone } from '../ui/zone.ts'

/** A tracker's latest positions; the pin marks the newest. */
export function DeviceMap({ points }: { points: Device['latestPoints'] }) {
  const zone = useZone()
  const bounds = boundsOf(points)
  const [newest] = points
  return (
    <MapView label="Dernières positions" height={260} {...(bounds && { bounds })} alternative={count(points.length, 'position')}>
      <MapLine points={points} />
      {newest && <MapMarker point={newest} label={`Position du ${formatInstant(newest.timestamp, zone)}`} />}
      {bounds && <MapFrame bounds={bounds} />}
    </MapView>
  )
}
