import type { Ctx } from '../../server/src/engine/ctx.ts'
import { compactNow } from '../../server/src/positions/chunks.ts'
import { handlers } from '../../server/src/slices.ts'
import { assertRight, type Bench } from './bench.ts'
import { type BenchServer, listen, openBenchServer } from './bench-server.ts'
import { asSent, fillFleet, packed, type Truck } from './fleet-companies.ts'

const batch = 50
const size = { companies: 8, trucks: 4, batch }

export const bench: Bench = {
  title: `Positions taken in batches of ${batch}, ${size.companies * size.trucks} trucks at once`,
  async run() {
    await using server = await openBenchServer()
    await using bare = await openBare(server)
    const fleet = await fillFleet(server, size)
    const rates = { mine: [] as number[], bare: [] as number[] }
    const rounds = Math.min(...fleet.map(({ batches }) => batches.length))
    const points = fleet.flatMap(({ batches }) => batches.slice(0, rounds)).flat().length
    // In turns, piece by piece of the same drive; the first piece warms both up.
    const before = await walOf(server)
    let mineWal = 0
    const piece = Math.ceil(rounds / 6)
    for (let from = 0; from < rounds; from += piece) {
      const part = fleet.map((truck) => ({ ...truck, batches: truck.batches.slice(from, Math.min(from + piece, rounds)) }))
      const walBefore = await walOf(server)
      rates.mine.push(await throughput(part, (truck, body) => post(server.url, truck, body)))
      mineWal += (await walOf(server)) - walBefore
      rates.bare.push(await throughput(part, (truck, body) => post(bare.url, truck, body)))
    }
    assertRight((await walOf(server)) > before, 'something was written')
    const kept = await keptBy(server)
    assertRight(kept.points === points, `${kept.points} of ${points} positions rest`)
    const disk = await bytesOnDisk(server, fleet, points)
    const rows = await asRows(server, fleet, rounds)
    const [mine, theirs] = [rates.mine, rates.bare].map(
      (all) => all.slice(1).toSorted((a, b) => a - b)[Math.floor((all.length - 1) / 2)] as number,
    ) as [number, number]
    return [
      {
        what: 'throughput of a handler that only inserts the same chunks, against POST /runs/{id}/locations',
        ratio: theirs / mine,
        most: 1 / 0.6,
        figures:
          `${Math.round(mine * batch)} positions a second against ${Math.round(theirs * batch)}: ` +
          `${Math.round((100 * mine) / theirs)} %`,
      },
      {
        what: 'bytes on disk of a position after compaction, indexes included, against 24',
        ratio: disk.after / 24,
        most: 1,
        figures: `${disk.after.toFixed(1)} bytes (${disk.before.toFixed(1)} before); as one row per position ${rows.bytes.toFixed(1)}`,
      },
      {
        what: 'bytes of WAL of a position, with its visits and its compaction, against those of one row per position',
        ratio: (mineWal / points + disk.wal) / rows.wal,
        most: 1,
        figures:
          `${(mineWal / points).toFixed(1)} taken + ${disk.wal.toFixed(1)} compacted; ` + `as one row per position ${rows.wal.toFixed(1)}`,
      },
    ]
  },
}

/** The same server with a handler that only packs and inserts. */
function openBare(server: BenchServer) {
  const tracks = new Map<string, string>()
  const addLocations = async (ctx: Ctx, { id, locations }: Parameters<typeof handlers.addLocations>[1]) => {
    const companyId = ctx.actor.companyId ?? ''
    const trackId = tracks.get(id) ?? (await newTrack(ctx, companyId, id))
    tracks.set(id, trackId)
    const positions = locations.map(({ timestamp, accuracy = null, speed = null, ...point }) => ({
      ...point,
      accuracy,
      speed,
      at: timestamp,
    }))
    await ctx.tx.sql`
      insert into position_chunks (company_id, track_id, from_at, to_at, points, positions)
      values (${companyId}, ${trackId}, ${positions[0]?.at}, ${positions.at(-1)?.at}, ${positions.length}, ${packed(positions)})`
    return { acceptedCount: positions.length, ignoredCount: 0 }
  }
  return listen(server, { answeredBy: { ...handlers, addLocations } })
}

