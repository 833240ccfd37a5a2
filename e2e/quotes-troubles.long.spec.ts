// The public form when something is lost or wrong: what was typed stays, and the page says what to do.
import type { Page, Route } from '@playwright/test'
import { expect, test } from './journey.ts'
import { looksRight } from './looks.ts'
import { admit, headersOf, newCompany } from './people.ts'

const at = { lat: 46.8109, lng: -71.2185 }
const answered = {
  address: '500, rue Saint-Jean, Québec, QC G1R 1P8',
  location: at,
  size: 'double',
  slope: 'flat',
  coating: 'asphalt',
  firstname: 'Hélène',
  lastname: 'Côté',
  phone: '(418) 555-0142',
}

test.use({ viewport: { width: 390, height: 844 } })

/** Opens the form with a draft kept by the tab, at a given step. */
async function open(page: Page, { step, companyId = '', ...more }: { step: number; companyId?: string; email?: string }) {
  const draft = { ...answered, email: `${crypto.randomUUID()}@exemple.ca`, step, ...more }
  await page.addInitScript(([key, value]) => sessionStorage.setItem(key, sessionStorage.getItem(key) ?? value), [
    `bordee:quote:${companyId}`,
    JSON.stringify(draft),
  ] as const)
  await page.goto(`/demande-de-soumissions?companyId=${companyId}`)
}

const lose = (route: Route) => route.abort()
const retry = (page: Page) => page.getByRole('button', { name: 'Réessayer' }).click()
const send = (page: Page) => page.getByRole('button', { name: 'Envoyer ma demande' }).click()
const robot = (page: Page) => page.getByText('Je ne suis pas un robot')

test('a request corrected after a lost answer is sent with the corrections', async ({ page, request }) => {
  const email = await newCompany(request)
  const headers = await headersOf(request, email)
  await request.post('/api/quote-configs', { headers, data: { isActive: true } })
  const companyId = await admit(request, headers)
  await open(page, { step: 2, companyId })
  const loseAnswer = async (route: Route) => {
    await route.fetch()
    await route.abort()
  }
  await page.route('**/api/quotes-requests', loseAnswer, { times: 1 })
  await robot(page).click()
  await expect(page.getByText('Vérifié')).toBeVisible()
  await send(page)
  await expect(page.getByText('Une erreur inconnue est survenue, veuillez réessayer plus tard.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Téléphone' }).fill('4185550199')
  await robot(page).click()
  await expect(page.getByText('Vérifié')).toBeVisible()
  await send(page)
  await page.waitForURL('**/demande-soumise')
  const kept = (await (await request.get('/api/quotes-requests', { headers })).json()) as { phone: string }[]
  expect(kept.map(({ phone }) => phone).toSorted()).toEqual(['4185550142', '4185550199'])
})

test('a map or captcha that fails to load leaves the form usable, and can be retried', async ({ page }) => {
  await page.route(/assets\/(OutlineMap|CaptchaBox)/, lose)
  await open(page, { step: 0 })
  await expect(page.getByText('La carte n’a pas pu être chargée. Vous pouvez continuer sans elle.')).toBeVisible()
  await page.getByRole('button', { name: 'Continuer' }).click()
  await page.getByRole('button', { name: 'Continuer' }).click()
  await expect(page.getByText('La vérification n’a pas pu être chargée.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Prénom' })).toHaveValue('Hélène')
  await page.unroute(/assets\/(OutlineMap|CaptchaBox)/)
  await retry(page)
  await expect(robot(page)).toBeVisible()
})

test('without the configuration there is no captcha: the form says so and retries', async ({ page }) => {
  await page.route('**/api/config', lose)
  await open(page, { step: 2 })
  await expect(page.getByText('La vérification n’a pas pu être chargée.')).toBeVisible()
  await send(page)
  await expect(page.getByText('Veuillez cocher cette case')).toHaveCount(0)
  await page.unroute('**/api/config')
  await retry(page)
  await expect(robot(page)).toBeVisible()
})

test('nobody can consent before seeing the recipients', async ({ page }) => {
  await page.route('**/api/quotes-requests/recipients**', lose)
  await open(page, { step: 2 })
  await expect(page.getByText('Nous n’avons pas pu trouver qui recevra votre demande.')).toBeVisible()
  await robot(page).click()
  await expect(page.getByText('Vérifié')).toBeVisible()
  await send(page)
  await expect(page.getByText('Nous ne savons pas encore qui recevra votre demande.', { exact: false })).toBeVisible()
  await page.unroute('**/api/quotes-requests/recipients**')
  await retry(page)
  await expect(page.getByText('vous consentez', { exact: false })).toBeVisible()
})

