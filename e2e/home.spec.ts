import { newFleet } from './fleet.ts'
import { expect, test } from './journey.ts'
import { looksRight } from './looks.ts'
import { signIn } from './people.ts'

test('five in the morning: the owner sees the night, and each number opens its list @looks', async ({ page, request }) => {
  const fleet = await newFleet(request)
  const run = await fleet.call<{ id: string }>('post', 'runs', { routeId: fleet.routeId, unit: '14' })
  const { runSites } = await fleet.call<{ runSites: { id: string }[] }>('get', `runs/${run.id}/details?locations=false`)
  await fleet.call('post', `runs/${run.id}/run-site/${runSites[0]?.id}/mark-as-done`, {})
  await signIn(page, fleet.email)
  await page.waitForURL('**/dashboard/home')
  const strip = page.getByRole('region', { name: /^Opération du / })
  await expect(strip.getByText(`1 / ${runSites.length}`)).toBeVisible()
  await fleet.call('post', `runs/${run.id}/run-site/${runSites[1]?.id}/mark-as-not-done`, { reason: 'gate' })
  const toDo = page.getByRole('region', { name: 'À traiter' })
  await expect(toDo.getByText('1 arrêt à reprendre')).toBeVisible() // by itself: the page is live
  await looksRight(page, 'home')
  await page.setViewportSize({ width: 1440, height: 900 })
  await toDo.getByRole('link', { name: '1 arrêt à reprendre' }).click()
  await page.waitForURL('**/passes**')
  await expect(page.getByRole('row', { name: /À reprendre/ })).toHaveCount(1)
  await page.goBack()
  await expect(strip).toBeVisible()
  await strip.getByRole('link', { name: 'Voir le tableau' }).click()
  await expect(page.getByRole('region', { name: 'Tournées' })).toBeVisible()
})
