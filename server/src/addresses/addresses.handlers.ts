import { type addressCalls, type DrawnHouse, type DrawnStreet, townZooms } from '@bordee/core/addresses/addresses.calls.ts'
import { notFound } from '@bordee/core/problem.ts'
import type { Handlers } from '../engine/ctx.ts'
import { sql } from '../engine/db/sql.ts'

/** The bounds of a web map tile, in degrees, with a margin that is a part of a tile. */
function tileBox(zoom: number, x: number, y: number, margin = 0): string {
  const lng = (column: number) => (column / 2 ** zoom) * 360 - 180
  const lat = (row: number) => (Math.atan(Math.sinh(Math.PI * (1 - (2 * row) / 2 ** zoom))) * 180) / Math.PI
  return `(${lng(x + 1 + margin)},${lat(y - margin)}),(${lng(x - margin)},${lat(y + 1 + margin)})`
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
    const isFar = Number(zoom) === townZooms.longStreets
    return tx.jsonList(sql<{ json: DrawnStreet }>`
      select json_build_object('name', name, 'metres', metres, 'line', line) as json
      from streets where extent && ${tileBox(Number(zoom), x, y)}::box and metres >= ${isFar ? 1500 : 0}
      order by metres desc, id limit ${isFar ? 800 : 3000}`)
  },

  /**
   * A house faces its street, which runs from the house before it to the one after it on the same side: the points of a
   * gazetteer are all that is needed. The margin has the neighbours of those at the edge.
   */
  listHouses: ({ tx }, { x, y }) => {
    const { houses: zoom } = townZooms
    return tx.jsonList(sql<{ json: DrawnHouse }>`
      with around as (
        select civic_number,
               lng,
               lat,
               coalesce(lag(point(lng, lat)) over side, point(lng, lat)) as before,
               coalesce(lead(point(lng, lat)) over side, point(lng, lat)) as after
        from addresses
        where point(lng, lat) <@ ${tileBox(zoom, x, y, 0.1)}::box
        window side as (partition by street_id, number % 2 order by number, civic_number))
      select json_build_object(
               'civicNumber', civic_number,
               'at', json_build_array(round(lng::numeric, 6), round(lat::numeric, 6)),
               'bearing', case when before <-> after > 0 then
                 round(degrees(atan2((after[0] - before[0]) * cosd(lat), after[1] - before[1])))::int end) as json
      from around
      where point(lng, lat) <@ ${tileBox(zoom, x, y)}::box
      limit 4000`)
  },
}
