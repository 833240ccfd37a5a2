import { expect, test } from './journey.ts'
import { signIn } from './people.ts'

test('staff switch company, and a stale tab notices', async ({ page, context }) => {
  await signIn(page, 'admin@bordee.demo')
  const stale = await context.newPage()
  await stale.goto('/dashboard/accounts')
  await expect(stale.getByText('proprio@bordee.demo', { exact: true })).toBeVisible()

  await page.bringToFront() // a background tab rarely redraws
  await page.getByRole('button', { name: /^Changer de compagnie/ }).click()
  await page.getByPlaceholder('Chercher une compagnie').fill('express')
  await page.getByRole('option', { name: 'Neige Express' }).click()
  await expect(page.getByRole('button', { name: /maintenant Neige Express/ })).toBeVisible()

  await stale.bringToFront()
  await stale.getByRole('navigation').getByRole('link', { name: 'Clients' }).click()
  await stale.getByRole('navigation').getByRole('link', { name: 'Boîte d’envoi' }).click()
  await expect(stale.getByRole('button', { name: /maintenant Neige Express/ })).toBeVisible()

  await page.bringToFront()
  // Restore: other journeys sign in as the same user.
  await page.getByRole('button', { name: /^Changer de compagnie/ }).click()
  await page.getByRole('option', { name: 'Déneigement Boréal' }).click()
  await expect(page.getByRole('button', { name: /maintenant Déneigement Boréal/ })).toBeVisible()
})

test('Ctrl+K finds a client by name, in any word order', async ({ page }) => {
  await signIn(page, 'proprio@bordee.demo')
  await expect(page.getByRole('heading', { name: /^Bonjour/ })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByPlaceholder('Aller à…').fill('pelletier claire')
  await expect(page.getByRole('button', { name: /^Claire Pelletier/ }).first()).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Claire Pelletier' })).toBeVisible()
})
