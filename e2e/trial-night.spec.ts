import { newFleet } from './fleet.ts'
import { expect, test } from './journey.ts'
import { looksRight } from './looks.ts'
import { agree, signIn } from './people.ts'

test('an owner plays a trial night: a truck moves, a stop is done, a resident is told, and all of it is gone', async ({
  page,
  request,
}) => {
  test.slow()
  const { email } = await newFleet(request)
  await signIn(page, email, '/dashboard/trial-night')
  await expect(page.getByRole('heading', { level: 1, name: 'Nuit d’essai' })).toBeVisible()
  await looksRight(page, 'trial-invitation')
  await page.getByRole('button', { name: 'Commencer la nuit d’essai' }).click()

  const banner = page.getByRole('complementary', { name: 'Nuit d’essai' })
  await expect(banner).toContainText('rien n’est envoyé')
  const truck = page.getByRole('list', { name: 'Camions' }).getByRole('listitem').first()
  await expect(truck).toContainText('Rue Saint-Jean')
  const onMap = page.locator('.maplibregl-marker').first()
  await expect(onMap).toContainText('Essai 1')
  const placed = await onMap.getAttribute('style')
  await expect(page.getByRole('region', { name: 'Messages aux résidents' }).getByRole('listitem').first()).toContainText('555-01', {
    timeout: 40_000,
  })
  expect(await onMap.getAttribute('style')).not.toBe(placed)
  await expect(truck).toContainText('1 / 3', { timeout: 60_000 })
  await looksRight(page, 'trial-night')

  await expect(banner).toContainText('encore')
  await banner.getByRole('button', { name: 'Terminer' }).click()
  await expect(page.getByRole('dialog')).toContainText('1 arrêt fait sur 3')
  await agree(page, 'Terminer et effacer')
  await expect(page.getByRole('heading', { level: 1, name: /^Bonjour/ })).toBeVisible()
  await expect(banner).toBeHidden()
  await expect(page.getByText('Vous avez changé de compagnie')).toBeHidden()
  await page.goto('/dashboard/operations')
  await expect(page.getByRole('main')).not.toContainText('Essai')
})
