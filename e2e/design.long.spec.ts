// Every component in its states, at three widths: a picture, and no violation of WCAG 2.2 AA.
import type { Page } from '@playwright/test'
import { expect, test } from './journey.ts'
import { atRest, keepPicture, violations } from './looks.ts'

const sections = ['foundations', 'grids', 'forms', 'states', 'parts', 'maps', 'public'] as const

test('the components at every width', async ({ page, design }) => {
  test.setTimeout(240_000)
  await open(page, design)
  for (const width of [1440, 1024, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await atRest(page)
    for (const section of sections) await keepPicture(page.locator(`#${section}`), `design-${width}-${section}`)
    expect.soft(await page.evaluate(() => document.documentElement.scrollWidth), `${width} px`).toBeLessThanOrEqual(width)
    expect.soft(await violations(page), `${width} px`).toEqual([])
  }
})

test('everything that opens over the page', async ({ page, design }) => {
  test.setTimeout(240_000)
  await open(page, design)
  const contracts = page.getByRole('region', { name: 'Contrats' })
  const overlays: [name: string, section: (typeof sections)[number], open: () => Promise<void>][] = [
    ['grid-filter', 'grids', () => contracts.getByRole('button', { name: 'Filtrer Statut' }).click()],
    ['grid-dates', 'grids', () => contracts.getByRole('button', { name: 'Filtrer Début' }).click()],
    ['grid-columns', 'grids', () => contracts.getByRole('button', { name: 'Colonnes' }).click()],
    ['grid-detail', 'grids', () => contracts.getByRole('row').nth(4).click()],
    ['date', 'forms', () => page.getByRole('textbox', { name: 'Date de début' }).click()],
    ['confirm', 'states', () => page.getByRole('button', { name: 'Supprimer…' }).click()],
    ['typed-name', 'states', () => page.getByRole('button', { name: 'Par le nom…' }).click()],
    [
      'pin',
      'forms',
      async () => {
        await page.getByRole('button', { name: 'Placer le point sur la carte' }).click()
        await expect(page.getByRole('button', { name: 'Point de l’adresse' })).toBeVisible({ timeout: 60_000 })
      },
    ],
    ['commands', 'parts', () => page.getByRole('button', { name: 'Ouvrir les commandes' }).click()],
  ]
  for (const [name, section, open] of overlays) {
    await open()
    await atRest(page)
    await keepPicture(page, `design-over-${name}`)
    // The test above already checks the rest of the page, which is large.
    const but = sections.filter((one) => one !== section).map((one) => `#${one}`)
    expect.soft(await violations(page, { but }), name).toEqual([])
    await page.keyboard.press('Escape')
    await atRest(page)
  }
})

async function open(page: Page, design: string) {
  await page.setViewportSize({ width: 1440, height: 900 })
  // The page needs no server.
  await page.route('**/api/**', (route) => route.fulfill({ status: 401, json: { message: 'Non connecté.', type: 'failure' } }))
  await page.goto(design)
  await everythingDrawn(page)
}

async function everythingDrawn(page: Page) {
  await expect(page.getByRole('heading', { name: 'Neige et sapin' })).toBeVisible({ timeout: 60_000 })
  await expect(page.locator('[data-ready]')).toHaveCount(3, { timeout: 60_000 })
  await expect(page.locator('.recharts-surface').first()).toBeVisible({ timeout: 60_000 })
  await expect(page.getByRole('textbox', { name: 'Clauses' })).toBeVisible()
  await expect(page.locator('altcha-widget')).toBeVisible()
  await page.evaluate(() => document.fonts.ready)
}
