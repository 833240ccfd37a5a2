import type { APIRequestContext, Page } from '@playwright/test'
import { anyHour, boreal, changeCompany, choose } from './alerting.ts'
import { expect, test } from './journey.ts'
import { headersOf, signIn, signOut } from './people.ts'

/** Opens the confirmation to send to a new sector. `sends` returns how many sends went out under its name. */
async function readyToSend(page: Page, request: APIRequestContext) {
  await changeCompany(request, boreal, anyHour)
  const headers = await headersOf(request, 'proprio@bordee.demo')
  const name = `Réseau ${Date.now()}`
  const sectors = (await (await request.get('/api/sectors', { headers })).json()) as { polygon: object }[]
  const { id } = (await (
    await request.post('/api/sectors', { data: { sector: { name, polygon: sectors[0]?.polygon } }, headers })
  ).json()) as { id: string }
  const message = { short: name, long: `Boréal : essai ${name}.`.slice(0, 60) }
  await request.post('/api/messages', { data: { message }, headers })
  // Load the notifications first: they can't load once the network is gone.
  const words = page.waitForResponse(/notificationsDrawn.*\.js/)
  await signIn(page, 'proprio@bordee.demo', '/dashboard/alerts/sending')
  await choose(page, 'Message', name)
  await choose(page, 'Secteur', name)
  await page.getByRole('button', { name: 'Envoyer' }).click()
  const press = page.getByRole('dialog').getByRole('button', { name: 'Envoyer' })
  await expect(press).toBeVisible()
  await words
  const sends = async () => {
    const answer = await request.get('/api/notifications/history?from=2020-01-01&to=2100-01-01', { headers })
    return ((await answer.json()) as { targetName: string }[]).filter(({ targetName }) => targetName === name).length
  }
  return { press, sends, remove: () => request.delete(`/api/sectors/${id}`, { headers }) }
}

test('pressing « Envoyer » without a network fails at once, and nothing is sent when it returns', async ({ page, request }) => {
  const { press, sends, remove } = await readyToSend(page, request)
  await page.context().setOffline(true)
  await press.click()
  await expect(page.getByText(/hors ligne\s: rien n’a été envoyé/)).toBeVisible()
  await page.context().setOffline(false)
  // Anything queued would have been sent by the time a page requested later has loaded.
  await page.getByRole('tab', { name: 'Historique' }).click()
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  expect(await sends()).toBe(0)
  await remove()
})

test('when the answer to « Envoyer » is lost, the screen asks for the outcome and shows it', async ({ page, request }) => {
  const { press, sends, remove } = await readyToSend(page, request)
  // The server sends the alert, but its answer never arrives.
  await page.route('**/api/notifications/send', async (route) => {
    await route.fetch()
    await route.abort('connectionreset')
  })
  await press.click()
  await expect(page.getByRole('region', { name: 'Progression' })).toBeVisible({ timeout: 20_000 })
  await expect(page.getByText(/n’a pas été envoyé/)).toHaveCount(0)
  expect(await sends()).toBe(1)
  await remove()
})

