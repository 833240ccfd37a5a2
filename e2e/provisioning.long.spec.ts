import { expect, test } from './journey.ts'
import { signIn } from './people.ts'

test('staff create a profile with a network, which requires a passphrase, and remove both', async ({ page }) => {
  await signIn(page, 'super@bordee.demo', '/dashboard/settings')
  await page.getByRole('link', { name: /^Profils de provisionnement/ }).click()
  const name = `Camions ${Date.now()}`
  await page.getByRole('button', { name: 'Nouveau profil' }).click()
  await page.getByRole('textbox', { name: 'Nom du profil' }).fill(name)
  await page.getByRole('dialog').getByRole('button', { name: 'Créer' }).click()
  const card = page.locator('section', { has: page.getByRole('heading', { name }) })
  await expect(card.getByText('Aucun réseau.')).toBeVisible()

  await card.getByRole('button', { name: 'Ajouter un réseau' }).click()
  const dialog = page.getByRole('dialog', { name: 'Nouveau réseau Wi-Fi' })
  await expect(dialog.getByRole('textbox', { name: /SSID/ })).toBeFocused()
  await dialog.getByRole('textbox', { name: /SSID/ }).fill('Garage')
  await dialog.getByRole('button', { name: 'Ajouter' }).click()
  await expect(dialog.getByText('La phrase de passe est requise.')).toBeVisible()
  await dialog.getByLabel(/^Phrase de passe/).fill('sel-et-sable')
  await dialog.getByRole('button', { name: 'Ajouter' }).click()
  await expect(card.getByText('Garage')).toBeVisible()
  await expect(card.getByText('WPA2')).toBeVisible()

  await card.getByRole('button', { name: 'Retirer Garage' }).click()
  const question = page.getByRole('dialog', { name: 'Retirer le réseau « Garage »?' })
  await question.getByRole('button', { name: 'Annuler' }).click()
  await expect(card.getByText('Garage')).toBeVisible()
  await card.getByRole('button', { name: 'Retirer Garage' }).click()
  await question.getByRole('button', { name: 'Retirer' }).click()
  await expect(card.getByText('Aucun réseau.')).toBeVisible()
  await card.getByRole('button', { name: `Supprimer le profil ${name}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Supprimer' }).click()
  await expect(page.getByRole('heading', { name })).toHaveCount(0)
})
