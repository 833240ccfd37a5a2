// The rest of what a person may do while drawing; MapDraw.test.tsx has the three that matter most.
import { isSimple, type Point, quebecCity } from '@bordee/core/geo.ts'
import type { GeoJSONSource } from 'maplibre-gl'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Look } from '../Look.tsx'
import {
  between,
  button,
  crossing,
  d,
  drawing,
  eventually,
  fromPixels,
  near,
  northEast,
  northWest,
  selected,
  southEast,
  southWest,
  square,
  triangle,
} from '../testing/drawing.tsx'
import { errorInk, spruceInk } from '../theme.ts'
import { MapDraw } from './MapDraw.tsx'
import { MapView, zooms } from './MapView.tsx'
import { MapSettingsProvider } from './settings.ts'

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
