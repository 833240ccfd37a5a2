import { expect, test } from './journey.ts'
import { newCompany, signIn } from './people.ts'
import { names, openRoute, stops } from './routes.ts'

test.describe.configure({ timeout: 120_000 }) // two maps on a busy machine

test('a shorter order is proposed with its saving, and applied only on request', async ({ page }) => {
  await openRoute(page, 'Sainte-Foy')
  const before = await names(page)
  // Start from a bad order: the last stop comes first.
  await stops(page)
    .last()
    .getByRole('textbox', { name: /^Position/ })
    .fill('1')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Optimiser l’ordre' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(/km de moins/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Appliquer cet ordre' }).click()
  await expect(dialog).toBeHidden()
  const after = await names(page)
  expect(after.toSorted()).toEqual(before.toSorted())
  expect(after[0]).toBe(before.at(-1))
})

test('a site is added to a route from its own page, moved, and removed', async ({ page }) => {
  await signIn(page, 'proprio@bordee.demo', '/dashboard/geolocation/routes/create')
  await page.getByRole('textbox', { name: 'Nom' }).fill('Nouveau trajet du soir')
  await page.getByRole('button', { name: 'Créer le trajet' }).click()
  await expect(page.getByText('Trajet ajouté.')).toBeVisible()

  await page.goto('/dashboard/client-folders/sites')
  await page.getByRole('row').nth(1).click()
  await page.getByRole('tab', { name: 'Trajets' }).click()
  await page.getByRole('combobox', { name: 'Trajet' }).fill('Nouveau trajet')
  await page.getByRole('option', { name: 'Nouveau trajet du soir' }).click()
  // An empty route needs no position.
  await expect(page.getByRole('combobox', { name: 'Position' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Ajouter', exact: true }).click()
  await expect(page.getByText('Point ajouté au trajet.')).toBeVisible()
  const place = page.getByRole('region', { name: 'Trajets' })
  await expect(place.getByText('Nouveau trajet du soir')).toBeVisible()
  await place
    .locator('div')
    .filter({ hasText: /^Nouveau trajet du soirPosition 1Changer la positionRetirer$/ })
    .getByRole('button', { name: 'Retirer' })
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Retirer' }).click()
  await expect(page.getByText('Point retiré du trajet.')).toBeVisible()
})

test('chosen sites are stops at once, at the chosen place, and are saved with the route', async ({ page, request }) => {
  await signIn(page, await newCompany(request, 4), '/dashboard/geolocation/routes/create')
  const picker = page.getByRole('combobox', { name: 'Ajouter des points de service' })
  for (const number of ['001', '002', '003']) {
    await picker.fill(number)
    await page.getByRole('option', { name: new RegExp(number) }).click()
  }
  await expect(stops(page)).toHaveCount(3)
  await page.keyboard.press('Escape')
  await stops(page)
    .nth(1)
    .getByRole('button', { name: /^Actions/ })
    .click()
  await page.getByRole('menuitem', { name: 'Insérer avant…' }).click()
  await page.getByRole('combobox', { name: /^Insérer avant/ }).fill('004')
  await page.getByRole('option', { name: /004/ }).click()
  await page.keyboard.press('Escape')
  const inOrder = ['Client 001', 'Client 004', 'Client 002', 'Client 003']
  await expect.poll(async () => (await names(page)).map((name) => name.slice(0, 10))).toEqual(inOrder)

  await page.getByRole('textbox', { name: 'Nom' }).fill('Trajet du matin')
  await page.getByRole('button', { name: 'Créer le trajet' }).click()
  await expect(page.getByText('Trajet ajouté.')).toBeVisible()
  await page.reload()
  await expect.poll(async () => (await names(page)).map((name) => name.slice(0, 10))).toEqual(inOrder)
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
