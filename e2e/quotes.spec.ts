// Quote requests in the office: the module, the sector, an incoming request, and the folder and contract made from
// it.
import type { APIRequestContext } from '@playwright/test'
import { type Challenge, solutionOf } from '../server/src/testing/captcha-solution.ts'
import { contractor, read } from './contractor.ts'
import { expect, test } from './journey.ts'
import { looksRight } from './looks.ts'
import { drawSquare, signIn } from './people.ts'

test.describe.configure({ timeout: 180_000 })

/** Asks as the form on the company's own website would, so the request reaches no other demo company. */
async function ask(request: APIRequestContext, companyId: string, lastname: string) {
  const challenge = (await (await request.get('/api/captcha/challenge')).json()) as Challenge
  const sent = await request.post('/api/quotes-requests', {
    headers: { recaptcha: await solutionOf(challenge) },
    data: {
      companyId,
      quoteRequest: {
        firstname: 'Hélène',
        lastname,
        email: `${crypto.randomUUID()}@exemple.ca`,
        phone: '4185550142',
        address: '500, rue Saint-Jean, Québec, QC G1R 1P8',
        location: { lat: 46.8109, lng: -71.2185 },
        size: 'double',
        slope: 'ascendant',
        coating: 'paving stones',
        hasTempo: true,
        wantAlerts: true,
        additionalInformation: 'Le chien <b>mord</b>.',
      },
    },
  })
  expect(sent.status(), await sent.text()).toBe(201)
}

test('the office starts the module, draws its sector, is admitted, sees a request arrive, and makes a client and a contract of it', {
  tag: '@looks',
}, async ({ page, request, anotherBrowser }) => {
  const owner = await contractor(request, 2)
  const { id: companyId } = await read(request, owner, 'companies/current')
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn(page, owner, '/dashboard/quotes/requests/list')
  await page.waitForURL('**/dashboard/quotes') // nothing else exists before the module is started
  await page.getByRole('button', { name: 'Commencer' }).click()

  await page.waitForURL('**/dashboard/quotes/sector/edit')
  await drawSquare(page, 'Tracé du secteur', 120)
  await expect(page.getByText(/km²,\s2\spoints de service/)).toBeVisible()
  await page.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(page.getByText('Modification sauvegardée')).toBeVisible()
  await page.getByRole('button', { name: 'Retour' }).click()
  await expect(page.getByRole('region', { name: 'Secteur', exact: true }).getByText(/^2\spoints de service$/)).toBeVisible()

  await expect(page.getByText('En attente d’admission')).toBeVisible()
  await looksRight(page, 'soumissions-en-attente')
  await page.setViewportSize({ width: 1440, height: 900 })
  const staff = await anotherBrowser()
  await signIn(staff, 'super@bordee.demo', `/dashboard/companies/list/${companyId}`)
  await staff.getByRole('button', { name: 'Admettre' }).click()
  await expect(staff.getByText('Décision enregistrée')).toBeVisible()
  await looksRight(staff, 'compagnie-admise')
  await page.reload()
  await expect(page.getByText('En attente d’admission')).toHaveCount(0)

  const menu = page.getByRole('navigation', { name: 'Menu principal' })
  const active = page.getByRole('switch', { name: 'Recevoir des demandes' })
  await active.click()
  await expect(page.getByText('Rien de nouveau ne vous parvient.', { exact: false })).toBeVisible()
  await page.reload()
  await expect(active).not.toBeChecked()
  await expect(menu.getByRole('link', { name: 'Soumissions' })).toBeVisible()
  await active.click()
  await expect(page.getByText('peuvent vous demander un prix', { exact: false })).toBeVisible()

  await expect(page.getByLabel('Ligne à coller dans votre page')).toHaveValue(
    new RegExp(`^<script src="http.+/embed\\.js" data-company="${companyId}" async></script>$`),
  )
  await page.getByRole('button', { name: 'Ajouter un site' }).click()
  await page.getByRole('textbox', { name: 'Adresse du site 1' }).fill('http://neiges.exemple')
  await page.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(page.getByText('Écrivez l’adresse du site ainsi', { exact: false })).toBeVisible()
  await page.getByRole('textbox', { name: 'Adresse du site 1' }).fill('https://Neiges.exemple/')
  await page.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(page.getByRole('textbox', { name: 'Adresse du site 1' })).toHaveValue('https://neiges.exemple')

  await page.getByRole('tab', { name: 'Demandes' }).click()
  await expect(page.getByText('Aucune demande')).toBeVisible()
  await menu.getByRole('link', { name: 'Clients' }).click()
  await expect(menu.getByRole('link', { name: 'Soumissions', exact: true })).toBeVisible()
  await ask(request, companyId, 'Arrivée')
  await menu.getByRole('link', { name: /^Soumissions.*1\snouvelle demande$/ }).click()
  await page.getByRole('gridcell', { name: 'Hélène Arrivée' }).click()

  await expect(page.getByRole('heading', { name: 'Hélène Arrivée' })).toBeVisible()
  await expect(page.getByRole('link', { name: '(418) 555-0142' })).toHaveAttribute('href', 'tel:4185550142')
  for (const said of ['Montante', 'Pavé', 'Le chien <b>mord</b>.'])
    await expect(page.getByRole('region', { name: 'Entrée' }).getByText(said)).toBeVisible()
  await page.getByRole('combobox', { name: 'Statut' }).click()
  await page.getByRole('option', { name: 'En attente' }).click()
  await page.getByRole('textbox', { name: 'Notes' }).fill('Rappeler lundi')
  await expect(page.getByRole('button', { name: 'Créer le dossier' })).toBeDisabled()
  await page.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(menu.getByRole('link', { name: 'Soumissions', exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'Créer le dossier' }).click()
  await page.getByRole('link', { name: 'Ouvrir le dossier' }).click()
  await expect(page.getByRole('textbox', { name: 'Notes' })).toHaveValue('Rappeler lundi')
  await page.goBack()
  await page.getByRole('link', { name: 'Préparer un contrat' }).click()
  await page.waitForURL('**/dashboard/contracts/create/*')
  await expect(page.getByRole('combobox', { name: 'Client' })).toHaveValue(/Hélène Arrivée/)
})
