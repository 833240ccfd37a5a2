// The embedded provider. Matches streets in memory and looks houses up in PostgreSQL (docs/decisions/0013).
import { setImmediate as breathe } from 'node:timers/promises'
import { addressKey, addressWords, streetTypes } from '@bordee/core/addresses/address-key.ts'
import { type AddressSearch, houseNumber, readAddressSearch } from '@bordee/core/addresses/address-search.ts'
import type { Place, Suggestion } from '@bordee/core/addresses/addresses.calls.ts'
import { type FoundStreet, type IndexedStreet, StreetIndex } from '@bordee/core/addresses/street-index.ts'
import type { Point } from '@bordee/core/geo.ts'
import type { Tx } from '../../engine/db/db.ts'
import type { GatewayWork } from '../gateway-work.ts'
import type { Places, WrittenAddress } from './places.ts'

const shown = 8
const streetsLookedAt = 8

export function gazetteer(): Places {
  const streets = new Streets()
  return {
    async suggest({ tx }, text) {
      const search = readAddressSearch(text)
      for (;;) {
        const index = await streets.current(tx)
        const [found, version] = await Promise.all([suggestionsFrom(tx, index, search), versionOf(tx)])
        if (streets.isCurrent(version)) return found
      }
    },
    details: ({ tx }, placeId) => (placeId.startsWith(streetPrefix) ? streetPlace(tx, placeId) : housePlace(tx, placeId)),
    locate,
  }
}

/** The index of the gazetteer's streets, built on first use and again after each load. */
class Streets {
  #version = -1
  #index: StreetIndex | undefined
  #reading: Promise<StreetIndex> | undefined

  async current(tx: Tx): Promise<StreetIndex> {
    if (this.#index) return this.#index
    this.#reading ??= this.#read(tx)
    return this.#reading
  }

  /** False for an older version, whose index is dropped: the caller asks again. */
  isCurrent(version: number): boolean {
    if (version === this.#version) return true
    this.#index = undefined
    return false
  }

  async #read(tx: Tx): Promise<StreetIndex> {
    try {
      const version = await versionOf(tx)
      const rows = await tx.sql<IndexedStreet>`select id, name, city, state, houses from streets order by id`
      const index = new StreetIndex()
      for (const [at, row] of rows.entries()) {
        index.add(row)
        if (at % 2000 === 1999) await breathe() // let others be served
      }
      this.#version = version
      this.#index = index
      return index
    } finally {
      this.#reading = undefined
    }
  }
}

async function versionOf(tx: Tx): Promise<number> {
  const [state] = await tx.sql<{ version: number }>`select version from gazetteer`
  return state?.version ?? 0
}

/** A street that matched, and the house wanted on it. */
interface Wanted extends FoundStreet {
  civicNumber: string | undefined
}

interface Found extends Suggestion {
  score: number
}

async function suggestionsFrom(tx: Tx, index: StreetIndex, search: AddressSearch): Promise<Suggestion[]> {
  const wanted = wantedStreets(index, search)
  const withNumber = wanted.filter(({ civicNumber }) => civicNumber !== undefined)
  const without = wanted.filter(({ civicNumber, houses }) => civicNumber === undefined && houses > 0)
  const houses: Promise<Found[]>[] = []
  if (withNumber.length) houses.push(housesOn(tx, withNumber, search.zip))
  if (without[0] && without.length < shown) houses.push(firstHousesOn(tx, without[0]))
  if (!wanted.length && search.zip?.length === 6) houses.push(housesOfZip(tx, search))
  const found = [...without.map(alone), ...(await Promise.all(houses)).flat()]
  const best = found.toSorted((a, b) => b.score - a.score)
  const once = new Map(best.map(({ placeId, description }) => [placeId, description]))
  return [...once].slice(0, shown).map(([placeId, description]) => ({ placeId, description }))
}

/** Streets of all readings together: « route 138 » is a street, or a house on a street. */
function wantedStreets(index: StreetIndex, { readings }: AddressSearch): Wanted[] {
  const found = readings.flatMap(({ words, civicNumber }) =>
    index.search(words, streetsLookedAt).map((street) => ({ ...street, civicNumber })),
  )
  return found.toSorted((a, b) => b.score - a.score).slice(0, streetsLookedAt)
}

interface House {
  id: string
  number: number
  civicNumber: string
  zip: string | null
}

const describe = ({ name, city, state }: Pick<IndexedStreet, 'name' | 'city' | 'state'>, { civicNumber, zip }: House) =>
  `${civicNumber}, ${name}, ${city} (${state})${zip ? ` ${zip}` : ''}`

/** The house itself, those whose numbers begin with it, and its neighbours. */
async function housesOn(tx: Tx, wanted: Wanted[], zip: string | undefined): Promise<Found[]> {
  const numbers = wanted.map(({ civicNumber = '' }) => Math.min(houseNumber(civicNumber), 99_999_999))
  const rows = await tx.sql<House & { rank: number }>`
    select w.rank::int, a.id, a.number, a.civic_number as "civicNumber", a.zip
    from unnest(${wanted.map(({ id }) => id)}::int[], ${numbers}::int[]) with ordinality as w (street_id, number, rank)
    cross join lateral (
      (select * from addresses where street_id = w.street_id and number >= w.number order by number, civic_number limit 4)
      union all
      (select * from addresses where street_id = w.street_id and number < w.number order by number desc, civic_number desc limit 1)
      union all
      (select * from addresses
       where street_id = w.street_id and number between w.number * 10 and w.number * 10 + 9
       order by number, civic_number limit 3)
    ) a`
  return rows.flatMap(({ rank, ...house }) => {
    const street = wanted[rank - 1]
    if (!street) return []
    const score = street.score + likeness(house, street.civicNumber ?? '') + zipLikeness(house, zip)
    return { placeId: house.id, description: describe(street, house), score }
  })
}

/** Worth as much as the gap between two streets: the wanted house beats a slightly better street without it. */
function likeness({ number, civicNumber }: House, typed: string): number {
  const away = Math.min(0.2, Math.abs(number - houseNumber(typed)) / 1000)
  if (civicNumber.toUpperCase() === typed) return 0.3
  if (number === houseNumber(typed)) return 0.25 - away
  return (civicNumber.startsWith(typed) ? 0.1 : 0) - away
}

function zipLikeness({ zip }: House, typed: string | undefined): number {
  if (!typed || !zip) return 0
  const bare = zip.replace(' ', '')
  return bare.startsWith(typed) ? 0.3 : bare.startsWith(typed.slice(0, 3)) ? 0.1 : -0.2
}

const streetPrefix = 'street-'

/** Without a number, offers the street itself. */
const alone = ({ id, name, city, state, score }: Wanted): Found => ({
  placeId: `${streetPrefix}${id}`,
  description: `${name}, ${city} (${state})`,
  score,
})

/** If few streets match, also offers likely houses, after all streets. */
async function firstHousesOn(tx: Tx, street: Wanted): Promise<Found[]> {
  const houses = await tx.sql<House>`
    select id, number, civic_number as "civicNumber", zip from addresses
    where street_id = ${street.id} order by number, civic_number limit ${shown}`
  return houses.map((house, at) => ({ placeId: house.id, description: describe(street, house), score: -10 - at }))
}

/** « 500 G1R 1P8 », or the postal code alone. */
async function housesOfZip(tx: Tx, { zip = '', readings }: AddressSearch): Promise<Found[]> {
  const typed = readings[0]?.civicNumber
  const rows = await tx.sql<House & Pick<IndexedStreet, 'name' | 'city' | 'state'>>`
    select a.id, a.number, a.civic_number as "civicNumber", a.zip, s.name, s.city, s.state
    from addresses a join streets s on s.id = a.street_id
    where a.zip = ${`${zip.slice(0, 3)} ${zip.slice(3)}`}
    order by abs(a.number - ${typed ? houseNumber(typed) : 0}), s.name limit ${shown}`
  return rows.map((house, at) => ({
    placeId: house.id,
    description: describe(house, house),
    score: (typed ? likeness(house, typed) : 0) - at / 1000,
  }))
}

const isId = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)

