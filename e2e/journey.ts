// The base of every journey: a server and a database per worker, and more browsers for journeys with several people.
import { test as base, type Page } from '@playwright/test'

export { expect } from '@playwright/test'

export interface Own {
  /** One URL per worker. */
  servers: string[]
}

/** Journeys reach a server in any order: each must undo what it changes in the demo. */
export const test = base.extend<{ anotherBrowser: () => Promise<Page> }, Own>({
  servers: [[], { scope: 'worker', option: true }],
  baseURL: ({ servers }, use, { parallelIndex }) => use(servers[parallelIndex]),
  anotherBrowser: async ({ browser }, use) => {
    const pages: Page[] = []
    await use(async () => {
      const page = await (await browser.newContext()).newPage()
      pages.push(page)
      return page
    })
    for (const page of pages) await page.context().close()
  },
})
