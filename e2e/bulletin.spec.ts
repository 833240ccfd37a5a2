import { expect, test } from './journey.ts'
import { looksRight } from './looks.ts'
import { newCompany, signIn } from './people.ts'

test('a company publishes a bulletin, writes it in two taps on a phone, and everyone reads it', { tag: '@looks' }, async ({
  page: office,
  request,
  anotherBrowser,
}) => {
  const address = `neige-${Date.now()}`
  await signIn(office, await newCompany(request), '/dashboard/bulletin')
  await looksRight(office, 'bulletin-eteint')
  await office.getByRole('link', { name: 'Publier un bulletin' }).click()
  await office.getByRole('switch', { name: 'Publier le bulletin' }).check({ force: true })
  await office.getByRole('textbox', { name: 'Adresse' }).fill('Police')
  await office.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(office.getByText('Cette adresse est réservée. Choisissez-en une autre.')).toBeVisible()
  await office.getByRole('textbox', { name: 'Adresse' }).fill(address)
  await looksRight(office, 'bulletin-parametres')
  await office.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(office.getByRole('link', { name: new RegExp(`/b/${address}$`) })).toBeVisible()

  const resident = await anotherBrowser()
  await resident.goto(`${new URL(office.url()).origin}/b/${address}`)
  await expect(resident.getByRole('heading', { name: 'Aucune opération prévue' })).toBeVisible()

  await office.setViewportSize({ width: 390, height: 844 })
  await office.goto('/dashboard/bulletin')
  await office.getByRole('button', { name: 'Départ imminent' }).click()
  await office.getByRole('button', { name: 'Publier' }).click()
  await expect(office.getByText('Le bulletin est publié.')).toBeVisible()
  await looksRight(office, 'bulletin')

  await expect(async () => {
    await resident.reload()
    await expect(resident.getByRole('heading', { name: 'Départ imminent' })).toBeVisible({ timeout: 500 })
  }).toPass()
  await expect(resident.getByText('Nos équipes partent vers 3').first()).toBeVisible()
  await looksRight(resident, 'bulletin-public')
})
