// What every journey begins with: a server and a database that no other worker uses, and other browsers where it takes several people.
import { test as base, type Page } from '@playwright/test'

export { expect } from '@playwright/test'

export interface Own {
  /** One address per worker. */
  servers: string[]
  /** The page of all components. */
  design: string
}

/** Journeys come to a server in any order: what one changes of the demo it puts back. */
export const test = base.extend<{ anotherBrowser: () => Promise<Page> }, Own>({
  servers: [[], { scope: 'worker', option: true }],
  design: ['', { scope: 'worker', option: true }],
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
