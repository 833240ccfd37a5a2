// Writes the gazetteer. It belongs to no company: only the owner of the tables may write it, in a command or the demo.
import { addressKey } from '@bordee/core/addresses/address-key.ts'
import { houseNumber } from '@bordee/core/addresses/address-search.ts'
import { boundsOf, metresBetween, type Point } from '@bordee/core/geo.ts'
import type { Tx } from '../engine/db/db.ts'

export interface GazetteerStreet {
  name: string
  city: string
  state: string
}

export interface GazetteerAddress extends GazetteerStreet {
  civicNumber: string
  zip: string | null
  lat: number
  lng: number
}

/** Adds new addresses and corrects those that moved; returns how many are new. Repeating it changes nothing. */
export async function storeAddresses(tx: Tx, rows: readonly GazetteerAddress[]): Promise<number> {
  const streets = await streetIds(tx, rows)
  const houses = new Map(rows.map((row) => [`${streets(row)} ${row.civicNumber}`, row]))
  const column = <T>(of: (row: GazetteerAddress) => T) => [...houses.values()].map(of)
  const [stored] = await tx.sql<{ added: number }>`
    with stored as (
      insert into addresses as a (street_id, number, civic_number, zip, lat, lng)
      select * from unnest(
        ${column(streets)}::int[],
        ${column((row) => houseNumber(row.civicNumber))}::int[],
        ${column((row) => row.civicNumber)}::text[],
        ${column((row) => row.zip)}::text[],
        ${column((row) => row.lat)}::float8[],
        ${column((row) => row.lng)}::float8[])
      on conflict (street_id, number, civic_number) do update
        set zip = coalesce(excluded.zip, a.zip), lat = excluded.lat, lng = excluded.lng
        where (a.zip, a.lat, a.lng) is distinct from (coalesce(excluded.zip, a.zip), excluded.lat, excluded.lng)
      returning xmax = 0 as is_new)
    select count(*) filter (where is_new)::int as added from stored`
  return stored?.added ?? 0
}

/** How the embedded map draws these streets. */
export async function drawStreets(tx: Tx, streets: readonly (GazetteerStreet & { line: Point[] })[]): Promise<void> {
  const idOf = await streetIds(tx, streets)
  await drawLines(
    tx,
    streets.map((street) => ({ id: idOf(street), line: street.line })),
  )
}

const streetsAtOnce = 2000
/** In metres. Houses farther apart are hardly on the same street. */
const longestLeg = 1500

/**
 * Streets that nobody has drawn follow their houses by number: eight stretches, each at the average position of its
 * houses, so that both sides make one line. Handles a batch of streets after `lastId`; returns the last one.
 */
export async function drawByHouses(tx: Tx, lastId: number): Promise<number | undefined> {
  const found = await tx.sql<{ id: number; line: [number, number][] | null }>`
    with undrawn as (select id from streets where line is null and houses >= 4 and id > ${lastId} order by id limit ${streetsAtOnce}),
    parts as (
      select street_id, ntile(8) over (partition by street_id order by number, civic_number) as part, lng, lat
      from addresses where street_id in (select id from undrawn)),
    middles as (select street_id, part, avg(lng) as lng, avg(lat) as lat from parts group by street_id, part)
    select street_id as id, json_agg(json_build_array(lng, lat) order by part) as line from middles group by street_id`
  const lines = found.map(({ id, line }) => ({ id, line: (line ?? []).map(([lng, lat]) => ({ lat, lng })) }))
  await drawLines(
    tx,
    lines.filter(({ line }) => line.every((point, i) => metresBetween(line[i - 1] ?? point, point) < longestLeg)),
  )
  return lines.length ? Math.max(...lines.map(({ id }) => id)) : undefined
}

async function drawLines(tx: Tx, streets: readonly { id: number; line: Point[] }[]): Promise<void> {
  const drawn = streets.flatMap(({ id, line }) => {
    const [southWest, northEast] = boundsOf(line) ?? []
    if (!southWest || !northEast || line.length < 2) return []
    return {
      id,
      line: JSON.stringify(line.map(({ lat, lng }) => [round(lng), round(lat)])),
      extent: `(${northEast.lng},${northEast.lat}),(${southWest.lng},${southWest.lat})`,
      metres: Math.round(line.reduce((sum, point, i) => sum + metresBetween(line[i - 1] ?? point, point), 0)),
    }
  })
  await tx.sql`
    update streets s set line = d.line::jsonb, extent = d.extent::box, metres = d.metres
    from unnest(${drawn.map((one) => one.id)}::int[], ${drawn.map((one) => one.line)}::text[], ${drawn.map((one) => one.extent)}::text[],
                ${drawn.map((one) => one.metres)}::int[]) as d (id, line, extent, metres)
    where s.id = d.id`
}

/** Run this after a load: servers reread the streets when the version changes. */
export async function settleGazetteer(tx: Tx): Promise<void> {
  await tx.sql`
    update streets s set houses = c.houses
    from (select street_id, count(*)::int as houses from addresses group by street_id) c
    where c.street_id = s.id and s.houses <> c.houses`
  await tx.sql`update gazetteer set version = version + 1`
}

/** Five decimals are about a metre. */
const round = (degrees: number) => Number(degrees.toFixed(5))

/** Adds unknown streets, under the first spelling found. */
async function streetIds(tx: Tx, rows: readonly GazetteerStreet[]): Promise<(row: GazetteerStreet) => number> {
  const keys = new Map<string, string>()
  const keyOf = (text: string) => {
    const known = keys.get(text)
    if (known !== undefined) return known
    const key = addressKey(text)
    keys.set(text, key)
    return key
  }
  const identity = ({ name, city, state }: GazetteerStreet) => `${state}\n${keyOf(city)}\n${keyOf(name)}`
  // Sorted, so that concurrent loads wait for each other instead of deadlocking.
  const streets = [...new Map(rows.map((row) => [identity(row), row]))].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
  const states = streets.map(({ state }) => state)
  const cityKeys = streets.map(({ city }) => keyOf(city))
  const nameKeys = streets.map(({ name }) => keyOf(name))
  await tx.sql`
    insert into streets (name, city, state, key, city_key)
    select w.* from unnest(${streets.map(({ name }) => name)}::text[], ${streets.map(({ city }) => city)}::text[], ${states}::text[],
                           ${nameKeys}::text[], ${cityKeys}::text[]) as w (name, city, state, key, city_key)
    where not exists (select from streets s where s.state = w.state and s.city_key = w.city_key and s.key = w.key)
    on conflict do nothing`
  const found = await tx.sql<{ id: number; at: number }>`
    select s.id, w.at::int
    from unnest(${states}::text[], ${cityKeys}::text[], ${nameKeys}::text[]) with ordinality as w (state, city_key, key, at)
    join streets s on s.state = w.state and s.city_key = w.city_key and s.key = w.key`
  const ids = new Map(found.map(({ id, at }) => [identity(streets[at - 1] as GazetteerStreet), id]))
  return (row) => ids.get(identity(row)) as number
}
