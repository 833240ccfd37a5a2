import { expect, test } from './journey.ts'
import { signIn } from './people.ts'

test('an anonymous visitor signs in first and then sees the requested page', async ({ page }) => {
  await page.goto('/dashboard/accounts/nulle-part')
  await page.waitForURL('**/sign-in**')
  await page.getByLabel('Courriel').fill('proprio@bordee.demo')
  await page.getByLabel('Mot de passe', { exact: true }).fill('bordee-demo')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/dashboard/accounts/list')
  await expect(page.getByText('equipe@bordee.demo', { exact: true })).toBeVisible()
})

test('a server that doesn’t answer at page load is an error, not the end of the session', async ({ page }) => {
  await signIn(page, 'proprio@bordee.demo')
  let isDown = true
  await page.route('**/api/identity/token', (route) => (isDown ? route.abort() : route.continue()))
  await page.goto('/dashboard/client-folders')
  await expect(page.getByText('Une erreur s’est produite lors de la récupération de votre compte.')).toBeVisible()
  await expect(page.getByText('Réessayez plus tard…')).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/dashboard/client-folders/list')

  isDown = false
  await page.getByRole('button', { name: 'Réessayer' }).click()
  await expect(page.getByRole('heading', { name: 'Clients' })).toBeVisible()
})

test('the next parameter can’t lead to another site', async ({ page }) => {
  await page.goto('/sign-in?next=https%3A%2F%2Fexample.com')
  await page.getByLabel('Courriel').fill('proprio@bordee.demo')
  await page.getByLabel('Mot de passe', { exact: true }).fill('bordee-demo')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/dashboard/home')
})