async function newTrack(ctx: Ctx, companyId: string, runId: string): Promise<string> {
  const [track] = await ctx.tx.sql<{ id: string }>`
    insert into run_tracks (company_id, run_id, operator_id, source)
    select company_id, run_id, id, 'bare' from run_operators where company_id = ${companyId} and run_id = ${runId}
    returning id`
  return track?.id ?? ''
}

/** Batches per second. Each truck sends one after the other. */
async function throughput(fleet: readonly Truck[], send: (truck: Truck, body: string) => Promise<void>): Promise<number> {
  const bodies = fleet.map(({ batches }) => batches.map((positions) => JSON.stringify(asSent(positions))))
  const begun = performance.now()
  await Promise.all(
    fleet.map(async (truck, i) => {
      for (const body of bodies[i] ?? []) await send(truck, body)
    }),
  )
  return bodies.flat().length / ((performance.now() - begun) / 1000)
}

async function post(url: string, { runId, headers }: Truck, body: string) {
  const answer = await fetch(`${url}/api/runs/${runId}/locations`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body,
  })
  const text = await answer.text()
  assertRight(answer.status === 200 && text.startsWith('{"acceptedCount":'), `${answer.status} ${text}`)
}

const walOf = (server: BenchServer) =>
  server.asOwner(async (tx) => Number((await tx.sql<{ at: string }>`select pg_current_wal_insert_lsn() - '0/0'::pg_lsn as at`)[0]?.at))

/** What the trucks' phones sent, without the bare handler's copies. */
const keptBy = (server: BenchServer) =>
  server.asOwner(async (tx) => {
    await tx.scope({ platform: true })
    const [kept] = await tx.sql<{ points: number }>`
      select coalesce(sum(c.points), 0)::int as points
      from position_chunks c
      join run_tracks t on t.company_id = c.company_id and t.id = c.track_id
      where t.source = 'phone'`
    return kept ?? { points: 0 }
  })

/**
 * Per position, without the bare handler's: before and after compacting every track. The space of deleted rows is
 * reclaimed first, since PostgreSQL would reuse it.
 */
async function bytesOnDisk(server: BenchServer, fleet: readonly Truck[], points: number) {
  const companies = [...new Set(fleet.map(({ companyId }) => companyId))]
  const tracks = await server.asOwner(async (tx) => {
    await tx.scope({ companies })
    await tx.sql`delete from run_tracks where source = 'bare'`
    return tx.sql<{ companyId: string; trackId: string }>`select company_id as "companyId", id as "trackId" from run_tracks`
  })
  const sizeNow = async () => {
    await server.vacuum('position_chunks')
    return server.asOwner(
      async (tx) => Number((await tx.sql<{ n: string }>`select pg_total_relation_size('position_chunks') as n`)[0]?.n) / points,
    )
  }
  const before = await sizeNow()
  const walBefore = await walOf(server)
  for (const track of tracks) await server.work((work) => compactNow(work, track))
  const wal = ((await walOf(server)) - walBefore) / points
  return { before, after: await sizeNow(), wal }
}

/** The same positions as one table row each, in batches. */
async function asRows(server: BenchServer, fleet: readonly Truck[], rounds: number) {
  await server.asOwner(
    (tx) => tx.sql`
      create table position_rows (
        company_id uuid not null, track_id uuid not null, at timestamptz not null,
        lat double precision not null, lng double precision not null, accuracy real, speed real,
        primary key (company_id, track_id, at))`,
  )
  const before = await walOf(server)
  let points = 0
  for (let round = 0; round < rounds; round++)
    for (const { companyId, runId, batches } of fleet) {
      const positions = batches[round] ?? []
      points += positions.length
      await server.asOwner(
        (tx) => tx.sql`
          insert into position_rows
          select ${companyId}, ${runId}, to_timestamp(p.at / 1000), p.lat, p.lng, p.accuracy, p.speed
          from unnest(
            ${positions.map(({ at }) => at)}::float8[],
            ${positions.map(({ lat }) => lat)}::float8[],
            ${positions.map(({ lng }) => lng)}::float8[],
            ${positions.map(({ accuracy }) => accuracy)}::real[],
            ${positions.map(({ speed }) => speed)}::real[]) p (at, lat, lng, accuracy, speed)`,
      )
    }
  const wal = ((await walOf(server)) - before) / points
  await server.vacuum('position_rows')
  const [size] = await server.asOwner((tx) => tx.sql<{ n: string }>`select pg_total_relation_size('position_rows') as n`)
  return { wal, bytes: Number(size?.n) / points }
}
