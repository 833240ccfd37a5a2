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

  // A stop dropped outside the list stays where it was.
  await stops(page)
    .nth(0)
    .getByRole('button', { name: /^Déplacer/ })
    .hover()
  await page.mouse.down()
  await stops(page).nth(2).hover()
  await page.getByRole('heading', { level: 1 }).hover()
  await page.mouse.up()
  expect((await names(page)).slice(0, 4)).toEqual([d, c, b, a])

  await page.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(page.getByText('Trajet modifié.')).toBeVisible()
  await page.reload()
  await expect.poll(async () => (await names(page)).slice(0, 4)).toEqual([d, c, b, a])
})
