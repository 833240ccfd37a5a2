import { expect, test } from 'vitest'
import { homeZone, wallClock } from '../time.ts'
import { type DueSite, dueRule, type Reading, snowSince } from './due.ts'
import { noRequirement, type Requirement } from './requirement.ts'

/** The 5 January 2026 at one in the morning, in Québec. */
const opening = '2026-01-05T01:00-05:00'
const at = (instant: string) => Date.parse(instant)
/** An hour of that night, or of the days after it: 25 is one in the morning. */
const h = (hour: number) => at('2026-01-05T00:00-05:00') + hour * 3_600_000

const cm = (hour: number, amount: number, sectorId: string | null = null): Reading => ({ at: h(hour), kind: 'depth', amount, sectorId })

interface Night {
  kind?: 'snow' | 'ice' | 'hauling'
  requirement?: Partial<Requirement>
  readings?: Reading[]
  passes?: number[]
  sectors?: string[]
  closed?: number
  now?: number
}

function due({ kind = 'snow', requirement = {}, readings = [], passes = [], sectors = [], closed, now = 3 }: Night) {
  const operation = { kind, openedAt: at(opening), closedAt: closed === undefined ? null : h(closed) }
  const site: DueSite = { requirement: { ...noRequirement, ...requirement }, completePasses: passes.map(h), sectorIds: sectors }
  const { state, deadline } = dueRule({ operation, readings, zone: homeZone, now: h(now) })(site)
  const wall = deadline === null ? null : wallClock(new Date(deadline), homeZone)
  return [state, wall && `${wall.date.slice(8)} ${wall.time}`]
}

const by7 = { doneBy: '07:00' }
const from5 = { ...by7, triggerDepth: 5 }

test.each<[string, Night, string, string | null]>([
  ['without a threshold a site is due from the opening', { requirement: by7 }, 'due', '05 07:00'],
  ['unknown centimetres mean required', { requirement: from5 }, 'due', '05 07:00'],
  ['too little fell', { requirement: from5, readings: [cm(2, 4.9)] }, 'not-required-yet', null],
  ['just enough fell', { requirement: from5, readings: [cm(2, 5)] }, 'due', '05 07:00'],
  ['a temperature is no depth', { requirement: from5, readings: [{ ...cm(2, -9), kind: 'temperature' }] }, 'due', '05 07:00'],
  ['its time has come', { requirement: from5, readings: [cm(2, 5)], now: 7.1 }, 'overdue', '05 07:00'],
  ['exactly at its time it isn’t late', { requirement: by7, now: 7 }, 'due', '05 07:00'],
  ['no time was promised', { requirement: { triggerDepth: 5 }, readings: [cm(2, 5)], now: 30 }, 'due', null],
  ['the latest reading counts: a typo was corrected', { requirement: from5, readings: [cm(2, 40), cm(3, 4)] }, 'not-required-yet', null],
  ['readings in any order', { requirement: from5, readings: [cm(3, 4), cm(2, 40)] }, 'not-required-yet', null],
  [
    'its sector’s reading counts first',
    { requirement: from5, readings: [cm(2, 2, 'a'), cm(3, 9)], sectors: ['a'] },
    'not-required-yet',
    null,
  ],
  [
    'another sector’s reading doesn’t count',
    { requirement: from5, readings: [cm(2, 2, 'b'), cm(3, 9)], sectors: ['a'] },
    'due',
    '05 07:00',
  ],
  ['the first snowflake', { requirement: { ...by7, triggerDepth: 0 }, readings: [cm(2, 0.1)] }, 'due', '05 07:00'],
  ['no snowflake', { requirement: { ...by7, triggerDepth: 0 }, readings: [cm(2, 0)] }, 'not-required-yet', null],
])('%s', (_, night, state, deadline) => {
  expect(due(night)).toEqual([state, deadline])
})

test.each<[string, Night, string, string | null]>([
  ['a complete pass is enough', { requirement: from5, readings: [cm(2, 5)], passes: [3], now: 8 }, 'done', null],
  ['without readings too', { requirement: from5, passes: [3], now: 40 }, 'done', null],
  ['little fell since the pass', { requirement: from5, readings: [cm(2, 5), cm(6, 9)], passes: [2], now: 8 }, 'done', null],
  ['enough fell since the pass', { requirement: from5, readings: [cm(2, 5), cm(6, 10)], passes: [2], now: 6.5 }, 'due', '05 07:00'],
  ['half of it fell before the pass', { requirement: from5, readings: [cm(2, 5), cm(6, 11)], passes: [4], now: 6.5 }, 'done', null],
  ['the first reading comes after the pass', { requirement: from5, readings: [cm(4, 9)], passes: [3], now: 5 }, 'done', null],
  [
    'a typo before the pass doesn’t count',
    { requirement: from5, readings: [cm(2, 40), cm(3, 4), cm(8, 4), cm(9, 9)], passes: [3], now: 10 },
    'due',
    '06 07:00',
  ],
  ['the latest pass counts', { requirement: from5, readings: [cm(2, 5), cm(6, 10)], passes: [6, 2], now: 8 }, 'done', null],
  [
    'two tenths are two tenths',
    { requirement: { triggerDepth: 0.2 }, readings: [cm(2, 0.1), cm(4, 0.3)], passes: [2], now: 5 },
    'due',
    null,
  ],
])('after a pass: %s', (_, night, state, deadline) => {
  expect(due(night)).toEqual([state, deadline])
})

