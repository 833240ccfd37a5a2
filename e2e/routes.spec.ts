import { expect, test } from './journey.ts'
import { names, openRoute, stops } from './routes.ts'

test('a route is reordered by dragging, by keyboard and by number, and keeps its order', async ({ page }) => {
  await openRoute(page, 'Beauport')
  const [a = '', b = '', c = '', d = ''] = await names(page)

  await stops(page)
    .nth(0)
    .getByRole('button', { name: /^Déplacer/ })
    .dragTo(stops(page).nth(2), { targetPosition: { x: 200, y: 40 } })
  await expect.poll(async () => (await names(page)).slice(0, 4)).toEqual([b, c, a, d])

  await stops(page)
    .nth(0)
    .getByRole('button', { name: /^Déplacer/ })
    .press('ArrowDown')
  await expect.poll(async () => (await names(page)).slice(0, 4)).toEqual([c, b, a, d])
  await expect(
    stops(page)
      .nth(1)
      .getByRole('button', { name: /^Déplacer/ }),
  ).toBeFocused()

  await stops(page)
    .nth(3)
    .getByRole('textbox', { name: /^Position/ })
    .fill('1')
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await names(page)).slice(0, 4)).toEqual([d, c, b, a])

  await page.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(page.getByText('Trajet modifié.')).toBeVisible()
  await page.reload()
  await expect.poll(async () => (await names(page)).slice(0, 4)).toEqual([d, c, b, a])
})

test('when two people edit a route, the second is warned and the first one’s changes survive', async ({ page, anotherBrowser }) => {
  await openRoute(page, 'Lévis')
  const other = await anotherBrowser()
  await openRoute(other, 'Lévis')
  const first = await names(page)

  await stops(other)
    .nth(1)
    .getByRole('button', { name: /^Déplacer/ })
    .press('Home')

  await stops(page)
    .nth(0)
    .getByRole('button', { name: /^Déplacer/ })
    .press('End')
  await page.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(page.getByText('Trajet modifié.')).toBeVisible()

  await other.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(other.getByText('Quelqu’un d’autre a modifié ce trajet')).toBeVisible()
  await page.reload()
  await expect.poll(async () => (await names(page)).at(-1)).toBe(first[0])
})
