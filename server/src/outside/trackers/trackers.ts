// A tracker provider: devices report to it, and it reports to us.

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
  /** Metres; metres per second; percent. */
  accuracy: number | null
  speed: number | null
  battery: number | null
}

/** The account signed in to, and the token for it. */
export interface TrackerSession {
  token: string
  account: string
  expiresAt: Date | null
}

export interface Tracker {
  name: string
  /** Null if the provider doesn't accept them. */
  signIn(email: string, password: string): Promise<TrackerSession | null>
  devices(session: TrackerSession): Promise<TrackedDevice[]>
  config(session: TrackerSession, deviceId: string): Promise<TrackedConfig>
  /** Later than `after`, oldest first, at most `most`. */
  positions(session: TrackerSession, deviceId: string, after: Date, most: number): Promise<TrackedPosition[]>
}

/** The session has expired: sign in again. */
export class SessionOver extends Error {}
