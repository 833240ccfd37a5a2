import { expect, test } from './journey.ts'
import { violations } from './looks.ts'
import { newCompany, signIn } from './people.ts'

test('the bank confirms before a card is saved, and another card becomes the default', async ({ page, request }) => {
  await signIn(page, await newCompany(request), '/dashboard/company/general')
  const section = page.getByRole('region', { name: 'Cartes de crédit' })
  const dialog = page.getByRole('dialog', { name: 'Ajouter une carte' })
  async function send(number: string) {
    await section.getByRole('button', { name: 'Ajouter une carte' }).click()
    await dialog.getByLabel('Nom du titulaire').fill('Odile Roy')
    await dialog.getByLabel('Numéro de carte').fill(number)
    await dialog.getByLabel('Expiration').fill('12/60')
    await dialog.getByLabel('CVC').fill('123')
    await dialog.getByRole('button', { name: 'Enregistrer la carte' }).click()
  }
  await send('4242 4242 4242 4242')
  await expect(dialog).toHaveCount(0)
  await send('4000 0025 0000 3155')
  await expect(dialog.getByRole('group', { name: 'Confirmation de la banque' })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Confirmer la carte' }).click()
  await expect(dialog).toHaveCount(0)

  const secured = section.getByRole('listitem').filter({ hasText: '3155' })
  await secured.getByRole('button', { name: /^Définir par défaut/ }).click()
  await expect(secured.getByText('Par défaut', { exact: true })).toBeVisible()
  await expect(section.getByText('Par défaut', { exact: true })).toHaveCount(1)
})
