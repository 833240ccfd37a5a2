// The second step at the door, as its holder sets it up under his profile.
import { expect, type Locator, type Page } from '@playwright/test'
import { stepAt, totpOf } from '../server/src/identity/totp.ts'

export const factorCard = (page: Page) => page.getByRole('region', { name: 'Validation en deux étapes' })

/** As the phone would show it. */
export const codeOf = (secret: string, halfMinutes = 0) => totpOf(secret, stepAt(new Date()) + halfMinutes)

/** What the form tells a phone that cannot scan. */
export const secretIn = async (form: Locator) => ((await form.locator('code').textContent()) ?? '').replaceAll(' ', '')

/** Gives the first code of the phone, and answers the recovery codes that are then shown. */
export async function giveFirstCode(page: Page, code: string): Promise<string[]> {
  await factorCard(page).getByLabel('Code à six chiffres').fill(code)
  await page.keyboard.press('Enter')
  return recoveryCodesIn(page)
}

export async function recoveryCodesIn(page: Page): Promise<string[]> {
  const shown = factorCard(page).getByRole('list', { name: 'Codes de secours' }).getByRole('listitem')
  await expect(shown).toHaveCount(10)
  return shown.allInnerTexts()
}

export const keepCodes = (page: Page) => factorCard(page).getByRole('button', { name: 'J’ai gardé mes codes' }).click()

export async function givePasswordAndCode(page: Page, title: string, password: string, code: string) {
  const dialog = page.getByRole('dialog', { name: title })
  await dialog.getByLabel('Mot de passe', { exact: true }).fill(password)
  await dialog.getByLabel('Code à six chiffres').fill(code)
  await page.keyboard.press('Enter')
}
