// A run that is under way when a release brings another visit rule.
import { rounded } from '@bordee/core/positions/packing.ts'
import { indexOf, nowhere, visitsOf } from '@bordee/core/positions/visits.ts'
import { runCalls } from '@bordee/core/runs/runs.calls.ts'
import { expect, test, vi } from 'vitest'
import { at, hour, newRun, round, second } from '../testing/runs.ts'
import { inCompany, openTestServer, type People } from '../testing/server.ts'

const { addLocations, getRunDetails } = runCalls
const server = await openTestServer()

/** As the rule that knew no standstills saved it, in the middle of a crossing. */
const earlier = (began: number) => ({
  last: { ...at(began), at: began },
  jumped: [],
  spell: { area: 0, startedAt: began, finishedAt: began, seconds: 0, metres: 0, depth: 1 },
  stays: [{ area: 1, startedAt: began - hour, finishedAt: began - hour + 20 * second, seconds: 20, passes: 2 }],
})

const setReckoning = ({ companyId }: People, runId: string, reckoning: object) =>
  inCompany(
    server,
    companyId,
    (tx) => tx.sql`update run_tracks set reckoning = ${JSON.stringify(reckoning)}::jsonb where run_id = ${runId}`,
  )

const readTrack = async ({ companyId }: People, runId: string) => {
  const [track] = await inCompany(
    server,
    companyId,
    (tx) => tx.sql<{ isStale: boolean; version: number }>`
      select is_stale as "isStale", (reckoning->>'version')::int as version from run_tracks where run_id = ${runId}`,
  )
  return track
}

test('a track saved by an earlier rule is recomputed with its next position, and only then', async () => {
  const people = await server.newCompany()
  const { id, began } = await newRun(people, { driveways: 3 })
  const track = round(3, began)
  const [first, rest] = [track.slice(0, 20), track.slice(20)]
  await people.employee(addLocations, { id, locations: first })
  const visitsBefore = (await people.owner(getRunDetails, { id })).areaVisits
  expect(visitsBefore).toHaveLength(1)
  await setReckoning(people, id, earlier(began))
  expect((await people.owner(getRunDetails, { id })).areaVisits).toEqual(visitsBefore)

  await people.employee(addLocations, { id, locations: rest })

  await vi.waitFor(async () => expect(await readTrack(people, id)).toEqual({ isStale: false, version: nowhere.version }), {
    timeout: 20_000,
    interval: 50,
  })
  const { runSites, areaVisits } = await people.owner(getRunDetails, { id })
  const fixes = track.map(({ timestamp, ...fix }) => rounded({ ...fix, at: timestamp }))
  const expected = visitsOf(indexOf(runSites.flatMap(({ areas }) => areas)), fixes)
  expect(expected).toHaveLength(3)
  expect(
    areaVisits.map(({ runSiteAreaId, startedAt, finishedAt }) => [runSiteAreaId, Date.parse(startedAt), Date.parse(finishedAt)]),
  ).toEqual(expected.map(({ areaId, startedAt, finishedAt }) => [areaId, startedAt, finishedAt]))
})
