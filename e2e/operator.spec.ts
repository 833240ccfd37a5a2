import { newFleet } from './fleet.ts'
import { expect, test } from './journey.ts'
import { looksRight } from './looks.ts'
import { type Details, markDone, openPhone, street } from './operator-phone.ts'
import { demoPassword, signIn } from './people.ts'

test('an operator drives out of coverage, reloads and comes back without losing anything, while the office watches', {
  tag: '@looks',
}, async ({ browser, page: office, request, baseURL }) => {
  const fleet = await newFleet(request)
  const { context, page } = await openPhone(browser, baseURL)
  await page.goto('/operateur')
  await page.getByLabel('Courriel').fill(fleet.email)
  await page.getByLabel('Mot de passe').fill(demoPassword)
  await page.getByRole('button', { name: 'Se connecter' }).click()

  // Before the first run, the page asks for consent: what is recorded, why, and for how long.
  await expect(page.getByRole('heading', { name: 'Votre position pendant les tournées' })).toBeVisible()
  await expect(page.getByText('conservée trois ans')).toBeVisible()
  await looksRight(page, 'operateur-consentement', [360])
  await page.getByRole('button', { name: 'J’accepte' }).click()
  await page.getByRole('button', { name: new RegExp(fleet.routeName) }).click()
  await expect(page.getByRole('dialog').getByText('Averties au départ')).toBeVisible()
  await looksRight(page, 'operateur-depart', [360])
  await page.getByRole('dialog').getByRole('button', { name: 'Démarrer', exact: true }).click()
  await expect(page.getByText('0 fait sur 3')).toBeVisible()
  await expect(page.getByText(/GPS ±6 m/)).toBeVisible()
  await looksRight(page, 'operateur-maintenant', [360])

  await signIn(office, fleet.email, '/dashboard/geolocation/run-tracking')
  let metres = 0
  await expect(async () => {
    await context.setGeolocation({ ...street, latitude: street.latitude + ++metres / 111_195 })
    await expect(office.getByText('1 camion', { exact: true })).toBeVisible({ timeout: 2500 })
  }).toPass()

  // From now on the phone's own cache serves the page.
  await page.evaluate(() => navigator.serviceWorker.ready)
  await context.setOffline(true)
  await markDone(page)
  await expect(page.getByText('1 fait sur 3')).toBeVisible()
  await expect(page.getByText('1 en attente d’envoi')).toBeVisible()
  await page.reload()
  await expect(page.getByText('1 fait sur 3')).toBeVisible()
  await expect(page.getByText('Pas de réseau')).toBeVisible()
  await page.waitForTimeout(800) // a new stop's button ignores taps
  await page.getByRole('button', { name: 'Pas fait / problème' }).click()
  await page.getByLabel('Note pour le bureau').fill('La chaîne est cadenassée')
  await page.getByRole('button', { name: 'Barrière fermée' }).click()
  await expect(page.getByText('2 en attente d’envoi')).toBeVisible()
  const [run] = await fleet.call<Details[]>('get', 'runs/current')
  expect((await fleet.call<Details>('get', `runs/${run?.id}/details`)).areaActions).toEqual([])

  await context.setOffline(false)
  await expect(page.getByText('Tout est envoyé').first()).toBeVisible()
  const { areaActions } = await fleet.call<Details>('get', `runs/${run?.id}/details`)
  expect(areaActions).toEqual([
    expect.objectContaining({ type: 'mark_as_done' }),
    expect.objectContaining({ type: 'mark_as_not_done', reason: 'gate', note: 'La chaîne est cadenassée' }),
  ])
  await office.getByRole('link', { name: new RegExp(fleet.routeName) }).click()
  await expect(office.getByText('La chaîne est cadenassée')).toBeVisible()

  await page.getByRole('button', { name: 'Liste' }).click()
  await expect(page.getByRole('button', { name: /Zone A.*Pas fait/ })).toBeVisible()
  await looksRight(page, 'operateur-liste', [360])
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('button', { name: 'Quitter la tournée' }).click()
  await page.getByRole('button', { name: 'Oui, quitter' }).click()
  await expect(page.getByRole('heading', { name: 'Choisissez un trajet' })).toBeVisible()
  await expect.poll(async () => (await fleet.call<Details>('get', `runs/${run?.id}/details`)).finishedAt).not.toBeNull()
  expect((await fleet.call<Details>('get', `runs/${run?.id}/details`)).locations.length).toBeGreaterThan(0)
  await context.close()
})
