import { boundsOf, type Polygon, quebecCity } from '@bordee/core/geo.ts'
import { useMemo, useState } from 'react'
import { useMe } from '../session.tsx'
import { formatSquareKm } from '../ui/map/area.ts'
import { MapClusters, MapPolygons } from '../ui/map/layers.tsx'
import { type DrawnPolygon, MapDraw } from '../ui/map/MapDraw.tsx'
import { MapFrame, MapView, zooms } from '../ui/map/MapView.tsx'
import { useSitesIn } from './quoteSector.ts'

interface Props {
  polygon: Polygon
  /** If given, the outline can be drawn, changed and removed. */
  onChange?: (polygon: Polygon) => void
}

/** The area the company serves, with its sites. */
export function QuoteSectorMap({ polygon, onChange }: Props) {
  const { company } = useMe()
  const { places } = useSitesIn(polygon)
  const [first] = useState(() => boundsOf(polygon))
  const now = boundsOf(polygon)
  const shown = useMemo(() => [{ id: 'sector', points: polygon }], [polygon])
  return (
    <MapView
      label={onChange ? 'Tracé du secteur' : 'Secteur des soumissions'}
      height="100%"
      center={company?.location ?? quebecCity}
      zoom={zooms.sector}
      {...(first && { bounds: first })}
      alternative={polygon.length > 2 ? formatSquareKm(polygon) : 'Aucun secteur'}
    >
      <MapClusters points={places} />
      {onChange ? (
        <Drawing polygon={polygon} onChange={onChange} />
      ) : (
        <>
          <MapPolygons polygons={shown} />
          {now && <MapFrame bounds={now} />}
        </>
      )}
    </MapView>
  )
}

// MapDraw needs an id for the polygon until the user draws a new one.
const firstId = '00000000-0000-4000-8000-000000000001'

function Drawing({ polygon, onChange }: Required<Props>) {
  // Keep the id that MapDraw assigns, so the polygon stays selected.
  const [drawnId, setDrawnId] = useState(firstId)
  const drawn = useMemo(() => (polygon.length > 2 ? [{ id: drawnId, points: polygon }] : []), [drawnId, polygon])
  function change(next: DrawnPolygon | undefined) {
    if (next) setDrawnId(next.id)
    onChange(next ? [...next.points] : [])
  }
  return <MapDraw polygons={drawn} max={1} onChange={([next]) => change(next)} />
}
