// A client pays a contract by card, on a phone.
import type { APIRequestContext, Page } from '@playwright/test'
import { contractByCard, payableContract, read } from './contractor.ts'
import { expect, test } from './journey.ts'
import { settled, violations } from './looks.ts'
import { headersOf, signIn } from './people.ts'
import { sign, tickBoxes } from './portal.ts'

test.use({ viewport: { width: 390, height: 844 } })
test.describe.configure({ timeout: 120_000 })

const onboardedBy = (request: APIRequestContext) => async (owner: string) => {
  const { url } = (await read(request, owner, 'payment-accounts/onboarding-link')) as unknown as { url: string }
  const token = url.split('/').at(-1)
  expect((await request.post(`/api/sandbox/onboarding/${token}`, { data: { outcome: 'complete' } })).status()).toBe(200)
}

const contractToPay = (request: APIRequestContext) => payableContract(request, onboardedBy(request))

async function fillCard(page: Page, number: string) {
  await page.getByLabel('Nom du titulaire').fill('Claire Roy')
  await page.getByLabel('Numéro de carte').fill(number)
  await page.getByLabel('Expiration').fill('12/60')
  await page.getByLabel('CVC').fill('123')
}

const daysFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

const payButton = (page: Page) => page.getByRole('button', { name: /^Payer/ })

test('a refused card, one that pays, and one that the bank confirms', async ({ page, request }) => {
  const { owner, id, link } = await contractToPay(request)
  await page.goto(link)
  await page.getByRole('link', { name: 'Voir les versements' }).click()
  await page.getByRole('link', { name: /^Payer 275,94/ }).click()
  await expect(page.getByText(/Ce serveur est un serveur d’essai/)).toBeVisible()
  await settled(page)
  expect(await violations(page)).toEqual([])

  await fillCard(page, '4000 0000 0000 0002')
  await payButton(page).click()
  await expect(page.getByText('La carte a été refusée par la banque.')).toBeVisible()
  await page.getByLabel('Numéro de carte').fill('4242 4242 4242 4242')
  await payButton(page).click()
  await expect(page.getByRole('listitem').first()).toContainText('Payé')

  await page.getByRole('link', { name: /^Payer 183,96/ }).click()
  await fillCard(page, '4000 0025 0000 3155')
  await payButton(page).click()
  await expect(page.getByRole('group', { name: 'Confirmation de la banque' })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Confirmer le paiement' }).click()
  await expect(page.getByText('Tout est payé. Merci!')).toBeVisible()

  const { status, payments } = (await read(request, owner, `contracts/${id}`)) as { status?: unknown; payments?: unknown }
  expect(status).toBe('paid')
  expect(payments).toMatchObject([
    { amount: 27594, type: 'credit_card', wasOnline: true },
    { amount: 18396, type: 'credit_card', wasOnline: true },
  ])
})

test('a client who signs after the first due date is not late, and pays at once', async ({ page, request }) => {
  const paymentSchedules = [
    { paymentDate: daysFromNow(-10), percent: 60 },
    { paymentDate: daysFromNow(60), percent: 40 },
  ]
  const { owner, id, link } = await contractByCard(request, onboardedBy(request), { paymentSchedules })
  await page.goto(link)
  await tickBoxes(page)
  await sign(page).click()
  await expect(page.getByText('Contrat signé avec succès')).toBeVisible()
  await page.goto('/client/contracts')
  await expect(page.getByText('En retard')).toHaveCount(0)
  await page.getByRole('link', { name: /^Payer 275,94/ }).click()
  await fillCard(page, '4242 4242 4242 4242')
  await payButton(page).click()
  await expect(page.getByRole('listitem').first()).toContainText('Payé')
  await expect(page.getByText('En retard')).toHaveCount(0)
  expect(await read(request, owner, `contracts/${id}`)).toMatchObject({
    status: 'accepted',
    payments: [{ amount: 27594, wasOnline: true }],
  })
})

test('a double payment is refunded to the card', async ({ page, request }) => {
  const { owner, id, link } = await contractToPay(request)
  await page.goto(link)
  await page.getByRole('link', { name: 'Voir les versements' }).click()
  await page.getByRole('link', { name: /^Payer 275,94/ }).click()
  await fillCard(page, '4242 4242 4242 4242')
  const payments = [{ amount: 45990, paidAt: '2026-01-05', type: 'check' }] // the cheque was in the mail
  await request.patch(`/api/contracts/${id}`, { headers: await headersOf(request, owner), data: { contract: { payments } } })
  await payButton(page).click()
  const money = async () => (await read(request, owner, `contracts/${id}`)) as { overpaidAmount?: unknown }
  await expect.poll(async () => (await money()).overpaidAmount).toBe(27594)

  await page.context().clearCookies()
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn(page, owner, `/dashboard/contracts/list/${id}`)
  await expect(page.getByText(/275,94\s\$ à rembourser ou à garder/)).toBeVisible()
  await settled(page)
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: /^Rembourser 275,94/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Rembourser' }).click()
  await expect(page.getByText('Remboursement en ligne')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Rembourser/ })).toHaveCount(0)

  const { url } = (await read(request, owner, 'payment-accounts/sign-in-link')) as unknown as { url: string }
  await page.goto(new URL(url).pathname)
  await expect(page.getByRole('region', { name: 'Paiements reçus' })).toContainText(/dont 275,94\s\$ rendus/)
  await settled(page)
  expect(await violations(page)).toEqual([])
})
