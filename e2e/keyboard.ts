// Someone who has no mouse: everything is reached with Tab, arrows, Enter, Space and Escape, and where one is can always be seen.
import { expect, type Locator, type Page } from '@playwright/test'

/** What has the focus, as one would describe it; and whether it can be seen that it has. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement
    if (!element || element === document.body) return { name: 'nothing', isSeen: false }
    // What draws it may stand around it: a box of several parts, the label of a hidden input; or inside it: the cells of a row.
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

/** Where the focus is can be seen, and it is somewhere. */
export async function seesFocus(page: Page) {
  await expect(async () => expect(await focused(page)).toMatchObject({ isSeen: true })).toPass({ timeout: 5000 })
}

/** Goes there with Tab, and could see the focus at each step. */
export async function tabTo(page: Page, target: Locator, { key = 'Tab', most = 80 } = {}) {
  await expect(target).toBeAttached() // one may tick what only its label shows
  const unseen: string[] = []
  for (let steps = 0; steps < most; steps++) {
    if (await target.evaluate((element) => element === document.activeElement)) {
      expect(unseen, 'where the focus was not seen').toEqual([])
      return
    }
    await page.keyboard.press(key)
    const { name, isSeen } = await focused(page)
    if (!isSeen && name !== 'nothing') unseen.push(name) // past the last one stands the browser itself
  }
  throw new Error(`${target.toString()} is not reached with ${key}: the focus is on ${(await focused(page)).name}`)
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

/** Opens the list of a field, and takes what begins so. */
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
