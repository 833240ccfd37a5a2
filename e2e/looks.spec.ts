// Every screen at every width: no violation of WCAG 2.2 AA, no sideways scroll.
import type { Page } from '@playwright/test'
import { expect, test } from './journey.ts'
import { looksRight, settled } from './looks.ts'
import { signIn } from './people.ts'

/** A path; where that is not enough to see the screen, what one does there. */
type Screen = string | [path: string, does: string, act: (page: Page) => Promise<unknown>]

const firstRow = (page: Page) => page.getByRole('row').nth(1).click()
const openFirstRow = async (page: Page) => {
  await firstRow(page)
  await page.waitForURL(/\/edit\//, { timeout: 15_000 })
}

const people: { who: string | null; what: string; widths: number[]; screens: Screen[] }[] = [
  {
    who: null,
    what: 'what everyone sees',
    widths: [1440, 1024, 390],
    screens: ['/sign-in', '/sign-up', '/reset-password', '/edit-password', '/auth/client/sign-in', '/nulle-part'],
  },
  {
    who: 'super@bordee.demo',
    what: 'the platform',
    widths: [1440, 1024, 390],
    screens: [
      '/dashboard/companies/list',
      ['/dashboard/companies/list', 'bank', (page) => page.getByRole('gridcell', { name: 'Déneigement Boréal inc.', exact: true }).click()],
      '/dashboard/outbox',
    ],
  },
  {
    who: 'client@bordee.demo',
    what: 'the client’s space',
    widths: [1440, 1024, 390],
    screens: ['/dashboard/i-am-client', '/client/contracts'],
  },
  {
    who: 'proprio@bordee.demo',
    what: 'client folders and services',
    widths: [1440, 390],
    screens: [
      '/dashboard/accounts/list',
      '/dashboard/client-folders/list',
      '/dashboard/client-folders/sites',
      '/dashboard/client-folders/occupants',
      '/dashboard/client-folders/create',
      [
        '/dashboard/client-folders/create',
        'site',
        async (page) => {
          await page.getByRole('textbox', { name: 'Nom', exact: true }).fill('Rosalie Saint-Amant')
          await page.getByRole('button', { name: 'Suivant' }).click()
          await expect(page.getByRole('textbox', { name: 'Nom du point de service' })).toBeVisible()
        },
      ],
      ['/dashboard/client-folders/list', 'facts', firstRow],
      [
        '/dashboard/client-folders/list',
        'folder',
        async (page) => {
          await firstRow(page)
          await page.getByRole('link', { name: 'Ouvrir le dossier' }).click()
          await page.waitForURL(/\/edit\//, { timeout: 15_000 })
        },
      ],
      ['/dashboard/client-folders/sites', 'site', openFirstRow],
      '/dashboard/services',
      ['/dashboard/services', 'service', firstRow],
    ],
  },
  {
    who: 'proprio@bordee.demo',
    what: 'routes and alerts',
    widths: [1440, 390],
    screens: [
      '/dashboard/geolocation/routes',
      '/dashboard/geolocation/routes/create',
      ['/dashboard/geolocation/routes', 'route', openFirstRow],
      '/dashboard/alerts/sending',
      '/dashboard/alerts/history',
      ['/dashboard/alerts/history', 'deliveries', firstRow],
      '/dashboard/alerts/messages',
      '/dashboard/alerts/messages/create',
      '/dashboard/alerts/sectors',
      '/dashboard/alerts/sectors/sector/create',
      '/dashboard/alerts/sectors/group/create',
      '/dashboard/alerts/alerts-list',
      '/dashboard/alerts/alerts-list/create',
    ],
  },
]

for (const { who, what, widths, screens } of people) {
  test(`${what} has no accessibility violation and does not scroll sideways`, async ({ page }) => {
    test.setTimeout(180_000) // many screens
    if (who) await signIn(page, who)
    for (const screen of screens) {
      const [path, does, act] = typeof screen === 'string' ? [screen] : screen
      await page.setViewportSize({ width: widths[0] ?? 1440, height: 900 })
      await page.goto(path)
      await settled(page)
      await act?.(page)
      await looksRight(page, [path.slice(1).replaceAll('/', '-'), does].filter(Boolean).join('-'), widths)
    }
  })
}
