// Draws the gazetteer's streets and houses on the embedded map, tile by tile, because a province doesn't fit in one
// response.
import type { Feature, LineString, Polygon, Position } from 'geojson'
import type { GeoJSONSource, Map as MapLibre } from 'maplibre-gl'
import type { HousePoint, StreetLine, Tile, TownTiles } from './settings.ts'

/** Draws what is in view. A tile that failed is requested again at the next move. */
export function drawTown(map: MapLibre, { streets, houses }: TownTiles): void {
  if (!map.getSource('streets')) return
  const zoom = map.getZoom()
  if (zoom >= 10) drawTiles(map, 'streets', zoom < 12.5 ? 10 : 12, streets, streetsOnce)
  if (zoom >= 15.5) drawTiles(map, 'houses', 15, houses, (found) => found.map(footprint))
}

type Ask<T> = (tile: Tile) => Promise<T[]>

/** The tiles read so far, per source. They outlive the maps. */
const known = new WeakMap<Ask<unknown>, Map<string, Promise<unknown[]>>>()
const mostKept = 200
const mostSeen = 24

function drawTiles<T>(map: MapLibre, source: string, zoom: number, ask: Ask<T>, toFeatures: (found: T[]) => Feature[]) {
  const tiles = tilesSeen(map, zoom)
  const seen = tiles.map(keyOf).join(' ')
  void Promise.all(tiles.map((tile) => tileOf(ask, tile))).then((answers) => {
    // The map moved on, or was removed with its page, before the answers came.
    if (!map.style || tilesSeen(map, zoom).map(keyOf).join(' ') !== seen) return
    void map.getSource<GeoJSONSource>(source)?.setData({ type: 'FeatureCollection', features: toFeatures(answers.flat()) })
  })
}

function tileOf<T>(ask: Ask<T>, tile: Tile): Promise<T[]> {
  const held = (known.get(ask) ?? new Map<string, Promise<unknown[]>>()) as Map<string, Promise<T[]>>
  known.set(ask, held)
  const key = keyOf(tile)
  const asked = held.get(key)
  if (asked) return asked
  if (held.size >= mostKept) held.clear()
  const answer = ask(tile).catch(() => {
    held.delete(key)
    return []
  })
  held.set(key, answer)
  return answer
}

function tilesSeen(map: MapLibre, zoom: number): Tile[] {
  const bounds = map.getBounds()
  const column = (lng: number) => Math.floor(((lng + 180) / 360) * 2 ** zoom)
  const row = (lat: number) => Math.floor(((1 - Math.asinh(Math.tan((lat * Math.PI) / 180)) / Math.PI) / 2) * 2 ** zoom)
  const tiles: Tile[] = []
  for (let x = column(bounds.getWest()); x <= column(bounds.getEast()); x++)
    for (let y = row(bounds.getNorth()); y <= row(bounds.getSouth()); y++)
      if (x >= 0 && y >= 0 && x < 2 ** zoom && y < 2 ** zoom) tiles.push({ zoom, x, y })
  return tiles.slice(0, mostSeen)
}

const keyOf = ({ zoom, x, y }: Tile) => `${zoom}/${x}/${y}`

/** A street that crosses several tiles is in each of them. */
const streetsOnce = (found: StreetLine[]): Feature[] =>
  [...new Map(found.map((street) => [[street.name, ...(street.line[0] ?? [])].join(' '), street])).values()].map(toLine)

const toLine = ({ name, metres, line }: StreetLine): Feature<LineString> => ({
  type: 'Feature',
  properties: {
    name,
    isMain: metres >= 1200 && /boulevard|chemin|route|autoroute|avenue|allée|côte/i.test(name),
    isHighway: /^(autoroute|pont) /.test(name),
  },
  geometry: { type: 'LineString', coordinates: line },
})

/** Half a house, in metres: along the street and away from it. */
const half = [4.5, 5.5] as const
const metresPerDegree = 111_195

/** A usual house, turned to its street. */
function footprint({ civicNumber, at: [lng, lat], bearing }: HousePoint): Feature<Polygon> {
  const angle = ((bearing ?? 0) * Math.PI) / 180
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)]
  const corner = (along: number, away: number): Position => [
    lng + (along * half[0] * sin + away * half[1] * cos) / (metresPerDegree * Math.cos((lat * Math.PI) / 180)),
    lat + (along * half[0] * cos - away * half[1] * sin) / metresPerDegree,
  ]
  return {
    type: 'Feature',
    properties: { civicNumber },
    geometry: { type: 'Polygon', coordinates: [[corner(-1, -1), corner(-1, 1), corner(1, 1), corner(1, -1), corner(-1, -1)]] },
  }
}
