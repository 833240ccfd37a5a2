import { newFleet } from './fleet.ts'
import { expect, test } from './journey.ts'
import { looksRight } from './looks.ts'
import { type Details, markDone, openPhone, street, untilButtonsListen } from './operator-phone.ts'
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
  await expect(page.getByRole('dialog').getByText('Avisées au départ')).toBeVisible()
  await looksRight(page, 'operateur-depart', [360])
  await page.getByRole('button', { name: 'Finition' }).click()
  await page.getByLabel('Unité').fill('12')
  await page.getByLabel('Votre téléphone').fill('418 555-0199')
  await page.getByRole('dialog').getByRole('button', { name: 'Démarrer', exact: true }).click()
  await expect(page.getByText('Finition · unité 12')).toBeVisible()
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
  await page.getByRole('button', { name: 'Carte', exact: true }).click()
  await expect(page.getByText('Carte indisponible sans réseau.')).toBeVisible()
  await page.getByRole('button', { name: 'Maintenant', exact: true }).click()
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  await untilButtonsListen(page)
  await page.getByRole('button', { name: 'Pas fait', exact: true }).click()
  await page.getByLabel('Note pour le bureau').fill('La chaîne est cadenassée')
  await page.getByRole('button', { name: 'Barrière fermée' }).click()
  await expect(page.getByText('2 en attente d’envoi')).toBeVisible()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
  await untilButtonsListen(page)
  await page.getByRole('button', { name: 'Fait en partie' }).click()
  await looksRight(page, 'operateur-en-partie', [360])
  await page.getByRole('button', { name: 'Véhicule dans l’entrée' }).click()
  await expect(page.getByText('1 fait, 1 en partie, 1 pas fait.')).toBeVisible()
  const [run] = await fleet.call<Details[]>('get', 'runs/current')
  expect((await fleet.call<Details>('get', `runs/${run?.id}/details`)).areaActions).toEqual([])

  await context.setOffline(false)
  await expect(page.getByText('Tout est envoyé').first()).toBeVisible()
  const { areaActions } = await fleet.call<Details>('get', `runs/${run?.id}/details`)
  expect(areaActions).toEqual([
    expect.objectContaining({ type: 'mark_as_done' }),
    expect.objectContaining({ type: 'mark_as_not_done', reason: 'gate', note: 'La chaîne est cadenassée' }),
    expect.objectContaining({ type: 'mark_as_partial', reason: 'vehicle' }),
  ])
  expect(run).toMatchObject({ kind: 'final', unit: '12' })
  await office.getByRole('link', { name: new RegExp(fleet.routeName) }).click()
  await expect(office.getByText('La chaîne est cadenassée')).toBeVisible()

  // The office calls the driver back to the first driveway.
  await fleet.call('post', `runs/${run?.id}/stops`, { siteIds: [fleet.sites[0]?.id], place: 'next' })
  await expect(page.getByText('1 arrêt ajouté par le bureau.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Prochain arrêt' })).toContainText('reprise')
  await page.setViewportSize({ width: 360, height: 900 })
  await page.getByRole('button', { name: 'Dommage' }).focus() // scrolls out from under the buttons that stay in sight
  await looksRight(page, 'operateur-reprise', [360])
  await page.getByRole('button', { name: 'Compris' }).click()
  await expect(page.getByText('ajouté par le bureau')).toHaveCount(0)

  await page.getByRole('button', { name: 'Liste' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Maintenant' })).toContainText('reprise')
  await expect(page.getByRole('button', { name: /rue.*Pas fait/i })).toBeVisible()
  await looksRight(page, 'operateur-liste', [360])
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('button', { name: 'Quitter la tournée' }).click()
  await expect(page.getByText('Vous y êtes seul')).toBeVisible()
  await looksRight(page, 'operateur-quitter', [360])
  await page.getByRole('button', { name: 'Oui, quitter' }).click()
  await expect(page.getByRole('heading', { name: 'Choisissez un trajet' })).toBeVisible()
  await expect.poll(async () => (await fleet.call<Details>('get', `runs/${run?.id}/details`)).finishedAt).not.toBeNull()
  expect((await fleet.call<Details>('get', `runs/${run?.id}/details`)).locations.length).toBeGreaterThan(0)
  await context.close()
})
