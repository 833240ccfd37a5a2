// Every screen at every width, light and dark, and enlarged: no violation of WCAG 2.2 AA, no sideways scrolling.
import type { Page } from '@playwright/test'
import { expect, test } from './journey.ts'
import { atRest, keepPicture, looksRight, settled, violations, violationsInTheDark } from './looks.ts'
import { signIn } from './people.ts'
import { addressesOf, goTo, readScreens, type Screen, withoutScreen } from './screens.ts'

/** What a URL alone doesn't show: a path, a name for the action, and the action itself. */
type Deed = [path: string, does: string, act: (page: Page) => Promise<unknown>]

const firstRow = (page: Page) => page.getByRole('row').nth(1).click()

interface Part {
  who: string | null
  what: string
  widths: number[]
  /** The first part that takes a screen checks it. */
  takes: (screen: Screen) => boolean
  besides?: Deed[]
}

const under = (...sections: string[]) => {
  const begins = sections.map((section) => `/dashboard/${section}`)
  return ({ path }: Screen) => begins.some((start) => path.startsWith(start))
}

const parts: Part[] = [
  {
    who: null,
    what: 'what everyone sees',
    widths: [1440, 1024, 390],
    takes: ({ path }) => !/^\/(dashboard|client)\//.test(path),
    besides: [['/nulle-part', 'lost', async () => undefined]],
  },
  {
    who: 'client@bordee.demo',
    what: 'the client’s space',
    widths: [1440, 1024, 390],
    takes: ({ path, who }) => path.startsWith('/client/') || who?.join() === 'client',
  },
  {
    who: 'super@bordee.demo',
    what: 'the platform',
    widths: [1440, 1024, 390],
    takes: ({ who }) => who !== undefined && !who.includes('owner'),
    besides: [['/dashboard/company/import', 'import', async () => undefined]],
  },
  {
    who: 'proprio@bordee.demo',
    what: 'client folders',
    widths: [1440, 390],
    takes: under('client-folders', 'occupants'),
    besides: [
      [
        '/dashboard/client-folders/create',
        'site',
        async (page) => {
          await page.getByRole('textbox', { name: 'Nom', exact: true }).fill('Rosalie Saint-Amant')
          await page.getByRole('button', { name: 'Suivant' }).click()
          await expect(page.getByRole('textbox', { name: 'Nom du point de service' })).toBeVisible()
        },
      ],
      ['/dashboard/client-folders/list', 'facts', firstRow],
    ],
  },
  {
    who: 'proprio@bordee.demo',
    what: 'alerts',
    widths: [1440, 390],
    takes: under('alerts'),
    besides: [['/dashboard/alerts/history', 'deliveries', firstRow]],
  },
  {
    who: 'proprio@bordee.demo',
    what: 'contracts',
    widths: [1440, 390],
    takes: under('contracts', 'contract-templates'),
    besides: [
      ['/dashboard/contracts/list', 'facts', firstRow],
      ['/dashboard/contracts/list', 'actions', (page) => page.getByRole('button', { name: 'Actions' }).click()],
    ],
  },
  { who: 'proprio@bordee.demo', what: 'quotes', widths: [1440, 390], takes: under('quotes') },
  {
    who: 'proprio@bordee.demo',
    what: 'the rest of the back-office',
    widths: [1440, 390],
    takes: () => true,
  },
]

async function screensOf(page: Page, part: Part): Promise<Screen[]> {
  const screens = await readScreens(page)
  return screens.filter((screen) => parts.find((one) => one.takes(screen)) === part)
}

for (const part of parts) {
  test(`${part.what} has no accessibility violation and does not scroll sideways`, async ({ page, request }) => {
    test.setTimeout(600_000) // many screens
    if (part.who) await signIn(page, part.who)
    else await page.goto('/sign-in')
    await settled(page)

    async function look(path: string, [does, act]: [string, Deed[2]] | [] = []) {
      await page.setViewportSize({ width: part.widths[0] ?? 1440, height: 900 })
      await goTo(page, path)
      await settled(page)
      await act?.(page)
      await looksRight(page, [path.slice(1).replaceAll('/', '-'), does].filter(Boolean).join('-'), part.widths)
    }

    const screens = await screensOf(page, part)
    expect(screens.length).toBeGreaterThan(1)
    for (const screen of screens) for (const address of await addressesOf(request, screen)) await look(address)
    for (const [path, ...deed] of part.besides ?? []) await look(path, deed)
  })
}

/** What opens over a page. A popover closes when the window changes, so these are checked at one width. */
const overlays: Deed[] = [
  ['/dashboard/contracts/list', 'filter', (page) => page.getByRole('button', { name: 'Filtrer Statut' }).click()],
  ['/dashboard/contracts/list', 'dates', (page) => page.getByRole('button', { name: 'Filtrer Début' }).click()],
  ['/dashboard/contracts/list', 'columns', (page) => page.getByRole('button', { name: 'Colonnes' }).click()],
  ['/dashboard/contract-templates/create', 'date', (page) => page.getByRole('textbox', { name: 'Date de début' }).click()],
  ['/dashboard/client-folders/list', 'commands', (page) => page.keyboard.press('Control+K')],
  [
    '/dashboard/services/list',
    'confirm',
    async (page) => {
      await page.getByRole('row').nth(1).click()
      await page.getByRole('button', { name: /^Supprimer/ }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  ],
  [
    '/dashboard/companies/create',
    'pin',
    async (page) => {
      await page.getByRole('button', { name: 'Placer le point sur la carte' }).click()
      await expect(page.getByRole('button', { name: 'Point de l’adresse' })).toBeVisible({ timeout: 60_000 })
    },
  ],
]

test('what opens over a page has no accessibility violation', async ({ page }) => {
  test.setTimeout(240_000)
  await signIn(page, 'super@bordee.demo')
  await settled(page)
  for (const [path, does, act] of overlays) {
    await goTo(page, path)
    await settled(page)
    await act(page)
    await atRest(page)
    await keepPicture(page, `over-${does}`)
    expect.soft(await violations(page), does).toEqual([])
    expect.soft(await violationsInTheDark(page, `over-${does}-dark`), `${does}, dark`).toEqual([])
    await page.keyboard.press('Escape')
  }
})

test('every path sample matches a screen', async ({ page }) => {
  await signIn(page, 'proprio@bordee.demo')
  await settled(page)
  expect(withoutScreen(await readScreens(page))).toEqual([])
})
