// However positions are split, ordered and interleaved, a run ends up as if it were computed from all of them together:
// visits, areas and counts.

import { rounded } from '@bordee/core/positions/packing.ts'
import { indexOf, visitsOf } from '@bordee/core/positions/visits.ts'
import { type AreaState, areaStates } from '@bordee/core/runs/completion.ts'
import { runCalls } from '@bordee/core/runs/runs.calls.ts'
import { expect, test, vi } from 'vitest'
import { at, newRun, second, spacing } from '../testing/runs.ts'
import { type Caller, inCompany, openTestServer, type People } from '../testing/server.ts'

const { actOnRun, addLocations, getRunDetails, markAreaDone, markAreaNotDone, regenerateRun } = runCalls
const server = await openTestServer()

type Chance = (below: number) => number
type Sent = ReturnType<typeof at>
const driveways = 3

/** A seeded random number generator. */
function chanceOf(seed: number): Chance {
  let state = seed * 7919
  return (below) => {
    state = (state * 16_807) % 2_147_483_647
    return state % below
  }
}

/** What a truck does at a driveway: its distance in metres from the middle, one entry per second. */
const manoeuvres = [
  [-12, -9, -6, -3, -6, -9, -12], // in and out
  [-12, -9, -6, -4, 8, 20], // starts slowly, but only drives through
  [-12, -8, -4, 0, ...Array.from({ length: 15 }, (_, i) => i % 3), 4, 8, 12], // cleared
  [-12, 0, 12], // driven by
]

/** Drives from driveway to driveway in random order, with one or more manoeuvres at each. */
function wandering(chance: Chance, from: number): Sent[] {
  const places: number[] = [0]
  for (let stops = 0; stops < 8; stops++) {
    const driveway = chance(driveways) * spacing
    for (let last = places.at(-1) ?? 0; Math.abs(driveway - 12 - last) > 12; last = places.at(-1) ?? 0)
      places.push(last + (driveway > last ? 12 : -12))
    for (let times = 0; times <= chance(3); times++)
      places.push(...(manoeuvres[chance(manoeuvres.length)] ?? []).map((metres) => driveway + metres))
    places.push(...Array.from({ length: chance(3) * 25 }, () => driveway - 20))
  }
  return places.map((north, i) => at(from + i * second, north))
}

function inPieces(chance: Chance, track: readonly Sent[]): Sent[][] {
  const pieces: Sent[][] = []
  for (let i = 0; i < track.length; i += pieces.at(-1)?.length ?? 1) pieces.push(track.slice(i, i + 1 + chance(9)))
  return pieces
}

/** Sends some batches twice and delays others past the next one. */
const mixedUp = (chance: Chance, pieces: readonly Sent[][]) =>
  pieces
    .flatMap((piece, i) =>
      chance(6) === 0
        ? [
            { piece, i },
            { piece, i: i + chance(4) },
          ]
        : [{ piece, i: i + (chance(8) === 0 ? 2 : 0) }],
    )
    .toSorted((a, b) => a.i - b.i)
    .map(({ piece }) => piece)

const drive = async (driver: Caller, id: string, pieces: readonly Sent[][]) => {
  for (const locations of pieces) await driver(addLocations, { id, locations })
}

async function markSome({ owner }: People, id: string, chance: Chance, began: number) {
  const { runSites } = await owner(getRunDetails, { id })
  const areas = runSites.flatMap((site) => site.areas)
  for (let i = 0; i < 4; i++) {
    const mark = chance(2) === 0 ? markAreaDone : markAreaNotDone
    const told = { runId: id, siteAreaId: areas[chance(areas.length)]?.id ?? '', at: new Date(began + chance(300) * second).toISOString() }
    await owner(mark, told)
  }
}

/** Waits until every late position has been processed. */
const reckoned = ({ companyId }: People) =>
  vi.waitFor(async () => expect(await inCompany(server, companyId, (tx) => tx.sql`select from run_tracks where is_stale`)).toEqual([]), {
    timeout: 20_000,
    interval: 50,
  })

