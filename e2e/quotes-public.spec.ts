import type { APIRequestContext, FrameLocator, Page } from '@playwright/test'
import { expect, test } from './journey.ts'
import { looksRight } from './looks.ts'
import { admit, headersOf, linkInLetterTo, newCompany } from './people.ts'

/** No demo company serves this town, so requests from here reach none of them. */
const rimouski = { lat: 48.4489, lng: -68.5241 }
const town = [
  { lat: 48.4, lng: -68.6 },
  { lat: 48.5, lng: -68.6 },
  { lat: 48.5, lng: -68.4 },
  { lat: 48.4, lng: -68.4 },
]

/** The demo's gazetteer ends at Québec: find addresses there, but locate them here. */
const moveToRimouski = (page: Page) =>
  page.route('**/api/addresses/details/**', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ json: { ...((await answer.json()) as object), location: rimouski } })
  })

/** A company that takes requests: from the town, or only from its own page. */
async function newTaker(request: APIRequestContext, config: { polygon?: typeof town; allowedOrigins?: string[] }) {
  const email = await newCompany(request)
  const headers = await headersOf(request, email)
  const write = async (method: 'POST' | 'PATCH', data: object) => {
    const answer = await request.fetch('/api/quote-configs', { method, headers, data })
    expect(answer.ok()).toBe(true)
  }
  await write('POST', { isActive: true })
  const companyId = await admit(request, headers)
  await write('PATCH', config)
  return {
    companyId,
    requests: async () => (await (await request.get('/api/quotes-requests', { headers })).json()) as Record<string, unknown>[],
    /** Stops taking requests: other journeys ask for quotes in the same town. */
    leave: () => write('PATCH', { isActive: false }),
  }
}

const next = (page: Page | FrameLocator) => page.getByRole('button', { name: 'Continuer' }).click()

async function chooseAddress(page: Page | FrameLocator) {
  await page.getByRole('combobox', { name: 'Adresse à déneiger' }).fill('500 rue saint-jean')
  await page
    .getByRole('option', { name: /500.*rue Saint-Jean/i })
    .first()
    .click()
  await expect(page.locator('.map[data-ready]')).toBeVisible()
}

async function describeEntry(page: Page | FrameLocator) {
  for (const choice of ['Double', 'Montante', 'Gravier']) await page.getByRole('radio', { name: choice }).check()
}

async function introduceOneself(page: Page | FrameLocator, email: string) {
  await page.getByRole('textbox', { name: 'Prénom' }).fill('Hélène')
  await page.getByRole('textbox', { name: 'Nom', exact: true }).fill('Côté')
  await page.getByRole('textbox', { name: 'Courriel' }).fill(email)
  await page.getByRole('textbox', { name: 'Téléphone' }).pressSequentially('4185550142')
  await expect(page.getByRole('textbox', { name: 'Téléphone' })).toHaveValue('(418) 555-0142')
}

async function tick(page: Page | FrameLocator) {
  await page.getByText('Je ne suis pas un robot').click()
  await expect(page.getByText('Vérifié')).toBeVisible()
}

/** Draws around the middle, corner by corner, back to the first. */
async function outline(page: Page) {
  await page.getByRole('button', { name: 'Tracer le contour' }).click()
  const map = page.getByRole('region', { name: 'Carte de l’entrée' })
  await map.scrollIntoViewIfNeeded()
  const box = await map.boundingBox()
  if (!box) throw new Error('the map has no box')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  for (const [right, down] of [
    [-40, -40],
    [40, -40],
    [40, 40],
    [-40, 40],
    [-40, -40],
  ] as const) {
    await page.mouse.move(x + right, y + down)
    await page.mouse.click(x + right, y + down)
    await page.waitForTimeout(120) // two quick clicks would be a double click, which closes the outline
  }
}

const widths = [1440, 390, 360]

