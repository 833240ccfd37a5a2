import * as z from 'zod'
import { readStoredJson, writeStorage } from '../ui/storage.ts'

/** The sector map's last position, because neighbouring sectors are often drawn one after another. */
const view = z.object({ center: z.object({ lat: z.number(), lng: z.number() }), zoom: z.number() })
type View = z.infer<typeof view>

const key = 'bordee:sector-map'

export function recallView(): View | undefined {
  return view.safeParse(readStoredJson('localStorage', key)).data
}

export function rememberView(seen: View) {
  writeStorage('localStorage', key, JSON.stringify(seen))
}
