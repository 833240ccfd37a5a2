import { expect, test } from './journey.ts'
import { headersOf, signIn } from './people.ts'

test('the season check: a line leads to the page that fixes it, or is ignored for a reason', async ({ page, request }) => {
  await signIn(page, 'proprio@bordee.demo', '/dashboard/operations')
  await page.getByRole('link', { name: 'Bilan de saison' }).click()
  const placed = page.getByRole('button', { name: /Pas sur la carte/ })
  const unplaced = Number(await placed.locator('strong').textContent())
  await placed.click()
  const lines = page.getByRole('row', { name: /Pas sur la carte/ })
  await expect(lines).toHaveCount(unplaced)
  const title = (await lines.first().getByRole('gridcell').nth(1).textContent())?.trim() ?? ''
  await lines.first().getByRole('button', { name: 'Ignorer…' }).click()
  await page.getByRole('dialog').getByRole('textbox').fill('Rue encore en chantier')
  await page.getByRole('dialog').getByRole('button', { name: 'Ignorer' }).click()
  await expect(placed.locator('strong')).toHaveText(String(unplaced - 1))
  await expect(lines).toHaveCount(unplaced - 1)

  await page.getByRole('checkbox', { name: 'Montrer ce qui est ignoré' }).check()
  const ignored = page.getByRole('row', { name: /Rue encore en chantier/ })
  await expect(ignored).toContainText(title)
  await ignored.getByRole('button', { name: 'Ne plus ignorer' }).click()
  await expect(placed.locator('strong')).toHaveText(String(unplaced))
  const { lines: left } = (await (
    await request.get('/api/season-check', { headers: await headersOf(request, 'proprio@bordee.demo') })
  ).json()) as { lines: { title: string; ignoredReason: string | null }[] }
  expect(left.filter(({ ignoredReason }) => ignoredReason !== null)).toEqual([])

  await page
    .getByRole('row', { name: new RegExp(title) })
    .first()
    .click()
  await page.waitForURL('**/client-folders/**')
  await page.goBack()
  await expect(placed).toBeVisible()
})
