import { expect, test } from 'vitest'
import { barOn, lineWidth, momentsUpTo, type Replayed, readingAt, replayOf } from './replayOf.ts'

const start = Date.parse('2026-01-15T10:00:00Z')
const at = (seconds: number) => new Date(start + seconds * 1000).toISOString()
const location = (userId: string | null, track: string, seconds: number, north = 0) => ({
  userId,
  track,
  lat: 46.8 + north / 111_195,
  lng: -71.2,
  timestamp: at(seconds),
  speed: null,
  accuracy: 5,
})

const run: Replayed = {
  startedAt: at(0),
  finishedAt: at(600),
  userDurations: [{ userId: 'marc', email: null, name: 'Marc Roy', duration: 600 }],
  actions: [{ id: 'a', type: 'start', userId: 'lea', userName: 'Léa Roy', at: at(20) }],
  locations: [location('marc', 'phone', 10, 50), location('marc', 'phone', 0), location('lea', 'phone', 20), location('marc', 'box', 5)],
  areaActions: [
    {
      id: 'm',
      runSiteId: 's',
      runSiteAreaId: 'z',
      type: 'mark_as_not_done',
      reason: 'gate',
      note: null,
      surface: null,
      material: null,
      inspection: false,
      markId: 'm',
      userName: 'Marc Roy',
      at: at(300),
    },
  ],
  areaVisits: [{ id: 'v', runSiteAreaId: 'z', startedAt: at(100), finishedAt: at(700), duration: 60, userName: 'Marc Roy' }],
}

test('each phone and each device is its own truck, in time order', () => {
  const { tracks } = replayOf(run)
  expect(tracks.map(({ name }) => name)).toEqual(['Marc Roy (1)', 'Léa Roy', 'Marc Roy (2)'])
  expect(tracks[0]?.positions.map((position) => position.at - start)).toEqual([0, 10_000])
  expect(new Set(tracks.map(({ color }) => color)).size).toBe(3)
})

test('a replay lasts until everything known of the run has been shown', () => {
  const { from, to } = replayOf(run)
  expect([from - start, to - start]).toEqual([0, 700_000])
})

test('a copied run numbers its operators', () => {
  const copy = { ...run, userDurations: [], actions: [], locations: [location('1', 'phone', 0), location('2', 'phone', 0)] }
  expect(replayOf(copy).tracks.map(({ name }) => name)).toEqual(['Opérateur 1', 'Opérateur 2'])
})

test('colours change when a visit begins or an area is marked', () => {
  const { moments } = replayOf(run)
  expect([99, 100, 299, 300].map((seconds) => momentsUpTo(moments, start + seconds * 1000))).toEqual([0, 1, 1, 2])
})

test('speed and distance are those of the current moment', () => {
  const [marc] = replayOf(run).tracks
  if (!marc) throw new Error('no track')
  expect(readingAt(marc, start + 5000)).toMatchObject({ metres: 0, sight: 'seen' })
  expect(readingAt(marc, start + 5000).speed).toBeCloseTo(18, 1)
  expect(Math.round(readingAt(marc, start + 10_000).metres)).toBe(50)
  expect(readingAt(marc, start - 1)).toEqual({ sight: 'not yet', speed: null, metres: 0 })
  expect(readingAt(marc, start + 60_000)).toMatchObject({ speed: null, sight: 'gone' })
})

test('a mark that ends the run is drawn inside the time line', () => {
  const line = replayOf({ ...run, finishedAt: null, areaActions: run.areaActions.map((action) => ({ ...action, at: at(900) })) })
  const [start, middle, end] = [line.from, (line.from + line.to) / 2, line.to].map((moment) => barOn(line, { from: moment, to: moment }, 5))
  expect(start).toEqual({ x: 0, width: 5 })
  expect(middle).toEqual({ x: lineWidth / 2, width: 5 })
  expect(end).toEqual({ x: lineWidth - 5, width: 5 })
})
