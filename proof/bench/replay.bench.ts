import type { Page } from '@playwright/test'
import type { RunDetails } from '../../core/src/runs/run.ts'
import { buildWeb } from '../../house/web-build.ts'
import { assertRight, type Bench } from './bench.ts'
import { openBrowser, openDesk, signIn } from './bench-browser.ts'
import { openBenchServer } from './bench-server.ts'
import { fillClients } from './clients-company.ts'
import { measureFrames } from './frames.ts'

const positions = 20_000
const areas = 300
/** Milliseconds of script in one frame; users notice more. */
const promised = 50

export const bench: Bench = {
  title: `A replay of ${positions.toLocaleString('en')} positions over ${areas} areas, as built for users`,
  async run() {
    await buildWeb()
    await using server = await openBenchServer()
    await using browser = await openBrowser()
    const { email } = await fillClients(server, 10)
    const page = await openDesk(browser, server)
    // Measure what the browser does with a run, not how the server reads it.
    await page.route('**/api/runs/*/details', (route) => route.fulfill({ json: longRun }))
    await signIn(page, email, `/dashboard/geolocation/runs/${longRun.id}`)
    await page.getByRole('button', { name: longRun.userDurations[0]?.name ?? '', exact: true }).waitFor()
    await page.waitForTimeout(3000) // don't measure what is left of loading
    return await measureFrames(page, actions, promised)
  },
}

const begun = Date.parse('2026-01-15T08:00:00Z')
const every = 2000
const instant = (ms: number) => new Date(begun + ms).toISOString()
const id = (kind: number, n: number) => `00000000-0000-7000-8000-${String(kind)}${String(n).padStart(11, '0')}`

/** Back and forth along streets, with a driveway at regular intervals, each visited in turn. */
const wayAt = (n: number) => ({ lat: 46.8 + Math.floor(n / 500) * 0.001, lng: -71.2 + Math.abs(500 - (n % 1000)) * 0.00008 })
const visitAt = (n: number) => Math.floor((n + 0.5) * (positions / areas)) * every

const longRun = {
  id: id(1, 1),
  routeId: null,
  routeName: 'Longue tournée',
  startedAt: instant(0),
  finishedAt: instant(positions * every),
  isFullyProcessed: true,
  completionPercentage: 100,
  areasDone: areas,
  areasCount: areas,
  notDoneCount: 0,
  userDurations: [{ userId: id(2, 1), email: null, name: 'Opérateur du banc', duration: (positions * every) / 1000 }],
  actions: [],
  areaActions: [],
  locations: Array.from({ length: positions }, (_, n) => ({
    userId: id(2, 1),
    track: 'phone',
    ...wayAt(n),
    timestamp: instant(n * every),
    speed: 4,
    accuracy: 5,
  })),
  areaVisits: Array.from({ length: areas }, (_, n) => ({
    id: id(3, n),
    runSiteAreaId: id(4, n),
    startedAt: instant(visitAt(n)),
    finishedAt: instant(visitAt(n) + 30_000),
    duration: 30,
    userName: 'Opérateur du banc',
  })),
  runSites: Array.from({ length: areas }, (_, n) => {
    const { lat, lng } = wayAt(visitAt(n) / every)
    const polygon = [
      { lat, lng },
      { lat, lng: lng + 0.0001 },
      { lat: lat + 0.0002, lng: lng + 0.0001 },
      { lat: lat + 0.0002, lng },
    ]
    return {
      id: id(5, n),
      siteId: null,
      siteName: `Entrée ${n}`,
      siteAddress: `${n}, rue Longue`,
      customerName: `Client ${n}`,
      location: { lat, lng },
      notes: null,
      includesIce: false,
      isServiceStopped: false,
      sortOrder: n,
      state: 'done' as const,
      decidedAt: instant(visitAt(n)),
      addedAt: null,
      carMovedAt: null,
      passNumber: null,
      areas: [{ id: id(4, n), areaId: null, name: 'Zone A', notes: null, polygon, indicators: [] }],
    }
  }),
} satisfies Partial<RunDetails>

/** Elapsed seconds of the run, as the page shows them. */
async function shown(page: Page): Promise<number> {
  const [hours = 0, minutes = 0, seconds = 0] = ((await page.getByTestId('replay-clock').textContent()) ?? '').split(':').map(Number)
  return hours * 3600 + minutes * 60 + seconds
}

const actions: Record<string, (page: Page) => Promise<void>> = {
  async 'plays at 50x'(page) {
    await page.getByText('50x', { exact: true }).click()
    const before = await shown(page)
    await page.getByRole('button', { name: 'Lecture' }).click()
    await page.waitForTimeout(5000)
    await page.getByRole('button', { name: 'Pause' }).click()
    const passed = (await shown(page)) - before
    assertRight(passed > 150 && passed < 400, `fifty times five seconds have passed, not ${passed} s`)
  },
  async 'is scrubbed to the end and back'(page) {
    const scrub = page.getByRole('slider', { name: 'Moment de la tournée' })
    for (const key of ['End', 'Home', 'End', 'Home']) {
      await scrub.press(key)
      await page.waitForTimeout(600)
    }
    for (let i = 0; i < 20; i++) await scrub.press('PageUp')
    await page.waitForTimeout(300)
  },
  async 'seeks to visits'(page) {
    const visits = page.getByRole('list', { name: 'Passages' }).getByRole('button')
    assertRight((await visits.count()) === areas, 'every visit is listed')
    for (const n of [10, 150, 290, 5]) {
      await visits.nth(n).click()
      await page.waitForTimeout(400)
      assertRight((await visits.nth(n).getAttribute('aria-current')) === 'true', 'one is where one clicked')
    }
  },
}
