// A season's contracts, from the template to the last payment.
import { contractor, type Draft, draft, read, write } from './contractor.ts'
import { expect, test } from './journey.ts'
import { looksRight, violations } from './looks.ts'
import { agree, headersOf, signIn } from './people.ts'

// Each test creates its own company and visits several screens.
test.describe.configure({ timeout: 180_000 })

test('editing a contract the client already has returns it to draft, and says so', async ({ page, request }) => {
  const owner = await contractor(request)
  const { id } = await draft(request, owner)
  await write(request, owner, 'contracts/statuses', { contractIds: [id], status: 'sent' })
  await signIn(page, owner, `/dashboard/contracts/edit/${id}`)
  await page.getByRole('group', { name: 'Service 1' }).getByRole('textbox', { name: 'Prix' }).fill('450')
  await page.getByRole('button', { name: 'Enregistrer', exact: true }).click()
  await agree(page, 'Annuler')
  expect(await read(request, owner, `contracts/${id}`)).toMatchObject({ status: 'sent', subtotal: 40_000 })

  const written = page.waitForRequest((one) => one.method() === 'PATCH')
  await page.getByRole('button', { name: 'Enregistrer', exact: true }).click()
  await agree(page, 'Enregistrer')
  // Only the changed fields and the version are sent.
  expect(Object.keys(((await written).postDataJSON() as { contract: object }).contract)).toEqual(['services', 'version'])
  await expect(page.getByText(/passé au statut brouillon/)).toBeVisible()
  expect(await read(request, owner, `contracts/${id}`)).toMatchObject({ status: 'draft', subtotal: 45_000 })
})

test('when two people edit one contract, the second is warned and nothing is overwritten', async ({ page, request }) => {
  const owner = await contractor(request)
  const { id } = await draft(request, owner)
  await signIn(page, owner, `/dashboard/contracts/edit/${id}`)
  await page.getByRole('group', { name: 'Service 1' }).getByRole('textbox', { name: 'Prix' }).fill('450')
  const headers = await headersOf(request, owner)
  const meanwhile = await request.patch(`/api/contracts/${id}`, { headers, data: { contract: { isTaxesCharged: false } } })
  expect(meanwhile.status()).toBe(200)

  await page.getByRole('button', { name: 'Enregistrer', exact: true }).click()

  await expect(page.getByText('Quelqu’un d’autre a modifié ce contrat')).toBeVisible()
  expect(await read(request, owner, `contracts/${id}`)).toMatchObject({ isTaxesCharged: false, subtotal: 40_000 })
  await page.getByRole('button', { name: 'Recharger le contrat' }).click()
  await expect(page.getByRole('switch', { name: 'Facturer les taxes' })).not.toBeChecked()
  const price = page.getByRole('group', { name: 'Service 1' }).getByRole('textbox', { name: 'Prix' })
  await expect(price).toHaveValue(/^400/) // the form shows the saved values again
  await price.fill('450')
  await page.getByRole('button', { name: 'Enregistrer', exact: true }).click()
  await expect(page.getByText('Contrat modifié avec succès')).toBeVisible()
  expect(await read(request, owner, `contracts/${id}`)).toMatchObject({ isTaxesCharged: false, subtotal: 45_000 })
})

