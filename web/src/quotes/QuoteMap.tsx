import type { QuoteRequest } from '@bordee/core/quotes/quote-request.ts'
import { useMemo } from 'react'
import { MapMarker, MapPolygons } from '../ui/map/layers.tsx'
import { MapView, zooms } from '../ui/map/MapView.tsx'

/** Where it is, and the entry as it was outlined. */
export function QuoteMap({ quote: { address, location, polygon } }: { quote: QuoteRequest }) {
  const entry = useMemo(() => (polygon ? [{ id: 'entry', points: polygon }] : []), [polygon])
  return (
    <MapView label="Emplacement de la demande" height="100%" center={location} zoom={zooms.address} alternative={address}>
      <MapPolygons polygons={entry} />
      <MapMarker point={location} label={address} />
    </MapView>
  )
}
