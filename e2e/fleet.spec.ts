import { driveFleet, newFleet, reportNow } from './fleet.ts'
import { expect, test } from './journey.ts'
import { looksRight } from './looks.ts'
import { signIn } from './people.ts'

test('the office watches a truck, sees what it has done, and marks what it could not do', { tag: '@looks' }, async ({ page, request }) => {
  const fleet = await newFleet(request)
  const { runId } = await driveFleet(fleet, 1)
  await signIn(page, fleet.email, '/dashboard/geolocation/run-tracking')
  await expect(page.getByText(/^1\scamion, sans nouvelles depuis/)).toBeVisible()
  const run = page.getByRole('link', { name: new RegExp(fleet.routeName) })
  await expect(run).toContainText(/33\s%.*1\s+fait sur 3/)

  // The truck moves live, and its work shows without a reload.
  await expect(page.getByRole('region', { name: 'Camions' })).toBeVisible()
  await reportNow(fleet, runId, 1)
  await expect(page.getByText('1 camion', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Odile Roy, vu .*, Rue Saint-Jean$/ })).toBeVisible()
  await run.click()
  await expect(page).toHaveURL(new RegExp(`/run-tracking/${runId}$`))
  const sites = page.getByRole('list', { name: 'Points de service' }).locator('> li')
  await expect(sites.nth(0)).toContainText(/Fait.*Visite \(Odile Roy, /s)
  await expect(sites.nth(2)).toContainText('À faire')

  await sites
    .nth(2)
    .getByRole('button', { name: /^Marquer/ })
    .click()
  await page.getByRole('menuitem', { name: 'Marquer pas fait' }).click()
  await page.getByRole('radio', { name: 'Barrière fermée' }).check()
  await page.getByLabel('Note').fill('La chaîne est cadenassée')
  await page.getByRole('dialog').getByRole('button', { name: 'Marquer pas fait' }).click()
  await expect(sites.nth(2)).toContainText(/Pas fait.*Barrière fermée.*La chaîne est cadenassée/s)
  await expect(page.getByText(/· 1\s+pas fait$/)).toBeVisible()

  // A mark made elsewhere shows here without a reload.
  const details = await fleet.call<{ runSites: { id: string }[] }>('get', `runs/${runId}/details`)
  await fleet.call('post', `runs/${runId}/run-site/${details.runSites[2]?.id}/mark-as-done`, {})
  await expect(sites.nth(2).getByText('Fait', { exact: true })).toBeVisible()
  await looksRight(page, 'suivi-tournee')
})

test('a run is replayed: scrubbed through, opened at a visit, and opened from the client’s folder', { tag: '@looks' }, async ({
  page,
  request,
}) => {
  const fleet = await newFleet(request)
  const { runId, startedAt } = await driveFleet(fleet, 2)
  await fleet.call('post', `runs/${runId}/action`, { type: 'quit' })
  await signIn(page, fleet.email, '/dashboard/geolocation/runs')
  await page.getByRole('row', { name: new RegExp(fleet.routeName) }).click()
  const clock = page.getByTestId('replay-clock')
  const seconds = (ms: number) => {
    const [hour, minute, second] = new Date(startedAt + ms).toLocaleTimeString('en-GB', { timeZone: 'America/Toronto' }).split(':')
    return `${Number(hour)} h ${minute} min ${second} s`
  }
  await expect(clock).toHaveText(seconds(0))

  const scrub = page.getByRole('slider', { name: 'Moment de la tournée' })
  await scrub.press('ArrowRight')
  await expect(clock).toHaveText(seconds(10_000))
  await scrub.press('Shift+ArrowRight')
  await expect(clock).toHaveText(seconds(70_000))
  await scrub.press('Home')
  await expect(clock).toHaveText(seconds(0))

  const visits = page.getByRole('list', { name: 'Visites' }).getByRole('button')
  await expect(visits).toHaveCount(2)
  await visits.nth(1).click()
  await expect(visits.nth(1)).toHaveAttribute('aria-current', 'true')
  await expect(clock).toHaveText(seconds(180_000))

  await page.getByText('50x', { exact: true }).click()
  await page.getByRole('button', { name: 'Lecture' }).click()
  await page.getByRole('button', { name: 'Pause' }).click()
  await expect(clock).not.toHaveText(seconds(180_000))

  await page.getByRole('button', { name: 'Actions' }).click()
  // The other actions are for platform staff.
  await expect(page.getByRole('menuitem')).toHaveText(['Régénérer les visites'])
  await page.getByRole('menuitem').click()
  await expect(page.getByText('La régénération de la tournée est programmée.')).toBeVisible()

  const [first] = fleet.sites
  await page.goto(`/dashboard/client-folders/edit/${first?.customerId}/visits/site/${first?.id}`)
  const visit = page.getByRole('row', { name: /Odile Roy/ })
  await expect(visit).toHaveCount(1)
  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Exporter' }).click()
  expect((await file).suggestedFilename()).toBe('visites.xlsx')
  await visit.click()
  await expect(clock).toHaveText(seconds(60_000))
  await looksRight(page, 'tournee-rejouee')
})
