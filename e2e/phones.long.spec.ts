// The office on a phone, with enlarged letters, without a mouse and without a network.
import type { Locator, Page } from '@playwright/test'
import { expect, test } from './journey.ts'
import { settled } from './looks.ts'
import { signIn } from './people.ts'
import { addressesOf, goTo, readScreens } from './screens.ts'

const phone = { width: 390, height: 844 }
/** A window of 1280 × 900 zoomed to 200 %. */
const zoomed = { width: 640, height: 450 }

/** The rows whose beginning is in sight, and how many there are. */
const rowsOf = (page: Page) =>
  page.getByRole('main').evaluate((main) => {
    const rows = [...main.querySelectorAll('tbody > tr[aria-rowindex]')]
    const isSeen = (row: Element) => {
      const { left, top } = row.getBoundingClientRect()
      return row.contains(document.elementFromPoint(left + 60, top + 20))
    }
    return { seen: rows.filter(isSeen).length, all: rows.length }
  })

test.describe('on a phone', () => {
  test.use({ hasTouch: true, viewport: phone })

  test('every list shows three rows at least, and its search stays while it scrolls', async ({ page, request }) => {
    test.setTimeout(600_000) // many screens
    await signIn(page, 'proprio@bordee.demo')
    await settled(page)
    const screens = (await readScreens(page)).filter(({ path, who }) => who?.includes('owner') && !path.includes('/$'))
    let lists = 0
    for (const screen of screens)
      for (const address of (await addressesOf(request, screen)).slice(0, 1)) {
        await page.setViewportSize(phone)
        await goTo(page, address)
        await settled(page)
        const search = page.getByRole('main').getByRole('textbox', { name: 'Rechercher' })
        const { all } = await rowsOf(page)
        if (all < 4 || (await search.count()) !== 1) continue
        lists += 1
        expect.soft((await rowsOf(page)).seen, `${address} on a phone`).toBeGreaterThanOrEqual(3)
        await page.setViewportSize(zoomed)
        await page
          .locator('tbody > tr[aria-rowindex]')
          .nth(2)
          .evaluate((row) => row.scrollIntoView({ block: 'center' }))
        await settled(page)
        expect.soft((await rowsOf(page)).seen, `${address} enlarged`).toBeGreaterThanOrEqual(3)
        await expect.soft(search, `${address}: its search`).toBeInViewport()
      }
    expect(lists).toBeGreaterThan(8)
  })

  /** What may be tapped in four taps at most, from the landing page. Typing is not a tap. */
  const tasks: { does: string; taps: ((page: Page) => Locator)[]; typed?: string; sees: (page: Page) => Locator }[] = [
    {
      does: 'find a client and call',
      taps: [
        (page) => page.getByRole('button', { name: 'Menu', exact: true }),
        (page) => page.getByRole('link', { name: 'Clients', exact: true }),
        (page) => page.getByRole('textbox', { name: 'Rechercher' }),
        (page) => page.getByRole('row', { name: /Amélie Tardif/ }),
      ],
      typed: 'tardif amé',
      sees: (page) => page.getByRole('dialog').locator('a[href^="tel:"]'),
    },
    {
      does: 'mark a payment',
      taps: [
        (page) => page.getByRole('button', { name: 'Menu', exact: true }),
        (page) => page.getByRole('link', { name: 'Contrats', exact: true }),
        (page) => page.getByRole('row', { name: /Impayé/ }).first(),
        (page) => page.getByRole('button', { name: 'Paiements' }),
      ],
      sees: (page) => page.getByRole('button', { name: 'Ajouter un paiement' }),
    },
    {
      does: 'answer a quote request',
      taps: [
        (page) => page.getByRole('button', { name: 'Menu', exact: true }),
        (page) => page.getByRole('link', { name: /^Soumissions/ }),
        (page) => page.getByRole('row', { name: /Mélanie Thibault/ }),
      ],
      sees: (page) => page.getByRole('button', { name: 'Créer le dossier' }),
    },
    {
      does: 'send an alert',
      taps: [(page) => page.getByRole('button', { name: 'Menu', exact: true }), (page) => page.getByRole('link', { name: /^Alertes/ })],
      sees: (page) => page.getByRole('button', { name: 'Envoyer' }),
    },
  ]
  for (const { does, taps, typed, sees } of tasks)
    test(`${does} is four taps away at most`, async ({ page }) => {
      await signIn(page, 'proprio@bordee.demo')
      await settled(page)
      for (const find of taps) {
        const target = find(page)
        await target.tap()
        if (typed && (await target.evaluate((element) => element.matches('input')))) await page.keyboard.type(typed)
      }
      await expect(sees(page)).toBeVisible()
      expect(taps.length).toBeLessThanOrEqual(4)
    })

  test('what is tapped is large enough for a thumb', async ({ page }) => {
    await signIn(page, 'proprio@bordee.demo')
    for (const path of ['client-folders/list', 'contracts/list', 'alerts/sending', 'client-folders/create', 'profile']) {
      await goTo(page, `/dashboard/${path}`)
      await settled(page)
      const small = await page
        .locator('button:visible:enabled:not(.mantine-Anchor-root), input:visible, [role="tab"]:visible, a.mantine-Button-root:visible')
        .evaluateAll((parts) =>
          parts
            .map((part) => (part.closest('label, .mantine-InputWrapper-root, .mantine-Checkbox-body') ?? part) as HTMLElement)
            .filter((part) => part.getBoundingClientRect().height < 43.5 && !part.closest('.maplibregl-map'))
            .map((part) => part.outerHTML.slice(0, 140)),
        )
      expect.soft(small, path).toEqual([])
    }
  })
})

