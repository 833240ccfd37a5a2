// A provider of trackers: devices that report to it, and that it tells us of.

export interface TrackedDevice {
  /** The provider's. */
  id: string
  name: string
  type: string
  active: boolean
  batteryVoltage: number | null
  currentMode: string | null
  btMacAddress: string | null
  imei: string | null
  lastConnection: Date | null
}

export interface TrackedConfig {
  interval: number | null
  movementSensitivity: number | null
  currentFW: string | null
}

export interface TrackedPosition {
  lat: number
  lng: number
  /** Milliseconds. */
  at: number
  /** Metres; metres a second; percent. */
  accuracy: number | null
  speed: number | null
  battery: number | null
}

/** What one signs in with, and what one gets for it. */
export interface TrackerSession {
  token: string
  account: string
  expiresAt: Date | null
}

export interface Tracker {
  name: string
  /** Null when the provider does not know these. */
  signIn(email: string, password: string): Promise<TrackerSession | null>
  devices(session: TrackerSession): Promise<TrackedDevice[]>
  config(session: TrackerSession, deviceId: string): Promise<TrackedConfig>
  /** Later than `after`, oldest first, so many at most. */
  positions(session: TrackerSession, deviceId: string, after: Date, most: number): Promise<TrackedPosition[]>
}

/** The session no longer counts: one must sign in again. */
export class SessionOver extends Error {}
