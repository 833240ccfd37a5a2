import { expect, test } from './journey.ts'
import { signIn } from './people.ts'

test('a complaint of an unknown number is kept among the latest calls, and one of a client in the folder', async ({ page }) => {
  await signIn(page, 'proprio@bordee.demo')
  await page.waitForURL('**/dashboard/**')
  await page.keyboard.press('F8')
  await page.keyboard.type('418 555-9876')
  const sheet = page.getByRole('dialog', { name: 'Fiche d’appel' })
  await expect(sheet.getByText(/Numéro inconnu/)).toBeVisible()
  await expect(sheet.getByRole('button', { name: /Demande de passage/ })).toHaveCount(0)
  await sheet.getByRole('button', { name: /Appel noté/ }).click()
  await page.keyboard.type('Veut une soumission')
  await page.keyboard.press('Enter')
  await expect(sheet).toBeHidden()
  await page.keyboard.press('F8')
  await expect(sheet.getByText('Veut une soumission').first()).toBeVisible()

  await page.keyboard.type('claire pelletier')
  await sheet.getByRole('link', { name: /Pelletier/ }).click()
  await page.waitForURL('**/timeline')
  const timeline = page.getByRole('list', { name: 'Chronologie' })
  await expect(timeline.getByText(/L’andain est resté/)).toBeVisible()
  await page.getByText('Appels', { exact: true }).click()
  await expect(timeline.getByRole('listitem')).toHaveCount(2) // and one that the voice line answered
})

test('Back closes the call sheet and stays on the page', async ({ page }) => {
  await signIn(page, 'repartition@bordee.demo', '/dashboard/operations')
  const sheet = page.getByRole('dialog', { name: 'Fiche d’appel' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page
    .getByRole('link', { name: /^Alertes/ })
    .first()
    .click()
  await page.waitForURL('**/alerts/sending')
  await page.keyboard.press('F8')
  await expect(sheet).toBeVisible()
  await page.goBack()
  await expect(sheet).toBeHidden()
  await expect(page).toHaveURL(/alerts\/sending/)
})
