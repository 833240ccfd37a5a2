// A company's payment account: activated, set up with the provider, in use, and closed by platform staff.
import { contractor, read } from './contractor.ts'
import { expect, test } from './journey.ts'
import { settled, violations } from './looks.ts'
import { headersOf, signIn } from './people.ts'

test.describe.configure({ timeout: 120_000 })

test('an owner activates the payment account and sets it up; platform staff delete it', async ({ page, request, anotherBrowser }) => {
  const owner = await contractor(request)
  const { id } = await read(request, owner, 'companies/current')
  await request.patch(`/api/companies/${id}`, {
    headers: await headersOf(request, 'super@bordee.demo'),
    data: { contractConfig: { isOnlinePaymentActive: true } },
  })

  await signIn(page, owner, '/dashboard/company/general')
  const section = page.getByRole('region', { name: 'Paiement en ligne' })
  const tab = page.getByRole('tab', { name: 'Compte de paiement' })
  await expect(tab).toHaveCount(0)
  await section.getByRole('button', { name: 'Activer le compte de paiement' }).click()
  await expect(section.getByText('En erreur')).toBeVisible()
  await expect(tab).toBeVisible()
  expect(await violations(page)).toEqual([])

  await section.getByRole('button', { name: 'Configurer le compte de paiement' }).click()
  await page.waitForURL('**/sandbox/onboarding/**')
  await page.goto(new URL(page.url()).pathname) // stay on the host we signed in to, as with links in e-mails
  await expect(page.getByText('Bac à sable')).toBeVisible()
  await page.getByRole('button', { name: 'Laisser le compte incomplet' }).click()
  await expect(page.getByText(/Le compte est resté incomplet/)).toBeVisible()
  await settled(page)
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Activer les paiements et les virements' }).click()
  await expect(page.getByText(/le compte accepte les cartes/)).toBeVisible()
  await page.getByRole('link', { name: 'Retour à Bordée' }).click()
  await expect(section.getByText('En fonction')).toBeVisible()
  await expect(section.getByRole('button')).toHaveCount(0)

  await tab.click()
  await expect(page.getByText('Activés')).toHaveCount(2)
  await settled(page)
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Ouvrir chez le fournisseur de paiement' }).click()
  await page.waitForURL('**/sandbox/account/**')
  await expect(page.getByText('Activés')).toHaveCount(2)

  const staff = await anotherBrowser()
  await signIn(staff, 'super@bordee.demo', `/dashboard/companies/edit/${id}`)
  const theirs = staff.getByRole('region', { name: 'Paiement en ligne' })
  await theirs.getByRole('button', { name: 'Supprimer le compte de paiement' }).click()
  const dialog = staff.getByRole('dialog', { name: /Supprimer le compte de paiement/ })
  await expect(dialog).toContainText('Toutes les informations du compte seront perdues')
  await dialog.getByRole('button', { name: 'Supprimer' }).click()
  await expect(theirs.getByRole('button', { name: 'Activer le compte de paiement' })).toBeVisible()
})
