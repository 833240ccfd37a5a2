// The second factor, as its owner sets it up in the profile.
import { expect, type Locator, type Page } from '@playwright/test'
import { stepAt, totpOf } from '../server/src/identity/totp.ts'

export const factorCard = (page: Page) => page.getByRole('region', { name: 'Validation en deux étapes' })

/** The code that the phone would show. */
export const codeOf = (secret: string, halfMinutes = 0) => totpOf(secret, stepAt(new Date()) + halfMinutes)

/** The secret that the form shows for phones that can't scan. */
export const secretIn = async (form: Locator) => ((await form.locator('code').textContent()) ?? '').replaceAll(' ', '')

/** Enters the phone's first code; returns the recovery codes shown next. */
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