test('a resident asks for a quote despite a lost answer, and withdraws it with the e-mailed link', { tag: '@looks' }, async ({
  page,
  request,
}) => {
  test.setTimeout(120_000)
  const taker = await newTaker(request, { polygon: town })
  const email = `helene-${crypto.randomUUID()}@exemple.ca`
  await moveToRimouski(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/demande-de-soumissions')
  await next(page)
  await expect(page.getByText('Veuillez sélectionner l’un des résultats suggérés')).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Adresse à déneiger' })).toBeFocused()
  await looksRight(page, 'demande-adresse-vide', widths)

  await page.setViewportSize({ width: 390, height: 844 })
  await chooseAddress(page)
  await page.getByRole('button', { name: 'Point de l’adresse' }).press('Shift+ArrowUp')
  await outline(page)
  await expect(page.getByText(/\d.pi²/)).toBeVisible()
  await looksRight(page, 'demande-adresse', widths)

  await page.setViewportSize({ width: 390, height: 844 })
  await next(page)
  await expect(page.getByRole('heading', { name: 'Comment est votre entrée?' })).toBeFocused()
  await describeEntry(page)
  await page.getByRole('checkbox', { name: 'abri d’auto' }).check()
  await page.getByRole('textbox', { name: 'Informations supplémentaires' }).fill('Le chien <b>mord</b>.')
  await page.reload()
  await expect(page.getByRole('radio', { name: 'Gravier' })).toBeChecked()
  await looksRight(page, 'demande-entree', widths)

  await page.setViewportSize({ width: 390, height: 844 })
  await next(page)
  await introduceOneself(page, email)
  await expect(page.getByRole('region', { name: 'Qui recevra votre demande' })).toContainText('Neiges du Nord')
  const send = page.getByRole('button', { name: 'Envoyer ma demande' })
  await send.click()
  await expect(page.getByText('Veuillez cocher cette case')).toBeVisible()
  await looksRight(page, 'demande-contact', widths)

  // The request arrives; its answer doesn't.
  await page.setViewportSize({ width: 390, height: 844 })
  await tick(page)
  await page.route(
    '**/api/quotes-requests',
    async (route) => {
      expect((await route.fetch()).status()).toBe(201)
      await route.abort()
    },
    { times: 1 },
  )
  await send.click()
  await expect(page.getByText('Une erreur inconnue est survenue, veuillez réessayer plus tard.')).toBeVisible()
  await tick(page)
  await send.click()
  await page.waitForURL('**/demande-soumise')
  await looksRight(page, 'demande-soumise', widths)
  expect(await taker.requests()).toMatchObject([
    {
      email,
      phone: '4185550142',
      size: 'double',
      slope: 'ascendent',
      coating: 'gravel',
      location: { lat: expect.closeTo(rimouski.lat, 3), lng: expect.closeTo(rimouski.lng, 3) },
      hasTempo: true,
      wantAlerts: false,
      additionalInformation: 'Le chien <b>mord</b>.',
      squareFeet: expect.any(Number),
      withdrawnAt: null,
    },
  ])

  await page.getByRole('button', { name: 'Faire une autre demande' }).click()
  await expect(page.getByRole('combobox', { name: 'Adresse à déneiger' })).toHaveValue('')

  await page.goto(await linkInLetterTo(request, email, /^Votre demande de soumission/))
  await looksRight(page, 'demande-retrait', widths)
  expect(await taker.requests()).toMatchObject([{ withdrawnAt: null }])
  await page.getByRole('button', { name: 'Retirer ma demande' }).click()
  await expect(page.getByRole('heading', { name: 'Votre demande est retirée' })).toBeVisible()
  expect(await taker.requests()).toMatchObject([{ withdrawnAt: expect.any(String) }])
  await taker.leave()
})

test('a company’s own site shows its form in a frame that grows with it; another site is refused', async ({ page, request, baseURL }) => {
  const site = 'https://deneigement.exemple'
  const taker = await newTaker(request, { allowedOrigins: [site] })
  const inBody = `<!doctype html><title>Site</title><p>Avant</p>
    <script src="${baseURL}/embed.js" data-company="${taker.companyId}" async></script><p>Après</p>`
  let html = inBody
  // An outside site calls our server on the local network.
  await page.context().grantPermissions(['local-network-access'])
  await page.route(/^https:\/\/\w+\.exemple\//, (route) => route.fulfill({ contentType: 'text/html; charset=utf-8', body: html }))
  await page.setViewportSize({ width: 800, height: 700 })
  await page.goto(`${site}/soumission`)
  const frame = page.getByTitle('Demande de soumission')
  const form = frame.contentFrame()
  await expect(form.getByText('Neiges du Nord')).toBeVisible()
  const inside = () => form.locator('#root').evaluate((root) => Math.ceil(root.getBoundingClientRect().height))
  const fits = () => expect.poll(async () => ((await frame.boundingBox())?.height ?? 0) - (await inside())).toBe(0)
  await fits()
  const first = await inside()

  await chooseAddress(form)
  await next(form)
  await describeEntry(form)
  await fits()
  expect(await inside()).toBeGreaterThan(first)
  await next(form)
  await introduceOneself(form, 'helene@exemple.ca')
  await tick(form)
  await form.getByRole('button', { name: 'Envoyer ma demande' }).click()
  await expect(form.getByRole('heading', { name: 'Merci! Votre demande est envoyée.' })).toBeVisible()
  await fits()
  expect(await taker.requests()).toMatchObject([{ email: 'helene@exemple.ca' }])

  // From the document's head, into a target element, and twice.
  html = `<!doctype html><title>Site</title>${['', ' data-target="ici"']
    .map((where) => `<script src="${baseURL}/embed.js" data-company="${taker.companyId}"${where}></script>`)
    .join('')}</head><body><div id="ici"></div><p>Fin</p>`
  await page.goto(`${site}/tete`)
  await expect(page.locator('#ici > iframe')).toBeVisible()
  await expect(page.locator('body > iframe')).toBeVisible()
  for (const one of [page.locator('#ici > iframe'), page.locator('body > iframe')]) {
    await expect(one.contentFrame().getByText('Neiges du Nord')).toBeVisible()
    await expect.poll(async () => (await one.boundingBox())?.height).not.toBe(640)
  }

  html = inBody
  const refused = page.waitForEvent('console', (message) => message.text().includes('frame-ancestors'))
  await page.goto('https://ailleurs.exemple/soumission')
  await refused
  await expect(form.getByRole('heading')).toHaveCount(0)
  await taker.leave()
})
