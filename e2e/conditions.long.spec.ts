import sharp from 'sharp'
import { newFleet } from './fleet.ts'
import { expect, test } from './journey.ts'
import { looksRight } from './looks.ts'
import { openPhone } from './operator-phone.ts'
import { demoPassword } from './people.ts'

test('a driver photographs a driveway before the snow, without a network, and the list gets shorter', {
  tag: '@looks',
}, async ({ browser, request, baseURL }) => {
  test.setTimeout(90_000)
  const fleet = await newFleet(request)
  const { context, page } = await openPhone(browser, baseURL)
  await page.goto('/operateur')
  await page.getByLabel('Courriel').fill(fleet.email)
  await page.getByLabel('Mot de passe').fill(demoPassword)
  await page.getByRole('button', { name: 'Se connecter' }).click()
  await page.getByRole('button', { name: 'J’accepte' }).click()
  const openList = async () => {
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('button', { name: 'États des lieux à faire' }).click()
  }
  await openList()
  const rows = page.getByRole('listitem')
  await expect(rows).toHaveCount(3)
  await looksRight(page, 'operateur-etats-des-lieux', [360])
  await page.getByRole('button', { name: 'Fermer' }).click()

  await context.setOffline(true)
  await openList()
  const buffer = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#678' } })
    .jpeg()
    .toBuffer()
  await rows.first().getByRole('button', { name: 'Prendre une photo' }).setInputFiles({ name: 'IMG_1.jpg', mimeType: 'image/jpeg', buffer })
  await expect(rows.first()).toContainText('1 photo prise')
  await expect(page.getByText('1 photo en attente')).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText('Tout est envoyé').first()).toBeVisible({ timeout: 30_000 })

  const photos = await Promise.all(fleet.sites.map(({ id }) => fleet.call<object[]>('get', `photos?siteId=${id}`)))
  expect(photos.flat()).toMatchObject([{ kind: 'condition', lat: expect.any(Number) }])
  await page.getByRole('button', { name: 'Fermer' }).click()
  await openList()
  await expect(rows).toHaveCount(2)
})
