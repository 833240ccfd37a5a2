import { type Point, quebecCity } from '@bordee/core/geo.ts'
import { IconTruck } from '@tabler/icons-react'
import { useState } from 'react'
import { MapClusters, MapLine, MapMarker, MapPolygons } from '../ui/map/layers.tsx'
import { type DrawnPolygon, MapDraw } from '../ui/map/MapDraw.tsx'
import { MapView, zooms } from '../ui/map/MapView.tsx'
import { MapSettingsProvider, type StreetLine } from '../ui/map/settings.ts'
import { Sample, Samples } from './Sample.tsx'

const near = (east: number, north: number): Point => ({ lat: quebecCity.lat + north, lng: quebecCity.lng + east })
const sites = Array.from({ length: 2000 }, (_, i) => ({
  id: String(i),
  point: near(((i * 7919) % 1000) / 4000 - 0.125, ((i * 104_729) % 1000) / 6000 - 0.083),
  color: ['#17653D', '#B3372B', '#E8960C'][i % 3],
}))
const track: Point[] = Array.from({ length: 60 }, (_, i) =>
  near(-0.02 + Math.floor(i / 2) * 0.0012, Math.floor((i + 1) / 2) * 0.0005 - 0.008),
)
const sector = [near(-0.024, -0.011), near(0.019, -0.006), near(0.021, 0.012), near(-0.019, 0.01)]
const zone: DrawnPolygon[] = [
  {
    id: '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
    points: [near(-0.0002, -0.0001), near(0.0001, -0.0001), near(0.0001, 0.00012), near(-0.0002, 0.0001)],
  },
]
const lines: [string, Point[]][] = [
  ['rue des Érables', [near(-0.002, -0.0004), near(0.002, -0.0002)]],
  ['avenue Royale', [near(-0.0007, -0.002), near(-0.0004, 0.002)]],
  ['rue Saint-Jean', [near(-0.002, 0.0006), near(0.002, 0.0008)]],
]
const streets = async (): Promise<StreetLine[]> =>
  lines.map(([name, line]) => ({ name, metres: 400, line: line.map(({ lat, lng }) => [lng, lat]) }))
const settings = { streets }

export function MapsSection() {
  const [zones, setZones] = useState(zone)
  return (
    <Samples>
      <Sample name="Deux mille points, groupés" wide>
        <MapView label="Points de service" zoom={10.5}>
          <MapClusters points={sites} />
        </MapView>
      </Sample>
      <Sample name="Trajet parcouru, camion, secteur">
        <MapView label="Suivi du trajet" zoom={12.6} height={360}>
          <MapPolygons polygons={[{ id: 's', points: sector, label: 'Haute-Ville' }]} />
          <MapLine points={track} progress={0.55} />
          <MapMarker point={track[33] ?? quebecCity} label="Camion 12">
            <span
              style={{
                display: 'grid',
                placeItems: 'center',
                width: 32,
                height: 32,
                borderRadius: 16,
                background: '#E8960C',
                border: '3px solid #fff',
                color: '#1B1204',
              }}
            >
              <IconTruck size={17} />
            </span>
          </MapMarker>
        </MapView>
      </Sample>
      <Sample name="Zones d’un point de service, rues connues">
        <MapSettingsProvider value={settings}>
          <MapView label="Zones à déneiger" zoom={zooms.address} height={360}>
            <MapDraw polygons={zones} onChange={setZones} />
          </MapView>
        </MapSettingsProvider>
      </Sample>
    </Samples>
  )
}
