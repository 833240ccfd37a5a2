// An operator's phone, and what the office reads of a run.
import { type Browser, expect, type Page } from '@playwright/test'

/** The centre of the first driveway. */
const home = { latitude: 46.8108, longitude: -71.2184, accuracy: 6 }

/** The street in front of it. */
export const street = { ...home, latitude: 46.8113 }

export async function openPhone(browser: Browser, baseURL: string | undefined, permissions = ['geolocation']) {
  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    baseURL: baseURL ?? '',
    permissions,
    geolocation: street,
  })
  const page = await context.newPage()
  return { context, page }
}

/** Chooses a route and confirms. */
export async function startRoute(page: Page, name: string) {
  await page.getByRole('button', { name: new RegExp(name) }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Démarrer', exact: true }).click()
  await expect(page.getByRole('heading', { name })).toBeVisible()
}

/** A new stop's buttons ignore presses a little less long. */
export const untilButtonsListen = (page: Page) => page.waitForTimeout(800)

export async function markDone(page: Page) {
  await untilButtonsListen(page)
  await page.getByRole('button', { name: '✓ Marquer comme fait' }).click()
}

export interface Details {
  id: string
  finishedAt: string | null
  locations: { lat: number }[]
  areaActions: { type: string; reason: string | null; note: string | null }[]
}
