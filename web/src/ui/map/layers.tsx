// Map layers. Things that move are DOM markers; anything numerous is a layer of the map itself.
import type { Point, Polygon } from '@bordee/core/geo.ts'
import type { Feature } from 'geojson'
import { type AddLayerObject, type GeoJSONSource, type GeoJSONSourceSpecification, type MapLayerMouseEvent, Marker } from 'maplibre-gl'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { type ColorScheme, colorScheme, spruceInk } from '../inks.ts'
import { isDrawing } from './drawing.ts'
import { font, mapColors } from './embeddedStyle.ts'
import { fromGeoJson, toGeoJson, toRing } from './geoJson.ts'
import { useMap } from './MapView.tsx'
import classes from './map.module.css'

export interface MapMarkerProps {
  point: Point
  label: string
  color?: string
  /** Replaces the pin. */
  children?: ReactNode
  onClick?: () => void
  /** If given, the marker can be dragged or moved with the arrow keys. */
  onMoved?: (point: Point) => void
}

/** A pin, a truck or a person: a DOM element that follows the map. */
export function MapMarker({ point, label, color = spruceInk, children, onClick, onMoved }: MapMarkerProps) {
  const map = useMap()
  const [element] = useState(() => document.createElement('div'))
  const marker = useRef<Marker>(null)
  const latest = useRef({ onMoved })
  latest.current = { onMoved }
  const draggable = onMoved !== undefined
  const anchor = children ? 'center' : 'bottom'
  const { lat, lng } = point

  // Set its position before adding it to the map: MapLibre refuses a marker without one.
  const start = useRef(point)
  useEffect(() => {
    const made = new Marker({ element, anchor, draggable }).setLngLat(start.current).addTo(map)
    // The button inside has the name; the wrapper must not announce a second one.
    for (const attribute of ['aria-label', 'role', 'tabindex']) element.removeAttribute(attribute)
    made.on('dragend', () => latest.current.onMoved?.(fromGeoJson(made.getLngLat().toArray())))
    marker.current = made
    return () => {
      made.remove()
    }
  }, [map, element, draggable, anchor])
  useEffect(() => {
    marker.current?.setLngLat({ lat, lng })
  }, [lat, lng])

  function moveByKeyboard(event: KeyboardEvent) {
    const by = arrows[event.key]
    if (!by || !onMoved) return
    event.preventDefault()
    event.stopPropagation()
    const at = map.project(point)
    const step = event.shiftKey ? 20 : 4
    onMoved(fromGeoJson(map.unproject([at.x + by[0] * step, at.y + by[1] * step]).toArray()))
  }

  return createPortal(
    <button
      type="button"
      className={classes.marker}
      aria-label={label}
      title={label}
      style={{ color }}
      onKeyDown={moveByKeyboard}
      onClick={(event) => {
        event.stopPropagation()
        onClick?.()
      }}
    >
      {children ?? (
        <svg width="30" height="38" viewBox="0 0 30 38" aria-hidden="true">
          <path
            d="M15 1.5C7.5 1.5 1.5 7.4 1.5 14.8 1.5 24.5 15 36.5 15 36.5s13.5-12 13.5-21.7C28.5 7.4 22.5 1.5 15 1.5z"
            fill="currentColor"
            stroke="#fff"
            strokeWidth="2"
          />
          <circle cx="15" cy="14.5" r="5" fill="#fff" />
        </svg>
      )}
    </button>,
    element,
  )
}

const arrows: Record<string, [number, number] | undefined> = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] }

type Layer = AddLayerObject extends infer One ? (One extends AddLayerObject ? Omit<One, 'id' | 'source'> : never) : never

/** Draws features in these layers, from the first one up, and returns the id of their source. The layers must not change. */
function useLayers(features: Feature[], layers: Record<string, Layer>, source: Partial<GeoJSONSourceSpecification> = {}): string {
  const map = useMap()
  const id = useId()
  const data = useMemo(() => ({ type: 'FeatureCollection', features }) as const, [features])
  const first = useRef({ data, layers, source })
  useEffect(() => {
    const drawn = first.current
    map.addSource(id, { ...drawn.source, type: 'geojson', data: drawn.data })
    for (const [name, layer] of Object.entries(drawn.layers)) map.addLayer({ ...layer, id: id + name, source: id } as AddLayerObject)
    return () => forget(map, id, Object.keys(drawn.layers))
  }, [map, id])
  useEffect(() => void map.getSource<GeoJSONSource>(id)?.setData(data), [map, id, data])
  return id
}

const pointFeature = (point: Point, properties: Feature['properties']): Feature => ({
  type: 'Feature',
  properties,
  geometry: { type: 'Point', coordinates: toGeoJson(point) },
})

