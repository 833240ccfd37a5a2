// A client pays a contract by card, on a phone.
import { contractToPay, fillCard, onboardedBy, payButton } from './checkout.ts'
import { contractByCard, read } from './contractor.ts'
import { expect, test } from './journey.ts'
import { settled, violations } from './looks.ts'
import { headersOf, signIn } from './people.ts'
import { sign, tickBoxes } from './portal.ts'

test.use({ viewport: { width: 390, height: 844 } })
test.describe.configure({ timeout: 120_000 })

const daysFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

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