async function housePlace(tx: Tx, placeId: string): Promise<Place | undefined> {
  const [place] = await tx.sql<Place>`
    select a.civic_number as "civicNumber", null as apartment, s.name as street, s.city, s.state, 'CA' as country, a.zip,
           json_build_object('lat', a.lat, 'lng', a.lng) as location
    from addresses a join streets s on s.id = a.street_id
    where a.id = ${isId(placeId) ? placeId : null}::uuid`
  return place
}

/** A street without a number is located at its middle house. */
async function streetPlace(tx: Tx, placeId: string): Promise<Place | undefined> {
  const id = Number(placeId.slice(streetPrefix.length))
  const [place] = await tx.sql<Place>`
    select null as "civicNumber", null as apartment, s.name as street, s.city, s.state, 'CA' as country, null as zip,
           json_build_object('lat', a.lat, 'lng', a.lng) as location
    from streets s cross join lateral (
      select lat, lng from addresses where street_id = s.id order by number, civic_number offset s.houses / 2 limit 1) a
    where s.id = ${Number.isInteger(id) && Math.abs(id) < 2 ** 31 ? id : null}::int`
  return place
}

/** Accepts a missing street type if one street of the city fits; never a typo, which may be another street's name. */
async function locate({ tx }: GatewayWork, { civicNumber, street, city, state }: WrittenAddress): Promise<Point | undefined> {
  const key = addressKey(street)
  if (!civicNumber || !/^\d/.test(civicNumber) || !key) return undefined
  const hasType = addressWords(street).some((word) => streetTypes.some((type) => type === word))
  const keys = hasType ? [key] : [key, ...streetTypes.map((type) => `${type} ${key}`)]
  const province = state?.length === 2 ? state.toUpperCase() : null
  const found = await tx.sql<Point & { isThere: boolean }>`
    select a.lat, a.lng, a.id is not null as "isThere"
    from streets s
    left join addresses a on a.street_id = s.id and a.number = ${Math.min(houseNumber(civicNumber), 999_999_999)}
                         and upper(a.civic_number) = ${civicNumber.trim().toUpperCase()}
    where s.city_key = ${addressKey(city)} and s.key = any(${keys}) and (${province}::text is null or s.state = ${province})
    limit 2`
  const [only] = found
  return only?.isThere && found.length === 1 ? { lat: only.lat, lng: only.lng } : undefined
}
