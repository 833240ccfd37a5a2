// The user guide matches the screens: every bold word of a page must appear where the page sends its reader.
import type { Page } from '@playwright/test'
import { boldIn, visit, type Walker } from './guide.ts'
import { officeWalks } from './guide-walks.ts'
import { seasonWalks } from './guide-walks-season.ts'
import { winterWalks } from './guide-walks-winter.ts'
import { expect, test } from './journey.ts'
import { looksRight } from './looks.ts'
import { signIn } from './people.ts'

/** Limits the run to some pages while writing them: GUIDE=flotte,trajets */
const wanted = process.env.GUIDE?.split(',')
const walks = [...officeWalks, ...seasonWalks, ...winterWalks].filter(({ page }) => wanted?.includes(page) ?? true)

test('a reader who follows the guide finds every button it names', async ({ anotherBrowser, request }) => {
  test.setTimeout(process.env.PICTURES ? 1_200_000 : 600_000) // covers every page of the guide
  const windows = new Map<Walker | null, Page>()
  async function windowOf(who: Walker | null): Promise<Page> {
    const page = windows.get(who) ?? (await anotherBrowser())
    if (who && !windows.has(who)) await signIn(page, typeof who === 'string' ? who : await who(request))
    windows.set(who, page)
    return page
  }
  const seen = new Map<string, Set<string>>()
  for (const { page: name, who, stops } of walks) {
    const names = seen.get(name) ?? new Set()
    for (const stop of stops) for (const text of await visit(await windowOf(who), stop)) names.add(text)
    seen.set(name, names)
  }
  for (const [name, names] of seen)
    expect
      .soft(
        boldIn(name).filter((words) => !names.has(words)),
        `docs/guide/${name}.md names what is not there`,
      )
      .toEqual([])
})

test('the guide opens from the menu, and anyone can read it', async ({ page }) => {
  await signIn(page, 'proprio@bordee.demo', '/dashboard/settings')
  const opened = page.waitForEvent('popup')
  await page.getByRole('link', { name: 'Documentation' }).click()
  const guide = await opened
  await looksRight(guide, 'guide', [1280, 390])
  await guide.getByRole('link', { name: 'Ajouter un client' }).first().click()
  await expect(guide.getByRole('heading', { name: 'Ajouter un client', level: 1 })).toBeVisible()
  await looksRight(guide, 'guide-clients', [1280, 390])
})
