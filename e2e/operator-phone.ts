// An operator's phone, and what the office reads of a run.
import type { Browser } from '@playwright/test'

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

export interface Details {
  id: string
  finishedAt: string | null
  locations: { lat: number }[]
  areaActions: { type: string; reason: string | null; note: string | null }[]
}
