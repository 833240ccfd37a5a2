// The grid that an office keeps open all day: what stays visible, and what the keyboard and the back button do.
import { expect, test } from './journey.ts'
import { signIn } from './people.ts'

test('going back restores the list: its search, its page and the open row', async ({ page }) => {
  await signIn(page, 'proprio@bordee.demo', '/dashboard/client-folders/list')
  const grid = page.getByRole('grid', { name: 'Clients' })
  const search = page.getByRole('textbox', { name: 'Rechercher' })
  await expect(page.getByText(/^1–100 sur \d+/)).toBeVisible()
  await page.getByRole('button', { name: 'Page 2', exact: true }).click()
  await expect(page.getByText(/^101–200 sur \d+/)).toBeVisible()
  // Row numbers continue from the page before.
  await expect(grid.getByRole('row').nth(1)).toHaveAttribute('aria-rowindex', '102')
  const name = (await grid.getByRole('row').nth(5).locator('[data-first]').textContent()) ?? ''
  await grid.getByRole('row').nth(5).locator('[data-first]').dblclick()
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
  await page.goBack()
  await expect(page.getByText(/^101–200 sur \d+/)).toBeVisible()
  await expect(page.getByRole('complementary', { name: 'Détail' }).getByRole('heading', { name })).toBeVisible()

  // The folder's own back arrow leads there too.
  await page.getByRole('link', { name: 'Ouvrir le dossier' }).click()
  await page.getByRole('button', { name: 'Retour', exact: true }).click()
  await expect(page.getByText(/^101–200 sur \d+/)).toBeVisible()

  await search.fill('tremblay')
  await expect(page).toHaveURL(/clients\.q=tremblay/)
  await expect(grid.getByRole('row').nth(1)).toContainText('Tremblay')
  const found = await page.getByText(/^1–\d+ sur \d+$/).textContent()
  await page.reload()
  await expect(search).toHaveValue('tremblay')
  await expect(page.getByText(found ?? '')).toBeVisible()
  await page.getByRole('tab', { name: 'Occupants' }).click()
  await expect(search).toHaveValue('')
  await page.goBack()
  await expect(search).toHaveValue('tremblay')
  await expect(page.getByText(found ?? '')).toBeVisible()
})
