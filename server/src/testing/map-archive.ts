// Writes a small PMTiles archive (version 3) with Protomaps' layers. The library only reads them.
import { writeFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { type Point, quebecCity } from '@bordee/core/geo.ts'
import { GeoJSONVT, type GeoJSONVTTile } from '@maplibre/geojson-vt'
import { fromGeojsonVt } from '@maplibre/vt-pbf'
import type { FeatureCollection, Geometry } from 'geojson'
import { zxyToTileId } from 'pmtiles'

type Layers = { roads: FeatureCollection } & Partial<Record<'earth' | 'water' | 'places' | 'buildings', FeatureCollection>>

/** A street, a house, the river and the name of the town, around the centre of Québec City. */
export function smallTown(): Layers {
  const { lat, lng } = quebecCity
  const at = (east: number, north: number) => [lng + east, lat + north]
  const corners = [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
    [-1, -1],
  ] as const
  const square = (east: number, north: number, half: number) => [corners.map(([x, y]) => at(east + x * half, north + y * half))]
  const collection = (geometry: Geometry, properties: object): FeatureCollection => ({
    type: 'FeatureCollection',
    features: [{ type: 'Feature', properties, geometry }],
  })
  return {
    earth: collection({ type: 'Polygon', coordinates: square(0, 0, 0.5) }, { kind: 'earth' }),
    water: collection({ type: 'Polygon', coordinates: square(0.03, -0.03, 0.02) }, { kind: 'water' }),
    buildings: collection({ type: 'Polygon', coordinates: square(0.0005, 0.0005, 0.0002) }, { kind: 'building' }),
    roads: collection(
      { type: 'LineString', coordinates: [at(-0.01, 0), at(0.01, 0)] },
      { kind: 'minor_road', kind_detail: 'residential', name: 'Saint John Street', 'name:fr': 'rue Saint-Jean' },
    ),
    places: collection(
      { type: 'Point', coordinates: at(0, 0.002) },
      { kind: 'locality', name: 'Québec', population_rank: 10, min_zoom: 2 },
    ),
  }
}

const zooms = { min: 0, max: 14 }
const gzip = 2
const vectorTiles = 1

/** Every tile around Québec City in which a layer has something. */
export function writeMapArchive(file: string, layers: Layers) {
  const indexes = Object.entries(layers).map(([name, data]) => ({ name, index: new GeoJSONVT(data, { maxZoom: zooms.max, buffer: 64 }) }))
  const tiles: { id: number; bytes: Uint8Array }[] = []
  for (let z = zooms.min; z <= zooms.max; z++)
    for (const [x, y] of around(quebecCity, z)) {
      const parts = indexes.flatMap(({ name, index }): [string, GeoJSONVTTile][] => {
        const tile = index.getTile(z, x, y)
        return tile?.features.length ? [[name, tile]] : []
      })
      if (parts.length) tiles.push({ id: zxyToTileId(z, x, y), bytes: gzipSync(fromGeojsonVt(Object.fromEntries(parts), { version: 2 })) })
    }
  tiles.sort((a, b) => a.id - b.id)
  const directory = gzipSync(directoryOf(tiles.map(({ id, bytes }) => ({ id, length: bytes.length }))))
  const metadata = gzipSync(JSON.stringify({ vector_layers: Object.keys(layers).map((id) => ({ id, fields: {} })) }))
  writeFileSync(file, Buffer.concat([headerOf(directory, metadata, tiles), directory, metadata, ...tiles.map(({ bytes }) => bytes)]))
}

function headerOf(directory: Buffer, metadata: Buffer, tiles: { bytes: Uint8Array }[]): Buffer {
  const header = Buffer.alloc(127)
  header.write('PMTiles')
  header[7] = 3
  const start = 127 + directory.length + metadata.length
  const dataLength = tiles.reduce((sum, { bytes }) => sum + bytes.length, 0)
  const numbers = [127, directory.length, 127 + directory.length, metadata.length, start, 0, start, dataLength]
  for (const [i, value] of [...numbers, tiles.length, tiles.length, tiles.length].entries())
    header.writeBigUInt64LE(BigInt(value), 8 + 8 * i)
  header.set([1, gzip, gzip, vectorTiles, zooms.min, zooms.max], 96)
  for (const [i, degrees] of [-180, -85, 180, 85].entries()) header.writeInt32LE(degrees * 1e7, 102 + 4 * i)
  return header
}

/** Of a root directory: ids as differences, run lengths of one, lengths, and offsets that follow each other. */
function directoryOf(entries: { id: number; length: number }[]): Uint8Array {
  const ids = entries.map(({ id }, i) => id - (entries[i - 1]?.id ?? 0))
  const offsets = entries.map((_, i) => (i === 0 ? 1 : 0))
  return Uint8Array.from(
    [entries.length, ...ids, ...entries.map(() => 1), ...entries.map(({ length }) => length), ...offsets].flatMap(varint),
  )
}

function varint(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))]
}

function around({ lat, lng }: Point, z: number): [number, number][] {
  const size = 2 ** z
  const x = Math.floor(((lng + 180) / 360) * size)
  const y = Math.floor(((1 - Math.asinh(Math.tan((lat * Math.PI) / 180)) / Math.PI) / 2) * size)
  const near = [-1, 0, 1].flatMap((right) => [-1, 0, 1].map((down): [number, number] => [x + right, y + down]))
  return near.filter(([column, row]) => column >= 0 && row >= 0 && column < size && row < size)
}
