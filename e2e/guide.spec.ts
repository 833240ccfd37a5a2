// The guide for users says what is on the screens: every word that a page has in bold is looked for where the page sends one.
import type { Page } from '@playwright/test'
import { boldIn, visit } from './guide.ts'
import { walks } from './guide-walks.ts'
import { expect, test } from './journey.ts'
import { signIn } from './people.ts'

test('whoever follows the guide finds every button that it names', async ({ anotherBrowser }) => {
  test.setTimeout(process.env.PICTURES ? 900_000 : 180_000) // every page of it
  const windows = new Map<string | null, Page>()
  async function windowOf(who: string | null): Promise<Page> {
    const page = windows.get(who) ?? (await anotherBrowser())
    if (who && !windows.has(who)) await signIn(page, who)
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
