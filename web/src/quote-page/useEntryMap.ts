import type { Point } from '@bordee/core/geo.ts'
import { type Map as MapLibre, Marker } from 'maplibre-gl'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { askTown } from '../addresses/askTown.ts'
import { readConfig } from '../config.ts'
import { colorScheme } from '../ui/inks.ts'
import { createMap, pickStyle, zooms } from '../ui/map/createMap.ts'
import { drawRuler } from '../ui/map/embeddedStyle.ts'
import { fromGeoJson } from '../ui/map/geoJson.ts'
import { drawTown } from '../ui/map/town.ts'

interface Given {
  label: string
  point: Point
  /** False until the user has placed the pin; until then it is amber and the map is zoomed out. */
  isPlaced: boolean
  onMoved: (point: Point) => void
  /** Whether touching the map places the pin. */
  isLaying: boolean
}

/** A map in `place` with one pin, placed by touch, drag or arrows. Null while loading; 'impossible' without WebGL. */
export function useEntryMap(place: RefObject<HTMLDivElement | null>, given: Given): MapLibre | 'impossible' | null {
  const { label, point, isPlaced, isLaying } = given
  const [map, setMap] = useState<MapLibre | 'impossible' | null>(null)
  const marker = useRef<Marker>(null)
  const latest = useRef(given)
  latest.current = given

  useEffect(() => {
    const gone = new AbortController()
    let made: MapLibre | undefined
    void readStyle(gone.signal).then((style) => {
      if (gone.signal.aborted || !place.current) return
      const { point: center, isPlaced: isNear } = latest.current
      made = createMap(place.current, style, { center, zoom: isNear ? zooms.address : zooms.sector }, label)
      if (!made) return setMap('impossible')
      const created = made
      const draw = () => {
        drawRuler(created)
        drawTown(created, askTown)
      }
      created.on('load', () => {
        draw()
        marker.current = addPin(created, latest)
        setMap(created)
      })
      created.on('moveend', draw)
      created.on('click', ({ lngLat }) => {
        if (latest.current.isLaying) latest.current.onMoved(fromGeoJson(lngLat.toArray()))
      })
    })
    return () => {
      gone.abort()
      marker.current = null
      setMap(null)
      made?.remove()
    }
  }, [label, place])

  const { lat, lng } = point
  useEffect(() => {
    if (!map || map === 'impossible') return
    marker.current?.setLngLat({ lat, lng })
    // For a new address the map follows. A pin that was just moved is visible already.
    if (!map.getBounds().contains({ lat, lng })) map.jumpTo({ center: { lat, lng }, zoom: zooms.address })
  }, [map, lat, lng])
  useEffect(() => {
    const pin = map && marker.current?.getElement()
    pin?.toggleAttribute('data-waiting', !isPlaced)
    pin?.toggleAttribute('data-aside', isPlaced && !isLaying)
  }, [map, isPlaced, isLaying])

  return map
}

/** The configured style, or our own. */
async function readStyle(signal: AbortSignal) {
  const maps = await readConfig().then(
    (config) => config.maps,
    () => undefined,
  )
  const styleUrl = maps?.styleUrl?.replace('{key}', encodeURIComponent(maps.key ?? ''))
  const base = { ...(styleUrl && { styleUrl }), ...(maps?.archive && { archive: maps.archive }), scheme: colorScheme() }
  return pickStyle(base, signal)
}

function addPin(map: MapLibre, latest: RefObject<Given>): Marker {
  const element = document.createElement('div')
  element.className = 'pin'
  element.innerHTML = `<button type="button" aria-label="Point de l’adresse" title="Point de l’adresse">
    <svg width="30" height="38" viewBox="0 0 30 38" aria-hidden="true">
    <path d="M15 1.5C7.5 1.5 1.5 7.4 1.5 14.8 1.5 24.5 15 36.5 15 36.5s13.5-12 13.5-21.7C28.5 7.4 22.5 1.5 15 1.5z"
      fill="currentColor" stroke="#fff" stroke-width="2"/>
    <circle cx="15" cy="14.5" r="5" fill="#fff"/></svg></button>`
  const marker = new Marker({ element, anchor: 'bottom', draggable: true }).setLngLat(latest.current.point).addTo(map)
  // The button inside has the name; the wrapper must not announce a second one.
  for (const attribute of ['aria-label', 'role', 'tabindex']) element.removeAttribute(attribute)
  marker.on('dragend', () => latest.current.onMoved(fromGeoJson(marker.getLngLat().toArray())))
  element.addEventListener('click', (event) => event.stopPropagation())
  element.addEventListener('keydown', (event) => {
    const by = arrows[event.key]
    if (!by) return
    event.preventDefault()
    event.stopPropagation()
    const at = map.project(marker.getLngLat())
    const step = event.shiftKey ? 20 : 4
    latest.current.onMoved(fromGeoJson(map.unproject([at.x + by[0] * step, at.y + by[1] * step]).toArray()))
  })
  return marker
}

const arrows: Record<string, [number, number] | undefined> = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] }
