// A route of the demo, open in the office.
import type { Page } from '@playwright/test'
import { expect } from './journey.ts'
import { signIn } from './people.ts'

export const stops = (page: Page) => page.getByRole('region', { name: 'Points de service du trajet' }).getByRole('listitem')

export const names = async (page: Page) => (await stops(page).allInnerTexts()).map((text) => text.split('\n')[0] ?? '')

export async function openRoute(page: Page, name: string) {
  await signIn(page, 'proprio@bordee.demo', '/dashboard/geolocation')
  await page.getByRole('row', { name: new RegExp(name) }).click()
  await expect(page.getByRole('heading', { name })).toBeVisible()
  await expect(stops(page).first()).toBeVisible()
}
