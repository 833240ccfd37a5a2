// What Traccar Client does, after its source: how version 10.1 reads a QR code or a link, which positions it keeps, and what
// it and version 9.7 send (docs/decisions/0046-trackers.md). Stop detection, which pauses a phone at rest, isn't played.
import { metresBetween } from '@bordee/core/geo.ts'

export interface AppSettings {
  url: string
  id: string
  accuracy: string
  /** Metres; 0: distance doesn't count. */
  distance: number
  /** Seconds. */
  interval: number
  stopDetection: boolean
}

/** As installed. */
export const defaults: AppSettings = {
  url: 'http://demo.traccar.org:5055',
  id: '12345678',
  accuracy: 'medium',
  distance: 75,
  interval: 300,
  stopDetection: true,
}

/** After a QR code or a link: what it doesn't name stays, and so does a number or a switch it can't read. */
export function configured(settings: AppSettings, text: string): AppSettings {
  const { protocol, origin, pathname, searchParams: given } = new URL(text)
  const number = (name: string, before: number) => (/^-?\d+$/.test(given.get(name) ?? '') ? Number(given.get(name)) : before)
  const stopDetection = given.get('stop_detection')
  return {
    url: protocol.startsWith('http') ? `${origin}${pathname}` : (given.get('url') ?? settings.url),
    id: given.get('id') ?? settings.id,
    accuracy: given.get('accuracy') ?? settings.accuracy,
    distance: number('distance', settings.distance),
    interval: number('interval', settings.interval),
    stopDetection: stopDetection === 'true' || stopDetection === 'false' ? stopDetection === 'true' : settings.stopDetection,
  }
}

export interface Fix {
  /** Milliseconds. */
  at: number
  lat: number
  lng: number
  /** Metres per second. */
  speed: number
}

/** The first fix, then each one that is far enough from the last kept one, in time or in space. */
export function keptBy(settings: AppSettings, fixes: readonly Fix[]): Fix[] {
  const kept: Fix[] = []
  for (const fix of fixes) {
    const last = kept.at(-1)
    const isLater = last && settings.interval > 0 && fix.at - last.at >= settings.interval * 1000
    const isFarther = last && settings.distance > 0 && metresBetween(last, fix) >= settings.distance
    if (!last || isLater || isFarther) kept.push(fix)
  }
  return kept
}

export interface AppRequest {
  url: string
  type: string
  body: string
}

/** Version 10 posts a form per position, and the same one again until the answer is a success. */
export const formOf = ({ url, id }: AppSettings, { at, lat, lng, speed }: Fix): AppRequest => ({
  url,
  type: 'application/x-www-form-urlencoded; charset=UTF-8',
  body: new URLSearchParams({
    id,
    lat: String(lat),
    lon: String(lng),
    timestamp: String(Math.floor(at / 1000)),
    accuracy: '4.5',
    altitude: '61.2',
    speed: String(Math.round(speed * 1.94384 * 100) / 100),
    bearing: '270.0',
    batt: '83',
    charge: 'true',
  }).toString(),
})

/** Version 9 posts JSON, one position or several. */
export const jsonOf = ({ url, id }: AppSettings, fixes: readonly Fix[]): AppRequest => {
  const [first, ...others] = fixes.map(locationOf)
  return {
    url,
    type: 'application/json',
    body: JSON.stringify({ location: others.length > 0 ? [first, ...others] : first, device_id: id }),
  }
}

const locationOf = ({ at, lat, lng, speed }: Fix) => ({
  timestamp: new Date(at).toISOString(),
  coords: { latitude: lat, longitude: lng, accuracy: 4.5, speed, heading: 270, altitude: 61.2 },
  is_moving: true,
  odometer: 1204.5,
  event: '',
  battery: { level: 0.83, is_charging: true },
  activity: { type: 'in_vehicle' },
  extras: {},
})
