// Quote requests in the office: the module, the sector, an incoming request, and the folder and contract made from
// it.
import { expect, test } from './journey.ts'
import { looksRight } from './looks.ts'
import { signIn } from './people.ts'

test.describe.configure({ timeout: 120_000 })

test('a withdrawn request shows as such; staff can read the requests that reached no company, but not change them', async ({
  page,
  anotherBrowser,
}) => {
  await signIn(page, 'proprio@bordee.demo', '/dashboard/quotes')
  await page.getByRole('row', { name: /Retirée/ }).click()
  await expect(page.getByText('il n’attend plus de réponse', { exact: false })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Créer le dossier' })).toHaveCount(0)
  await page.goto('/dashboard/quotes/requests/list?unmatched=true')
  // The filter is for staff only: an owner still sees the company's requests.
  await expect(page.getByRole('gridcell', { name: 'Mélanie Thibault' })).toBeVisible()

  const staff = await anotherBrowser()
  await signIn(staff, 'super@bordee.demo', '/dashboard/quotes/requests/list')
  await staff.getByText('Sans compagnie').click()
  await staff.getByRole('gridcell', { name: 'Sylvain Héroux' }).click()
  await expect(staff.getByText('Aucune compagnie ne dessert cette adresse.', { exact: false })).toBeVisible()
  await expect(staff.getByRole('button', { name: 'Enregistrer' })).toHaveCount(0)
  await looksRight(staff, 'quote-unmatched')
})
