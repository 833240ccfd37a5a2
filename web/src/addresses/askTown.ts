import { addressCalls } from '@bordee/core/addresses/addresses.calls.ts'
import { ask } from '../api.ts'
import type { TownTiles } from '../ui/map/settings.ts'

/** Fetches the streets and houses that the embedded map draws. */
export const askTown: TownTiles = {
  streets: ({ zoom, x, y }) => ask(addressCalls.listStreets, { zoom: String(zoom) as '10' | '12', x, y }),
  houses: ({ x, y }) => ask(addressCalls.listHouses, { x, y }),
}
