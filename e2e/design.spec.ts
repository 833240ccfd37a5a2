// Every component in its states, at three widths: a picture to look at, and no violation of WCAG 2.2 AA.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import { test as base, expect, type Page } from '@playwright/test'
import { freePort } from '../server/src/postgres-process.ts'

const root = join(import.meta.dirname, '..')
const pictures = join(import.meta.dirname, 'pictures')
const sections = ['foundations', 'grids', 'forms', 'states', 'parts', 'maps', 'public']
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** The page exists only while developing: the development server is started for it, once per worker. */
const test = base.extend<object, { design: string }>({
  design: [
    async ({ browserName: _ }, use) => {
      const port = await freePort()
      const vite = spawn(
        process.execPath,
        [join(root, 'node_modules/vite/bin/vite.js'), '--port', String(port), '--strictPort', '--host', '127.0.0.1'],
        { cwd: join(root, 'web'), stdio: 'pipe' },
      )
      const address = `http://127.0.0.1:${port}`
      await answering(address, vite)
      await use(`${address}/design`)
      vite.kill()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

test.beforeAll(() => mkdirSync(pictures, { recursive: true }))

for (const width of [1440, 1024, 390]) {
  test(`the components at ${width} px`, async ({ page, design }) => {
    test.setTimeout(240_000)
    await page.setViewportSize({ width, height: 900 })
    // Nothing here speaks to the server.
    await page.route('**/api/**', (route) => route.fulfill({ status: 401, json: { message: 'Non connecté.', type: 'failure' } }))
    await page.goto(design)
    await everythingDrawn(page)

    for (const section of sections)
      await page.locator(`#${section}`).screenshot({ path: join(pictures, `design-${width}-${section}.png`), animations: 'disabled' })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    expect(await violations(page)).toEqual([])
  })
}

test('what opens over the page', async ({ page, design }) => {
  test.setTimeout(240_000)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.route('**/api/**', (route) => route.fulfill({ status: 401, json: { message: 'Non connecté.', type: 'failure' } }))
  await page.goto(design)
  await everythingDrawn(page)
  const contracts = page.getByRole('region', { name: 'Contrats' })
  const overlays: [name: string, open: () => Promise<void>][] = [
    ['grid-filter', () => contracts.getByRole('button', { name: 'Filtrer Statut' }).click()],
    ['grid-dates', () => contracts.getByRole('button', { name: 'Filtrer Début' }).click()],
    ['grid-columns', () => contracts.getByRole('button', { name: 'Colonnes' }).click()],
    ['grid-detail', () => contracts.getByRole('row').nth(4).click()],
    ['date', () => page.getByRole('textbox', { name: 'Date de début' }).click()],
    ['confirm', () => page.getByRole('button', { name: 'Supprimer…' }).click()],
    ['typed-name', () => page.getByRole('button', { name: 'Par le nom…' }).click()],
    [
      'pin',
      async () => {
        await page.getByRole('button', { name: 'Placer le point sur la carte' }).click()
        await expect(page.getByRole('button', { name: 'Point de l’adresse' })).toBeVisible({ timeout: 60_000 })
      },
    ],
    ['commands', () => page.getByRole('button', { name: 'Ouvrir les commandes' }).click()],
  ]
  for (const [name, open] of overlays) {
    await open()
    await page.waitForTimeout(600)
    await page.screenshot({ path: join(pictures, `design-over-${name}.png`) })
    expect.soft(await violations(page), name).toEqual([])
    await page.keyboard.press('Escape')
    await page.waitForTimeout(300)
  }
})

async function everythingDrawn(page: Page) {
  await expect(page.getByRole('heading', { name: 'Neige et sapin' })).toBeVisible({ timeout: 60_000 })
  await expect(page.locator('[data-ready]')).toHaveCount(3, { timeout: 60_000 })
  await expect(page.locator('.recharts-surface').first()).toBeVisible({ timeout: 60_000 })
  await expect(page.getByRole('textbox', { name: 'Clauses' })).toBeVisible()
  await expect(page.locator('altcha-widget')).toBeVisible()
  await page.evaluate(() => document.fonts.ready)
}

async function violations(page: Page) {
  const { violations: found } = await new AxeBuilder({ page }).withTags(rules).analyze()
  return found.map(
    ({ id, nodes }) =>
      `${id}: ${nodes
        .map(({ target }) => target.join(' '))
        .slice(0, 4)
        .join(' | ')}`,
  )
}

/** Waits until the server answers; says what it said when it died instead. */
async function answering(address: string, server: ChildProcess) {
  let said = ''
  for (const stream of [server.stdout, server.stderr]) stream?.on('data', (chunk: Buffer) => (said += chunk.toString()))
  for (;;) {
    if (server.exitCode !== null) throw new Error(`Vite stopped: ${said}`)
    const answer = await fetch(address).catch(() => undefined)
    if (answer?.ok) return
    await new Promise((again) => setTimeout(again, 200))
  }
}
