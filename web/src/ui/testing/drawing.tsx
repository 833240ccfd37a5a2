// A map to draw on, for the tests of MapDraw.
import { type Point, type Polygon, quebecCity } from '@bordee/core/geo.ts'
import type {} from '@vitest/browser-playwright' // types the commands of cdp()
import type { GeoJSONSource, Map as MapLibre } from 'maplibre-gl'
import { useEffect, useState } from 'react'
import { expect, vi } from 'vitest'
import { cdp, page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Look } from '../Look.tsx'
import { fromGeoJson } from '../map/geoJson.ts'
import { MapClusters } from '../map/layers.tsx'
import { type DrawnPolygon, MapDraw } from '../map/MapDraw.tsx'
import { MapView, useMap, zooms } from '../map/MapView.tsx'

/** vi.waitFor gives up after one second, which a busy machine may need. */
export const eventually = (check: () => void | Promise<void>) => vi.waitFor(check, 20_000)
export const near = (east: number, north: number): Point => ({ lat: quebecCity.lat + north, lng: quebecCity.lng + east })
export const fromPixels = (map: MapLibre, right: number, down: number): Point => {
  const centre = map.project(quebecCity)
  return fromGeoJson(map.unproject([centre.x + right, centre.y + down]).toArray())
}
export const between = (a: Point, b: Point): Point => ({ lat: (a.lat + b.lat) / 2, lng: (a.lng + b.lng) / 2 })
export const button = (name: string) => page.getByRole('button', { name, exact: true })
export const crossing = page.getByText('Le tracé se croise lui-même', { exact: false })

export const d = 0.0003
export const southWest = near(-d, -d)
export const southEast = near(d, -d)
export const northEast = near(d, d)
export const northWest = near(-d, d)
export const square: DrawnPolygon = { id: '3f2504e0-4f89-41d3-9a0c-0305e82c3301', points: [southWest, southEast, northEast, northWest] }
export const triangle: DrawnPolygon = { id: '3f2504e0-4f89-41d3-9a0c-0305e82c3302', points: [southWest, southEast, northEast] }
/** So near each other that they are shown as one. */
const sites = ['1', '2'].map((id) => ({ id, point: southEast }))

function Zones({
  start,
  changed,
  give,
}: {
  start: DrawnPolygon[]
  changed: (polygons: DrawnPolygon[]) => void
  give: (map: MapLibre) => void
}) {
  const [polygons, setPolygons] = useState(start)
  const [selected, setSelected] = useState<string | null>(null)
  return (
    <Look>
      <MapView label="Carte" zoom={zooms.address} height={500}>
        <Catch give={give} />
        <MapClusters points={sites} />
        <MapDraw
          polygons={polygons}
          selectedId={selected}
          onSelect={setSelected}
          onChange={(next) => {
            changed(next)
            setPolygons(next)
          }}
        />
      </MapView>
      {polygons.map(({ id }, i) => (
        <button key={id} type="button" aria-pressed={id === selected} onClick={() => setSelected(id === selected ? null : id)}>
          Zone {i + 1}
        </button>
      ))}
    </Look>
  )
}

function Catch({ give }: { give: (map: MapLibre) => void }) {
  const map = useMap()
  useEffect(() => give(map), [map, give])
  return null
}

/** A map to draw on. Draws with the browser's own mouse, so that the map receives its events too. */
export async function drawing(...start: DrawnPolygon[]) {
  const changed = vi.fn<(polygons: DrawnPolygon[]) => void>()
  const give = vi.fn<(map: MapLibre) => void>()
  await page.viewport(900, 700)
  await render(<Zones start={start} changed={changed} give={give} />)
  await eventually(() => expect(give).toHaveBeenCalled())
  const map = give.mock.lastCall?.[0] as MapLibre
  await eventually(() => expect(map.loaded()).toBe(true))

  async function mouse(type: 'mouseMoved' | 'mousePressed' | 'mouseReleased', point: Point, held: 'left' | 'right' | 'none' = 'none') {
    const frame = window.frameElement?.getBoundingClientRect() ?? { left: 0, top: 0 }
    const canvas = map.getCanvas().getBoundingClientRect()
    const at = map.project(point)
    const x = Math.round(frame.left + canvas.left + at.x)
    const y = Math.round(frame.top + canvas.top + at.y)
    const buttons = type === 'mouseReleased' ? 0 : { none: 0, left: 1, right: 2 }[held]
    await cdp().send('Input.dispatchMouseEvent', { type, x, y, button: held, buttons, clickCount: type === 'mouseMoved' ? 0 : 1 })
  }
  async function click(point: Point, held: 'left' | 'right' = 'left') {
    await mouse('mouseMoved', point)
    await mouse('mousePressed', point, held)
    await mouse('mouseReleased', point, held)
  }
  async function grab(from: Point, to: Point) {
    await mouse('mouseMoved', from)
    await mouse('mousePressed', from, 'left')
    for (const step of [between(from, to), to, to]) await mouse('mouseMoved', step, 'left')
  }
  const letGo = (at: Point) => mouse('mouseReleased', at, 'left')
  return {
    map,
    changed,
    click,
    grab,
    letGo,
    async drag(from: Point, to: Point) {
      await grab(from, to)
      await letGo(to)
    },
    /** The corners last passed to `onChange`. */
    told: (): Polygon => changed.mock.lastCall?.[0][0]?.points ?? [],
    /** What the map shows, whether or not `onChange` was called. */
    async shown() {
      const data = await map.getSource<GeoJSONSource>('td-polygon')?.getData()
      const features = data?.type === 'FeatureCollection' ? data.features : []
      return features.map(({ geometry, properties }) => ({
        color: properties?.polygonFillColor as string,
        points: geometry.type === 'Polygon' ? (geometry.coordinates[0] ?? []).slice(0, -1).map(fromGeoJson) : [],
      }))
    },
    /** How many corners are marked with a dot. */
    async dots() {
      const data = await map.getSource<GeoJSONSource>('td-point')?.getData()
      return data?.type === 'FeatureCollection' ? data.features.length : 0
    },
    /** To within two pixels. */
    expectCorners(points: Polygon, expected: Polygon) {
      expect(points).toHaveLength(expected.length)
      points.forEach((point, i) => {
        expect(map.project(point).dist(map.project(expected[i] as Point))).toBeLessThan(2)
      })
    },
  }
}

export async function selected(...start: DrawnPolygon[]) {
  const desk = await drawing(...start)
  await desk.click(quebecCity)
  await expect.element(page.getByText('Glissez un point', { exact: false })).toBeVisible()
  return desk
}
