// The office without a mouse: each section's main task, with the focus always visible.
import type { Page } from '@playwright/test'
import { contractor, template, write } from './contractor.ts'
import { expect, test } from './journey.ts'
import { chooseIn, pressOn, seesFocus, tabTo, typeInto } from './keyboard.ts'
import { settled } from './looks.ts'
import { headersOf, newCompany, signIn } from './people.ts'

const owner = 'proprio@bordee.demo'
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' })

test.describe.configure({ timeout: 120_000 }) // every Tab step is checked

/** Tabs into a grid, which is a single tab stop, then moves to the row with the arrows. */
async function goToRow(page: Page, name: RegExp) {
  const row = page.getByRole('row', { name }).first()
  await tabTo(page, page.getByRole('row').nth(1))
  for (let steps = 0; steps < 20 && !(await row.evaluate((one) => one === document.activeElement)); steps++)
    await page.keyboard.press('ArrowDown')
  await expect(row).toBeFocused()
  await seesFocus(page)
}

test('an office worker skips the menu, opens Ctrl+K, and Escape returns the focus', async ({ page }) => {
  await signIn(page, owner, '/dashboard/settings')
  await settled(page)
  await pressOn(page, page.getByRole('link', { name: 'Aller au contenu' }))
  await seesFocus(page)
  await pressOn(page, page.getByRole('link', { name: /Ma compagnie/ }))
  await expect(page.getByRole('heading', { name: 'Ma compagnie' })).toBeVisible()
  await tabTo(page, button(page, 'Rechercher'))
  await page.keyboard.press('Control+k')
  await page.keyboard.type('flotte')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await seesFocus(page)
})

