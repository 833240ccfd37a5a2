import type { Point } from '@bordee/core/geo.ts'
import { useState } from 'react'
import { amberInk, spruceInk } from '../theme.ts'
import { MapMarker } from './layers.tsx'
import { MapView, zooms } from './MapView.tsx'

interface Props {
  point: Point
  /** False until the user has placed the pin; until then it is amber. */
  placed: boolean
  onMoved: (point: Point) => void
}

export function PinMap({ point, placed, onMoved }: Props) {
  const [start] = useState(point)
  return (
    <MapView label="Emplacement de l’adresse" center={start} zoom={placed ? zooms.address : zooms.sector} height={360} onClick={onMoved}>
      <MapMarker point={point} label="Point de l’adresse" color={placed ? spruceInk : amberInk} onMoved={onMoved} />
    </MapView>
  )
}
