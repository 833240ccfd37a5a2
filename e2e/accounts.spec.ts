import { expect, test } from './journey.ts'
import { fillSignIn, linkInLetterTo, signIn, signOut } from './people.ts'

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

test('an owner invites an employee, who chooses a password and sees only the pages allowed', async ({ page, request }) => {
  const email = `camille.${Date.now()}@exemple.ca`
  await signIn(page, 'proprio@bordee.demo')
  await page.getByRole('link', { name: 'Comptes' }).click()
  await page.getByRole('link', { name: 'Nouveau compte' }).click()
  await expect(page.getByRole('button', { name: 'Enregistrer' })).toBeDisabled()

  await page.getByLabel('Prénom').fill('Camille')
  await page.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(page.getByText('Ce champ est requis.').first()).toBeVisible()
  await page.getByLabel('Nom', { exact: true }).fill('Roy')
  await page.getByLabel('Courriel', { exact: true }).fill(email)

  await expect(page.getByRole('combobox', { name: 'Rôle' })).toHaveValue('Propriétaire')
  await page.getByRole('combobox', { name: 'Rôle' }).click()
  await expect(page.getByRole('option')).toHaveText(['Propriétaire', 'Gestionnaire', 'Employé'])
  await page.getByRole('option', { name: 'Employé' }).click()
  await expect(page.getByRole('switch', { name: 'Inviter par courriel' })).toBeChecked()
  await page.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(page.getByText('Modifications enregistrés avec succès')).toBeVisible()
  await page.waitForURL('**/dashboard/accounts/list')
  await expect(page.getByRole('row').filter({ hasText: email })).toContainText('Employé')
  await signOut(page)

  await page.goto(await linkInLetterTo(request, email, /Votre accès à/))
  await page.waitForURL('**/edit-password')
  await expect(page.getByText(`Pour le compte ${email}`)).toBeVisible()
  await page.getByRole('textbox', { name: 'Nouveau mot de passe' }).fill('motdepasse1')
  await page.getByLabel('Confirmez le mot de passe').fill('motdepasse1')
  await page.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(page.getByText('Le mot de passe a été modifié avec succes.')).toBeVisible()

  await fillSignIn(page, email, 'motdepasse1')
  await page.waitForURL('**/dashboard/alerts')
  await expect(page.getByRole('navigation', { name: 'Menu principal' }).getByRole('link')).toHaveText([
    'Alertes',
    'Ma tournée',
    'Paramètres',
  ])
  await page.goto('/dashboard/accounts/list')
  await page.waitForURL('**/dashboard/alerts')
})

test('editing an account loses nothing, and it can be deleted', async ({ page }) => {
  const email = `andree.${Date.now()}@exemple.ca`
  await signIn(page, 'proprio@bordee.demo', '/dashboard/accounts/create')
  await page.getByLabel('Prénom').fill('Andrée')
  await page.getByLabel('Nom', { exact: true }).fill('Fortin')
  await page.getByLabel('Courriel', { exact: true }).fill('equipe@bordee.demo')
  await page.getByRole('switch', { name: 'Inviter par courriel' }).click()
  await page.getByLabel('Mot de passe', { exact: true }).fill('court')
  await page.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(page.getByText('Ce champ doit contenir 8 caractères minimums.')).toBeVisible()
  await page.getByLabel('Mot de passe', { exact: true }).fill('motdepasse1')
  await page.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(page.getByText("L'information que vous tentez de sauvegarder est invalide.")).toBeVisible()
  await expect(page.getByText('Cette personne a déjà accès à votre compagnie.')).toBeVisible()
  await page.getByLabel('Courriel', { exact: true }).fill(email)
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