const whiteEdge = { 'circle-stroke-color': '#fff', 'circle-stroke-width': 2 }
const clusterLayers = (color: string): Record<string, Layer> => ({
  circle: {
    type: 'circle',
    filter: ['has', 'point_count'],
    paint: {
      ...whiteEdge,
      'circle-color': color,
      'circle-opacity': 0.9,
      'circle-radius': ['step', ['get', 'point_count'], 15, 20, 20, 100, 27],
    },
  },
  count: {
    type: 'symbol',
    filter: ['has', 'point_count'],
    layout: { 'text-field': ['get', 'point_count_abbreviated'], 'text-font': font, 'text-size': 13, 'text-allow-overlap': true },
    paint: { 'text-color': '#fff' },
  },
  point: {
    type: 'circle',
    filter: ['!', ['has', 'point_count']],
    paint: { ...whiteEdge, 'circle-radius': 7, 'circle-color': color },
  },
})

export interface MapPoint {
  id: string
  point: Point
}

/** Thousands of points, clustered into circles with a count until the user zooms in. */
export function MapClusters({
  points,
  color = spruceInk,
  onClick,
}: {
  points: MapPoint[]
  color?: string
  onClick?: (id: string) => void
}) {
  const map = useMap()
  const features = useMemo(() => points.map(({ id, point }) => pointFeature(point, { id })), [points])
  const id = useLayers(features, clusterLayers(color), { cluster: true, clusterRadius: 46, clusterMaxZoom: 15 })
  const latest = useRef(onClick)
  latest.current = onClick

  useEffect(() => {
    const zoomIn = async ({ features: [cluster] = [] }: MapLayerMouseEvent) => {
      if (cluster?.geometry.type !== 'Point' || isDrawing(map)) return
      const zoom = await map.getSource<GeoJSONSource>(id)?.getClusterExpansionZoom(Number(cluster.properties.cluster_id))
      map.easeTo({ center: cluster.geometry.coordinates as [number, number], zoom })
    }
    const point = (cursor: string) => () => {
      map.getCanvas().style.cursor = cursor
    }
    const listening = [
      map.on('click', `${id}circle`, (event) => void zoomIn(event)),
      map.on('click', `${id}point`, ({ features: [place] = [] }) => latest.current?.(String(place?.properties.id))),
      ...['circle', 'point'].flatMap((layer) => [
        map.on('mouseenter', id + layer, point(layer === 'circle' || latest.current ? 'pointer' : '')),
        map.on('mouseleave', id + layer, point('')),
      ]),
    ]
    return () => {
      for (const subscription of listening) subscription.unsubscribe()
    }
  }, [map, id])
  return null
}

export interface MapStop {
  id: string
  point: Point
  /** The text in the circle: its number. */
  label: string
}

const stopLayers: Record<string, Layer> = {
  circle: { type: 'circle', paint: { ...whiteEdge, 'circle-radius': 11, 'circle-color': spruceInk } },
  number: {
    type: 'symbol',
    layout: { 'text-field': ['get', 'label'], 'text-font': font, 'text-size': 11, 'text-allow-overlap': true },
    paint: { 'text-color': '#fff' },
  },
}

/** The hundreds of stops of a route: a layer, because that many DOM elements would be slow. */
export function MapStops({ stops }: { stops: MapStop[] }) {
  const features = useMemo(() => stops.map(({ point, label }) => pointFeature(point, { label })), [stops])
  useLayers(features, stopLayers)
  return null
}

const lineLayers: Record<string, Layer> = {
  line: { type: 'line', layout: { 'line-join': 'round', 'line-cap': 'round' }, paint: { 'line-color': spruceInk, 'line-width': 3 } },
}

export function MapLine({ points }: { points: readonly Point[] }) {
  const features = useMemo(
    (): Feature[] => [{ type: 'Feature', properties: {}, geometry: { type: 'LineString', coordinates: points.map(toGeoJson) } }],
    [points],
  )
  useLayers(features, lineLayers)
  return null
}

export interface MapPolygon {
  id: string
  points: Polygon
  color?: string
  label?: string
}

const polygonLayers = (scheme: ColorScheme): Record<string, Layer> => ({
  fill: { type: 'fill', paint: { 'fill-color': ['get', 'color'], 'fill-opacity': 0.18 } },
  edge: { type: 'line', paint: { 'line-color': ['get', 'color'], 'line-width': 2 } },
  name: {
    type: 'symbol',
    layout: { 'text-field': ['get', 'label'], 'text-font': font, 'text-size': 13 },
    paint: {
      'text-color': mapColors[scheme].placeName,
      'text-halo-color': mapColors[scheme].halo,
      'text-halo-width': 1.6,
    },
  },
})

export function MapPolygons({ polygons }: { polygons: MapPolygon[] }) {
  const features = useMemo(
    () =>
      polygons
        .filter(({ points }) => points.length > 2)
        .map(
          ({ points, color = spruceInk, label = '' }): Feature => ({
            type: 'Feature',
            properties: { color, label },
            geometry: { type: 'Polygon', coordinates: [toRing(points)] },
          }),
        ),
    [polygons],
  )
  const [layers] = useState(() => polygonLayers(colorScheme()))
  useLayers(features, layers)
  return null
}

/** Removes a source and its layers. If the map was removed with its page, there is nothing to do. */
export function forget(map: ReturnType<typeof useMap>, id: string, layers: string[]) {
  if (!map.style) return
  for (const layer of layers) if (map.getLayer(id + layer)) map.removeLayer(id + layer)
  if (map.getSource(id)) map.removeSource(id)
}