interface RunState {
  visits: { id: string; areaId: string; startedAt: string; finishedAt: string }[]
  areas: { id: string; state: string; reachedAt: string | null }[]
  run: { areasDone: number; notDoneCount: number }
}

async function runStateOf({ companyId }: People, id: string): Promise<RunState> {
  const [found] = await inCompany(
    server,
    companyId,
    (tx) => tx.sql<RunState>`
      select (
               select coalesce(json_agg(json_build_object(
                 'id', v.id, 'areaId', v.run_area_id, 'startedAt', v.started_at, 'finishedAt', v.finished_at)
                 order by v.started_at, v.id), '[]')
               from run_visits v
               where v.run_id = r.id) as visits,
             (
               select json_agg(json_build_object('id', a.id, 'state', a.state, 'reachedAt', a.reached_at) order by a.id)
               from run_areas a
               where a.run_id = r.id) as areas,
             json_build_object('areasDone', r.areas_done, 'notDoneCount', r.not_done_count) as run
      from runs r
      where r.id = ${id}`,
  )
  if (!found) throw new Error('no such run')
  return found
}

/** What the pure rules compute from everything that was sent and marked. */
async function expectedOf({ owner }: People, id: string, tracks: readonly Sent[][]) {
  const { runSites, areaActions } = await owner(getRunDetails, { id })
  const index = indexOf(runSites.flatMap(({ areas }) => areas))
  const visits = tracks.flatMap((track) =>
    visitsOf(
      index,
      track.map(({ timestamp, ...fix }) => rounded({ ...fix, at: timestamp })),
    ),
  )
  const words = visits.map(({ areaId, startedAt }) => ({ runSiteAreaId: areaId, startedAt: new Date(startedAt).toISOString() }))
  const states = areaStates(
    runSites.flatMap(({ areas }) => areas.map((area) => area.id)),
    areaActions,
    words,
  )
  const countOf = (state: AreaState) => [...states.values()].filter((one) => one === state).length
  return {
    visits: visits.map(({ areaId, startedAt, finishedAt }) => `${areaId} ${startedAt} ${finishedAt}`).toSorted(),
    states: Object.fromEntries(states),
    run: { areasDone: countOf('done'), notDoneCount: countOf('not-done') },
  }
}

test.each([2, 4, 123])(
  'two operators driving while the office marks areas give the same run as computing it from everything (%i)',
  async (seed) => {
    const chance = chanceOf(seed)
    const people = await server.newCompany()
    const { id, began } = await newRun(people, { driveways })
    await people.owner(actOnRun, { id, type: 'start', at: new Date(began).toISOString() })
    const tracks = [wandering(chance, began), wandering(chance, began + 100)]
    const [first = [], other = []] = tracks.map((track) => inPieces(chance, track))
    const late = seed % 2 === 0 ? mixedUp(chance, other) : other

    await Promise.all([
      drive(people.employee, id, first),
      drive(
        people.owner,
        id,
        late.filter((_, i) => seed % 4 !== 0 || i % 2 === 0),
      ),
      drive(people.owner, id, seed % 4 !== 0 ? [] : late.filter((_, i) => i % 2 === 1)),
      markSome(people, id, chance, began),
    ])
    await reckoned(people)

    const standing = await runStateOf(people, id)
    const expected = await expectedOf(people, id, tracks)
    const ms = (instant: string) => Date.parse(instant)
    expect(standing.visits.map((one) => `${one.areaId} ${ms(one.startedAt)} ${ms(one.finishedAt)}`).toSorted()).toEqual(expected.visits)
    expect(Object.fromEntries(standing.areas.map((area) => [area.id, area.state]))).toEqual(expected.states)
    expect(standing.run).toEqual(expected.run)

    await people.owner(regenerateRun, { id })
    await reckoned(people)
    expect(await runStateOf(people, id)).toEqual(standing)
  },
)