test('when « Envoyer » never reaches the server, the screen says so, and the next press sends once', async ({ page, request }) => {
  const { press, sends, remove } = await readyToSend(page, request)
  await page.route('**/api/notifications/send', (route) => route.abort('connectionreset'))
  await press.click()
  await expect(page.getByText(/Nous vérifions si l’alerte est partie/)).toBeVisible()
  await expect(page.getByText(/L’alerte n’est pas partie/)).toBeVisible({ timeout: 20_000 })
  expect(await sends()).toBe(0)
  await page.unroute('**/api/notifications/send')
  await page.getByRole('button', { name: 'Envoyer' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Envoyer' }).click()
  await expect(page.getByRole('region', { name: 'Progression' })).toBeVisible()
  expect(await sends()).toBe(1)
  await remove()
})

test('a sector can be renamed in the tree, and survives its grouping', async ({ page, request }) => {
  const headers = await headersOf(request, 'proprio@bordee.demo')
  const name = `Nord ${Date.now()}`
  const sectors = (await (await request.get('/api/sectors', { headers })).json()) as { polygon: object }[]
  const grouping = (await (await request.post('/api/alerts', { data: { alerts: { name } }, headers })).json()) as { id: string }
  const sector = { name: `${name} – bas`, polygon: sectors[0]?.polygon, groupId: grouping.id }
  const { id } = (await (await request.post('/api/sectors', { data: { sector }, headers })).json()) as { id: string }

  await signIn(page, 'proprio@bordee.demo', '/dashboard/alerts/sectors')
  await page.getByText(`${name} – bas`, { exact: true }).dblclick()
  await page.getByRole('textbox', { name: 'Nom' }).fill(`${name} – haut`)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('gridcell', { name: `${name} – haut`, exact: true })).toBeVisible()

  await page.getByRole('checkbox', { name: `Sélectionner ${name}`, exact: true }).check()
  await page.getByRole('button', { name: 'Supprimer (1)' }).click()
  await page.getByRole('dialog', { name: 'Supprimer 1 regroupement?' }).getByRole('button', { name: 'Supprimer' }).click()
  await expect(page.getByRole('gridcell', { name, exact: true })).toHaveCount(0)
  await expect(page.getByRole('gridcell', { name: `${name} – haut`, exact: true })).toBeVisible()
  await request.delete(`/api/sectors/${id}`, { headers })
})

test('the sector rows keep their place when one is opened and closed', async ({ page }) => {
  for (const width of [1440, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    await signIn(page, 'proprio@bordee.demo', '/dashboard/alerts/sectors')
    const row = page.getByRole('row', { name: /Limoilou/ })
    await expect(row).toBeVisible()
    const before = await row.boundingBox()
    await row.click()
    await expect(page.getByRole('heading', { name: 'Limoilou' })).toBeVisible()
    expect((await row.boundingBox())?.y).toBe(before?.y)
  }
})

test('the history shows other people’s sends live, until its reader signs out', async ({ page, request }) => {
  await changeCompany(request, boreal, anyHour)
  const headers = await headersOf(request, 'equipe@bordee.demo')
  const oneOf = async (path: string) => ((await (await request.get(path, { headers })).json()) as { id: string; name: string }[])[0]
  const [message, sector] = [await oneOf('/api/messages?active=true'), await oneOf('/api/sectors/for-alerts')]
  const listening = page.waitForResponse('**/api/live')
  await signIn(page, 'proprio@bordee.demo', '/dashboard/alerts/history')
  await listening
  const sentByHim = page.getByRole('row', { name: /Étienne Côté/ })
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  const before = await sentByHim.count()

  // Nothing is under way, so the page doesn't poll: only the live channel can update it.
  const sent = await request.post('/api/notifications/send', { data: { messageId: message?.id, sectorId: sector?.id }, headers })
  expect(await sent.json()).toMatchObject({ type: 'success' })

  await expect(sentByHim).toHaveCount(before + 1)
  await expect(sentByHim.first()).toContainText('Terminé')
  const ended = page.waitForEvent('requestfailed', (one) => one.url().endsWith('/api/live'))
  await signOut(page)
  await ended
})

test('the office resubscribes a phone with a request, and staff raise the billing cap', async ({ page, request }) => {
  const headers = await headersOf(request, 'proprio@bordee.demo')
  const occupants = (await (await request.get('/api/contacts', { headers })).json()) as { phone: string; unsubscribed: boolean }[]
  const phone = occupants.find(({ unsubscribed }) => unsubscribed)?.phone ?? ''
  await signIn(page, 'proprio@bordee.demo', '/dashboard/client-folders/occupants')
  await page.getByRole('textbox', { name: 'Rechercher' }).fill(phone)
  const unsubscribed = page.getByRole('gridcell', { name: 'Désabonné', exact: true })
  await expect(unsubscribed).toHaveCount(1)
  await unsubscribed.click()
  await page.getByRole('button', { name: 'Réabonner' }).click()
  const asked = page.getByRole('dialog', { name: 'Réabonner' })
  await asked.getByRole('button', { name: 'Réabonner' }).click()
  await expect(asked.getByText('Ce champ est requis.')).toBeVisible()
  await asked.getByRole('textbox', { name: 'Demande reçue' }).fill('A téléphoné ce matin.')
  await asked.getByRole('button', { name: 'Réabonner' }).click()
  await expect(page.getByText('Numéro réabonné.')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Changements d’abonnement' }).getByRole('listitem').first()).toContainText('A téléphoné')

  const staff = await headersOf(request, 'super@bordee.demo')
  await signIn(page, 'super@bordee.demo', `/dashboard/companies/list/${boreal}`)
  await page.getByRole('button', { name: 'Changer le plafond' }).click()
  await page.getByRole('textbox', { name: 'Plafond par mois' }).fill('150')
  await page.getByRole('dialog').getByRole('button', { name: 'Enregistrer' }).click()
  await expect(page.getByText(/sur un plafond de 150,00/)).toBeVisible()
  await request.patch(`/api/alert-bank/${boreal}/billing`, { data: { monthlyCap: 10_000 }, headers: staff })
})

test('an employee can alert only the sectors assigned', async ({ page, request }) => {
  await changeCompany(request, boreal, { alertConfig: { ...anyHour.alertConfig, isAccessesLimited: true } })
  await signIn(page, 'proprio@bordee.demo', '/dashboard/accounts/list')
  await page.getByRole('row').filter({ hasText: 'equipe@bordee.demo' }).click()
  await page.getByRole('combobox', { name: 'Secteurs' }).fill('Limoilou')
  await page.getByRole('option', { name: 'Limoilou' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(page.getByText('Modifications enregistrées avec succès')).toBeVisible()
  await signOut(page)

  await signIn(page, 'equipe@bordee.demo')
  await page.waitForURL('**/dashboard/alerts/sending')
  await expect(page.getByRole('tab')).toHaveText(['Envois'])
  await page.getByRole('combobox', { name: 'Secteur' }).click()
  await expect(page.getByRole('option')).toHaveCount(1)
  await expect(page.getByRole('option', { name: /^Limoilou/ })).toBeVisible()
  await page.goto('/dashboard/alerts/history')
  await page.waitForURL('**/dashboard/alerts/sending')
  await changeCompany(request, boreal, { alertConfig: { isAccessesLimited: false } })
})
