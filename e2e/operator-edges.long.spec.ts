// What only a phone in the field shows: a dead phone, gloves, a start pressed by mistake, a full memory, a wrong clock.
import type { Page } from '@playwright/test'
import { type Fleet, newFleet } from './fleet.ts'
import { expect, test } from './journey.ts'
import { looksRight } from './looks.ts'
import { type Details, markDone, openPhone, startRoute } from './operator-phone.ts'
import { signIn } from './people.ts'

async function takeOver(page: Page, fleet: Fleet) {
  await signIn(page, fleet.email, '/operateur')
  await page.getByRole('button', { name: 'J’accepte' }).click()
  await expect(page.getByRole('heading', { name: 'Choisissez un trajet' })).toBeVisible()
  await expect(page.getByText('Pas gardé sur le téléphone')).toHaveCount(0)
}

const detailsOf = (fleet: Fleet, id: string | undefined) => fleet.call<Details>('get', `runs/${id}/details`)

test('a night started while a dead phone was still in a run is not lost', async ({ browser, request, baseURL }) => {
  const fleet = await newFleet(request)
  const { context, page } = await openPhone(browser, baseURL)
  await takeOver(page, fleet)
  await context.setOffline(true)
  const dead = await fleet.call<{ id: string }>('post', 'runs', { routeId: fleet.routeId })
  await startRoute(page, fleet.routeName)
  await markDone(page)
  await markDone(page)
  await expect(page.getByText('2 faits sur 3')).toBeVisible()

  await context.setOffline(false)
  await expect(page.getByText('Le bureau ne reçoit pas cette tournée.')).toBeVisible({ timeout: 40_000 })
  await expect(page.getByText('Tout est envoyé', { exact: true })).toHaveCount(0)
  await looksRight(page, 'operateur-refus', [360])
  await page.getByRole('button', { name: 'Liste' }).click()
  await expect(page.getByRole('heading', { name: 'Non envoyé' })).toBeVisible()
  await looksRight(page, 'operateur-non-envoye', [360])
  const text = await page.getByRole('link', { name: 'Envoyer au bureau par texto' }).getAttribute('href')
  expect(decodeURIComponent(text ?? '')).toContain('Fait')
  await page.reload()
  await page.getByRole('button', { name: 'Quitter l’autre tournée et continuer celle-ci' }).first().click()

  await expect(page.getByText('Tout est envoyé', { exact: true })).toBeVisible({ timeout: 40_000 })
  const [run, ...others] = await fleet.call<Details[]>('get', 'runs/current')
  expect(others).toEqual([])
  expect((await detailsOf(fleet, run?.id)).areaActions).toHaveLength(2)
  const { startedAt } = await fleet.call<{ startedAt: string }>('get', `runs/${run?.id}/details`)
  expect((await detailsOf(fleet, dead.id)).finishedAt).toBe(startedAt)
  await context.close()
})

test('a driver whom a colleague forestalled joins their run, with what was done meanwhile', async ({ browser, request, baseURL }) => {
  const fleet = await newFleet(request)
  const { id } = await fleet.call<{ id: string }>('post', 'operations', {})
  const theirs = await fleet.call<{ id: string }>('post', `operations/${id}/redo-run`, { siteIds: fleet.sites.map((site) => site.id) })
  const { context, page } = await openPhone(browser, baseURL)
  await takeOver(page, fleet)
  await page.route('**/api/runs', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({
          status: 409,
          json: { message: 'Non.', type: 'failure', code: 'round-begun', conflicts: [{ id: theirs.id, message: 'Marc' }] },
        })
      : route.continue(),
  )
  await startRoute(page, fleet.routeName)
  await markDone(page)
  await expect(page.getByText('Un collègue a commencé cette ronde avant vous.').first()).toBeVisible({ timeout: 40_000 })
  await expect(page.getByRole('button', { name: 'Faire le trajet complet' }).first()).toBeVisible()
  await looksRight(page, 'operateur-devance', [360])
  await page.getByRole('button', { name: 'Rejoindre sa tournée' }).first().click()
  await expect(page.getByText('Tout est envoyé', { exact: true })).toBeVisible({ timeout: 40_000 })
  expect((await fleet.call<Details[]>('get', 'runs/current')).map((run) => run.id)).toEqual([theirs.id])
  expect((await detailsOf(fleet, theirs.id)).areaActions).toHaveLength(1)
  await expect(page.getByText('1 fait sur 3')).toBeVisible()
  await context.close()
})

