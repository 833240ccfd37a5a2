import { expect, test } from './journey.ts'
import { signIn } from './people.ts'

test('staff e-mail the import template and read it in the outbox', async ({ page }) => {
  await signIn(page, 'admin@bordee.demo', '/dashboard/accounts/list')
  const send = page.getByRole('button', { name: 'Envoyer le modèle d’importation' })
  await expect(send).toBeDisabled()
  await page.getByRole('row').filter({ hasText: 'equipe@bordee.demo' }).getByRole('checkbox').check()
  await send.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Envoyer' }).click()
  await expect(page.getByText('Le courriel a été envoyé.')).toBeVisible()

  const subject = page.getByRole('gridcell', { name: /^Le modèle d’importation pour/ })
  await expect(async () => {
    await page.goto('/dashboard/outbox')
    await subject.first().click({ timeout: 2000 })
  }).toPass()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'modele-importation.xlsx' }).click()
  expect((await download).suggestedFilename()).toBe('modele-importation.xlsx')
})

test('editing an account loses nothing, and it can be deleted', async ({ page }) => {
  const email = `andree.${Date.now()}@exemple.ca`
  await signIn(page, 'proprio@bordee.demo', '/dashboard/accounts/create')
  await page.getByLabel('Prénom').fill('Andrée')
  await page.getByRole('textbox', { name: 'Nom', exact: true }).fill('Fortin')
  await page.getByRole('textbox', { name: 'Courriel', exact: true }).fill('equipe@bordee.demo')
  await page.getByRole('switch', { name: 'Inviter par courriel' }).click()
  await page.getByLabel(/^Mot de passe/).fill('court')
  await page.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(page.getByText('Ce champ doit contenir au moins 8 caractères.')).toBeVisible()
  await page.getByLabel(/^Mot de passe/).fill('motdepasse1')
  await page.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(page.getByText('L’information que vous tentez de sauvegarder est invalide.')).toBeVisible()
  await expect(page.getByText('Cette personne a déjà accès à votre compagnie.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Courriel', exact: true }).fill(email)
  await page.getByRole('button', { name: 'Enregistrer' }).click()
  await page.waitForURL('**/dashboard/accounts/list')

  await page.getByRole('row').filter({ hasText: email }).getByText('Andrée Fortin').click()
  await page.waitForURL('**/dashboard/accounts/edit/**')
  await expect(page.getByRole('button', { name: 'Enregistrer' })).toBeDisabled()
  await page.getByLabel('Prénom').fill('Andréanne')
  await page.getByRole('button', { name: 'Retour' }).click()
  const prompt = page.getByRole('dialog', { name: 'Modifications non enregistrées' })
  await prompt.getByRole('button', { name: 'Enregistrer', exact: true }).click()
  await page.waitForURL('**/dashboard/accounts/list')

  const row = page.getByRole('row').filter({ hasText: email })
  await expect(row).toContainText('Andréanne Fortin')
  await row.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Supprimer (1)' }).click()
  await page.getByRole('dialog', { name: 'Supprimer ce compte' }).getByRole('button', { name: 'Supprimer' }).click()
  await expect(page.getByText('Suppression effectuée avec succès')).toBeVisible()
  await expect(row).toHaveCount(0)
})
