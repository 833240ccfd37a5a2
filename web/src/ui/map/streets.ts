// Draws the gazetteer's streets on the embedded map, tile by tile, because a province doesn't fit in one response.
import type { Feature, LineString } from 'geojson'
import type { GeoJSONSource, Map as MapLibre } from 'maplibre-gl'
import type { StreetLine, StreetTile } from './settings.ts'

type Streets = (tile: StreetTile) => Promise<StreetLine[]>

/** The streets read so far, per source. They outlive the maps. */
const known = new WeakMap<Streets, Map<string, Promise<StreetLine[]>>>()
const mostKept = 200
const mostSeen = 24

/** Draws the streets in view. A tile that failed is requested again at the next move. */
export function drawStreets(map: MapLibre, streets: Streets): void {
  if (!map.getSource('streets') || map.getZoom() < 10) return
  const tiles = tilesSeen(map)
  const seen = tiles.map(keyOf).join(' ')
  void Promise.all(tiles.map((tile) => streetsOf(streets, tile))).then((answers) => {
    // The map moved on, or was removed with its page, before the answers came.
    if (!map.style || tilesSeen(map).map(keyOf).join(' ') !== seen) return
    const once = new Map(answers.flat().map((street) => [[street.name, ...(street.line[0] ?? [])].join(' '), street]))
    const features = [...once.values()].map(toFeature)
    void map.getSource<GeoJSONSource>('streets')?.setData({ type: 'FeatureCollection', features })
  })
}

function streetsOf(streets: Streets, tile: StreetTile): Promise<StreetLine[]> {
  const held = known.get(streets) ?? new Map<string, Promise<StreetLine[]>>()
  known.set(streets, held)
  const key = keyOf(tile)
  const asked = held.get(key)
  if (asked) return asked
  if (held.size >= mostKept) held.clear()
  const answer = streets(tile).catch(() => {
    held.delete(key)
    return []
  })
  held.set(key, answer)
  return answer
}

function tilesSeen(map: MapLibre): StreetTile[] {
  const zoom = map.getZoom() < 12.5 ? 10 : 13
  const bounds = map.getBounds()
  const column = (lng: number) => Math.floor(((lng + 180) / 360) * 2 ** zoom)
  const row = (lat: number) => Math.floor(((1 - Math.asinh(Math.tan((lat * Math.PI) / 180)) / Math.PI) / 2) * 2 ** zoom)
  const tiles: StreetTile[] = []
  for (let x = column(bounds.getWest()); x <= column(bounds.getEast()); x++)
    for (let y = row(bounds.getNorth()); y <= row(bounds.getSouth()); y++)
      if (x >= 0 && y >= 0 && x < 2 ** zoom && y < 2 ** zoom) tiles.push({ zoom, x, y })
  return tiles.slice(0, mostSeen)
}

const keyOf = ({ zoom, x, y }: StreetTile) => `${zoom}/${x}/${y}`

const toFeature = ({ name, metres, line }: StreetLine): Feature<LineString> => ({
  type: 'Feature',
  properties: { name, isMain: metres >= 1200 && /boulevard|chemin|route|autoroute|avenue|allée|côte/i.test(name) },
  geometry: { type: 'LineString', coordinates: line },
})