test.each<[string, Night, string, string | null]>([
  // From 3 cm at 22 h to 9 cm at 2 h, the 5th centimetre falls before midnight.
  ['it became due before midnight', { requirement: from5, readings: [cm(22, 3), cm(26, 9)], now: 26 }, 'due', '06 07:00'],
  ['it became due after seven', { requirement: from5, readings: [cm(7.5, 0), cm(9, 6)], now: 10 }, 'due', '06 07:00'],
  ['it was due before seven, though read later', { requirement: from5, readings: [cm(7.5, 8)], now: 8 }, 'overdue', '05 07:00'],
  [
    'the second morning of forty hours',
    { requirement: from5, readings: [cm(4, 9), cm(16, 9.5), cm(30, 30)], passes: [5], now: 30 },
    'due',
    '06 07:00',
  ],
  ['the first morning was missed', { requirement: from5, readings: [cm(4, 9), cm(30, 30)], now: 30 }, 'overdue', '05 07:00'],
  ['a time just after midnight', { requirement: { doneBy: '00:30' } }, 'due', '06 00:30'],
])('the first such time of day: %s', (_, night, state, deadline) => {
  expect(due(night)).toEqual([state, deadline])
})

test.each([
  ['spring', '2026-03-08T00:30-05:00', '2026-03-08T07:00-04:00'],
  ['autumn', '2026-11-01T00:30-04:00', '2026-11-01T07:00-05:00'],
  ['the next spring', '2027-03-14T00:30-05:00', '2027-03-14T07:00-04:00'],
])('seven is seven when the clock changes: %s', (_, openedAt, deadline) => {
  const operation = { kind: 'snow' as const, openedAt: at(openedAt), closedAt: null }
  const rule = dueRule({ operation, readings: [], zone: homeZone, now: at(openedAt) })
  expect(rule({ requirement: { ...noRequirement, doneBy: '07:00' }, completePasses: [], sectorIds: [] }).deadline).toBe(at(deadline))
})

const within3 = { triggerDepth: 5, hoursAfter: 3 }
test.each<[string, Night, string, string | null]>([
  ['it may still be snowing', { requirement: within3, readings: [cm(4, 9)], now: 12 }, 'due', null],
  ['it stopped at the last reading that grew', { requirement: within3, readings: [cm(4, 9), cm(6, 9)], now: 6.5 }, 'due', '05 07:00'],
  ['it is too late', { requirement: within3, readings: [cm(4, 9), cm(6, 9)], now: 7.5 }, 'overdue', '05 07:00'],
  ['it began again', { requirement: within3, readings: [cm(4, 9), cm(6, 9), cm(8, 10)], now: 9 }, 'due', null],
  ['the earlier promise counts', { requirement: { ...within3, ...by7 }, readings: [cm(2, 9), cm(3, 9)], now: 4 }, 'due', '05 05:00'],
  ['the operation closed', { requirement: within3, readings: [cm(4, 9)], closed: 6, now: 40 }, 'due', '05 07:00'],
])('hours after the snow: %s', (_, night, state, deadline) => {
  expect(due(night)).toEqual([state, deadline])
})

const every4 = { triggerDepth: 2, maxInterval: 4 }
test.each<[string, Night, string, string | null]>([
  ['the first pass', { requirement: every4, readings: [cm(2, 2)], now: 3 }, 'due', '05 06:00'],
  ['the next pass has its time', { requirement: every4, readings: [cm(2, 2)], passes: [3], now: 6 }, 'done', '05 07:00'],
  ['the next pass is late', { requirement: every4, readings: [cm(2, 2)], passes: [3], now: 7.5 }, 'overdue', '05 07:00'],
  ['enough fell before', { requirement: every4, readings: [cm(2, 2), cm(5, 6)], passes: [3], now: 6 }, 'due', '05 07:00'],
  ['nothing more fell', { requirement: every4, readings: [cm(2, 2), cm(4, 2)], passes: [3], now: 12 }, 'done', null],
])('around the clock: %s', (_, night, state, deadline) => {
  expect(due(night)).toEqual([state, deadline])
})

test.each<[string, Night, string]>([
  ['ice included', { kind: 'ice', requirement: { ice: 'included' } }, 'due'],
  ['nothing said of ice', { kind: 'ice', requirement: { triggerDepth: 5 }, readings: [cm(2, 0)] }, 'due'],
  ['ice on call', { kind: 'ice', requirement: { ice: 'on-call' } }, 'not-required-yet'],
  ['ice excluded', { kind: 'ice', requirement: { ice: 'excluded' } }, 'not-required-yet'],
  ['ice done', { kind: 'ice', requirement: { ice: 'included' }, passes: [2] }, 'done'],
  ['snow, whatever the ice', { requirement: { ice: 'excluded' } }, 'due'],
  ['hauling, whatever fell', { kind: 'hauling', requirement: from5, readings: [cm(2, 0)] }, 'due'],
])('%s', (_, night, state) => {
  expect(due(night)[0]).toBe(state)
})

test('a closed operation is judged as it closed', () => {
  expect(due({ requirement: by7, closed: 6, now: 60 })[0]).toBe('due')
  expect(due({ requirement: by7, closed: 8, now: 60 })[0]).toBe('overdue')
})

test('the snow since the last complete pass, by the readings of the site’s sector first', () => {
  const since = (lastPass: number | null, readings: Reading[], sectorIds: string[] = []) =>
    snowSince({ openedAt: at(opening), readings }, { lastPass: lastPass && h(lastPass), sectorIds })
  expect(since(null, [])).toBeNull()
  expect(since(null, [cm(3, 8)])).toBe(8)
  expect(since(2, [cm(3, 8)])).toBe(4) // it began at one
  expect(since(4, [cm(3, 8)])).toBe(0)
  expect(since(null, [cm(3, 8), cm(3, 5, 'a')], ['a'])).toBe(5)
  expect(since(2.5, [cm(2, 40), cm(3, 4)])).toBe(0) // a typo was corrected
})
