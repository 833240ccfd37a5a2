import { isSimple, type Point, type Polygon, quebecCity } from '@bordee/core/geo.ts'
import type {} from '@vitest/browser-playwright' // types the commands of cdp()
import type { GeoJSONSource, Map as MapLibre } from 'maplibre-gl'
import { useEffect, useState } from 'react'
import { expect, test, vi } from 'vitest'
import { cdp, page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Look } from '../Look.tsx'
import { errorInk, spruceInk } from '../theme.ts'
import { formatArea } from './area.ts'
import { fromGeoJson } from './geoJson.ts'
import { MapClusters } from './layers.tsx'
import { type DrawnPolygon, MapDraw } from './MapDraw.tsx'
import { MapView, useMap, zooms } from './MapView.tsx'
import { MapSettingsProvider } from './settings.ts'

/** vi.waitFor gives up after one second, which a busy machine may need. */
const eventually = (check: () => void | Promise<void>) => vi.waitFor(check, 20_000)
const near = (east: number, north: number): Point => ({ lat: quebecCity.lat + north, lng: quebecCity.lng + east })
const fromPixels = (map: MapLibre, right: number, down: number): Point => {
  const centre = map.project(quebecCity)
  return fromGeoJson(map.unproject([centre.x + right, centre.y + down]).toArray())
}
const between = (a: Point, b: Point): Point => ({ lat: (a.lat + b.lat) / 2, lng: (a.lng + b.lng) / 2 })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const crossing = page.getByText('Le tracé se croise lui-même', { exact: false })

