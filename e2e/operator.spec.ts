import type { Browser } from '@playwright/test'
import { newFleet } from './fleet.ts'
import { expect, test } from './journey.ts'
import { looksRight } from './looks.ts'
import { demoPassword, fillSignIn, signIn } from './people.ts'

/** The centre of the first driveway. */
const home = { latitude: 46.8108, longitude: -71.2184, accuracy: 6 }
/** The street in front of it. */
const street = { ...home, latitude: 46.8113 }

async function openPhone(browser: Browser, baseURL: string | undefined, permissions = ['geolocation']) {
  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    baseURL: baseURL ?? '',
    permissions,
    geolocation: street,
  })
  const page = await context.newPage()
  return { context, page }
}

interface Details {
  id: string
  finishedAt: string | null
  locations: { lat: number }[]
  areaActions: { type: string; reason: string | null; note: string | null }[]
}

test('an operator drives out of coverage, reloads and comes back without losing anything, while the office watches', async ({
  browser,
  page: office,
  request,
  baseURL,
}) => {
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
  await expect(page.getByText('0 de 3 fait')).toBeVisible()
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
  await page.getByRole('button', { name: '✓ Marquer comme fait' }).click()
  await expect(page.getByText('1 de 3 fait')).toBeVisible()
  await expect(page.getByText('1 en attente d’envoi')).toBeVisible()
  await page.reload()
  await expect(page.getByText('1 de 3 fait')).toBeVisible()
  await expect(page.getByText('Pas de réseau')).toBeVisible()
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

test('a run started without a network is reported once it returns', async ({ browser, request, baseURL }) => {
  const fleet = await newFleet(request)
  const { context, page } = await openPhone(browser, baseURL)
  await signIn(page, fleet.email, '/operateur')
  await page.getByRole('button', { name: 'J’accepte' }).click()
  await expect(page.getByRole('button', { name: new RegExp(fleet.routeName) })).toBeVisible()
  await page.evaluate(() => navigator.serviceWorker.ready)
  await context.setOffline(true)
  await page.getByRole('button', { name: new RegExp(fleet.routeName) }).click()
  await expect(page.getByText('0 de 3 fait')).toBeVisible()
  await page.getByRole('button', { name: '✓ Marquer comme fait' }).click()
  await expect(page.getByText('1 de 3 fait')).toBeVisible()
  await page.reload()
  await expect(page.getByText('1 de 3 fait')).toBeVisible()
  expect(await fleet.call<Details[]>('get', 'runs/current')).toEqual([])
  await context.setOffline(false)
  await expect.poll(async () => (await fleet.call<{ areasDone: number }[]>('get', 'runs/current'))[0]?.areasDone).toBe(1)
  await context.close()
})

test('a phone that denies its position says so, and stops can be marked by hand', async ({ browser, request, baseURL }) => {
  const fleet = await newFleet(request)
  const { context, page } = await openPhone(browser, baseURL, [])
  await signIn(page, fleet.email, '/operateur')
  await page.getByRole('button', { name: 'J’accepte' }).click()
  await page.getByRole('button', { name: new RegExp(fleet.routeName) }).click()
  await page.getByRole('button', { name: /GPS interdit/ }).click()
  await expect(page.getByText('Le téléphone l’interdit à cette page.')).toBeVisible()
  await looksRight(page, 'operateur-autotest', [360])
  await page.getByRole('button', { name: 'Fermer' }).click()
  await page.getByRole('button', { name: '✓ Marquer comme fait' }).click()
  await expect(page.getByText('1 de 3 fait')).toBeVisible()
  await context.close()
})

test('an employee lands on the alerts and reaches the operator page from the menu', async ({ page }) => {
  await fillSignIn(page, 'equipe@bordee.demo')
  await expect(page).toHaveURL(/\/dashboard\/alerts/)
  await page.getByRole('link', { name: 'Ma tournée' }).click()
  await expect(page).toHaveURL(/\/operateur$/)
  await expect(page.getByRole('button', { name: 'J’accepte' })).toBeVisible()
})
