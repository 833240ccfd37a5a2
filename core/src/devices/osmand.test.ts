import { expect, test } from 'vitest'
import { type Fields, readFields, readJson } from './osmand.ts'

const asked = (text: string): Fields => {
  const fields = new Map(text.split('&').map((field) => field.split('=') as [string, string]))
  return { get: (name) => fields.get(name) ?? null }
}
const none = asked('')
const at = Date.parse('2026-01-20T05:12:00Z')

test('a tracker reports in the query string, and knots become metres per second', () => {
  const report = readFields(asked(`id=abc&lat=46.81&lon=-71.2&timestamp=${at / 1000}&speed=10&accuracy=5&batt=87&bearing=90`))
  expect(report).toEqual({
    key: 'abc',
    reports: [{ at, position: { lat: 46.81, lng: -71.2 }, accuracy: 5, speed: expect.closeTo(5.144, 2), battery: 87 }],
  })
})

test.each([
  ['seconds', String(at / 1000)],
  ['milliseconds', String(at)],
  ['an instant', '2026-01-20T05:12:00Z'],
  ['an instant elsewhere', '2026-01-20T00:12:00-05:00'],
])('the time may be given as %s', (_, timestamp) => {
  expect(readFields(asked(`id=abc&lat=1&lon=2&timestamp=${timestamp}`))?.reports[0]?.at).toBe(at)
})

test('a missing or unreadable time means now', () => {
  expect(readFields(asked('id=abc&lat=1&lon=2'))?.reports[0]?.at).toBeNull()
  expect(readFields(asked('id=abc&lat=1&lon=2&timestamp=hier'))?.reports[0]?.at).toBeNull()
})

test('newer clients post JSON, with metres per second and a battery level from 0 to 1', () => {
  const body = {
    device_id: 'abc',
    location: {
      timestamp: '2026-01-20T05:12:00Z',
      coords: { latitude: 46.81, longitude: -71.2, accuracy: 8, speed: 4 },
      battery: { level: 0.5 },
    },
  }
  expect(readJson(JSON.stringify(body), none)).toEqual({
    key: 'abc',
    reports: [{ at, position: { lat: 46.81, lng: -71.2 }, accuracy: 8, speed: 4, battery: 50 }],
  })
})

test('a phone sends -1 for unknown values', () => {
  const body = {
    device_id: 'abc',
    location: { coords: { latitude: 46.81, longitude: -71.2, accuracy: -1, speed: -1 }, battery: { level: -1 } },
  }
  expect(readJson(JSON.stringify(body), none)?.reports).toEqual([
    { at: null, position: { lat: 46.81, lng: -71.2 }, accuracy: null, speed: null, battery: null },
  ])
})

test.each([
  ['JSON that is none', '{'],
  ['a list', '[]'],
  ['nobody', '{"location":{}}'],
])('%s identifies no device', (_, body) => {
  expect(readJson(body, none)).toBeUndefined()
  expect(readFields(none)).toBeUndefined()
})

test.each(['"ici"', '7', '[1,2]'])('a location of « %s » is no position, but a sign of life', (location) => {
  expect(readJson(`{"device_id":"abc","location":${location}}`, none)).toEqual({ key: 'abc', reports: [] })
})

test('the key may be in the URL of a posted report', () => {
  expect(readJson('{"location":{"coords":{"latitude":1,"longitude":2}}}', asked('id=abc'))).toMatchObject({ key: 'abc' })
})

test.each(['lat=1000&lon=2', 'lat=a&lon=2', 'lat=1', 'lat=1&lon=2&valid=false', 'lat=&lon=', 'lat=NaN&lon=Infinity'])(
  '« %s » is no position, but a sign of life',
  (said) => {
    expect(readFields(asked(`id=abc&${said}`))).toMatchObject({ key: 'abc', reports: [{ position: null }] })
  },
)