test('an expired or failed captcha solution says only that', async ({ page }) => {
  await open(page, { step: 2 })
  await robot(page).click()
  await expect(page.getByText('Vérifié')).toBeVisible()
  const tell = (state: string) =>
    page.locator('altcha-widget').evaluate((box, detail) => box.dispatchEvent(new CustomEvent('statechange', { detail })), { state })
  await tell('expired')
  const [expired, failed] = [
    'La vérification a expiré. Veuillez cocher la case de nouveau.',
    'La vérification a échoué. Veuillez réessayer.',
  ]
  await expect(page.getByText(expired)).toBeVisible()
  await send(page)
  await expect(page.getByText('Veuillez cocher cette case')).toHaveCount(0)
  await tell('error')
  await expect(page.getByText(failed)).toBeVisible()
  await expect(page.getByText(expired)).toHaveCount(0)
})

test('a failed search hides nothing; Enter places the point or says what is missing', async ({ page }) => {
  await page.route('**/api/addresses/suggestions**', lose)
  await page.goto('/demande-de-soumissions')
  await page.getByRole('combobox', { name: 'Adresse à déneiger' }).fill('12 chemin du Bout-du-Monde')
  await expect(page.getByText('Impossible de chercher l’adresse. Veuillez réessayer.')).toBeVisible()
  await page.getByRole('button', { name: 'Placer le point sur la carte' }).click({ timeout: 3000 })
  await page.getByRole('textbox', { name: 'Ville' }).fill('Québec')
  await page.getByRole('textbox', { name: 'Ville' }).press('Enter')
  await expect(page.getByText('Placez le point sur la carte.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Code postal' }).fill('G1R 4P5')
  await page.getByRole('region', { name: 'Emplacement de l’adresse' }).click({ position: { x: 120, y: 200 } })
  await page.getByRole('textbox', { name: 'Code postal' }).press('Enter')
  await expect(page.getByRole('combobox', { name: 'Adresse à déneiger' })).toHaveValue('12, chemin du Bout-du-Monde, Québec, QC G1R 4P5')
})

test('no public page logs an error, whatever follows the #', async ({ page }) => {
  const complaints: string[] = []
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  page.on('pageerror', ({ message }) => complaints.push(message))
  await open(page, { step: 2 })
  await expect(robot(page)).toBeVisible()
  for (const [path, title] of [
    ['/demande-de-soumissions#%', 'Demandez votre soumission'],
    ['/demande-soumise#%', 'Merci! Votre demande est envoyée.'],
    ['/demande-de-soumissions/retrait#%E0%A4%A', 'Retirer votre demande'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
  }
  expect(complaints).toEqual([])
})

test('an address missing from the list can be placed on the map', async ({ page }) => {
  await page.goto('/demande-de-soumissions')
  await page.getByRole('combobox', { name: 'Adresse à déneiger' }).fill('12 chemin du Bout-du-Monde')
  await page.getByRole('button', { name: 'Placer le point sur la carte' }).click()
  await expect(page.getByRole('textbox', { name: 'Rue' })).toHaveValue('chemin du Bout-du-Monde')
  await page.getByRole('textbox', { name: 'Ville' }).fill('Québec')
  await page.getByRole('textbox', { name: 'Code postal' }).fill('g1r')
  await page.getByRole('button', { name: 'Utiliser cette adresse' }).click()
  await expect(page.getByText('Veuillez entrer un code postal valide')).toBeVisible()
  await expect(page.getByText('Placez le point sur la carte.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Code postal' }).fill('g1r 4p5')
  await page.getByRole('region', { name: 'Emplacement de l’adresse' }).click({ position: { x: 120, y: 200 } })
  await expect(page.getByText('Placez le point sur la carte.')).toHaveCount(0)
  await looksRight(page, 'demande-point', [390])
  await page.getByRole('button', { name: 'Utiliser cette adresse' }).click()
  await expect(page.getByRole('combobox', { name: 'Adresse à déneiger' })).toHaveValue('12, chemin du Bout-du-Monde, Québec, QC G1R 4P5')
  await expect(page.locator('.map[data-ready]')).toBeVisible()
  await page.getByRole('button', { name: 'Continuer' }).click()
  await expect(page.getByRole('heading', { name: 'Comment est votre entrée?' })).toBeVisible()
})
