import { expect, test } from './journey.ts'
import { fillSignIn, linkInLetterTo, register } from './people.ts'

test('a new e-mail asks for the password again after an old sign-in, and applies once confirmed', async ({ page, request }) => {
  const email = `profil.${Date.now()}@exemple.ca`
  await page.goto('/sign-in')
  await register(request, email, 'motdepasse1')
  await fillSignIn(page, email, 'motdepasse1')
  await page.goto('/dashboard/profile')
  await expect(page.getByLabel('Prénom')).toHaveValue('Odile')
  await expect(page.getByRole('button', { name: 'Enregistrer' })).toBeDisabled()

  await page.getByRole('button', { name: 'Renvoyer le courriel de confirmation' }).click()
  await expect(page.getByText(`Un lien de confirmation vient d’être envoyé à ${email}.`)).toBeVisible()

  // Simulate an old sign-in: the first answer is the server's refusal after five minutes.
  let refusals = 1
  await page.route('**/api/accounts/current', (route) =>
    route.request().method() === 'PATCH' && refusals-- > 0
      ? route.fulfill({ status: 403, json: { message: 'x', type: 'failure', code: 'requires-recent-login' } })
      : route.continue(),
  )
  const next = `nouveau.${email}`
  await page.getByRole('textbox', { name: 'Courriel' }).fill(next)
  await page.getByRole('button', { name: 'Enregistrer' }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirmez votre mot de passe' })
  for (let wrong = 1; wrong <= 6; wrong++) {
    await dialog.getByLabel('Mot de passe', { exact: true }).fill(`pas le bon ${wrong}`)
    const answered = page.waitForResponse('**/api/identity/sign-in')
    await page.keyboard.press('Enter')
    await answered
    if (wrong === 1) await expect(dialog.getByText('Courriel ou mot de passe invalide.')).toBeVisible()
  }
  await dialog.getByText('Je ne suis pas un robot').click()
  await expect(dialog.getByText('Vérifié')).toBeVisible()
  await dialog.getByLabel('Mot de passe', { exact: true }).fill('motdepasse1')
  await dialog.getByRole('button', { name: 'Continuer' }).click()
  await expect(page.getByText('Modifications enregistrées avec succès')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Courriel' })).toHaveValue(email)

  await page.goto(await linkInLetterTo(request, next, /Confirmez/))
  await expect(page.getByRole('heading', { name: 'Courriel confirmé' })).toBeVisible()
  await page.goto('/dashboard/profile')
  await expect(page.getByRole('textbox', { name: 'Courriel' })).toHaveValue(next)

  await page.getByRole('textbox', { name: 'Nouveau mot de passe' }).fill('motdepasse2')
  await page.getByLabel('Confirmez le mot de passe').fill('motdepasse2')
  await page.getByRole('button', { name: 'Changer le mot de passe' }).click()
  await expect(page.getByText('Le mot de passe a été modifié avec succès.')).toBeVisible()
})