test('a double tap marks one driveway, and a mark can be taken back for five seconds', async ({ browser, request, baseURL }) => {
  const fleet = await newFleet(request)
  const { context, page } = await openPhone(browser, baseURL)
  await takeOver(page, fleet)
  await startRoute(page, fleet.routeName)
  await page.waitForTimeout(800)
  const box = await page.getByRole('button', { name: '✓ Marquer comme fait' }).boundingBox()
  expect(box?.y).toBeGreaterThan(370) // in the lower half
  const [x, y] = [(box?.x ?? 0) + 40, (box?.y ?? 0) + 30]
  await page.mouse.click(x, y)
  await page.waitForTimeout(100)
  await page.mouse.click(x, y)
  await expect(page.getByText('1 fait sur 3')).toBeVisible()
  await page.getByRole('button', { name: 'Annuler', exact: true }).click()
  await expect(page.getByText('0 fait sur 3')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Annuler', exact: true })).toHaveCount(0)

  await markDone(page)
  await looksRight(page, 'operateur-annuler', [360])
  await page.reload() // a crash: the mark is sent when the page starts again
  await expect(page.getByText('1 fait sur 3')).toBeVisible()
  const [run] = await fleet.call<Details[]>('get', 'runs/current')
  await expect.poll(async () => (await detailsOf(fleet, run?.id)).areaActions.length).toBe(1)
  await context.close()
})

test('a start can be taken back, with and without a network', async ({ browser, request, baseURL }) => {
  const fleet = await newFleet(request)
  const { context, page } = await openPhone(browser, baseURL)
  await takeOver(page, fleet)
  await startRoute(page, fleet.routeName)
  await expect.poll(async () => (await fleet.call<Details[]>('get', 'runs/current')).length).toBe(1)
  await looksRight(page, 'operateur-depart-annulable', [360])
  await page.getByRole('button', { name: 'Annuler le départ' }).click()
  await expect(page.getByRole('heading', { name: 'Choisissez un trajet' })).toBeVisible()
  await expect.poll(() => fleet.call<Details[]>('get', 'runs/current')).toEqual([])

  await context.setOffline(true)
  await page.getByRole('button', { name: new RegExp(fleet.routeName) }).click()
  await expect(page.getByRole('dialog').getByText('inconnu').first()).toBeVisible()
  await expect(page.getByRole('dialog').getByText('3', { exact: true })).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Démarrer', exact: true }).click()
  await page.getByRole('button', { name: 'Annuler le départ' }).click()
  await context.setOffline(false)
  await expect(page.getByText('Tout est envoyé.')).toBeAttached()
  expect(await fleet.call<Details[]>('get', 'runs')).toEqual([])
  await context.close()
})

test('a full phone turns red, loses nothing and sends at once', async ({ browser, request, baseURL }) => {
  const fleet = await newFleet(request)
  const { context, page } = await openPhone(browser, baseURL)
  await takeOver(page, fleet)
  await startRoute(page, fleet.routeName)
  await page.evaluate(() => {
    IDBObjectStore.prototype.add = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
  })
  await markDone(page)
  await expect(page.getByText('La mémoire du téléphone est pleine')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Annuler' })).toHaveCount(0) // it covers what can be said of the stop
  await looksRight(page, 'operateur-plein', [360])
  await expect(page.getByText('1 fait sur 3')).toBeVisible()
  const [run] = await fleet.call<Details[]>('get', 'runs/current')
  await expect.poll(async () => (await detailsOf(fleet, run?.id)).areaActions.length, { timeout: 20_000 }).toBe(1)
  await context.close()
})

test('a phone an hour ahead puts the office’s later correction after its own mark', async ({ browser, request, baseURL }) => {
  const fleet = await newFleet(request)
  const { context, page } = await openPhone(browser, baseURL)
  await context.addInitScript(() => {
    const Real = Date
    const hour = 3_600_000
    globalThis.Date = class extends Real {
      constructor(...given: unknown[]) {
        super(...((given.length > 0 ? given : [Real.now() + hour]) as [number]))
      }
      static override now() {
        return Real.now() + hour
      }
    } as DateConstructor
  })
  await takeOver(page, fleet)
  await startRoute(page, fleet.routeName)
  await markDone(page)
  const [run] = await fleet.call<Details[]>('get', 'runs/current')
  await expect.poll(async () => (await detailsOf(fleet, run?.id)).areaActions.length, { timeout: 20_000 }).toBe(1)
  const { runSites } = await fleet.call<{ runSites: { id: string }[] }>('get', `runs/${run?.id}/details`)
  await fleet.call('post', `runs/${run?.id}/run-site/${runSites[0]?.id}/mark-as-not-done`, { reason: 'other' })
  await page.reload()
  await page.getByRole('button', { name: 'Liste' }).click()
  await expect(page.getByRole('button', { name: /rue.*Pas fait/i })).toBeVisible()
  await context.close()
})
