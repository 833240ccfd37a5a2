// Reads rows of Statistics Canada's Open Database of Addresses. https://www.statcan.gc.ca/en/lode/databases/oda
import { titled, writtenStreet, writtenStreetAsGiven, writtenStreetInEnglish } from '@bordee/core/addresses/street-name.ts'
import type { GazetteerAddress } from './gazetteer.queries.ts'

/** Column indexes: files of different years and provinces may order them differently. */
export type OdaColumns = Record<OdaColumn, number>
const required = ['latitude', 'longitude', 'street_no'] as const
const optional = [
  'street',
  'str_name',
  'str_type',
  'str_dir',
  'city',
  'postal_code',
  'city_pcs',
  'str_name_pcs',
  'str_type_pcs',
  'str_dir_pcs',
  'csdname',
  'pruid',
] as const
type OdaColumn = (typeof required)[number] | (typeof optional)[number]

/** Why a row is skipped, as the operator reads it. */
export type Refusal = 'colonnes' | 'coordonnées' | 'numéro civique' | 'rue' | 'ville' | 'province'

/** The columns in the header, or the names of the missing ones. */
export function odaColumns(header: readonly string[]): { columns: OdaColumns } | { missing: string[] } {
  const names = header.map((name) => name.trim().toLowerCase())
  const missing: string[] = required.filter((name) => !names.includes(name))
  if (!['street', 'str_name', 'str_name_pcs'].some((name) => names.includes(name))) missing.push('street')
  if (!['city', 'city_pcs', 'csdname'].some((name) => names.includes(name))) missing.push('city')
  if (missing.length) return { missing }
  return { columns: Object.fromEntries([...required, ...optional].map((name) => [name, names.indexOf(name)])) as OdaColumns }
}

export function odaAddress(columns: OdaColumns, count: number, fields: readonly string[]): GazetteerAddress | Refusal {
  if (fields.length !== count) return 'colonnes'
  const field = (name: OdaColumn) => (fields[columns[name]] ?? '').trim()
  const either = (name: 'str_name' | 'str_type' | 'str_dir') => field(name) || field(`${name}_pcs`)
  const [lat, lng] = [Number(field('latitude') || Number.NaN), Number(field('longitude') || Number.NaN)]
  if (!(lat > 41 && lat < 84 && lng > -142 && lng < -52)) return 'coordonnées'
  const civicNumber = field('street_no').replace(/\.0+$/, '').toUpperCase().slice(0, 12)
  if (!/^[1-9]\d{0,5}(?!\d)/.test(civicNumber)) return 'numéro civique'
  const state = provinces[field('pruid') || '24']
  if (!state) return 'province'
  const parts = { type: either('str_type'), name: either('str_name'), direction: either('str_dir') }
  const write = state === 'QC' ? writtenStreet : writtenStreetInEnglish
  const name = parts.name ? write(parts) : writtenStreetAsGiven(field('street'))
  if (!name || name.length > 120) return 'rue'
  const city = cityOf(field('city') || field('city_pcs'), field('csdname'))
  if (!city || city.length > 120) return 'ville'
  return { civicNumber, name, city, state, zip: zipOf(field('postal_code')), lat, lng }
}

/** The census name has the accents; towns that merged keep their own name. */
function cityOf(city: string, census: string): string {
  const bare = (text: string) =>
    text
      .normalize('NFD')
      .replace(/[^A-Za-z]/g, '')
      .toLowerCase()
  return city && bare(city) !== bare(census) ? titled(city) : titled(census)
}

function zipOf(text: string): string | null {
  const bare = text.replace(/[\s-]/g, '').toUpperCase()
  return /^[A-Z]\d[A-Z]\d[A-Z]\d$/.test(bare) ? `${bare.slice(0, 3)} ${bare.slice(3)}` : null
}

const provinces: Record<string, string> = {
  10: 'NL',
  11: 'PE',
  12: 'NS',
  13: 'NB',
  24: 'QC',
  35: 'ON',
  46: 'MB',
  47: 'SK',
  48: 'AB',
  59: 'BC',
  60: 'YT',
  61: 'NT',
  62: 'NU',
}
