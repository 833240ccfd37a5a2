import { addressCalls } from '@bordee/core/addresses/addresses.calls.ts'
import { ask } from '../api.ts'
import type { StreetTile } from '../ui/map/settings.ts'

/** Fetches the streets that the embedded map draws. */
export const askStreets = ({ zoom, x, y }: StreetTile) => ask(addressCalls.listStreets, { zoom: String(zoom) as '10' | '13', x, y })
