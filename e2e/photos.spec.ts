import sharp from 'sharp'
import { newFleet } from './fleet.ts'
import { expect, test } from './journey.ts'
import { looksRight } from './looks.ts'
import { type Details, openPhone, untilButtonsListen } from './operator-phone.ts'
import { demoPassword, signIn } from './people.ts'

/** As a camera takes it: large, on its side, with metadata. */
const fromCamera = (background: string) =>
  sharp({ create: { width: 3000, height: 2000, channels: 3, background, noise: { type: 'gaussian', mean: 128, sigma: 8 } } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()

test('a driver without a network takes two photos, reports ice and salt, comes back online, and the office sees them', {
  tag: '@looks',
}, async ({ browser, page: office, request, baseURL }) => {
  test.setTimeout(120_000) // every photo is drawn four times: by the test, the phone, the server and the office
  const fleet = await newFleet(request)
  const { context, page } = await openPhone(browser, baseURL)
  await page.goto('/operateur')
  await page.getByLabel('Courriel').fill(fleet.email)
  await page.getByLabel('Mot de passe').fill(demoPassword)
  await page.getByRole('button', { name: 'Se connecter' }).click()
  await page.getByRole('button', { name: 'J’accepte' }).click()
  await page.getByRole('button', { name: new RegExp(fleet.routeName) }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Épandage' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Démarrer', exact: true }).click()
  await expect(page.getByText('0 fait sur 3')).toBeVisible()
  await page.evaluate(() => navigator.serviceWorker.ready)

  await context.setOffline(true)
  const take = async (color: string) =>
    page
      .getByRole('button', { name: 'Photo', exact: true })
      .setInputFiles({ name: 'IMG_0001.jpg', mimeType: 'image/jpeg', buffer: await fromCamera(color) })
  await take('#a44')
  await expect(page.getByRole('img', { name: /Prise à/ })).toHaveCount(1)
  await take('#4a4')
  await expect(page.getByRole('img', { name: /Prise à/ })).toHaveCount(2)
  await page.getByRole('group', { name: 'État de la surface' }).getByRole('button', { name: 'Glacé' }).click()
  await page.getByRole('button', { name: 'Sel', exact: true }).click()
  await page.getByRole('button', { name: 'Plus', exact: true }).click()
  await expect(page.getByText('40 kg')).toBeVisible()
  await looksRight(page, 'operateur-epandage', [360])
  await untilButtonsListen(page)
  await page.getByRole('button', { name: '✓ Marquer comme fait' }).click()
  await expect(page.getByText('1 fait sur 3')).toBeVisible()

  // A second stop has nothing to do, and a third a broken shelter; the material of a spreading round is asked for.
  await untilButtonsListen(page)
  await page.getByRole('button', { name: 'Inspection, rien à faire' }).click()
  await expect(page.getByText('2 faits sur 3')).toBeVisible()
  await page.getByRole('button', { name: 'Dommage' }).click()
  await page.getByLabel('Qu’est-ce qui est endommagé?').fill('Coin d’abri déchiré')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: 'Photo', exact: true })
    .setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: await fromCamera('#44a') })
  await expect(page.getByRole('dialog').getByRole('img')).toHaveCount(1)
  await looksRight(page, 'operateur-dommage', [360])
  await page.getByRole('button', { name: 'Signaler le dommage' }).click()
  await untilButtonsListen(page)
  await page.getByRole('button', { name: '✓ Marquer comme fait' }).click()
  await looksRight(page, 'operateur-materiau', [360])
  await page.getByRole('dialog').getByRole('button', { name: '✓ Aucun' }).click()
  await expect(page.getByText('5 en attente d’envoi')).toBeVisible()

  // A page that is closed meanwhile loses nothing.
  await page.reload()
  await expect(page.getByText('3 faits sur 3')).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText('Tout est envoyé').first()).toBeVisible({ timeout: 30_000 })

  const [run] = await fleet.call<Details[]>('get', 'runs/current')
  const details = await fleet.call<Details & { damages: object[] }>('get', `runs/${run?.id}/details`)
  expect(details.areaActions).toMatchObject([
    { surface: 'icy', material: { kind: 'salt', quantity: 40, unit: 'kg' }, inspection: false },
    { inspection: true },
    { material: { kind: 'none' } },
  ])
  expect(details.damages).toMatchObject([{ note: 'Coin d’abri déchiré' }])
  interface Sent {
    kind: string
    markId: string
    width: number
    height: number
    size: number
    lat: number | null
  }
  const photos = await fleet.call<Sent[]>('get', `photos?runId=${run?.id}`)
  const [marked] = details.areaActions as unknown as { markId: string }[]
  expect(photos.filter(({ markId }) => markId === marked?.markId)).toHaveLength(2)
  expect(photos.map(({ kind }) => kind).toSorted()).toEqual(['damage', 'mark', 'mark'])
  for (const photo of photos) expect([photo.width, photo.height]).toEqual([1067, 1600])
  for (const { size } of photos) expect(size).toBeLessThan(400_000)

  await signIn(office, fleet.email, '/dashboard/geolocation/run-tracking')
  await office.getByRole('link', { name: new RegExp(fleet.routeName) }).click()
  await expect(office.getByText('Glacé, Sel, 40 kg')).toBeVisible()
  await expect(office.getByText('Coin d’abri déchiré')).toBeVisible()
  await expect(office.getByRole('button', { name: /Voir la photo/ })).toHaveCount(3)
  await office
    .getByRole('button', { name: /Voir la photo/ })
    .first()
    .click()
  await expect(office.getByRole('dialog').getByRole('img', { name: /Passage/ })).toBeVisible()
  await looksRight(office, 'photo-du-bureau', [1440, 390])
})