test('signing out in one tab signs out the other', async ({ page, context }) => {
  await signIn(page, 'proprio@bordee.demo')
  const other = await context.newPage()
  await other.goto('/dashboard/accounts')
  await expect(other.getByText('equipe@bordee.demo', { exact: true })).toBeVisible()
  await page.bringToFront()
  await page.getByRole('button', { name: /menu de/ }).click()
  await page.getByRole('button', { name: 'Se déconnecter' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Annuler' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.getByRole('button', { name: /menu de/ }).click()
  await page.getByRole('button', { name: 'Se déconnecter' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Se déconnecter' }).click()
  await page.waitForURL('**/sign-in**')
  await other.waitForURL('**/sign-in**')
})

test('Ctrl+K opens any page, with or without accents', async ({ page }) => {
  await signIn(page, 'super@bordee.demo')
  await expect(page.getByRole('heading', { name: 'Compagnies' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByPlaceholder('Aller à…').fill('boite')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/dashboard/outbox')
  await expect(page.getByRole('heading', { name: 'Boîte d’envoi' })).toBeVisible()
})

test('Ctrl+K finds an occupant by part of a phone number, and starts a new service', async ({ page }) => {
  await signIn(page, 'proprio@bordee.demo', '/dashboard/accounts/list')
  await expect(page.getByRole('heading', { name: 'Comptes' })).toBeVisible()
  await page.keyboard.press('Control+k')
  const search = page.getByPlaceholder('Aller à…')
  await search.fill('zzzz')
  await expect(page.getByText('Aucun résultat')).toBeVisible()
  await search.fill('(418) 555')
  await expect(page.getByRole('button', { name: /\(418\) 555-\d{4}/ }).first()).toBeVisible()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/dashboard/client-folders/edit/**')

  await page.keyboard.press('Control+k')
  await search.fill('nouveau service')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Nouveau service' })).toBeVisible()
})

test('a late answer to an older search never shows for a newer one', async ({ page }) => {
  await signIn(page, 'proprio@bordee.demo', '/dashboard/accounts/list')
  await expect(page.getByRole('heading', { name: 'Comptes' })).toBeVisible()
  const held = Promise.withResolvers<void>()
  await page.route('**/api/search?text=pelletier', async (route) => {
    await held.promise
    await route.continue().catch(() => undefined) // the page cancelled the request meanwhile
  })
  await page.keyboard.press('Control+k')
  const search = page.getByPlaceholder('Aller à…')
  const asked = page.waitForRequest('**/api/search?text=pelletier')
  await search.fill('pelletier')
  await asked
  await search.fill('zzzz')
  await expect(page.getByText('Aucun résultat')).toBeVisible()
  held.resolve()
  await page.waitForTimeout(300)
  await expect(page.getByText('Aucun résultat')).toBeVisible()
})

test('scripts and styles are compressed, with a separate ETag per encoding', async ({ page, request }) => {
  await page.goto('/sign-in')
  const script = await page.locator('script[type=module]').getAttribute('src')
  const answers = await Promise.all(
    ['br', 'gzip', 'identity'].map((encoding) => request.get(script ?? '', { headers: { 'accept-encoding': encoding } })),
  )
  expect(answers.map((answer) => answer.headers()['content-encoding'])).toEqual(['br', 'gzip', undefined])
  for (const answer of answers) {
    expect(answer.headers().vary?.toLowerCase()).toContain('accept-encoding')
    expect(answer.headers()['content-type']).toContain('javascript')
    expect(answer.headers()['cache-control']).toContain('immutable')
  }
  expect(new Set(answers.map((answer) => answer.headers().etag)).size).toBe(3)
  expect(new Set(await Promise.all(answers.map((answer) => answer.text()))).size).toBe(1)
})

test('a screen that breaks says so and can be retried', async ({ page }) => {
  let broken = true
  await page.route('**/api/accounts', (route) =>
    broken ? route.fulfill({ status: 500, json: { message: 'x', type: 'failure' } }) : route.continue(),
  )
  await signIn(page, 'proprio@bordee.demo', '/dashboard/accounts')
  await expect(page.getByText('Impossible de charger les comptes', { exact: true })).toBeVisible()
  broken = false
  await page.getByRole('button', { name: 'Réessayer' }).click()
  await expect(page.getByText('equipe@bordee.demo', { exact: true })).toBeVisible()
})

test('on a phone the last row of a list can be reached', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 600 })
  await signIn(page, 'proprio@bordee.demo', '/dashboard/accounts/list')
  const last = page.getByText('proprio@bordee.demo', { exact: true })
  await last.scrollIntoViewIfNeeded()
  await expect(last).toBeInViewport({ ratio: 1 })
  const footer = page.getByText(/ sur \d/)
  await footer.scrollIntoViewIfNeeded()
  const [row, foot] = [await last.boundingBox(), await footer.boundingBox()]
  expect((row?.y ?? 0) + (row?.height ?? 0)).toBeLessThanOrEqual(foot?.y ?? 0)
})

test('the switcher has one line per company and role', async ({ page }) => {
  await page.route('**/api/accounts/current', async (route) => {
    const answer = await route.fetch()
    const account = (await answer.json()) as { accesses: { companyId: string; companyName: string; role: string; isCurrent: boolean }[] }
    const [own] = account.accesses
    const accesses = [
      own,
      { ...own, role: 'client', isCurrent: false },
      { ...own, companyId: '00000000-0000-7000-8000-000000000001', companyName: 'Neige Express', role: 'employee', isCurrent: false },
    ]
    await route.fulfill({ json: { ...account, accesses } })
  })
  await signIn(page, 'proprio@bordee.demo', '/dashboard/settings')
  await page.getByRole('button', { name: /^Changer de compagnie/ }).click()
  await expect(page.getByRole('option')).toHaveText([
    /^Déneigement Boréal inc\.Propriétaire$/,
    /^Déneigement Boréal inc\.Client/,
    /^Neige ExpressEmployé/,
  ])
  await page.getByRole('option', { name: /Client/ }).click()
  await expect(page.getByRole('heading', { name: 'Espace client' })).toBeVisible() // the account isn't really a client
})

/** Their labels may be followed by a count. */
const alerts = /^Alertes/
const quotes = /^Soumissions/
const companies = /^Compagnies/
const night = ['Accueil', 'Opérations', 'Clients', 'Contrats', 'Facturation', 'Réclamations', alerts, 'Bulletin', 'Flotte', 'Ma tournée']
const companyMenu = [...night, 'Heures', quotes, 'Comptes', 'Paramètres']

test.describe('everyone lands on the right page', () => {
  const people = [
    {
      who: 'super@bordee.demo',
      lands: '/dashboard/companies/list',
      forbidden: '/dashboard/i-am-client',
      menu: [...companyMenu, companies, 'Boîte d’envoi'],
    },
    {
      who: 'proprio@bordee.demo',
      begins: '/dashboard/home',
      lands: '/dashboard/client-folders',
      forbidden: '/dashboard/companies/list',
      menu: companyMenu,
    },
    {
      who: 'gestion@bordee.demo',
      lands: '/dashboard/occupants',
      forbidden: '/dashboard/client-folders',
      menu: ['Occupants', 'Paramètres'],
    },
    {
      who: 'equipe@bordee.demo',
      lands: '/dashboard/alerts',
      forbidden: '/dashboard/accounts/list',
      menu: ['Accueil', 'Alertes', 'Ma tournée', 'Paramètres'],
    },
    { who: 'client@bordee.demo', lands: '/dashboard/i-am-client', forbidden: '/dashboard/alerts', menu: [] },
  ]
  for (const { who, begins, lands, forbidden, menu } of people) {
    test(who, async ({ page }) => {
      await signIn(page, who)
      await page.waitForURL(`**${begins ?? lands}`)
      await expect(page.getByRole('main')).toBeVisible()
      await expect(page.getByRole('navigation', { name: 'Menu principal' }).getByRole('link')).toHaveText(menu)
      await page.goto(forbidden)
      await page.waitForURL(`**${lands}`)
    })
  }
})

test('staff switch company, and a stale tab notices', async ({ page, context }) => {
  await signIn(page, 'admin@bordee.demo')
  const stale = await context.newPage()
  await stale.goto('/dashboard/accounts')
  await expect(stale.getByText('proprio@bordee.demo', { exact: true })).toBeVisible()

  await page.bringToFront() // a background tab rarely redraws
  await page.getByRole('button', { name: /^Changer de compagnie/ }).click()
  await page.getByPlaceholder('Chercher une compagnie').fill('express')
  await page.getByRole('option', { name: 'Neige Express' }).click()
  await expect(page.getByRole('button', { name: /maintenant Neige Express/ })).toBeVisible()

  await stale.bringToFront()
  await stale.getByRole('navigation').getByRole('link', { name: 'Clients' }).click()
  await stale.getByRole('navigation').getByRole('link', { name: 'Boîte d’envoi' }).click()
  await expect(stale.getByRole('button', { name: /maintenant Neige Express/ })).toBeVisible()

  await page.bringToFront()
  // Restore: other journeys sign in as the same user.
  await page.getByRole('button', { name: /^Changer de compagnie/ }).click()
  await page.getByRole('option', { name: 'Déneigement Boréal' }).click()
  await expect(page.getByRole('button', { name: /maintenant Déneigement Boréal/ })).toBeVisible()
})

test('Ctrl+K finds a client by name, in any word order', async ({ page }) => {
  await signIn(page, 'proprio@bordee.demo')
  await expect(page.getByRole('heading', { name: /^Bonjour/ })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByPlaceholder('Aller à…').fill('pelletier claire')
  await expect(page.getByRole('button', { name: /^Claire Pelletier/ }).first()).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Claire Pelletier' })).toBeVisible()
})
