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

test('an owner saves a card, then removes it', async ({ page }) => {
  const toStripe: string[] = []
  page.on('request', (request) => void (request.url().includes('stripe.com') && toStripe.push(request.url())))
  await signIn(page, 'proprio2@bordee.demo', '/dashboard/company/general')
  const section = page.getByRole('region', { name: 'Cartes de crédit' })
  await expect(section.getByText('Aucune carte enregistrée.')).toBeVisible()
  await section.getByRole('button', { name: 'Ajouter une carte' }).click()

  const dialog = page.getByRole('dialog', { name: 'Ajouter une carte' })
  const save = dialog.getByRole('button', { name: 'Enregistrer la carte' })
  await save.click()
  await expect(dialog.getByText('Ce champ est requis.')).toHaveCount(4)
  await dialog.getByLabel('Nom du titulaire').fill('Noémie Lavoie')
  await dialog.getByLabel('Numéro de carte').pressSequentially('4000000000000002')
  await expect(dialog.getByLabel('Numéro de carte')).toHaveValue('4000 0000 0000 0002')
  await dialog.getByLabel('Expiration').pressSequentially('1220')
  await dialog.getByLabel('CVC').pressSequentially('123')
  await save.click()
  await expect(dialog.getByText('Cette carte est expirée.')).toBeVisible()
  await dialog.getByLabel('Expiration').fill('12/60')
  await save.click()
  await expect(dialog.getByText('La carte a été refusée par la banque.')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await dialog.getByLabel('Numéro de carte').fill('4242 4242 4242 4242')
  await save.click()
  await expect(page.getByText('Carte enregistrée.', { exact: true })).toBeVisible()
  await expect(dialog).toHaveCount(0)

  const card = section.getByRole('listitem')
  await expect(card).toContainText('Visa •••• 4242')
  await expect(card).toContainText('Noémie Lavoie, expire 12/2060')
  await expect(card).toContainText('Par défaut')
  await expect(page.getByRole('button', { name: 'Enregistrer', exact: true })).toBeDisabled()
  await page.reload()
  await expect(card).toContainText('4242')
  expect(await violations(page)).toEqual([])

  await card.getByRole('button', { name: /^Supprimer Visa/ }).click()
  await page.getByRole('dialog', { name: 'Supprimer cette carte' }).getByRole('button', { name: 'Supprimer' }).click()
  await expect(page.getByText('Carte supprimée')).toBeVisible()
  await expect(section.getByText('Aucune carte enregistrée.')).toBeVisible()
  expect(toStripe).toEqual([])
})
