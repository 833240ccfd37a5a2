import { isSimple, type Point, quebecCity } from '@bordee/core/geo.ts'
import type { Map as MapLibre } from 'maplibre-gl'
import { useEffect, useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Look } from '../Look.tsx'
import { MapClusters, MapLine, MapMarker, MapPolygons } from './layers.tsx'
import { type DrawnPolygon, formatArea, MapDraw } from './MapDraw.tsx'
import { MapView, pickStyle, useMap, zooms } from './MapView.tsx'
import { MapSettingsProvider } from './settings.ts'

/** vi.waitFor gives up after one second, which a busy machine can take. */
const eventually = (check: () => void) => vi.waitFor(check, 20_000)
const near = (dx: number, dy: number): Point => [quebecCity[0] + dx, quebecCity[1] + dy]
const ready = () => eventually(() => expect(document.querySelector('[data-ready]')).not.toBeNull())

test('the embedded map loads alone, with every layer, and leaves without a trace', async () => {
  const points = Array.from({ length: 200 }, (_, i) => ({ id: String(i), point: near((i % 20) / 1000, i / 20000) }))
  const line = [near(0, 0), near(0.01, 0), near(0.01, 0.01)]
  const screen = await render(
    <Look>
      <MapView label="Carte">
        <MapClusters points={points} />
        <MapLine points={line} progress={0.4} />
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

test('a style that does not answer gives way to the embedded one', async () => {
  vi.stubGlobal(
    'fetch',
    (_url: string, { signal }: { signal: AbortSignal }) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  )
  const style = await pickStyle('https://exemple.ca/style.json', undefined, new AbortController().signal, 1)
  expect(Object.keys(style.sources)).toContain('places')
  vi.unstubAllGlobals()
})

test('satellite is offered only where it is configured', async () => {
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

test('a pin is moved with the arrows', async () => {
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
  const [[longitude, latitude]] = moved.mock.calls[0] as [Point]
  expect(longitude).toBeGreaterThan(quebecCity[0])
  expect(latitude).toBeCloseTo(quebecCity[1], 6)
})

function Catch({ give }: { give: (map: MapLibre) => void }) {
  const map = useMap()
  useEffect(() => give(map), [map, give])
  return null
}

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
  return (
    <Look>
      <MapView label="Carte" zoom={zooms.address} height={500}>
        <Catch give={give} />
        <MapDraw
          polygons={polygons}
          onChange={(next) => {
            changed(next)
            setPolygons(next)
          }}
        />
      </MapView>
    </Look>
  )
}

/** A map to draw on, and how to click it at a place. */
async function drawing(start: DrawnPolygon[] = []) {
  const changed = vi.fn<(polygons: DrawnPolygon[]) => void>()
  let map: MapLibre | undefined
  const give = (made: MapLibre) => {
    map = made
  }
  await page.viewport(900, 700)
  await render(<Zones start={start} changed={changed} give={give} />)
  await ready()
  await eventually(() => expect(map?.loaded()).toBe(true))
  const canvas = () => map?.getCanvas() as HTMLCanvasElement
  // terra-draw reads pointer events; each corner is a press and a release at the same place.
  const click = async (point: Point) => {
    const { left, top } = canvas().getBoundingClientRect()
    const at = map?.project(point as [number, number]) ?? { x: 0, y: 0 }
    const where = { bubbles: true, cancelable: true, clientX: left + at.x, clientY: top + at.y, button: 0, isPrimary: true, pointerId: 1 }
    canvas().dispatchEvent(new PointerEvent('pointermove', where))
    canvas().dispatchEvent(new PointerEvent('pointerdown', { ...where, buttons: 1 }))
    canvas().dispatchEvent(new PointerEvent('pointerup', where))
    await new Promise((done) => setTimeout(done, 30))
  }
  return { changed, click }
}

const d = 0.0003

test('a polygon is drawn by clicks and its area said', async () => {
  const { changed, click } = await drawing()
  await page.getByRole('button', { name: 'Dessiner' }).click()
  for (const corner of [near(-d, -d), near(d, -d), near(d, d), near(-d, -d)]) await click(corner)
  await eventually(() => expect(changed).toHaveBeenCalled())
  const [zone] = changed.mock.lastCall?.[0] ?? []
  expect(zone?.points).toHaveLength(3)
  await expect.element(page.getByText(formatArea(zone?.points ?? []), { exact: false })).toBeVisible()
})

test('a corner that would make the polygon cross itself is said, and refused', async () => {
  const { changed, click } = await drawing()
  await page.getByRole('button', { name: 'Dessiner' }).click()
  for (const corner of [near(-d, -d), near(d, d), near(d, -d), near(-d, d)]) await click(corner)
  await expect.element(page.getByText('Le tracé se croise lui-même', { exact: false })).toBeVisible()
  await click(near(-d, -d))
  await eventually(() => expect(changed).toHaveBeenCalled())
  const [zone] = changed.mock.lastCall?.[0] ?? []
  expect(zone?.points).toHaveLength(3)
  expect(isSimple(zone?.points ?? [])).toBe(true)
})

test('the keyboard draws too: points at the centre, never fewer than three', async () => {
  const { changed } = await drawing()
  await page.getByRole('button', { name: 'Dessiner' }).click()
  const lay = page.getByRole('button', { name: 'Point au centre' })
  await lay.click()
  await expect.element(page.getByRole('button', { name: 'Fermer le polygone' })).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Abandonner' }).click()
  expect(changed).not.toHaveBeenCalled()
})
