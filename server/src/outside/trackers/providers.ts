// The embedded tracker provider: lets anyone in and knows one tracker, so that the screens work without an account.
import type { Env } from '../../engine/env.ts'
import { lightbug } from './lightbug.ts'
import type { Tracker } from './trackers.ts'

export const trackerOf = ({ tracker, demo }: Env): Tracker => (tracker.lightbugUrl ? lightbug(tracker.lightbugUrl) : embedded(demo))

const embedded = (hasDemo: boolean): Tracker => ({
  name: 'embedded',
  signIn: async (email) => ({ token: 'embedded', account: email, expiresAt: null }),
  devices: async () =>
    hasDemo
      ? [
          {
            id: 'essai-1',
            name: 'Traceur d’essai',
            type: 'ld-t1',
            active: true,
            batteryVoltage: 3.9,
            currentMode: 'awake',
            btMacAddress: null,
            imei: '350000000000001',
            lastConnection: new Date(),
          },
        ]
      : [],
  config: async () => ({ interval: 60, movementSensitivity: 3, currentFW: '71' }),
  positions: async () => [],
})
