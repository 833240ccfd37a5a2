// What platform staff do with companies: activate modules, export data, delete one.
import { expect, test } from './journey.ts'
import { violations } from './looks.ts'
import { signIn } from './people.ts'

test('the super administrator sees the statistics; an administrator does not', async ({ page, anotherBrowser }) => {
  await signIn(page, 'super@bordee.demo', '/dashboard/settings')
  await page.getByRole('link', { name: /^Statistiques/ }).click()
  await expect(page.getByRole('heading', { name: 'Statistiques' })).toBeVisible()
  await expect(page.getByRole('definition')).toHaveCount(3)
  await expect(page.getByRole('region', { name: 'Alertes envoyées par jour' })).toBeVisible()
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await violations(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  }
  const admin = await anotherBrowser()
  await signIn(admin, 'admin@bordee.demo', '/dashboard/statistics')
  await admin.waitForURL('**/dashboard/companies/list')
})