const d = 0.0003
const southWest = near(-d, -d)
const southEast = near(d, -d)
const northEast = near(d, d)
const northWest = near(-d, d)
const square: DrawnPolygon = { id: '3f2504e0-4f89-41d3-9a0c-0305e82c3301', points: [southWest, southEast, northEast, northWest] }
const triangle: DrawnPolygon = { id: '3f2504e0-4f89-41d3-9a0c-0305e82c3302', points: [southWest, southEast, northEast] }
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
async function drawing(...start: DrawnPolygon[]) {
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

async function selected(...start: DrawnPolygon[]) {
  const desk = await drawing(...start)
  await desk.click(quebecCity)
  await expect.element(page.getByText('Glissez un point', { exact: false })).toBeVisible()
  return desk
}

test('a polygon is drawn by clicks, and its area is shown', async () => {
  const { changed, click, told, expectCorners } = await drawing()
  await button('Dessiner').click()
  for (const corner of [southWest, southEast, northEast, southWest]) await click(corner)
  await eventually(() => expect(changed).toHaveBeenCalled())
  expectCorners(told(), [southWest, southEast, northEast])
  await expect.element(page.getByText(formatArea(told()), { exact: false })).toBeVisible()
})

test('a driveway of 38 pixels keeps its four corners, and each is seen as soon as it is placed', async () => {
  const { map, changed, click, told, expectCorners, dots } = await drawing()
  const driveway = [fromPixels(map, 0, 0), fromPixels(map, 0, 38), fromPixels(map, 38, 38), fromPixels(map, 38, 0)]
  const [first] = driveway as [Point]
  await button('Dessiner').click()
  await click(first)
  await eventually(async () => expect(await dots()).not.toBe(0))

  for (const corner of [...driveway.slice(1), first]) await click(corner)
  await eventually(() => expect(changed).toHaveBeenCalled())
  expectCorners(told(), driveway)
})

test('a corner placed on a group of sites leaves the map where it is', async () => {
  const { map, changed, click, told, expectCorners } = await drawing()
  map.jumpTo({ zoom: zooms.sector })
  const groups = () => map.queryRenderedFeatures(map.project(southEast)).filter(({ properties }) => properties.cluster_id)
  await eventually(() => expect(groups()).not.toEqual([]))
  const [group] = groups()
  const before = map.getCenter()
  const corners = [southEast, fromPixels(map, -100, 0), fromPixels(map, 100, 100)]

  await button('Dessiner').click()
  for (const corner of [...corners, southEast]) await click(corner)
  await eventually(() => expect(changed).toHaveBeenCalled())
  expectCorners(told(), corners)
  // The map's worker answers in turn: a click on the group would have had its answer by now.
  await map.getSource<GeoJSONSource>(group?.source ?? '')?.getClusterExpansionZoom(Number(group?.properties.cluster_id))
  expect(map.getCenter()).toEqual(before)
})

test('a corner that would make the outline cross itself is reported and refused', async () => {
  const { changed, click, told } = await drawing()
  await button('Dessiner').click()
  for (const corner of [southWest, northEast, southEast, northWest]) await click(corner)
  await expect.element(crossing).toBeVisible()
  await click(southWest)
  await eventually(() => expect(changed).toHaveBeenCalled())
  expect(told()).toHaveLength(3)
  expect(isSimple(told())).toBe(true)
})

test('drawing can start while another polygon is selected, and can be cancelled', async () => {
  const { changed } = await selected(square)
  await button('Dessiner').click()
  await button('Abandonner').click()
  await expect.element(button('Dessiner')).toBeEnabled()
  expect(changed).not.toHaveBeenCalled()
})

test('a corner is moved, and the map stays in place', async () => {
  const { map, changed, drag, told, expectCorners } = await selected(square)
  const before = map.getCenter()
  await drag(northEast, near(1.3 * d, 0.8 * d))
  await eventually(() => expect(changed).toHaveBeenCalledOnce())
  expectCorners(told(), [southWest, southEast, near(1.3 * d, 0.8 * d), northWest])
  expect(map.getCenter()).toEqual(before)
})

test('a corner is inserted by dragging or clicking the middle of a side', async () => {
  const { changed, click, drag, told, expectCorners } = await selected(square)
  await drag(between(southEast, northEast), near(1.4 * d, 0))
  await eventually(() => expect(told()).toHaveLength(5))
  expectCorners(told(), [southWest, southEast, near(1.4 * d, 0), northEast, northWest])

  changed.mockClear()
  await click(between(northWest, southWest))
  await eventually(() => expect(changed).toHaveBeenCalled())
  expectCorners(told(), [southWest, southEast, near(1.4 * d, 0), northEast, northWest, near(-d, 0)])
})

test('a corner is deleted by a right click, but never one of the last three', async () => {
  const { changed, click, drag, told, expectCorners } = await selected(square)
  await click(northWest, 'right')
  await eventually(() => expect(changed).toHaveBeenCalledOnce())
  expectCorners(told(), [southWest, southEast, northEast])

  await click(northEast, 'right')
  // The next change proves that the click before it did nothing.
  await drag(southEast, near(1.2 * d, -d))
  await eventually(() => expect(changed).toHaveBeenCalledTimes(2))
  expectCorners(told(), [southWest, near(1.2 * d, -d), northEast])
})

test('a triangle keeps its three corners', async () => {
  const { changed, click, drag, told, expectCorners } = await drawing(triangle)
  await click(near(0.4 * d, -0.4 * d))
  await expect.element(page.getByText('Glissez un point', { exact: false })).toBeVisible()
  for (const corner of triangle.points) await click(corner, 'right')
  await drag(southWest, near(-1.2 * d, -d))
  await eventually(() => expect(changed).toHaveBeenCalledOnce())
  expectCorners(told(), [near(-1.2 * d, -d), southEast, northEast])
})

test('a drag that makes the outline cross itself shows in red, and is refused on release', async () => {
  const { changed, grab, letGo, drag, shown, told, expectCorners } = await selected(square)
  const across = near(-1.5 * d, 0)
  await grab(northEast, across)
  await expect.element(crossing).toBeVisible()
  await eventually(async () => {
    const [polygon] = await shown()
    expect(polygon?.color).toBe(errorInk)
    expectCorners(polygon?.points ?? [], [southWest, southEast, across, northWest])
  })

  await letGo(across)
  await expect.element(crossing).not.toBeInTheDocument()
  await eventually(async () => {
    const [polygon] = await shown()
    expect(polygon?.color).toBe(spruceInk)
    expectCorners(polygon?.points ?? [], square.points)
  })
  expect(changed).not.toHaveBeenCalled()

  await drag(northEast, near(1.2 * d, d))
  await eventually(() => expect(changed).toHaveBeenCalledOnce())
  expectCorners(told(), [southWest, southEast, near(1.2 * d, d), northWest])
})

test('the keyboard draws, closes and deletes a polygon', async () => {
  const { map, changed, told } = await drawing()
  const press = async (name: string) => {
    await expect.element(button(name)).toBeEnabled()
    ;(button(name).element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter}')
  }
  const move = async (arrow: string) => {
    const before = map.getCenter()
    map.getCanvas().focus()
    await userEvent.keyboard(`{${arrow}}`)
    await eventually(() => {
      expect(map.getCenter()).not.toEqual(before)
      expect(map.isMoving()).toBe(false)
    })
    return fromGeoJson(map.getCenter().toArray())
  }
  await press('Dessiner')
  const first = fromGeoJson(map.getCenter().toArray())
  await press('Point au centre')
  await press('Point au centre') // the same place twice makes one corner
  const second = await move('ArrowRight')
  await press('Point au centre')
  await expect.element(button('Fermer la zone')).not.toBeInTheDocument()
  const third = await move('ArrowDown')
  await press('Point au centre')
  await press('Fermer la zone')

  await eventually(() => expect(changed).toHaveBeenCalledOnce())
  expect(told()).toEqual([first, second, third].map(({ lat, lng }) => ({ lat: expect.closeTo(lat, 8), lng: expect.closeTo(lng, 8) })))
  await expect.element(page.getByText(formatArea(told()), { exact: false })).toBeVisible()

  await press('Supprimer la zone')
  await expect.element(button('Annuler')).toHaveFocus() // the dialog focuses this one first
  await userEvent.tab()
  await expect.element(button('Supprimer')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await eventually(() => expect(changed).toHaveBeenLastCalledWith([]))
})

test('a moved corner is undone and redone, with the keys and with the buttons', async () => {
  const { changed, drag, told, expectCorners } = await selected(square)
  const moved = near(1.2 * d, d)
  await drag(northEast, moved)
  await eventually(() => expect(changed).toHaveBeenCalledOnce())

  await userEvent.keyboard('{Control>}z{/Control}')
  await eventually(() => expect(changed).toHaveBeenCalledTimes(2))
  expectCorners(told(), square.points)
  await button('Refaire').click()
  await eventually(() => expect(changed).toHaveBeenCalledTimes(3))
  expectCorners(told(), [southWest, southEast, moved, northWest])
  await button('Défaire').click()
  await eventually(() => expect(changed).toHaveBeenCalledTimes(4))
  await expect.element(button('Défaire')).toHaveAttribute('title', 'Rien à défaire.')
})

test('a map to draw on says how aerial pictures are configured, when there are none', async () => {
  await render(
    <Look>
      <MapSettingsProvider value={{ noAerial: true }}>
        <MapView label="Carte" height={500}>
          <MapDraw polygons={[]} onChange={() => undefined} />
        </MapView>
      </MapSettingsProvider>
    </Look>,
  )
  await expect.element(button('Satellite')).toHaveAttribute('title', expect.stringContaining('MAP_SATELLITE_STYLE_URL'))
})

test('a polygon is selected from a list beside the map, and the list follows the map', async () => {
  const { click } = await drawing(square)
  await button('Zone 1').click()
  await expect.element(button('Supprimer la zone')).toBeVisible()
  await button('Zone 1').click()
  await expect.element(button('Supprimer la zone')).not.toBeInTheDocument()

  await click(quebecCity)
  await expect.element(button('Zone 1')).toHaveAttribute('aria-pressed', 'true')
  await click(near(1.8 * d, 0))
  await expect.element(button('Zone 1')).toHaveAttribute('aria-pressed', 'false')
})
