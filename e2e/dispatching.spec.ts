import { expect, test } from './journey.ts'
import { headersOf, signIn } from './people.ts'

const dispatcher = 'repartition@bordee.demo'

test('a dispatcher finds the board, the trucks and the history, and nothing that is refused', async ({ page }) => {
  const refused: string[] = []
  page.on('response', (answer) => {
    if (answer.status() === 403) refused.push(answer.url())
  })
  await signIn(page, dispatcher)
  await page.waitForURL('**/dashboard/operations/**') // home is the board while an operation is open
  const menu = page.getByRole('navigation', { name: 'Menu principal' })
  await expect(menu.getByRole('link')).toHaveText(['Accueil', 'Opérations', /^Alertes/, 'Bulletin', 'Flotte', 'Ma tournée', 'Paramètres'])

  await expect(page.getByText('Fin prévue').first()).toBeVisible()
  for (const tab of ['Passages', 'Journal', 'Rapport']) await page.getByRole('tab', { name: tab }).click()
  await expect(page.getByRole('heading', { name: 'Alertes envoyées' })).toBeVisible()
  await expect(page.getByText('$')).toHaveCount(0)

  await menu.getByRole('link', { name: 'Flotte' }).click()
  await expect(page.getByRole('tab')).toHaveText(['Suivi', 'Historique'])
  await page.getByRole('tab', { name: 'Historique' }).click()
  await expect(page.getByRole('grid', { name: 'Tournées' })).toBeVisible()
  await menu.getByRole('link', { name: 'Alertes' }).click()
  await expect(page.getByRole('heading', { name: 'Alertes' })).toBeVisible() // the fleet has a tab of that name too
  await page.getByRole('tab', { name: 'Historique' }).click()
  await expect(page.getByRole('columnheader', { name: 'Envoyés' })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Montant' })).toHaveCount(0)
  expect(refused).toEqual([])
})

test('a driver who signs in during a run lands on « Ma tournée »', async ({ page, request }) => {
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
})
