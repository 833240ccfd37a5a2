import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { button, d, drawing, eventually, near, northEast, northWest, selected, southEast, southWest, square } from '../testing/drawing.tsx'
import { formatArea } from './area.ts'
import { fromGeoJson } from './geoJson.ts'

test('a polygon is drawn by clicks, and its area is shown', async () => {
  const { changed, click, told, expectCorners } = await drawing()
  await button('Dessiner').click()
  for (const corner of [southWest, southEast, northEast, southWest]) await click(corner)
  await eventually(() => expect(changed).toHaveBeenCalled())
  expectCorners(told(), [southWest, southEast, northEast])
  await expect.element(page.getByText(formatArea(told()), { exact: false })).toBeVisible()
})

test('a corner is moved, and the map stays in place', async () => {
  const { map, changed, drag, told, expectCorners } = await selected(square)
  const before = map.getCenter()
  await drag(northEast, near(1.3 * d, 0.8 * d))
  await eventually(() => expect(changed).toHaveBeenCalledOnce())
  expectCorners(told(), [southWest, southEast, near(1.3 * d, 0.8 * d), northWest])
  expect(map.getCenter()).toEqual(before)
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
