// Checks that apply to every screen, at every width.
import { join } from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import { expect, type Locator, type Page } from '@playwright/test'

/** Only with PICTURES=1: taking them all takes minutes. */
export async function keepPicture(of: Page | Locator, name: string, options: { fullPage?: boolean } = {}) {
  const path = join(import.meta.dirname, 'pictures', `${name}.png`)
  if (process.env.PICTURES) await of.screenshot({ path, animations: 'disabled', ...options })
}

/** Widths equivalent to a 1280 px window zoomed to 200 % and 400 % (WCAG 1.4.4, 1.4.10). */
const enlarged = [640, 320]

/** Widths and schemes are looked at one by one in the long tests, which run these journeys again for that (`@looks`). */
const looksEverywhere = Boolean(process.env.LOOK_EVERYWHERE || process.env.PICTURES)

/** No violation of WCAG 2.2 AA and no sideways scrolling, in the long tests even zoomed; takes a picture if asked. */
export async function looksRight(page: Page, name: string, widths: readonly number[] = [1440, 390]) {
  for (const width of looksEverywhere ? widths : widths.slice(-1)) {
    await page.setViewportSize({ width, height: 900 })
    await settled(page)
    // The widths in between draw nothing that the widest or the narrowest doesn't.
    if (width === widths[0] || width === widths.at(-1)) {
      expect.soft(await violations(page), `${name} at ${width} px`).toEqual([])
      if (looksEverywhere) await looksRightInTheDark(page, name, width)
    }
    expect.soft(await beyondTheEdge(page), `${name} at ${width} px scrolls sideways`).toEqual([])
    if (width <= 640) expect.soft(await zoomingFields(page), `${name}: fields that make a phone zoom in`).toEqual([])
    await keepPicture(page, `${name}-${width}`, { fullPage: true })
  }
  if (looksEverywhere) await staysInSightEnlarged(page, name)
}

async function looksRightInTheDark(page: Page, name: string, width: number) {
  expect.soft(await violationsInTheDark(page, `${name}-${width}-dark`), `${name} at ${width} px, dark`).toEqual([])
}

async function staysInSightEnlarged(page: Page, name: string) {
  for (const width of enlarged) {
    await page.setViewportSize({ width, height: 600 })
    await atRest(page)
    expect.soft(await beyondTheEdge(page), `${name} at ${width} px, as enlarged letters leave it`).toEqual([])
  }
}

/** What makes the page scroll sideways, or lies where no scrolling can reach. Grids and maps scroll on their own. */
const beyondTheEdge = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    const scrolls = (element: Element | null): boolean =>
      element !== null && (/auto|scroll/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement))
    const isBeyond = (element: Element) => {
      const { left, right, width } = element.getBoundingClientRect()
      return (
        width > 1 && (left < -1 || right > clientWidth + 1) && element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
      )
    }
    const parts = [...document.querySelectorAll('button, a, input, select, textarea, h1, h2, h3, p, label, [role="tab"]')]
    // The skip link stays off-screen until focused.
    const hidden = '.maplibregl-map *, [aria-hidden="true"] *, [inert] *, a[href="#contenu"]'
    const cut = parts.filter((part) => isBeyond(part) && !part.matches(hidden) && !scrolls(part.parentElement))
    return [
      ...(scrollWidth > clientWidth ? [`the page, by ${scrollWidth - clientWidth} px`] : []),
      ...cut.map((part) => part.outerHTML.slice(0, 160)),
    ]
  })

/**
 * Lists each violation as the rule and where it is broken. Legacy mode skips
 * the second page, which only cross-origin frames need, and halves the time.
 */
export const violations = (page: Page): Promise<string[]> =>
  brokenRules(axeOf(page).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']))

/** The dark scheme changes colours only, so only the rules about colours are asked again. */
export async function violationsInTheDark(page: Page, picture: string): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'dark' })
  await atRest(page)
  await keepPicture(page, picture, { fullPage: true })
  const found = await brokenRules(axeOf(page).withRules(['color-contrast', 'link-in-text-block']))
  await page.emulateMedia({ colorScheme: 'light' })
  return found
}

/** Passes needn't be reported. */
const axeOf = (page: Page) => new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })

async function brokenRules(axe: AxeBuilder): Promise<string[]> {
  const { violations: found } = await axe.analyze()
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`)
}

/** Fields with text below 16 px: iOS zooms in on them. */
const zoomingFields = (page: Page) =>
  page
    .locator('input:not([type="checkbox"], [type="radio"], [type="hidden"], [type="file"]):visible, textarea:visible, select:visible')
    .evaluateAll((fields) =>
      fields.filter((field) => Number.parseFloat(getComputedStyle(field).fontSize) < 16).map((field) => field.outerHTML.slice(0, 200)),
    )

/** Waits until the page is loaded and still. Network idleness says nothing: a page may keep a live stream open. */
export async function settled(page: Page) {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  await atRest(page)
}

/** Waits until nothing has moved for a few frames, because an opening animation starts a frame or two late. */
export async function atRest(page: Page) {
  await page.evaluate(async () => {
    await document.fonts.ready
    const isMoving = () => document.getAnimations().some(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
    for (let frames = 0; frames < 6; frames = isMoving() ? 0 : frames + 1) await new Promise(requestAnimationFrame)
  })
}
