import { type Point, quebecCity } from '@bordee/core/geo.ts'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Look } from '../Look.tsx'
import { mapColors } from './embeddedStyle.ts'
import { MapClusters, MapLine, MapMarker, MapPolygons } from './layers.tsx'
import { MapFrame, MapView, pickStyle, useMap, zooms } from './MapView.tsx'
import { MapSettingsProvider, type Tile } from './settings.ts'

/** vi.waitFor gives up after one second, which a busy machine may need. */
const eventually = (check: () => void) => vi.waitFor(check, 20_000)
const near = (east: number, north: number): Point => ({ lat: quebecCity.lat + north, lng: quebecCity.lng + east })
const ready = () => eventually(() => expect(document.querySelector('[data-ready]')).not.toBeNull())

test('the embedded map loads by itself, with every layer, and unmounts cleanly', async () => {
  const points = Array.from({ length: 200 }, (_, i) => ({ id: String(i), point: near((i % 20) / 1000, i / 20000) }))
  const line = [near(0, 0), near(0.01, 0), near(0.01, 0.01)]
  const screen = await render(
    <Look>
      <MapView label="Carte">
        <MapClusters points={points} />
        <MapLine points={line} />
        <MapPolygons polygons={[{ id: 'a', points: line, label: 'Zone A' }]} />
        <MapMarker point={quebecCity} label="Camion 12" />
      </MapView>
    </Look>,
  )
  await ready()
  await expect.element(page.getByRole('button', { name: 'Camion 12' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Zoom avant' })).toBeVisible()
  await screen.unmount()
  expect(document.querySelector('.maplibregl-map')).toBeNull()
})

test('a style that does not answer is replaced by the embedded one', async () => {
  vi.stubGlobal(
    'fetch',
    (_url: string, { signal }: { signal: AbortSignal }) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  )
  const style = await pickStyle({ styleUrl: 'https://exemple.ca/style.json', scheme: 'dark' }, new AbortController().signal, 1)
  expect(Object.keys(style.sources)).toContain('places')
  expect(style.layers[0]).toMatchObject({ id: 'ground', paint: { 'background-color': mapColors.dark.ground } })
  vi.unstubAllGlobals()
})

test('the streets in view are requested by tile, once each, and the houses up close', async () => {
  const asked: Tile[] = []
  const housesAsked: Tile[] = []
  const streets = async (tile: Tile) => {
    asked.push(tile)
    return [{ name: 'rue Saint-Jean', metres: 900, line: [near(0, 0), near(0.01, 0)].map(({ lat, lng }): [number, number] => [lng, lat]) }]
  }
  const houses = async (tile: Tile) => {
    housesAsked.push(tile)
    return [{ civicNumber: '500', at: [near(0, 0).lng, near(0, 0).lat] as [number, number], bearing: 30 }]
  }
  const settings = { town: { streets, houses } }
  const map = (zoom: number) => (
    <Look>
      <MapSettingsProvider value={settings}>
        <MapView label="Carte" zoom={zoom} />
      </MapSettingsProvider>
    </Look>
  )
  const screen = await render(map(14))
  await ready()
  await eventually(() => expect(asked.length).toBeGreaterThan(0))
  expect(new Set(asked.map(({ zoom }) => zoom))).toEqual(new Set([12]))
  expect(asked).toContainEqual({ zoom: 12, x: 1237, y: 1443 })
  const before = asked.length
  await screen.unmount()
  const again = await render(map(14))
  await ready()
  expect(asked).toHaveLength(before)
  await again.unmount()
  const far = await render(map(11))
  await ready()
  await eventually(() => expect(asked.at(-1)?.zoom).toBe(10))
  await far.unmount()
  expect(housesAsked).toEqual([])
  const close = await render(map(17))
  await ready()
  await eventually(() => expect(housesAsked).toContainEqual({ zoom: 15, x: 9902, y: 11_550 }))
  await close.unmount()
})

test('satellite is offered only if it is configured', async () => {
  const aerial = { tiles: ['/nowhere/{z}/{x}/{y}.png'], attribution: '© Québec' }
  const screen = await render(
    <Look>
      <MapSettingsProvider value={{ aerial }}>
        <MapView label="Carte" />
      </MapSettingsProvider>
    </Look>,
  )
  await ready()
  await page.getByText('Satellite').click()
  await expect.element(page.getByRole('radio', { name: 'Satellite' })).toBeChecked()
  await screen.unmount()
})

test('without WebGL the alternative is shown instead', async () => {
  const none = vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
  await render(
    <Look>
      <MapView
        label="Carte"
        alternative={
          <ul>
            <li>12, rue des Érables</li>
          </ul>
        }
      />
    </Look>,
  )
  await expect.element(page.getByText('La carte ne peut pas être affichée sur cet appareil.')).toBeVisible()
  await expect.element(page.getByRole('listitem')).toBeVisible()
  none.mockRestore()
})

test('a pin is moved with the arrow keys', async () => {
  const moved = vi.fn()
  await render(
    <Look>
      <MapView label="Carte" zoom={zooms.address}>
        <MapMarker point={quebecCity} label="Adresse" onMoved={moved} />
      </MapView>
    </Look>,
  )
  await ready()
  const pin = page.getByRole('button', { name: 'Adresse' })
  await expect.element(pin).toBeVisible()
  ;(pin.element() as HTMLElement).focus()
  await userEvent.keyboard('{ArrowRight}')
  expect(moved).toHaveBeenCalledOnce()
  const [{ lat, lng }] = moved.mock.calls[0] as [Point]
  expect(lng).toBeGreaterThan(quebecCity.lng)
  expect(lat).toBeCloseTo(quebecCity.lat, 6)
})

let shown: ReturnType<typeof useMap>
function Shown() {
  shown = useMap()
  return null
}

test('the map fits new bounds: a stop added far away is visible', async () => {
  const framed = (corners: [Point, Point]) => (
    <Look>
      <MapView label="Carte" bounds={corners}>
        <MapFrame bounds={corners} />
        <Shown />
      </MapView>
    </Look>
  )
  const screen = await render(framed([near(0, 0), near(0.01, 0.01)]))
  await ready()
  const far = near(0.4, 0.3)
  expect(shown.getBounds().contains(far)).toBe(false)
  await screen.rerender(framed([near(0, 0), far]))
  await eventually(() => expect(shown.getBounds().contains(far)).toBe(true))
})

test('the wheel over a map scrolls the page until the map is clicked, and zooms where no page scrolls', async () => {
  const view = (below: number) => (
    <Look>
      <MapView label="Carte">
        <Shown />
      </MapView>
      <div style={{ height: below }} />
    </Look>
  )
  const screen = await render(view(3000))
  await ready()
  const canvas = shown.getCanvas()
  /** Whether the map handled the wheel event. */
  const isKept = (ctrlKey = false) =>
    !canvas.dispatchEvent(new WheelEvent('wheel', { deltaY: 100, bubbles: true, cancelable: true, ctrlKey }))
  const leave = () => shown.getContainer().dispatchEvent(new PointerEvent('pointerleave'))
  expect(isKept()).toBe(false)
  canvas.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
  expect(isKept()).toBe(true)
  leave()
  expect(isKept()).toBe(false)
  expect(isKept(true)).toBe(true)
  leave()
  await page.viewport(1200, 1200)
  await screen.rerender(view(0))
  expect(isKept()).toBe(true)
})
