import { type Point, quebecCity } from '@bordee/core/geo.ts'
import { Skeleton, Text, useComputedColorScheme } from '@mantine/core'
import type { Map as MapLibre } from 'maplibre-gl'
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import { lazyComponent } from '../lazyComponent.tsx'
import type { MapBase } from './BaseSwitch.tsx'
import { createMap, framingIn, pickStyle, zooms } from './createMap.ts'
import { drawRuler } from './embeddedStyle.ts'
import { fromGeoJson } from './geoJson.ts'
import classes from './map.module.css'
import { useMapSettings } from './settings.ts'
import { drawTown } from './town.ts'

export { pickStyle, zooms } from './createMap.ts'

const BaseSwitch = lazyComponent(async () => (await import('./BaseSwitch.tsx')).BaseSwitch)

export interface MapViewProps {
  /** What the map shows, for screen readers. */
  label: string
  center?: Point
  zoom?: number
  /** Fits these corners instead of `center` and `zoom`. */
  bounds?: [Point, Point]
  height?: number | string
  onMoved?: (view: { center: Point; zoom: number }) => void
  onClick?: (point: Point) => void
  /** The same content in words, shown where maps can't be drawn. */
  alternative?: ReactNode
  /** Layers, mounted once the map is ready. */
  children?: ReactNode
}

const MapContext = createContext<MapLibre | null>(null)

/** The map that contains a layer. */
export function useMap(): MapLibre {
  const map = useContext(MapContext)
  if (!map) throw new Error('A map layer must be inside a MapView.')
  return map
}

/** The named region is the canvas inside: it takes the focus, the arrow keys pan, + and − zoom. */
export function MapView({
  label,
  center = quebecCity,
  zoom = zooms.town,
  bounds,
  height = 420,
  onMoved,
  onClick,
  alternative,
  children,
}: MapViewProps) {
  const place = useRef<HTMLDivElement>(null)
  const { styleUrl, archive, aerial, town } = useMapSettings()
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  const [map, setMap] = useState<MapLibre | null>(null)
  const [impossible, setImpossible] = useState(false)
  const [base, setBase] = useState<MapBase>('plan')
  const first = useRef({ center, zoom, bounds })
  const latest = useRef({ onMoved, onClick })
  latest.current = { onMoved, onClick }

  useEffect(() => {
    let made: MapLibre | undefined
    const gone = new AbortController()
    void pickStyle({ styleUrl, archive, scheme }, gone.signal).then((style) => {
      if (gone.signal.aborted || !place.current) return
      made = createMap(place.current, style, first.current, label)
      if (!made) return setImpossible(true)
      const created = made
      created.on('load', () => {
        drawRuler(created)
        if (town) drawTown(created, town)
        setMap(created)
      })
      created.on('moveend', () => {
        drawRuler(created)
        if (town) drawTown(created, town)
        latest.current.onMoved?.({ center: fromGeoJson(created.getCenter().toArray()), zoom: created.getZoom() })
      })
      created.on('click', (event) => latest.current.onClick?.(fromGeoJson(event.lngLat.toArray())))
    })
    return () => {
      gone.abort()
      setMap(null)
      if (made) first.current = { center: fromGeoJson(made.getCenter().toArray()), zoom: made.getZoom(), bounds: undefined }
      made?.remove()
    }
    // In another scheme the map is drawn anew, where it was.
  }, [styleUrl, archive, town, label, scheme])

  useEffect(() => {
    if (!map || !aerial) return
    map.addSource('aerial', {
      type: 'raster',
      tiles: aerial.tiles,
      tileSize: 256,
      maxzoom: aerial.maxZoom ?? 20,
      attribution: aerial.attribution,
    })
    const above = map.getStyle().layers.find((layer) => layer.type === 'symbol')?.id
    map.addLayer({ id: 'aerial', type: 'raster', source: 'aerial', layout: { visibility: 'none' } }, above)
  }, [map, aerial])

  useEffect(() => {
    if (map?.getLayer('aerial')) map.setLayoutProperty('aerial', 'visibility', base === 'aerial' ? 'visible' : 'none')
  }, [map, base])

  if (impossible)
    return (
      <section aria-label={label} className={`${classes.frame} ${classes.impossible}`}>
        <Text fw={600}>La carte ne peut pas être affichée sur cet appareil.</Text>
        {alternative}
      </section>
    )
  return (
    <div className={classes.frame} style={{ height }} data-ready={map ? true : undefined}>
      <div ref={place} className={classes.map} />
      {!map && <Skeleton className={classes.waiting} radius={0} />}
      {map && aerial && (
        <div className={classes.bases}>
          <BaseSwitch value={base} onChange={setBase} />
        </div>
      )}
      {map && <MapContext value={map}>{children}</MapContext>}
    </div>
  )
}

/** Fits these corners, and again when they change. Must be inside a MapView. */
export function MapFrame({ bounds }: { bounds: [Point, Point] }) {
  const map = useMap()
  const [{ lat: south, lng: west }, { lat: north, lng: east }] = bounds
  useEffect(() => {
    map.fitBounds([west, south, east, north], { ...framingIn(map.getContainer()), animate: false })
  }, [map, south, west, north, east])
  return null
}
