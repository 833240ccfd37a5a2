import { anyHour, changeCompany, choose } from './alerting.ts'
import { newFleet } from './fleet.ts'
import { expect, test } from './journey.ts'
import { headersOf, signIn } from './people.ts'

/** On the company's clock. */
const clock = (at: number) => new Date(at).toLocaleTimeString('en-GB', { timeZone: 'America/Toronto', hour: '2-digit', minute: '2-digit' })
const minute = 60_000

test('a text is held in quiet hours, and dropped because the driveway is done before they end', async ({ page, request }) => {
  test.setTimeout(5 * minute)
  const fleet = await newFleet(request)
  const { id } = await fleet.call<{ id: string }>('get', 'companies/current')
  await changeCompany(request, id, { alertConfig: { ...anyHour.alertConfig, isActive: true } })
  const staff = await headersOf(request, 'super@bordee.demo')
  await request.post('/api/alert-bank/transactions', {
    data: { companyId: id, transaction: { amount: 10, expiresAt: null } },
    headers: staff,
  })
  // They end within two minutes.
  const quietHours = { startAt: clock(Date.now() - 30 * minute), endAt: clock(Date.now() + 90_000) }
  await fleet.call('post', 'contacts', { contact: { site: fleet.sites[0]?.id, phone: '4185550167', quietHours } })
  await fleet.call('post', 'messages', { message: { short: 'Passage', long: 'Boreal : la deneigeuse arrive.' } })
  const { id: runId } = await fleet.call<{ id: string }>('post', 'runs', { routeId: fleet.routeId })

  await signIn(page, fleet.email, '/dashboard/alerts/sending')
  await page.getByRole('radio', { name: 'Trajet' }).check({ force: true })
  await choose(page, 'Message', 'Passage')
  await choose(page, 'Trajet', fleet.routeName)
  await expect(page.getByText('Retenus jusqu’à la fin de leurs heures de tranquillité')).toBeVisible()
  await page.getByRole('button', { name: 'Envoyer' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Envoyer' }).click()
  await expect(page.getByText('1 texto attend la fin des heures de tranquillité de son occupant.')).toBeVisible()
  await page.goto('/dashboard/alerts/history')
  await page.getByRole('row', { name: /Rue Saint-Jean/ }).click()
  await expect(page.getByText('Retenu', { exact: true })).toBeVisible()

  const { runSites } = await fleet.call<{ runSites: { id: string; siteId: string }[] }>('get', `runs/${runId}/details`)
  const stop = runSites.find(({ siteId }) => siteId === fleet.sites[0]?.id)
  await fleet.call('post', `runs/${runId}/run-site/${stop?.id}/mark-as-done`, {})
  await expect(async () => {
    await page.reload()
    await expect(page.getByText('Déjà passé', { exact: true })).toBeVisible({ timeout: 1000 })
  }).toPass({ timeout: 4 * minute, intervals: [5000] })
  const left = await request.get('/api/outbox', { params: { channel: 'sms', to: '4185550167' }, headers: staff })
  expect(await left.json()).toEqual([])
})
