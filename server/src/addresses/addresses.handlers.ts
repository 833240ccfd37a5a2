import { type addressCalls, type DrawnStreet, streetTileZooms } from '@bordee/core/addresses/addresses.calls.ts'
import { notFound } from '@bordee/core/problem.ts'
import type { Handlers } from '../engine/ctx.ts'
import { sql } from '../engine/db/sql.ts'

/** The bounds of a web map tile, in degrees. */
function tileBox(zoom: number, x: number, y: number): string {
  const lng = (column: number) => (column / 2 ** zoom) * 360 - 180
  const lat = (row: number) => (Math.atan(Math.sinh(Math.PI * (1 - (2 * row) / 2 ** zoom))) * 180) / Math.PI
  return `(${lng(x + 1)},${lat(y)}),(${lng(x)},${lat(y + 1)})`
}

export const addressHandlers: Handlers<typeof addressCalls> = {
  /** A source may know one address under several ids, for instance one per apartment: the first is offered. */
  async suggestAddresses(ctx, { search, sessionToken }) {
    const found = await ctx.gateways.places.suggest(ctx, search, sessionToken)
    return [...Map.groupBy(found, ({ description }) => description).values()].flatMap(([first]) => first ?? [])
  },

  async getAddress(ctx, { placeId, sessionToken }) {
    const place = await ctx.gateways.places.details(ctx, placeId, sessionToken)
    if (!place) throw notFound('Adresse')
    return place
  },

  /** A tile of a big city has thousands of streets: from afar only the long ones are drawn. */
  listStreets: ({ tx }, { zoom, x, y }) => {
    const isFar = Number(zoom) === streetTileZooms.far
    return tx.jsonList(sql<{ json: DrawnStreet }>`
      select json_build_object('name', name, 'metres', metres, 'line', line) as json
      from streets where extent && ${tileBox(Number(zoom), x, y)}::box and metres >= ${isFar ? 500 : 0}
      order by metres desc, id limit ${isFar ? 800 : 3000}`)
  },
}
