// The grid that an office has open all day: what is in sight, what the keyboard and the back button do.
import type { Page } from '@playwright/test'
import { expect, test } from './journey.ts'
import { settled } from './looks.ts'
import { newCompany, signIn } from './people.ts'

const lists = [
  { path: '/dashboard/client-folders/list', name: 'Clients' },
  { path: '/dashboard/client-folders/sites', name: 'Points de service' },
  { path: '/dashboard/client-folders/occupants', name: 'Occupants' },
]

/** Whole, within the window: nobody has to scroll to it. */
const isInSight = (page: Page, what: ReturnType<Page['locator']>) =>
  what.evaluate((element) => {
    const { top, bottom, height } = element.getBoundingClientRect()
    return height > 0 && top >= 0 && bottom <= window.innerHeight + 1
  })

test('a list of 300 fills what is left of the window: search, headings and pages stay in sight, whatever its size', async ({
  page,
  request,
}) => {
  test.setTimeout(180_000)
  await signIn(page, await newCompany(request, 300))
  for (const { path, name } of lists) {
    for (const [width, height] of [
      [1440, 900],
      [1440, 600],
      [1024, 500],
      [720, 450], // 1440 × 900 at 200 %
    ] as const) {
      await page.setViewportSize({ width, height })
      await page.goto(path)
      const grid = page.getByRole('grid', { name })
      await expect(grid.getByRole('row').nth(100)).toBeAttached()
      await settled(page)
      const section = page.getByRole('region', { name, exact: true })
      const pages = section.getByText('sur 300')
      // In a short window the page gives the grid its place: what belongs together is seen together.
      await pages.scrollIntoViewIfNeeded()
      for (const part of [section.getByRole('textbox', { name: 'Rechercher' }), pages, grid.getByRole('columnheader').first()])
        expect.soft(await isInSight(page, part), `${name} at ${width} × ${height}`).toBe(true)
      if (height >= 600) expect.soft(await isInSight(page, page.getByRole('heading', { level: 1 })), `${name}: title`).toBe(true)

      await grid.getByRole('row').nth(100).scrollIntoViewIfNeeded()
      for (const part of [section.getByRole('textbox', { name: 'Rechercher' }), pages, grid.getByRole('row').nth(100)])
        expect.soft(await isInSight(page, part), `${name} at its end, ${width} × ${height}`).toBe(true)
    }
  }
  await page.setViewportSize({ width: 1440, height: 700 })
  await page.goto('/dashboard/client-folders/list')
  await page
    .getByRole('grid')
    .getByRole('row')
    .nth(90)
    .getByRole('gridcell', { name: /^Client/ })
    .click()
  const detail = page.getByRole('complementary', { name: 'Détail' })
  await expect(detail.getByRole('heading', { name: /^Client/ })).toBeVisible()
  expect(await isInSight(page, detail)).toBe(true)
})

test('on a phone 300 cards scroll with the page, under the search and above the pages', async ({ page, request }) => {
  test.setTimeout(120_000)
  await signIn(page, await newCompany(request, 300))
  for (const { path, name } of lists)
    for (const height of [844, 520]) {
      await page.setViewportSize({ width: 390, height })
      await page.goto(path)
      const grid = page.getByRole('grid', { name })
      await expect(grid.getByRole('row').nth(99)).toBeAttached()
      await settled(page)
      for (const at of [20, 99]) {
        await grid.getByRole('row').nth(at).scrollIntoViewIfNeeded()
        const section = page.getByRole('region', { name, exact: true })
        for (const part of [section.getByRole('textbox', { name: 'Rechercher' }), section.getByText('sur 300')])
          expect.soft(await isInSight(page, part), `${name} at 390 × ${height}, card ${at}`).toBe(true)
      }
    }
})