test('an office worker creates a folder and adds an occupant to it', async ({ page, request }) => {
  await signIn(page, await newCompany(request), '/dashboard/client-folders/create')
  await typeInto(page, 'Nom', 'Rosalie Saint-Amant')
  await typeInto(page, 'Adresse de facturation', '500 rue saint-jean')
  await expect(page.getByRole('option').first()).toContainText('rue Saint-Jean')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await pressOn(page, button(page, 'Suivant'))
  await seesFocus(page)
  await expect(page.getByRole('textbox', { name: 'Nom du point de service' })).toHaveValue(/rue Saint-Jean/)
  await pressOn(page, button(page, 'Suivant'))
  await seesFocus(page)
  await pressOn(page, button(page, 'Créer le client'))
  await expect(page.getByRole('heading', { name: 'Rosalie Saint-Amant' })).toBeVisible()

  await tabTo(page, page.getByRole('tab', { name: 'Client', exact: true }))
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  const add = button(page, 'Ajouter un occupant').first()
  await pressOn(page, add)
  await expect(page.getByRole('textbox', { name: 'Prénom' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(add).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Prénom' })).toBeFocused()
  await page.keyboard.type('Hélène')
  await typeInto(page, 'Téléphone', '4185550164')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('row', { name: /Hélène/ })).toBeVisible()
  await expect(add).toBeFocused()
})

test('an office worker moves a stop of a route, and leaves without saving', async ({ page }) => {
  await signIn(page, owner, '/dashboard/geolocation/routes')
  await goToRow(page, /Charlesbourg/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Charlesbourg' })).toBeVisible()
  const first = page.getByRole('button', { name: /^Déplacer/ }).first()
  await tabTo(page, first)
  const moved = /^Déplacer .+, position /.exec((await first.getAttribute('aria-label')) ?? '')?.[0]
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('button', { name: `${moved}2.` })).toBeFocused()
  await tabTo(page, page.getByRole('main').getByRole('button', { name: 'Retour' }), { key: 'Shift+Tab' })
  await page.keyboard.press('Enter')
  await pressOn(page, page.getByRole('dialog').getByRole('button', { name: /sans enregistrer|Quitter/ }))
  await expect(page.getByRole('heading', { name: 'Flotte' })).toBeVisible()
})

test('an office worker prepares an alert, checks its target, and cancels', async ({ page, request }) => {
  const headers = await headersOf(request, 'super@bordee.demo')
  const company = '/api/companies/0197a000-0000-7000-8000-000000000001'
  const { startHourAllowed, endHourAllowed, minTimeBetweenTwoAlert } = (await (await request.get(company, { headers })).json()).alertConfig
  const anyHour = { startHourAllowed: null, endHourAllowed: null, minTimeBetweenTwoAlert: 0 }
  await request.patch(company, { data: { alertConfig: anyHour }, headers })
  await signIn(page, owner, '/dashboard/alerts/sending')
  await chooseIn(page, 'Message', /./)
  await chooseIn(page, 'Secteur', /Lévis/)
  await expect(page.getByText('Occupants visés')).toBeVisible()
  const send = page.getByRole('main').getByRole('button', { name: 'Envoyer' })
  await pressOn(page, send)
  await expect(page.getByRole('dialog', { name: /^Aviser/ })).toBeVisible()
  await seesFocus(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(send).toBeFocused()
  const back = await request.patch(company, {
    data: { alertConfig: { startHourAllowed, endHourAllowed, minTimeBetweenTwoAlert } },
    headers: await headersOf(request, 'super@bordee.demo'),
  })
  expect(back.ok()).toBe(true)
})

test('an office worker creates a contract from its template', async ({ page, request }) => {
  const email = await contractor(request)
  await write(request, email, 'contract-templates', { contractTemplate: template })
  await signIn(page, email, '/dashboard/contracts/create')
  await chooseIn(page, 'Client', /Client 001/)
  await chooseIn(page, 'Point de service', /Entrée 001/)
  await chooseIn(page, 'Modèle', /Résidentiel/)
  await pressOn(page, button(page, 'Créer le contrat'))
  await expect(page.getByRole('row', { name: /Client 001.*459,90/ })).toBeVisible()
})

test('an office worker creates a folder from a quote request', async ({ page, request }) => {
  await signIn(page, owner, '/dashboard/quotes/requests/list')
  await goToRow(page, /Jean-François Morin/)
  await page.keyboard.press('Enter')
  await pressOn(page, button(page, 'Créer le dossier'))
  const made = page.getByRole('link', { name: /dossier/i }).first()
  await expect(made).toBeVisible()
  const id = /edit\/([0-9a-f-]{36})/.exec((await made.getAttribute('href')) ?? page.url())?.[1]
  const removed = await request.delete(`/api/customers/${id}`, { headers: await headersOf(request, owner) })
  expect(removed.ok()).toBe(true)
})

test('an office worker replays a run, speeds it up, and steps through it with the arrows', async ({ page }) => {
  await signIn(page, owner, '/dashboard/geolocation/runs')
  await goToRow(page, /Terminée/)
  await page.keyboard.press('Enter')
  const slider = page.getByRole('slider', { name: 'Moment de la tournée' })
  await pressOn(page, button(page, 'Lecture'), 'Space')
  await expect(button(page, 'Pause')).toBeFocused()
  await page.keyboard.press('Space')
  await expect(button(page, 'Lecture')).toBeFocused()
  await tabTo(page, page.getByRole('radio', { name: '10x' }))
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: '50x' })).toBeChecked()
  await tabTo(page, slider)
  const moment = () => slider.evaluate((one) => Number(one instanceof HTMLInputElement ? one.value : one.ariaValueNow))
  const before = await moment()
  await page.keyboard.press('Shift+ArrowRight')
  await expect.poll(moment).toBe(before + 60_000)
})

test('an office worker changes the company’s phone number', async ({ page, request }) => {
  await signIn(page, await newCompany(request), '/dashboard/company/general')
  await typeInto(page, 'Téléphone', '4185550199')
  await pressOn(page, button(page, 'Enregistrer'))
  await expect(page.getByText(/modifiée|enregistré/i).first()).toBeVisible()
})

test('staff choose the files of an import', async ({ page }) => {
  await signIn(page, 'super@bordee.demo', '/dashboard/company/import')
  await settled(page)
  await tabTo(page, page.locator('[data-dropzone], .mantine-Dropzone-root'))
  const chooser = page.waitForEvent('filechooser')
  await page.keyboard.press('Enter')
  await (await chooser).setFiles({
    name: 'clients.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('Nom;Téléphone\nOdile Roy;4185550142\n'),
  })
  await pressOn(page, button(page, 'Suivant'))
  await expect(page.getByRole('region', { name: /^Étape 2 de 3/ })).toBeVisible()
  await seesFocus(page)
})
