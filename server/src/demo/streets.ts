// Streets of Québec City and Lévis, from the tables beside this file: real names, roughly in the right place. The demo's
// addresses are on them, and the embedded map draws them.
import { readFileSync } from 'node:fs'

type LatLng = readonly [lat: number, lng: number]

/** A single long street: the house numbers at its ends, and its course. */
export interface Artery {
  name: string
  city: string
  zip: string
  /** Null: no house stands on it. */
  numbers: readonly [first: number, last: number] | null
  way: readonly LatLng[]
}

/** A neighbourhood of parallel streets and cross streets: those in its middle by name, if they have any. */
export interface Neighbourhood {
  city: string
  /** The first three characters of its postal codes. */
  zone: string
  centre: LatLng
  /** The direction of the streets in `along`, in degrees clockwise from north. */
  bearing: number
  along: readonly string[]
  across: readonly string[]
  /** Metres between two of `along`, and between two of `across`. */
  gaps: readonly [along: number, across: number]
  firstNumber: number
}

export const arteries: readonly Artery[] = rowsOf('arteries.csv', ([name = '', city = '', zip = '', first, last, way = '']) => ({
  name,
  city,
  zip,
  numbers: first ? [Number(first), Number(last)] : null,
  way: listOf(way).map(placeOf),
}))

export const neighbourhoods: readonly Neighbourhood[] = rowsOf(
  'neighbourhoods.csv',
  ([city = '', zone = '', centre = '', bearing, gapAlong, gapAcross, firstNumber, along = '', across = '']) => ({
    city,
    zone,
    centre: placeOf(centre),
    bearing: Number(bearing),
    gaps: [Number(gapAlong), Number(gapAcross)],
    firstNumber: Number(firstNumber),
    along: listOf(along),
    across: listOf(across),
  }),
)

/** One per line, after the line of headings. */
function rowsOf<T>(file: string, read: (cells: string[]) => T): T[] {
  const lines = readFileSync(new URL(file, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
  return lines.slice(1).map((line) => read(line.split(';')))
}

function listOf(cell: string): string[] {
  return cell ? cell.split(', ') : []
}

function placeOf(cell: string): LatLng {
  const [lat = '', lng = ''] = cell.split(' ')
  return [Number(lat), Number(lng)]
}
