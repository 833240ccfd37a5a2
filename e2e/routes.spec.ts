import { expect, test } from './journey.ts'
import { names, openRoute, stops } from './routes.ts'

test.describe.configure({ timeout: 120_000 }) // two maps on a busy machine

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

test('several sites are added with one click on a button that stays in place', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await openRoute(page, 'Beauport')
  const before = (await names(page)).length
  const picker = page.getByRole('combobox', { name: 'Ajouter des points de service' })
  await picker.click()
  for (let i = 0; i < 6; i++) await page.getByRole('option').first().click()
  const button = page.getByRole('button', { name: 'Ajouter (6)' })
  await expect(button).toHaveText('Ajouter (6)')
  await button.scrollIntoViewIfNeeded()
  const box = await button.boundingBox()
  expect(await button.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true)
  await page.mouse.click((box?.x ?? 0) + 10, (box?.y ?? 0) + 10)
  await expect(stops(page)).toHaveCount(before + 6)
})
