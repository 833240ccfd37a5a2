import { expect, test } from './journey.ts'
import { signIn } from './people.ts'

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
