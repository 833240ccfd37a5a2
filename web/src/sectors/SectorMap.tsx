import { boundsOf, type Point } from '@bordee/core/geo.ts'
import { sectorCalls } from '@bordee/core/sectors/sectors.calls.ts'
import { siteCalls } from '@bordee/core/sites/sites.calls.ts'
import { useMemo, useState } from 'react'
import { useCall } from '../calls.ts'
import { fieldsOf, useField } from '../ui/form/Form.tsx'
import { MapClusters, MapPolygons } from '../ui/map/layers.tsx'
import { type DrawnPolygon, MapDraw } from '../ui/map/MapDraw.tsx'
import { MapView, zooms } from '../ui/map/MapView.tsx'
import { mutedInk } from '../ui/theme.ts'
import type { SectorValues } from './sectorForm.ts'
import { recallView, rememberView } from './sectorView.ts'

/** The outline being drawn, among the other sectors and the sites. */
export function SectorMap({ sectorId }: { sectorId: string | undefined }) {
  const { value, onChange } = useField(fieldsOf<SectorValues>()('polygon')) as { value: Point[]; onChange: (points: Point[]) => void }
  const sectors = useCall(sectorCalls.listSectors)
  const sites = useCall(siteCalls.listSites)
  const others = useMemo(
    () =>
      (sectors.data ?? []).flatMap(({ id, name, polygon }) =>
        id !== sectorId && polygon ? [{ id, points: polygon, label: name, color: mutedInk }] : [],
      ),
    [sectors.data, sectorId],
  )
  const places = useMemo(
    () => (sites.data ?? []).flatMap(({ id, address: { location } }) => (location ? [{ id, point: location }] : [])),
    [sites.data],
  )
  // Keep the id that MapDraw assigns, so the polygon stays selected.
  const [drawnId, setDrawnId] = useState(firstId)
  const drawn = useMemo(() => (value.length > 2 ? [{ id: drawnId, points: value }] : []), [drawnId, value])
  function change(polygon: DrawnPolygon | undefined) {
    if (polygon) setDrawnId(polygon.id)
    onChange(polygon ? [...polygon.points] : [])
  }
  const bounds = boundsOf(value)
  const kept = recallView()
  return (
    <MapView
      label="Tracé du secteur"
      height="100%"
      center={kept?.center}
      zoom={kept?.zoom ?? zooms.sector}
      {...(bounds && { bounds })}
      onMoved={rememberView}
    >
      <MapPolygons polygons={others} />
      <MapClusters points={places} />
      <MapDraw polygons={drawn} max={1} onChange={([polygon]) => change(polygon)} />
    </MapView>
  )
}

// MapDraw needs an id for the polygon until the user draws a new one.
const firstId = '00000000-0000-4000-8000-000000000001'
