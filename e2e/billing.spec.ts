// What the platform bills a company: read, bought, confirmed with the bank, and paid on the provider's page.

import { billing, figure, fillCard, secured } from './billing.ts'
import { expect, test } from './journey.ts'
import { settled, violations } from './looks.ts'
import { newCompany, signIn } from './people.ts'

test.describe.configure({ timeout: 120_000 })

test('an owner buys alerts with a card that the bank confirms', async ({ page, request }) => {
  const owner = await newCompany(request)
  await signIn(page, owner, billing)
  await expect(page.getByText('Aucune facture')).toBeVisible()
  await expect(page.getByText('Rien à facturer pour le moment')).toBeVisible()
  await page.getByRole('button', { name: 'Acheter des alertes' }).click()
  const dialog = page.getByRole('dialog', { name: 'Acheter des alertes' })
  await fillCard(dialog, secured.number)
  await dialog.getByRole('button', { name: 'Enregistrer la carte' }).click()
  await dialog.getByRole('button', { name: 'Confirmer la carte' }).click()
  await dialog.getByRole('radio', { name: /^1\s000\salertes/ }).click()
  await settled(page)
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: /^Payer 97,73/ }).click()

  const bank = page.getByRole('dialog', { name: 'Confirmation de la banque' })
  await expect(bank.getByText(/97,73/)).toBeVisible()
  await bank.getByRole('button', { name: 'Annuler' }).click()
  await expect(page.getByText('La banque n’a pas confirmé ce paiement.')).toBeVisible()
  await dialog.getByRole('button', { name: /^Payer 97,73/ }).click()
  await bank.getByRole('button', { name: 'Confirmer le paiement' }).click()
  await expect(page.getByText('Les alertes sont dans votre banque.')).toBeVisible()
  await expect(figure(page, 'Alertes en banque')).toContainText(/1\s000/)
  await expect(page.getByRole('table', { name: 'Factures' }).getByText('Payée', { exact: true })).toHaveCount(1)
  await expect(page.getByRole('table', { name: 'Factures' }).getByText('Annulée', { exact: true })).toHaveCount(1)
})
