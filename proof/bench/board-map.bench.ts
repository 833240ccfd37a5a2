import type { Page } from '@playwright/test'
import { buildWeb } from '../../house/web-build.ts'
import { assertRight, type Bench } from './bench.ts'
import { openBrowser, openDesk, signIn } from './bench-browser.ts'
import { openBenchServer } from './bench-server.ts'
import { measureFrames } from './frames.ts'
import { fillNight } from './night-company.ts'

/** Milliseconds of script in one frame; users notice more. */
const promised = 50

export const bench: Bench = {
  title: 'The board’s map with 60 runs and 6,000 sites, as built for users',
  async run() {
    await buildWeb()
    await using server = await openBenchServer()
    await using browser = await openBrowser()
    const { company, email, operationId, trucks } = await fillNight(server, { sites: 6000, routes: 60 })
    const page = await openDesk(browser, server)
    await signIn(page, email, `/dashboard/operations/${operationId}`)
    await page.locator('[data-ready]').waitFor()
    await page.getByText(/\/ 6.000/).waitFor()
    await page.waitForTimeout(5000) // don't measure what is left of loading
    const decide = () =>
      server.inCompany(company, async (tx) => {
        const decided = await tx.sql`
          update run_sites set state = 'done', decided_at = now()
          where company_id = ${company} and state = 'todo' and sort_order % 20 = 1
            and run_id = any(${trucks.map(({ runId }) => runId)}::uuid[])
          returning id`
        assertRight(decided.length > 0 || isDecided, 'stops are decided')
        isDecided = true
      })
    return await measureFrames(page, { ...moves, 'reads the board and its sites again': (shown) => readAgain(shown, decide) }, promised)
  },
}

let isDecided = false

const moves: Record<string, (page: Page) => Promise<void>> = {
  async 'moves the map'(page) {
    const { x, y } = await middleOf(page)
    await page.mouse.move(x, y)
    await page.mouse.down()
    for (let step = 1; step <= 20; step++) await page.mouse.move(x - step * 5, y - step * 3)
    await page.mouse.up()
    await page.waitForTimeout(800)
  },
  async 'zooms in and out'(page) {
    const { x, y } = await middleOf(page)
    await page.mouse.move(x, y)
    for (const way of [-1, -1, 1, 1]) {
      await page.mouse.wheel(0, way * 300)
      await page.waitForTimeout(400)
    }
  },
}

async function middleOf(page: Page) {
  const box = await page.getByRole('region', { name: 'Carte' }).first().boundingBox()
  assertRight(box !== null, 'the map is there')
  return { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 }
}

/** As the browser does when it comes back to the tab. */
async function readAgain(page: Page, change: () => Promise<unknown>) {
  await change()
  const read = page.waitForResponse((answer) => answer.url().includes('/sites?') && answer.ok(), { timeout: 60_000 })
  await page.evaluate("dispatchEvent(new Event('visibilitychange')); document.dispatchEvent(new Event('visibilitychange'))")
  await read
  await page.waitForTimeout(1500)
}
