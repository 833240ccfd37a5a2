import { stepAt, totpOf } from '../server/src/identity/totp.ts'
import { factorCard, giveFirstCode, givePasswordAndCode, keepCodes, recoveryCodesIn, secretIn } from './factor.ts'
import { expect, test } from './journey.ts'
import { looksRight } from './looks.ts'
import { linkInLetterTo, register, signOut } from './people.ts'

const password = 'motdepasse1'

test('an owner activates the second factor, signs in with the phone and a recovery code, changes phones, and deactivates it', {
  tag: '@looks',
}, async ({ page, request }) => {
  const email = `deux.${Date.now()}@exemple.ca`
  await register(request, email, password)
  const signIn = async () => {
    await page.goto('/sign-in')
    await page.getByLabel('Courriel').fill(email)
    await page.getByLabel('Mot de passe', { exact: true }).fill(password)
    await page.keyboard.press('Enter')
  }
  await signIn()
  await page.waitForURL('**/dashboard/**')
  await page.goto(await linkInLetterTo(request, email, /Confirmez/))
  await expect(page.getByRole('heading', { name: 'Courriel confirmé' })).toBeVisible()

  await page.goto('/dashboard/profile')
  const card = factorCard(page)
  await card.getByRole('button', { name: 'Activer' }).click()
  await expect(card.getByRole('img', { name: 'Code QR à balayer' })).toBeVisible()
  await looksRight(page, 'second-factor-setup')
  const secret = await secretIn(card)
  // Each code works once; the server also accepts the next half-minute's.
  const step = stepAt(new Date())
  await card.getByLabel('Code à six chiffres').fill('12')
  await page.keyboard.press('Enter')
  await expect(card.getByText('Ce code est invalide ou a déjà servi.')).toBeVisible()
  const codes = await giveFirstCode(page, totpOf(secret, step))
  await looksRight(page, 'second-factor-recovery-codes')
  await keepCodes(page)
  await expect(card.getByText('Il vous reste 10 codes de secours.')).toBeVisible()
  await signOut(page)

  await signIn()
  await expect(page.getByLabel('Code à six chiffres')).toBeFocused()
  await looksRight(page, 'second-step')
  // Back leads to the password, which is still there, and forward again.
  await page.goBack()
  await expect(page.getByLabel('Mot de passe', { exact: true })).toHaveValue(password)
  await page.getByRole('button', { name: 'Se connecter' }).click()
  await expect(page.getByLabel('Code à six chiffres')).toBeFocused()
  await page.getByRole('button', { name: 'Retour' }).click()
  await expect(page.getByLabel('Courriel')).toHaveValue(email)
  await page.goForward()
  await expect(page.getByLabel('Code à six chiffres')).toBeFocused()
  await page.keyboard.type(totpOf(secret, step + 1))
  await page.keyboard.press('Enter')
  await page.waitForURL('**/dashboard/**')
  await signOut(page)

  await signIn()
  await page.getByRole('button', { name: 'Utiliser un code de secours' }).click()
  await expect(page.getByLabel('Code de secours')).toBeFocused()
  await page.keyboard.type(codes[0] ?? '')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/dashboard/**')

  await page.goto('/dashboard/profile')
  await expect(card.getByText('Il vous reste 9 codes de secours.')).toBeVisible()
  await card.getByRole('button', { name: 'Changer de téléphone' }).click()
  await givePasswordAndCode(page, 'Changer de téléphone', password, codes[1] ?? '')
  const newPhone = card.getByRole('form', { name: 'Changer de téléphone' })
  await expect(newPhone.getByLabel('Code à six chiffres')).toBeFocused()
  await looksRight(page, 'second-factor-new-phone')
  const newSecret = await secretIn(newPhone)
  const newStep = stepAt(new Date())
  // The server accepts the new phone, but its answer is lost.
  await page.route('**/second-factor/phone/confirm', (route) => route.fetch().then(() => route.abort()), { times: 1 })
  await newPhone.getByLabel('Code à six chiffres').fill(totpOf(newSecret, newStep))
  await page.keyboard.press('Enter')
  await expect(newPhone.getByText('Veuillez réessayer.')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(newPhone.getByText('demandez de nouveaux codes de secours.')).toBeVisible()
  await newPhone.getByRole('button', { name: 'Annuler' }).click()
  await expect(card.getByText('Il vous reste 10 codes de secours.')).toBeVisible()
  await card.getByRole('button', { name: 'Nouveaux codes de secours' }).click()
  await givePasswordAndCode(page, 'Nouveaux codes de secours', password, totpOf(newSecret, newStep + 1))
  const newCodes = await recoveryCodesIn(page)
  await keepCodes(page)
  await expect(card.getByText('Il vous reste 10 codes de secours.')).toBeVisible()
  await card.getByRole('button', { name: 'Désactiver' }).click()
  await givePasswordAndCode(page, 'Désactiver la validation en deux étapes?', password, newCodes[0] ?? '')
  await expect(card.getByRole('button', { name: 'Activer' })).toBeVisible()
})