test('the list shows the progress of a sending and the refused e-mails', async ({ page, request }) => {
  const owner = await contractor(request)
  const { id, contractNumber } = await draft(request, owner)
  // The embedded mailer refuses no e-mail, so we fake the server's answer.
  const sending = { requestKey: 'appui', createdAt: new Date().toISOString(), total: 500, sent: 212, refused: [] as object[] }
  await page.route('**/api/contracts/sendings', (route) => route.fulfill({ json: sending }))
  await signIn(page, owner, '/dashboard/contracts')
  const line = page.getByRole('region', { name: 'Envoi des contrats' })
  await expect(line.getByRole('status')).toHaveText(/^Envoi en cours\s: 212\scourriels sur 500…$/)
  await looksRight(page, 'contracts-sending')

  const refused = { id, contractNumber, clientName: 'Client 001', email: 'parti@exemple.ca', message: '550 No such user' }
  Object.assign(sending, { sent: 499, refused: [refused] })
  await page.reload()
  await expect(line.getByRole('status')).toHaveText(/^499\scourriels partis, 1\srefusé\.$/)
  await line.getByRole('button', { name: 'Voir' }).click()
  await expect(page.getByRole('dialog').getByText('parti@exemple.ca (550 No such user)')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await line.getByRole('button', { name: 'Fermer' }).click()
  await expect(line).toHaveCount(0)
})

test('a client’s folder lists the client’s contracts and can start a new one', async ({ page, request }) => {
  const owner = await contractor(request, 2)
  const { clientId, contractNumber } = await draft(request, owner, 0)
  await draft(request, owner, 1)
  await signIn(page, owner, `/dashboard/client-folders/edit/${clientId}/contracts`)
  await expect(page.getByRole('grid', { name: 'Contrats' }).getByRole('row')).toHaveCount(2) // with the header row
  await expect(page.getByRole('row', { name: contractNumber })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Sommaire des contrats' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Nouveau contrat' }).click()
  await expect(page.getByRole('combobox', { name: 'Client' })).toHaveValue(/Client 001/)
  await expect(page.getByRole('combobox', { name: 'Point de service' })).toHaveValue(/Entrée 001/)
})

test('a company without the module sees its presentation', async ({ page }) => {
  await signIn(page, 'proprio2@bordee.demo', '/dashboard/contracts')
  await expect(page.getByText('Nouveau', { exact: true })).toBeVisible()
  for (const point of ['Contrats numériques', 'Renouvellement', 'Rappels'])
    await expect(page.getByText(point, { exact: true })).toBeVisible()
  expect(await violations(page)).toEqual([])
})

