// What a tracker reports in the OsmAnd protocol: in a query, a form, or the JSON of newer clients
// (docs/product/devices.md).
import * as z from 'zod'
import { parsedJson } from '../text.ts'

/** One report; a value that is missing or unreadable is null. */
export interface Report {
  /** Milliseconds; null means now. */
  at: number | null
  position: { lat: number; lng: number } | null
  /** Metres; metres per second; percent. */
  accuracy: number | null
  speed: number | null
  battery: number | null
}

export interface Reported {
  key: string
  reports: Report[]
}

/** The fields of a query or a form, by name. */
export interface Fields {
  get(name: string): string | null
}

const knots = 1852 / 3600

/** What a tracker calls its key in an address or a form. */
export const keyNames = ['id', 'deviceid'] as const
const keyIn = (said: Fields) => keyNames.map((name) => said.get(name)).find((key) => key !== null)

/** Undefined when nothing identifies the device. */
export function readFields(said: Fields): Reported | undefined {
  const key = keyIn(said)
  if (!key) return undefined
  const [lat, lng] = said.get('location')?.split(',') ?? [said.get('lat'), said.get('lon') ?? said.get('lng')]
  const speed = number(said.get('speed'))
  const report: Report = {
    at: momentOf(said.get('timestamp')),
    position: said.get('valid') === 'false' ? null : placeOf(number(lat), number(lng)),
    accuracy: atLeastZero(number(said.get('accuracy'))),
    speed: atLeastZero(speed === null ? null : speed * knots),
    battery: percent(number(said.get('batt') ?? said.get('battery'))),
  }
  return { key, reports: [report] }
}

const reading = z.number().nullish().catch(null)
const fix = z.object({
  timestamp: z.union([z.string(), z.number()]).nullish().catch(null),
  coords: z.object({ latitude: reading, longitude: reading, accuracy: reading, speed: reading }).partial().nullish().catch(null),
  battery: z.object({ level: reading }).partial().nullish().catch(null),
})
const posted = z.object({
  device_id: z.union([z.string(), z.number()]).nullish(),
  location: z
    .union([z.array(fix), fix])
    .nullish()
    .catch(null),
})

/** The same for the JSON that newer clients post. */
export function readJson(body: string, query: Fields): Reported | undefined {
  const { data } = posted.safeParse(parsedJson(body))
  const key = data?.device_id ?? keyIn(query)
  if (key === null || key === undefined || key === '') return undefined
  const fixes = data?.location ? [data.location].flat() : []
  const reports = fixes.map(
    ({ timestamp, coords, battery }): Report => ({
      at: momentOf(timestamp === null || timestamp === undefined ? null : String(timestamp)),
      position: placeOf(coords?.latitude ?? null, coords?.longitude ?? null),
      accuracy: atLeastZero(coords?.accuracy ?? null),
      speed: atLeastZero(coords?.speed ?? null), // -1: unknown
      battery: percent(typeof battery?.level === 'number' ? battery.level * 100 : null),
    }),
  )
  return { key: String(key), reports }
}

/** Seconds, milliseconds, or an instant. From the year 5138 on, seconds would be mistaken for milliseconds. */
function momentOf(text: string | null): number | null {
  if (!text) return null
  const n = Number(text)
  const at = Number.isFinite(n) ? (n < 1e11 ? n * 1000 : n) : Date.parse(text)
  return Number.isFinite(at) && Math.abs(at) < 8e15 ? Math.round(at) : null
}

const number = (text: string | null | undefined): number | null => {
  const n = text?.trim() ? Number(text) : Number.NaN
  return Number.isFinite(n) ? n : null
}
const placeOf = (lat: number | null, lng: number | null) =>
  lat !== null && lng !== null && Math.abs(lat) <= 90 && Math.abs(lng) <= 180 ? { lat, lng } : null
const atLeastZero = (n: number | null) => (n !== null && n >= 0 ? n : null)
const percent = (n: number | null) => (n !== null && n >= 0 && n <= 100 ? Math.round(n) : null)
