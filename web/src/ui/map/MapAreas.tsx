import type { Point, Polygon } from '@bordee/core/geo.ts'
import type { Feature } from 'geojson'
import type { ExpressionSpecification, GeoJSONSource, MapLayerMouseEvent } from 'maplibre-gl'
import { useEffect, useId, useMemo, useRef } from 'react'
import { mutedInk } from '../inks.ts'
import { toGeoJson, toRing } from './geoJson.ts'
import { forget } from './layers.tsx'
import { useMap } from './MapView.tsx'

export interface MapArea {
  id: string
  /** Null if it has only a dot. */
  points: Polygon | null
  /** The position of its dot, shown while the area is too small to see. */
  center: Point
}

const color: ExpressionSpecification = ['to-color', ['feature-state', 'color'], mutedInk]
const isWide: ExpressionSpecification = ['==', ['geometry-type'], 'Polygon']
/** From this zoom on, a driveway is visible. */
const nearby = 16

/** Many areas whose colours change: their shapes are drawn once, and only changed colours are sent to the map. */
export function MapAreas({
  areas,
  colors,
  onClick,
}: {
  areas: readonly MapArea[]
  colors: ReadonlyMap<string, string>
  onClick?: (id: string) => void
}) {
  const map = useMap()
  const id = useId()
  const features = useMemo(() => areas.flatMap(featuresOf), [areas])
  const latest = useRef(onClick)
  latest.current = onClick
  const first = useRef(features)
  const told = useRef(new Map<string, string>())

  useEffect(() => {
    map.addSource(id, { type: 'geojson', promoteId: 'id', data: { type: 'FeatureCollection', features: first.current } })
    const layer = (name: string) => ({ id: id + name, source: id })
    map.addLayer({ ...layer('fill'), type: 'fill', filter: isWide, paint: { 'fill-color': color, 'fill-opacity': 0.4 } })
    map.addLayer({ ...layer('edge'), type: 'line', filter: isWide, paint: { 'line-color': color, 'line-width': 1.5 } })
    const dots = {
      type: 'circle',
      paint: { 'circle-color': color, 'circle-radius': 4.5, 'circle-stroke-color': '#fff', 'circle-stroke-width': 1 },
    } as const
    map.addLayer({ ...layer('dot'), ...dots, maxzoom: nearby, filter: ['all', ['!', isWide], ['get', 'isDrawn']] })
    map.addLayer({ ...layer('mark'), ...dots, filter: ['all', ['!', isWide], ['!', ['get', 'isDrawn']]] })
    const clicked = ['fill', 'dot', 'mark'].map((name) =>
      map.on('click', id + name, ({ features: [area] = [] }: MapLayerMouseEvent) => latest.current?.(String(area?.properties.id))),
    )
    told.current.clear()
    return () => {
      for (const subscription of clicked) subscription.unsubscribe()
      forget(map, id, ['fill', 'edge', 'dot', 'mark'])
    }
  }, [map, id])
  useEffect(() => void map.getSource<GeoJSONSource>(id)?.setData({ type: 'FeatureCollection', features }), [map, id, features])

  useEffect(() => {
    for (const [area, wanted] of colors)
      if (told.current.get(area) !== wanted) {
        map.setFeatureState({ source: id, id: area }, { color: wanted })
        told.current.set(area, wanted)
      }
  }, [map, id, colors])
  return null
}

function featuresOf({ id, points, center }: MapArea): Feature[] {
  const isDrawn = points !== null && points.length > 2
  const properties = { id, isDrawn }
  const dot: Feature = { type: 'Feature', properties, geometry: { type: 'Point', coordinates: toGeoJson(center) } }
  return isDrawn ? [{ type: 'Feature', properties, geometry: { type: 'Polygon', coordinates: [toRing(points)] } }, dot] : [dot]
}
