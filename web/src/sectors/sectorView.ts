import type { Point } from '@bordee/core/geo.ts'

/** Where the map of sectors was last left: one draws neighbours one after the other. */
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
    return undefined // blocked, or not ours
  }
}

export function rememberView(view: View) {
  try {
    localStorage.setItem(key, JSON.stringify(view))
  } catch {
    // as said above
  }
}
