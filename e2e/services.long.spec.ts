import { expect, test } from './journey.ts'
import { newCompany, signIn } from './people.ts'

test('without the contracts module, services are reached from the settings, by Ctrl+K and from an empty picker', async ({
  page,
  request,
}) => {
  await signIn(page, await newCompany(request), '/dashboard/settings')
  await page.getByRole('link', { name: /^Services/ }).click()
  await expect(page.getByRole('heading', { name: 'Services', exact: true })).toBeVisible()

  await page.goto('/dashboard/settings')
  await expect(page.getByRole('heading', { name: 'Paramètres' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByRole('textbox', { name: 'Chercher partout' }).fill('services')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Services', exact: true })).toBeVisible()

  await page.goto('/dashboard/geolocation/routes/create')
  const [opened] = await Promise.all([page.waitForEvent('popup'), page.getByRole('link', { name: /Créer un service/ }).click()])
  await opened.getByRole('dialog', { name: 'Nouveau service' }).getByRole('textbox', { name: 'Nom' }).fill('Épandage')
  await opened.getByRole('dialog').getByRole('button', { name: 'Créer', exact: true }).click()
  await expect(opened.getByRole('row', { name: /Épandage/ })).toBeVisible()
})
