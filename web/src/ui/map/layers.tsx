// Map layers. Things that move are DOM markers; anything numerous is a layer of the map itself.
import type { Point, Polygon } from '@bordee/core/geo.ts'
import type { Feature, FeatureCollection } from 'geojson'
import { type ExpressionSpecification, type GeoJSONSource, type MapLayerMouseEvent, Marker } from 'maplibre-gl'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { border, quietInk, spruceInk } from '../theme.ts'
import { font } from './embeddedStyle.ts'
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
  /** Degrees clockwise from north, for trucks. */
  heading?: number
}

/** A pin, a truck or a person: a DOM element that follows the map. */
export function MapMarker({ point, label, color = spruceInk, children, onClick, onMoved, heading }: MapMarkerProps) {
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
  useEffect(() => {
    marker.current?.setRotation(heading ?? 0)
  }, [heading])

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

export interface MapPoint {
  id: string
  point: Point
  color?: string
}

/** Thousands of points, clustered into circles with a count until the user zooms in. */
export function MapClusters({ points, onClick }: { points: MapPoint[]; onClick?: (id: string) => void }) {
  const map = useMap()
  const id = useId()
  const data = useMemo(
    (): FeatureCollection => ({
      type: 'FeatureCollection',
      features: points.map(({ id: pointId, point, color = spruceInk }) => ({
        type: 'Feature',
        properties: { id: pointId, color },
        geometry: { type: 'Point', coordinates: toGeoJson(point) },
      })),
    }),
    [points],
  )
  const latest = useRef(onClick)
  latest.current = onClick
  const first = useRef(data)

  useEffect(() => {
    map.addSource(id, { type: 'geojson', cluster: true, clusterRadius: 46, clusterMaxZoom: 15, data: first.current })
    map.addLayer({
      id: `${id}circle`,
      type: 'circle',
      source: id,
      filter: ['has', 'point_count'],
      paint: {
        'circle-color': spruceInk,
        'circle-opacity': 0.9,
        'circle-radius': ['step', ['get', 'point_count'], 15, 20, 20, 100, 27],
        'circle-stroke-color': '#fff',
        'circle-stroke-width': 2,
      },
    })
    map.addLayer({
      id: `${id}count`,
      type: 'symbol',
      source: id,
      filter: ['has', 'point_count'],
      layout: { 'text-field': ['get', 'point_count_abbreviated'], 'text-font': font, 'text-size': 13, 'text-allow-overlap': true },
      paint: { 'text-color': '#fff' },
    })
    map.addLayer({
      id: `${id}point`,
      type: 'circle',
      source: id,
      filter: ['!', ['has', 'point_count']],
      paint: { 'circle-radius': 7, 'circle-color': ['get', 'color'], 'circle-stroke-color': '#fff', 'circle-stroke-width': 2 },
    })
    const nearer = async ({ features: [cluster] = [] }: MapLayerMouseEvent) => {
      if (cluster?.geometry.type !== 'Point') return
      const zoom = await map.getSource<GeoJSONSource>(id)?.getClusterExpansionZoom(Number(cluster.properties.cluster_id))
      map.easeTo({ center: cluster.geometry.coordinates as [number, number], zoom })
    }
    const open = ({ features: [point] = [] }: MapLayerMouseEvent) => latest.current?.(String(point?.properties.id))
    const hand = () => {
      map.getCanvas().style.cursor = 'pointer'
    }
    const arrow = () => {
      map.getCanvas().style.cursor = ''
    }
    const zoomIn = (event: MapLayerMouseEvent) => void nearer(event)
    const listening = [
      map.on('click', `${id}circle`, zoomIn),
      map.on('click', `${id}point`, open),
      ...[`${id}circle`, `${id}point`].flatMap((layer) => [map.on('mouseenter', layer, hand), map.on('mouseleave', layer, arrow)]),
    ]
    return () => {
      for (const subscription of listening) subscription.unsubscribe()
      forget(map, id, ['circle', 'count', 'point'])
    }
  }, [map, id])
  useEffect(() => void map.getSource<GeoJSONSource>(id)?.setData(data), [map, id, data])
  return null
}

export interface MapStop {
  id: string
  point: Point
  /** The text in the circle: its number. */
  label: string
  color?: string
}

/** The hundreds of stops of a route: a layer, because that many DOM elements would be slow. */
export function MapStops({ stops, onClick }: { stops: MapStop[]; onClick?: (id: string) => void }) {
  const map = useMap()
  const id = useId()
  const data = useMemo(
    (): FeatureCollection => ({
      type: 'FeatureCollection',
      features: stops.map(({ id: stopId, point, label, color = spruceInk }) => ({
        type: 'Feature',
        properties: { id: stopId, label, color },
        geometry: { type: 'Point', coordinates: toGeoJson(point) },
      })),
    }),
    [stops],
  )
  const latest = useRef(onClick)
  latest.current = onClick
  const first = useRef(data)

  useEffect(() => {
    map.addSource(id, { type: 'geojson', data: first.current })
    map.addLayer({
      id: `${id}circle`,
      type: 'circle',
      source: id,
      paint: { 'circle-radius': 11, 'circle-color': ['get', 'color'], 'circle-stroke-color': '#fff', 'circle-stroke-width': 2 },
    })
    map.addLayer({
      id: `${id}number`,
      type: 'symbol',
      source: id,
      layout: { 'text-field': ['get', 'label'], 'text-font': font, 'text-size': 11, 'text-allow-overlap': true },
      paint: { 'text-color': '#fff' },
    })
    const clicked = map.on('click', `${id}circle`, ({ features: [stop] = [] }: MapLayerMouseEvent) =>
      latest.current?.(String(stop?.properties.id)),
    )
    return () => {
      clicked.unsubscribe()
      forget(map, id, ['circle', 'number'])
    }
  }, [map, id])
  useEffect(() => void map.getSource<GeoJSONSource>(id)?.setData(data), [map, id, data])
  return null
}

export interface MapLineProps {
  points: readonly Point[]
  color?: string
  width?: number
  /** From 0 to 1: the part of the length already travelled, drawn stronger. Redrawn at most four times a second. */
  progress?: number
}

export function MapLine({ points, color = spruceInk, width = 4, progress }: MapLineProps) {
  const map = useMap()
  const id = useId()
  const data = useMemo(
    (): Feature => ({ type: 'Feature', properties: {}, geometry: { type: 'LineString', coordinates: points.map(toGeoJson) } }),
    [points],
  )
  const first = useRef(data)
  const travelled = progress !== undefined

  useEffect(() => {
    const line = { type: 'line', source: id, layout: { 'line-join': 'round', 'line-cap': 'round' } } as const
    map.addSource(id, { type: 'geojson', lineMetrics: true, data: first.current })
    map.addLayer({ ...line, id: `${id}line`, paint: { 'line-color': travelled ? '#9DB4B1' : color, 'line-width': width } })
    if (travelled) map.addLayer({ ...line, id: `${id}done`, paint: { 'line-width': width, 'line-gradient': gradient(color, 0) } })
    return () => forget(map, id, ['line', 'done'])
  }, [map, id, color, width, travelled])
  useEffect(() => void map.getSource<GeoJSONSource>(id)?.setData(data), [map, id, data])

  // One static line with a gradient: a growing line would be sent to the worker at every step.
  const drawn = useRef({ at: 0, later: undefined as ReturnType<typeof setTimeout> | undefined })
  useEffect(() => {
    if (progress === undefined) return
    const draw = () => {
      drawn.current.at = performance.now()
      if (map.getLayer(`${id}done`)) map.setPaintProperty(`${id}done`, 'line-gradient', gradient(color, progress))
    }
    const wait = 250 - (performance.now() - drawn.current.at)
    if (wait <= 0) draw()
    else drawn.current.later = setTimeout(draw, wait)
    return () => clearTimeout(drawn.current.later)
  }, [map, id, color, progress])
  return null
}

const gradient = (color: string, progress: number): ExpressionSpecification => [
  'step',
  ['line-progress'],
  color,
  Math.min(1, Math.max(1e-6, progress)),
  'rgba(0,0,0,0)',
]

export interface MapPolygon {
  id: string
  points: Polygon
  color?: string
  label?: string
}

export function MapPolygons({ polygons }: { polygons: MapPolygon[] }) {
  const map = useMap()
  const id = useId()
  const data = useMemo(
    (): FeatureCollection => ({
      type: 'FeatureCollection',
      features: polygons
        .filter(({ points }) => points.length > 2)
        .map(({ points, color = spruceInk, label = '' }) => ({
          type: 'Feature',
          properties: { color, label },
          geometry: { type: 'Polygon', coordinates: [toRing(points)] },
        })),
    }),
    [polygons],
  )
  const first = useRef(data)
  useEffect(() => {
    map.addSource(id, { type: 'geojson', data: first.current })
    map.addLayer({ id: `${id}fill`, type: 'fill', source: id, paint: { 'fill-color': ['get', 'color'], 'fill-opacity': 0.18 } })
    map.addLayer({ id: `${id}edge`, type: 'line', source: id, paint: { 'line-color': ['get', 'color'], 'line-width': 2 } })
    map.addLayer({
      id: `${id}name`,
      type: 'symbol',
      source: id,
      layout: { 'text-field': ['get', 'label'], 'text-font': font, 'text-size': 13 },
      paint: { 'text-color': quietInk, 'text-halo-color': border, 'text-halo-width': 1 },
    })
    return () => forget(map, id, ['fill', 'edge', 'name'])
  }, [map, id])
  useEffect(() => void map.getSource<GeoJSONSource>(id)?.setData(data), [map, id, data])
  return null
}

/** Removes a source and its layers. If the map was removed with its page, there is nothing to do. */
export function forget(map: ReturnType<typeof useMap>, id: string, layers: string[]) {
  if (!map.style) return
  for (const layer of layers) if (map.getLayer(id + layer)) map.removeLayer(id + layer)
  if (map.getSource(id)) map.removeSource(id)
}
