// Steps shared by several walks of the guide.
import type { Page } from '@playwright/test'

export const owner = 'proprio@bordee.demo'

export const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click()
export const openRow = (name: string | RegExp) => (page: Page) => page.getByRole('row', { name }).first().click()
export const awaitButton = (name: string) => (page: Page) => page.getByRole('button', { name }).first().waitFor()
/** Opens the row and waits for a button that only its own screen has. */
export const openRowUntil = (name: string | RegExp, awaited: string) => async (page: Page) => {
  await openRow(name)(page)
  await awaitButton(awaited)(page)
}
export const openTab = (name: string) => (page: Page) => page.getByRole('tab', { name, exact: true }).click()
export const main = (page: Page) => page.getByRole('main')
export const dialog = (page: Page) => page.getByRole('dialog')

export async function choose(page: Page, field: string, option: string | RegExp) {
  await page.getByRole('combobox', { name: field, exact: true }).click()
  await page.getByRole('option', { name: option }).first().click()
}

/** Opens a demo client's folder from the list. */
export const openFolder = (name: string) => async (page: Page) => {
  await page.getByRole('textbox', { name: 'Rechercher' }).fill(name)
  await page.getByRole('row', { name }).first().click()
  await page.getByRole('link', { name: 'Ouvrir le dossier' }).click()
  await page.getByRole('heading', { name, level: 1 }).waitFor()
}
