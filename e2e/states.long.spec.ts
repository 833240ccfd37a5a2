// Failed is not empty: every screen with every call failing, then with every list empty.
import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { expect, test } from './journey.ts'
import { keepPicture, settled } from './looks.ts'
import { signIn } from './people.ts'
import { addressesOf, goTo, readScreens, type Screen } from './screens.ts'

/** Who looks at which screens. The first who takes a screen looks at it. */
const people: { who: string | null; what: string; takes: (screen: Screen) => boolean }[] = [
  { who: null, what: 'what everyone sees', takes: ({ path }) => !/^\/(dashboard|client)\//.test(path) },
  {
    who: 'client@bordee.demo',
    what: 'the client’s space',
    takes: ({ path, who }) => path.startsWith('/client/') || who?.join() === 'client',
  },
  { who: 'super@bordee.demo', what: 'the platform', takes: ({ who }) => who !== undefined && !who.includes('owner') },
  { who: 'proprio@bordee.demo', what: 'the back-office', takes: () => true },
]

/** Opens the application and returns the addresses of this person's screens. */
async function enter(page: Page, request: APIRequestContext, person: (typeof people)[number]): Promise<string[]> {
  if (person.who) await signIn(page, person.who)
  else await page.goto('/sign-in')
  await settled(page)
  const screens = (await readScreens(page)).filter((screen) => people.find((one) => one.takes(screen)) === person)
  expect(screens.length).toBeGreaterThan(1)
  const addresses = []
  for (const screen of screens) addresses.push(...(await addressesOf(request, screen)))
  return addresses
}

/** What the page needs before it can show a screen, and what a screen does without: the live channel, maps, the menu's counts. */
const counts = ['quotes-requests/new', 'replies/unread']
const beside = ['identity', 'accounts/current', 'companies/current', 'config', 'captcha', 'live', 'streets', ...counts]
const isBeside = (path: string) => beside.some((part) => path.startsWith(`/api/${part}`)) || path.endsWith('/last-locations')

/** What a form to fill in has none of yet: nothing was read. */
const isOwn = /^Aucune zone$|^Aucun service pour l’instant\.$/

/** The texts of a screen that say that there is nothing. Pickers say so only once open. */
async function emptyTexts(page: Page): Promise<string[]> {
  const nothing = page.getByText(/^(Aucune?|Rien|Personne) /).filter({ visible: true })
  const texts = (await nothing.allTextContents()).filter((text) => !isOwn.test(text))
  for (const picker of await pickersOf(page.getByRole('main'))) {
    await picker.click()
    texts.push(
      ...(await page
        .getByRole('listbox')
        .getByText(/^(Aucune?|Rien) /)
        .allTextContents()),
    )
    await page.keyboard.press('Escape')
  }
  return texts
}

const pickersOf = (part: Locator) => part.locator('input[aria-haspopup="listbox"]:visible:enabled').all()

/** What its reader can't create, and says when it will show something. */
const fillThemselves = [
  'Aucun contratLes',
  'Aucun paiement dans cette périodeLes',
  'Aucun mouvementChaque',
  'Aucun occupant dans cet envoiChaque',
  'Aucune demandeLes',
  'Aucune réponseCe',
  'Rien dans cette périodeChaque',
  'Aucun point de serviceLes points de service des trajets',
  'Aucun passage',
  'Aucune alerte',
  'Aucune visite',
  'Aucune facture',
  'Aucun relevéCeux',
  'Aucune compagnie archivée',
  'Rien n’a été envoyé',
  'Tout est photographié',
  'Aucune zoneDessinez',
  'Aucune personne à aviser pour l’instantUn',
]
const fillsItself = new RegExp(`^(${fillThemselves.join('|')})`)

const nameOf = (address: string, state: string) => `${state}${address.replaceAll('/', '-')}`

for (const person of people) {
  test(`${person.what}: a screen that could not be read says so, and offers to retry`, async ({ page, request }) => {
    test.setTimeout(300_000) // many screens
    const addresses = await enter(page, request, person)
    const failed = new Set<string>()
    await page.route('**/api/**', (route) => {
      const { pathname } = new URL(route.request().url())
      if (isBeside(pathname) || route.request().method() !== 'GET') return route.continue()
      failed.add(pathname)
      // A refusal isn't retried, so the screen knows at once.
      return route.fulfill({ status: 429, json: { message: 'Trop de demandes.', type: 'failure' } })
    })
    for (const address of addresses) {
      failed.clear()
      await goTo(page, address)
      await settled(page)
      await keepPicture(page, nameOf(address, 'failed'))
      if (failed.size === 0) continue
      const lost = `${address}, without ${[...failed].join(', ')}`
      await expect.soft(page.getByRole('button', { name: 'Réessayer' }).filter({ visible: true }).first(), lost).toBeVisible()
      expect.soft(await emptyTexts(page), lost).toEqual([])
    }
  })

  test(`${person.what}: a screen with nothing to show leads to a next step`, async ({ page, request }) => {
    test.setTimeout(300_000) // many screens
    const addresses = await enter(page, request, person)
    await page.route('**/api/**', async (route) => {
      const { pathname } = new URL(route.request().url())
      if (isBeside(pathname) || route.request().method() !== 'GET') return route.continue()
      const answer = await route.fetch({ headers: { ...route.request().headers(), 'if-none-match': '' } })
      const isList = answer.ok() && Array.isArray(await answer.json().catch(() => null))
      return isList ? route.fulfill({ json: [] }) : route.fulfill({ response: answer })
    })
    for (const address of addresses) {
      await goTo(page, address)
      await settled(page)
      await keepPicture(page, nameOf(address, 'empty'))
      expect.soft(await page.getByRole('button', { name: 'Réessayer' }).filter({ visible: true }).count(), `${address} failed`).toBe(0)
      for (const state of await page
        .locator('[data-empty]:visible')
        .filter({ hasNot: page.locator('button, a') })
        .all())
        expect.soft((await state.textContent()) ?? '', `${address} has no next step`).toMatch(fillsItself)
    }
  })
}

const lost = [
  { who: null, path: '/nulle-part' },
  { who: 'client@bordee.demo', path: '/client/nulle-part' },
  { who: 'client@bordee.demo', path: '/client/contracts/nulle-part' },
  ...['proprio', 'equipe', 'gestion', 'super'].map((name) => ({ who: `${name}@bordee.demo`, path: '/dashboard/nulle-part' })),
]

for (const { who, path } of lost)
  test(`${who ?? 'a visitor'} lost at ${path} is led to a page that exists`, async ({ page }) => {
    if (who) await signIn(page, who, path)
    else await page.goto(path)
    await expect(page.getByRole('heading', { name: 'introuvable' })).toBeVisible()
    const home = page.getByRole('link', { name: 'Retour à l’accueil' })
    await home.click()
    await settled(page)
    await expect(home).toBeHidden()
    await expect(page).not.toHaveURL(/nulle-part/)
  })
