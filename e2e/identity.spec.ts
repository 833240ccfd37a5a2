import { expect, test } from './journey.ts'
import { chooseAddress, fillSignIn, linkInLetterTo, signOut } from './people.ts'

test('a company registers, confirms its e-mail, resets its password and signs in again', async ({ page, request }) => {
  const email = `elise.${Date.now()}@exemple.ca`
  await page.goto('/sign-in')
  await page.getByRole('link', { name: 'Inscrire ma compagnie' }).click()

  await page.getByRole('button', { name: 'Inscrire ma compagnie' }).click()
  await expect(page.getByText('Ce champ est requis.').first()).toBeVisible()
  await expect(page.getByText('Assurez-vous d’avoir sélectionné une adresse complète proposée.')).toBeVisible()
  await expect(page.getByLabel('Prénom')).toBeFocused()

  await page.getByLabel('Prénom').fill('Élise')
  await page.getByRole('textbox', { name: 'Nom', exact: true }).fill('Gagné')
  await page.getByRole('textbox', { name: 'Courriel', exact: true }).fill(email)
  await page.getByLabel(/^Mot de passe/).fill('motdepasse1')
  await page.getByLabel('Nom de la compagnie').fill('Déneigement Gagné')
  await page.getByLabel('Numéro d’entreprise').fill('1174829305')
  await page.getByLabel('Courriel de la compagnie').fill(email)
  await page.getByLabel('Téléphone').fill('4185550142')
  await chooseAddress(page, 'Adresse', '500 ch ste-foy', 'chemin Sainte-Foy')
  await page.getByText('Je ne suis pas un robot').click()
  await page.getByRole('button', { name: 'Inscrire ma compagnie' }).click() // while the box is still being checked

  await page.waitForURL('**/dashboard/home**')
  await expect(page.getByRole('dialog', { name: 'Bienvenue dans Bordée' })).toBeVisible()
  await page.getByRole('button', { name: 'Plus tard' }).click()
  await expect(page.getByText('Déneigement Gagné')).toBeVisible()

  await page.goto(await linkInLetterTo(request, email, /Confirmez/))
  await expect(page.getByRole('heading', { name: 'Courriel confirmé' })).toBeVisible()
  await page.getByRole('button', { name: 'Continuer' }).click()
  await signOut(page)

  await page.getByRole('link', { name: 'Mot de passe oublié' }).click()
  await expect(page.getByRole('heading', { name: 'Mot de passe oublié' })).toBeVisible()
  await page.getByLabel('Courriel').fill(email)
  await page.getByRole('button', { name: 'Envoyer les instructions' }).click()
  await expect(page.getByText('Les instructions ont été envoyées avec succès.')).toBeVisible()
  const reset = await linkInLetterTo(request, email, /nouveau mot de passe/)
  await page.goto(reset)
  await page.waitForURL('**/edit-password')
  await expect(page.getByText(`Pour le compte ${email}`)).toBeVisible()
  await page.getByRole('textbox', { name: 'Nouveau mot de passe' }).fill('motdepasse2')
  await page.getByLabel('Confirmez le mot de passe').fill('autrechose')
  await page.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(page.getByText('Ce champ doit contenir la même valeur que le champ plus haut.')).toBeVisible()
  await page.getByLabel('Confirmez le mot de passe').fill('motdepasse2')
  await page.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(page.getByText('Le mot de passe a été modifié avec succès.')).toBeVisible()

  await page.goto(reset) // the link is already used
  await expect(page.getByText('Ce lien est invalide ou a déjà servi.')).toBeVisible()

  await fillSignIn(page, email, 'motdepasse2')
  await expect(page.getByText('Déneigement Gagné')).toBeVisible()
})
