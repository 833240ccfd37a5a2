import type { Point } from '@bordee/core/geo.ts'

/** The sector map's last position, because neighbouring sectors are often drawn one after another. */
interface View {
  center: Point
  zoom: number
}
const key = 'bordee:sector-map'

export function recallView(): View | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? 'null') as View | null
    return kept && Number.isFinite(kept.center.lat) && Number.isFinite(kept.center.lng) && Number.isFinite(kept.zoom) ? kept : undefined
  } catch {
    return undefined // storage is blocked, or holds something else
  }
}

export function rememberView(view: View) {
  try {
    localStorage.setItem(key, JSON.stringify(view))
  } catch {
    // storage is blocked: the view isn't remembered
  }
}
