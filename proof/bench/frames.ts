// How much script a page runs per frame while something happens on it.
import type { Page } from '@playwright/test'
import { ms, percentile } from './bench.ts'

/** The browser reports how much script each long frame ran. Sent as text: this side of the bench has no DOM. */
async function worstFrame(page: Page, act: () => Promise<void>): Promise<number> {
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

/**
 * The most script in one frame for each action, against the promise. The median of three runs counts, because a
 * neighbour that takes the processor for a while is not the page's fault.
 */
export async function measureFrames(page: Page, actions: Record<string, (page: Page) => Promise<void>>, promised: number) {
  const measures = []
  for (const [what, act] of Object.entries(actions)) {
    const worst: number[] = []
    for (let i = 0; i < 3; i++) worst.push(await worstFrame(page, () => act(page)))
    const ratio = percentile(worst, 0.5) / promised
    measures.push({ what, ratio, most: 1, figures: `most script in one frame: ${worst.map(ms).join(', ')}` })
  }
  return measures
}
