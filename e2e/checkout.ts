// A contract that its client may pay by card, and the card's form.
import type { APIRequestContext, Page } from '@playwright/test'
import { payableContract, read } from './contractor.ts'
import { expect } from './journey.ts'

export const onboardedBy = (request: APIRequestContext) => async (owner: string) => {
  const { url } = (await read(request, owner, 'payment-accounts/onboarding-link')) as unknown as { url: string }
  const token = url.split('/').at(-1)
  expect((await request.post(`/api/sandbox/onboarding/${token}`, { data: { outcome: 'complete' } })).status()).toBe(200)
}

export const contractToPay = (request: APIRequestContext) => payableContract(request, onboardedBy(request))

export async function fillCard(page: Page, number: string) {
  await page.getByLabel('Nom du titulaire').fill('Claire Roy')
  await page.getByLabel('Numéro de carte').fill(number)
  await page.getByLabel('Expiration').fill('12/60')
  await page.getByLabel('CVC').fill('123')
}

export const payButton = (page: Page) => page.getByRole('button', { name: /^Payer/ })
