// What the journeys through billing share.
import type { Locator, Page } from '@playwright/test'

export const billing = '/dashboard/company/billing'

/** The bank asks for confirmation when this card is saved, and at every charge. */
export const secured = { name: 'Noémie Lavoie', number: '4000002760003184', cvc: '123', expMonth: 12, expYear: 2060 }

export async function fillCard(within: Page | Locator, number: string) {
  await within.getByLabel('Nom du titulaire').fill('Noémie Lavoie')
  await within.getByLabel('Numéro de carte').fill(number)
  await within.getByLabel('Expiration').fill('12/60')
  await within.getByLabel('CVC').fill('123')
}

export const figure = (page: Page, label: string) => page.getByRole('region', { name: 'En bref' }).locator('div', { hasText: label }).last()
