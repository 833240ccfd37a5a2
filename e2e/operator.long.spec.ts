import { newFleet } from './fleet.ts'
import { expect, test } from './journey.ts'
import { looksRight } from './looks.ts'
import { type Details, markDone, openPhone, startRoute } from './operator-phone.ts'
import { fillSignIn, headersOf, signIn } from './people.ts'

test('a run started without a network is reported once it returns', async ({ browser, request, baseURL }) => {
  const fleet = await newFleet(request)
  const { context, page } = await openPhone(browser, baseURL)
  await signIn(page, fleet.email, '/operateur')
  await page.getByRole('button', { name: 'J’accepte' }).click()
  await expect(page.getByRole('button', { name: new RegExp(fleet.routeName) })).toBeVisible()
  await page.evaluate(() => navigator.serviceWorker.ready)
  await context.setOffline(true)
  await startRoute(page, fleet.routeName)
  await expect(page.getByText('0 fait sur 3')).toBeVisible()
  await markDone(page)
  await expect(page.getByText('1 fait sur 3')).toBeVisible()
  await page.reload()
  await expect(page.getByText('1 fait sur 3')).toBeVisible()
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
  await startRoute(page, fleet.routeName)
  await page.getByRole('button', { name: /GPS interdit/ }).click()
  await expect(page.getByText('Le téléphone l’interdit à cette page.')).toBeVisible()
  await looksRight(page, 'operateur-autotest', [360])
  await page.getByRole('button', { name: 'Fermer' }).click()
  await markDone(page)
  await expect(page.getByText('1 fait sur 3')).toBeVisible()
  await context.close()
})

test('an employee lands on the alerts and reaches the operator page from the menu', async ({ page }) => {
  await fillSignIn(page, 'equipe@bordee.demo')
  await expect(page).toHaveURL(/\/dashboard\/alerts/)
  await page.getByRole('link', { name: 'Ma tournée' }).click()
  await expect(page).toHaveURL(/\/operateur$/)
  await expect(page.getByRole('button', { name: 'J’accepte' })).toBeVisible()
})

test('a driver who signs in during a run, or on a phone, lands on « Ma tournée »', async ({ page, request }) => {
  const headers = await headersOf(request, 'equipe@bordee.demo')
  const routes: { id: string }[] = await (await request.get('/api/routes/select-options', { headers })).json()
  const run: { id: string } = await (await request.post('/api/runs', { headers, data: { routeId: routes.at(-1)?.id } })).json()
  try {
    await signIn(page, 'equipe@bordee.demo')
    await page.waitForURL('**/operateur')
  } finally {
    await request.post(`/api/runs/${run.id}/take-back`, { headers })
  }
  await page.goto('/dashboard')
  await page.waitForURL('**/dashboard/alerts/sending')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/dashboard')
  await page.waitForURL('**/operateur')
})
