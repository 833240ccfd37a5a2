import { expect, test } from './journey.ts'
import { fillSignIn, linkInLetterTo, signIn, signOut } from './people.ts'

test('an owner invites an employee, who chooses a password and sees only the pages allowed', async ({ page, request }) => {
  const email = `camille.${Date.now()}@exemple.ca`
  await signIn(page, 'proprio@bordee.demo')
  await page.getByRole('link', { name: 'Comptes' }).click()
  await page.getByRole('link', { name: 'Nouveau compte' }).click()
  await expect(page.getByRole('button', { name: 'Enregistrer' })).toBeDisabled()

  await page.getByLabel('Prénom').fill('Camille')
  await page.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(page.getByText('Ce champ est requis.').first()).toBeVisible()
  await page.getByRole('textbox', { name: 'Nom', exact: true }).fill('Roy')
  await page.getByRole('textbox', { name: 'Courriel', exact: true }).fill(email)

  await expect(page.getByRole('combobox', { name: 'Rôle' })).toHaveValue('Propriétaire')
  await page.getByRole('combobox', { name: 'Rôle' }).click()
  await expect(page.getByRole('option')).toHaveText(['Propriétaire', 'Gestionnaire', 'Employé'])
  await page.getByRole('option', { name: 'Employé' }).click()
  await expect(page.getByRole('switch', { name: 'Inviter par courriel' })).toBeChecked()
  await page.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(page.getByText('Compte créé')).toBeVisible()
  await page.waitForURL('**/dashboard/accounts/list')
  await expect(page.getByRole('row').filter({ hasText: email })).toContainText('Employé')
  await signOut(page)

  await page.goto(await linkInLetterTo(request, email, /Votre accès à/))
  await page.waitForURL('**/edit-password')
  await expect(page.getByText(`Pour le compte ${email}`)).toBeVisible()
  await page.getByRole('textbox', { name: 'Nouveau mot de passe' }).fill('motdepasse1')
  await page.getByLabel('Confirmez le mot de passe').fill('motdepasse1')
  await page.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(page.getByText('Le mot de passe a été modifié avec succès.')).toBeVisible()

  await fillSignIn(page, email, 'motdepasse1')
  await page.waitForURL('**/dashboard/alerts')
  await expect(page.getByRole('navigation', { name: 'Menu principal' }).getByRole('link')).toHaveText([
    'Accueil',
    'Alertes',
    'Ma tournée',
    'Paramètres',
  ])
  await page.goto('/dashboard/accounts/list')
  await page.waitForURL('**/dashboard/alerts')
})