test('a site that has a contract for the next season is renewed only when the office insists', async ({ page, request }) => {
  const owner = await contractor(request, 1)
  const { id, clientId, siteId } = await draft(request, owner)
  await write(request, owner, 'contracts/statuses', { contractIds: [id], status: 'accepted' })
  const next = { clientId, siteId, startAt: '2091-11-01', endAt: '2092-04-15' }
  const { contractNumber } = (await write(request, owner, 'contracts', { contract: next })) as Draft
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn(page, owner, '/dashboard/contracts/list')

  await page
    .getByRole('row', { name: /Signé(?! le)/ })
    .getByRole('checkbox')
    .check()
  await page.getByRole('button', { name: 'Actions (1)' }).click()
  await page.getByRole('menuitem', { name: 'Renouveler pour la prochaine saison' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Renouveler', exact: true }).click()
  await expect(page.getByRole('dialog').getByText(`déjà un contrat pour cette saison\u00a0: ${contractNumber}`)).toBeVisible()
  await page.getByRole('button', { name: 'Renouveler quand même 1 contrat' }).click()

  await expect(page.getByText(/1.brouillon pour la prochaine saison/)).toBeVisible()
  await expect(page.getByRole('gridcell', { name: 'Brouillon' })).toHaveCount(1)
  await expect(page.getByRole('gridcell', { name: '01/11/2091' })).toHaveCount(1)
})

test('printing a draft asks first; sending lists what is missing', async ({ page, request }) => {
  const owner = await contractor(request, 2)
  const { id, clientId } = await draft(request, owner, 0)
  await draft(request, owner, 1)
  const headers = await headersOf(request, owner)
  await request.patch(`/api/customers/${clientId}`, { headers, data: { client: { email: `cliente-${Date.now()}@exemple.ca` } } })
  await request.post('/api/contracts/sync-info', { headers, data: { contractIds: [id] } })
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn(page, owner, '/dashboard/contracts/list')

  await page.getByRole('checkbox', { name: 'Tout sélectionner' }).check()
  await page.getByRole('button', { name: 'Actions (2)' }).click()
  await page.getByRole('menuitem', { name: 'Envoyer par courriel' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Envoyer', exact: true }).click()
  const missing = page.getByRole('dialog', { name: 'Certaines informations sont manquantes' })
  await expect(missing.getByText(/Client 002.*Courriel du client/)).toBeVisible()
  await missing.getByRole('button', { name: 'Fermer' }).last().click()
  await expect(page.getByText(/1.contrat envoyé/)).toBeVisible()
  await expect(page.getByRole('row', { name: /Client 001/ })).toContainText('Envoyé')

  await page.getByRole('row', { name: /Client 002/ }).click()
  const panel = page.getByRole('complementary', { name: 'Détail' })
  await panel.getByRole('button', { name: 'Imprimer' }).click()
  await expect(page.getByRole('dialog').getByText(/brouillon/)).toBeVisible()
  const opened = page.waitForEvent('popup')
  await page.getByRole('dialog').getByRole('button', { name: 'Imprimer', exact: true }).click()
  await (await opened).close()
  await expect(panel.getByText('Imprimé', { exact: true }).first()).toBeVisible()
})

test('each tile of the contracts lists what it counts, and the chosen season is remembered', async ({ page }) => {
  await signIn(page, 'proprio@bordee.demo', '/dashboard/contracts/list')
  const tiles = page.getByRole('region', { name: 'Sommaire des contrats' })
  for (const name of ['Brouillon', 'À signer', 'Impayé', 'Solde à recevoir', 'Total']) {
    const tile = tiles.locator('dl > div').filter({ has: page.getByRole('link', { name, exact: true }) })
    await expect(tile.locator('dd').first()).toHaveText(/\d/)
    const counted = await tile.locator('dd').first().textContent()
    await tile.getByRole('link').click()
    await expect(page.getByText(new RegExp(`^1–\\d+ sur ${counted}$`))).toBeVisible()
  }
  await page.getByRole('combobox', { name: 'Saison' }).click()
  await page.getByRole('option', { name: 'Toutes les saisons' }).click()
  await page.reload()
  await expect(page.getByRole('combobox', { name: 'Saison' })).toHaveValue('Toutes les saisons')
})

test('several contracts at once: status change, renewal, archive', async ({ page, request }) => {
  const owner = await contractor(request, 2)
  await draft(request, owner, 0)
  await draft(request, owner, 1)
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn(page, owner, '/dashboard/contracts/list')
  const act = async (item: string) => {
    await page.getByRole('checkbox', { name: 'Tout sélectionner' }).check()
    await page.getByRole('button', { name: 'Actions (2)' }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  await act('Signé')
  await expect(page.getByRole('dialog').getByText(/irréversible/)).toBeVisible()
  await agree(page, 'Changer le statut')
  await expect(page.getByRole('gridcell', { name: 'Signé' })).toHaveCount(2)

  await act('Renouveler pour la prochaine saison')
  await agree(page, 'Renouveler')
  await expect(page.getByText(/2.brouillons pour la prochaine saison/)).toBeVisible()
  await expect(page.getByRole('gridcell', { name: '01/11/2091' })).toHaveCount(2)
  await expect(page.getByRole('gridcell', { name: 'Brouillon' })).toHaveCount(2)
  await expect(page.getByRole('gridcell', { name: 'Signé' })).toHaveCount(0)
  await page.getByText('En cours', { exact: true }).click()

  for (const row of await page.getByRole('row', { name: /Signé(?! le)/ }).all()) await row.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Actions (2)' }).click()
  await page.getByRole('menuitem', { name: 'Archiver' }).click()
  await agree(page, 'Archiver')
  await expect(page.getByRole('gridcell', { name: 'Signé' })).toHaveCount(0)
  await page.getByText('Archivés', { exact: true }).click()
  await expect(page.getByRole('gridcell', { name: 'Archivé' })).toHaveCount(2)
})
