// Creates a MapLibre map without Mantine, for MapView and for the pages that are built apart.
import 'maplibre-gl/dist/maplibre-gl.css'
import './controls.css'
import type { Point } from '@bordee/core/geo.ts'
import { AttributionControl, Map as MapLibre, NavigationControl, ScaleControl, type StyleSpecification, setWorkerUrl } from 'maplibre-gl'
// MapLibre 6 does not inline its worker: without this line everything compiles and the map silently never loads.
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import { type ColorScheme, colorScheme } from '../inks.ts'
import { embeddedStyle } from './embeddedStyle.ts'
import type { MapSettings } from './settings.ts'

setWorkerUrl(workerUrl)

/** For MapLibre's 512 px tiles; with 256 px tiles these zooms are 15, 19 and 13. */
export const zooms = { town: 14, address: 18, sector: 12 }

/** The configured style if it answers within three seconds, else ours: given a URL, MapLibre would wait for ever. */
export async function pickStyle({ styleUrl, archive, scheme }: Base, signal: AbortSignal, patience = 3000): Promise<StyleSpecification> {
  try {
    if (styleUrl) {
      const answer = await fetch(styleUrl, { signal: AbortSignal.any([signal, AbortSignal.timeout(patience)]) })
      if (answer.ok) return flat((await answer.json()) as StyleSpecification)
    }
    if (archive) return (await import('./archiveStyle.ts')).archiveStyle(archive, scheme)
  } catch {
    // Unreachable, slow or not a style: use the embedded map.
  }
  return embeddedStyle(scheme)
}

/** Without what shows only on a globe or on a map that is tilted, which the build leaves out (web/mapInOneBuild.ts). */
function flat({ projection: _projection, terrain: _terrain, sky: _sky, ...style }: StyleSpecification): StyleSpecification {
  return { ...style, layers: style.layers.filter(({ type }) => kinds.has(type)) }
}

const kinds = new Set(['background', 'circle', 'fill', 'hillshade', 'line', 'raster', 'symbol'])

type Base = Pick<MapSettings, 'styleUrl' | 'archive'> & { scheme: ColorScheme }

/** Undefined if the device can't draw maps. */
export function createMap(
  container: HTMLElement,
  style: StyleSpecification,
  view: { center: Point; zoom: number; bounds?: [Point, Point] | undefined },
  label: string,
): MapLibre | undefined {
  container.toggleAttribute('data-dark', colorScheme() === 'dark')
  try {
    const map = new MapLibre({
      container,
      style,
      ...(view.bounds ? { bounds: view.bounds, fitBoundsOptions: framingIn(container) } : { center: view.center, zoom: view.zoom }),
      maxPitch: 0,
      dragRotate: false,
      attributionControl: false,
      locale: { ...french, 'Map.Title': label },
    })
    leaveTheWheel(map)
    map.touchZoomRotate.disableRotation()
    map.keyboard.disableRotation()
    map.addControl(new NavigationControl({ showCompass: false }), 'top-right')
    map.addControl(new ScaleControl({ unit: 'metric' }), 'bottom-left')
    map.addControl(new AttributionControl({ compact: false }), 'bottom-right')
    return map
  } catch {
    // « WebGL2 is required »: old machines, remote desktops.
    return undefined
  }
}

/** The wheel over a map scrolls the page, if it can. Otherwise, with Ctrl or after a click it zooms, until the pointer leaves the map. */
function leaveTheWheel(map: MapLibre) {
  const place = map.getContainer()
  map.scrollZoom.disable()
  const zoomUnlessPageScrolls = ({ ctrlKey }: WheelEvent) => {
    if (ctrlKey || !isInScroller(place)) map.scrollZoom.enable()
  }
  place.addEventListener('wheel', zoomUnlessPageScrolls, { capture: true, passive: true })
  place.addEventListener('pointerdown', () => map.scrollZoom.enable())
  place.addEventListener('pointerleave', () => map.scrollZoom.disable())
}

function isInScroller(place: Element): boolean {
  for (let element = place.parentElement; element; element = element.parentElement)
    if (element.scrollHeight > element.clientHeight && /auto|scroll/.test(getComputedStyle(element).overflowY)) return true
  return document.documentElement.scrollHeight > window.innerHeight
}

/** What is framed keeps clear of the edges, but a small map has no room to spare. */
export const framingIn = ({ clientWidth, clientHeight }: HTMLElement) => ({
  padding: Math.min(48, Math.floor(Math.min(clientWidth, clientHeight) / 8)),
  maxZoom: zooms.address,
})

const french = {
  'NavigationControl.ZoomIn': 'Zoom avant',
  'NavigationControl.ZoomOut': 'Zoom arrière',
  'AttributionControl.ToggleAttribution': 'Afficher les sources',
  'AttributionControl.MapFeedback': 'Signaler une erreur',
  'Marker.Title': 'Repère',
  'Popup.Close': 'Fermer',
}
