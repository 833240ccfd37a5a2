// What a page takes of each frame while something happens on it.
import type { Page } from '@playwright/test'

/** The browser itself says how much script each long frame ran. As text: this side of the bench knows no DOM. */
export async function worstFrame(page: Page, act: () => Promise<void>): Promise<number> {
  await page.evaluate(`
    globalThis.benchFrames = []
    globalThis.benchObserver?.disconnect()
    globalThis.benchObserver = new PerformanceObserver((list) => {
      for (const { scripts } of list.getEntries()) benchFrames.push(scripts.reduce((sum, { duration }) => sum + duration, 0))
    })
    benchObserver.observe({ type: 'long-animation-frame' })`)
  await act()
  await page.waitForTimeout(300)
  return page.evaluate<number>('Math.max(0, ...benchFrames)')
}
