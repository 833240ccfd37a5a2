import type { QuoteRequest } from '@bordee/core/quotes/quote-request.ts'
import { useMemo } from 'react'
import { MapMarker, MapPolygons } from '../ui/map/layers.tsx'
import { MapView, zooms } from '../ui/map/MapView.tsx'

/** The address, and the driveway as the resident outlined it. */
export function QuoteMap({ quote: { address, location, polygon } }: { quote: QuoteRequest }) {
  const entry = useMemo(() => (polygon ? [{ id: 'entry', points: polygon }] : []), [polygon])
  return (
    <MapView label="Emplacement de la demande" height="100%" center={location} zoom={zooms.address} alternative={address}>
      <MapPolygons polygons={entry} />
      <MapMarker point={location} label={address} />
    </MapView>
  )
}