test('a contract stays readable with letters twice as large on a narrow phone', async ({ page, request }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await signIn(page, 'client@bordee.demo', '/client/contracts')
  await settled(page)
  const screen = (await readScreens(page)).find(({ path }) => path === '/client/contracts/$contractId')
  const [address = ''] = screen ? await addressesOf(request, screen) : []
  await goTo(page, address)
  await settled(page)
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  const names = page.locator('main table:has(th:nth-child(3)) td:first-child') // a table of two columns stays one
  await expect(names.first()).toBeVisible()
  for (const name of await names.all()) expect((await name.boundingBox())?.width).toBeGreaterThan(200)
})

test('after saving, the focus is on the page, not at the top of the browser', async ({ page }) => {
  await signIn(page, 'proprio@bordee.demo', '/dashboard/services/create')
  await settled(page)
  await page.getByRole('textbox', { name: 'Nom' }).fill('Balayage de printemps')
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => !url.pathname.endsWith('/create'))
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY')
  await page.getByRole('row', { name: /Balayage de printemps/ }).press('Enter')
  await page
    .getByRole('button', { name: /^Supprimer/ })
    .last()
    .press('Enter')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Supprimer/ })
    .press('Enter')
  await expect(page.getByRole('row', { name: /Balayage de printemps/ })).toBeHidden()
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY')
})

for (const who of ['proprio@bordee.demo', 'client@bordee.demo'])
  test(`without a network, every screen of ${who} says so`, async ({ page, request }) => {
    test.setTimeout(600_000) // many screens
    await signIn(page, who, who.startsWith('client') ? '/client/contracts' : '/dashboard')
    await settled(page)
    const own = who.startsWith('client') ? '/client/' : '/dashboard/'
    const screens = (await readScreens(page)).filter(({ path, who: roles }) => path.startsWith(own) && (!roles || roles.includes('owner')))
    const addresses: string[] = []
    for (const screen of screens) addresses.push(...(await addressesOf(request, screen)).slice(0, 1))
    await page.context().setOffline(true)
    for (const address of addresses.filter((one) => !one.includes('nulle-part'))) {
      await goTo(page, address)
      await settled(page)
      const said = page
        .getByRole('main')
        .getByRole('alert')
        .or(page.getByText(/Connexion perdue|Pas de connexion/))
      expect.soft(await said.filter({ visible: true }).count(), address).toBeGreaterThan(0)
    }
  })
