// A user without a mouse: everything is reachable with Tab, arrows, Enter, Space and Escape, and the focus is always
// visible.
import { expect, type Locator, type Page } from '@playwright/test'

/** Describes the focused element, and whether its focus is visible. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement
    if (!element || element === document.body) return { name: 'nothing', isSeen: false }
    // The focus ring may be drawn on a wrapper, on the label of a hidden input, or on an inner part such as a row's
    // cells.
    const around = [
      element,
      element.firstElementChild,
      element.parentElement,
      element.parentElement?.parentElement,
      element.nextElementSibling,
    ].filter((one) => one instanceof HTMLElement)
    const isDrawn = around.some((one) => {
      const { outlineStyle, outlineWidth, boxShadow, borderColor } = getComputedStyle(one)
      return (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none' || borderColor === 'rgb(23, 80, 74)'
    })
    const name = `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent?.slice(0, 60) ?? ''}`.trim()
    return { name, isSeen: element.matches(':focus-visible') && (isDrawn || element.matches('main, h1, [tabindex="-1"]')) }
  })

export async function seesFocus(page: Page) {
  await expect(async () => expect(await focused(page)).toMatchObject({ isSeen: true })).toPass({ timeout: 5000 })
}

/** Tabs to the target, and checks that the focus was visible at each step. */
export async function tabTo(page: Page, target: Locator, { key = 'Tab', most = 80 } = {}) {
  await expect(target).toBeAttached() // attached, not visible: an input shown only by its label can still be ticked
  const unseen: string[] = []
  for (let steps = 0; steps < most; steps++) {
    if (await target.evaluate((element) => element === document.activeElement)) {
      expect(unseen, 'where the focus was not seen').toEqual([])
      return
    }
    await page.keyboard.press(key)
    const { name, isSeen } = await focused(page)
    if (!isSeen && name !== 'nothing') unseen.push(name) // after the last element the focus leaves the page
  }
  throw new Error(`${key} does not reach ${target.toString()}: the focus is on ${(await focused(page)).name}`)
}

export async function pressOn(page: Page, target: Locator, key = 'Enter') {
  await tabTo(page, target)
  await page.keyboard.press(key)
}

export async function typeInto(page: Page, label: string | RegExp, text: string) {
  await tabTo(page, page.getByRole('textbox', { name: label, exact: typeof label === 'string' }))
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(text)
}

/** Opens a field's list and picks the first option that matches. */
export async function chooseIn(page: Page, label: string, option: string | RegExp) {
  await tabTo(page, page.getByRole('combobox', { name: label, exact: true }))
  await page.keyboard.press('ArrowDown')
  const wanted = page.getByRole('option', { name: option }).first()
  await expect(wanted).toBeVisible()
  const options = page.getByRole('option')
  for (let steps = (await options.count()) + 1; steps > 0; steps--) {
    if ((await wanted.getAttribute('data-combobox-selected')) !== null) break
    await page.keyboard.press('ArrowDown')
  }
  await page.keyboard.press('Enter')
}
