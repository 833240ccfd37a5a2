import type { Point } from '@bordee/core/geo.ts'
import { useRef } from 'react'
import { useEntryMap } from './useEntryMap.ts'

export const noMap = 'La carte ne peut pas être affichée sur cet appareil.'

export function PinMap(props: { point: Point; isPlaced: boolean; onMoved: (point: Point) => void }) {
  const place = useRef<HTMLDivElement>(null)
  const map = useEntryMap(place, { label: 'Emplacement de l’adresse', isLaying: true, ...props })
  if (map === 'impossible') return <p className="map-waits">{noMap}</p>
  return (
    <div className="map" data-ready={map ? true : undefined}>
      <div ref={place} />
    </div>
  )
}
