// A tracker in a truck, or a phone that reports its own position (docs/product/devices.md).
import * as z from 'zod'
import { id, instant, named, text } from '../wire.ts'

export const deviceFields = z.object({
  name: text(100),
  /** The operator whose runs receive its positions. */
  userId: id.nullable(),
})
export const newDeviceFields = deviceFields.partial({ userId: true })
export const deviceChanges = deviceFields.partial()

const deviceCard = z.object({
  id,
  name: z.string(),
  type: z.string(),
  lastConnection: instant.nullable(),
  batteryPct: z.number().nullable(),
  batteryVoltage: z.number().nullable(),
  currentMode: z.string().nullable(),
  active: z.boolean(),
  btMacAddress: z.string().nullable(),
  imei: z.string().nullable(),
  /** Seconds between two reports; movement sensitivity; firmware version. */
  config: z.object({ interval: z.number().nullable(), movementSensitivity: z.number().nullable(), currentFW: z.string().nullable() }),
  /** Newest first. */
  latestPoints: z.array(z.object({ lat: z.number(), lng: z.number(), timestamp: instant })),
  /** In its latest run, its positions were too far apart to find visits. */
  hasLongGaps: z.boolean(),
  userId: id.nullable(),
  /** Null until someone assigns it; only platform staff see it until then. */
  companyId: id.nullable(),
})
export const device = named('Device', deviceCard)
export type Device = z.infer<typeof device>

/** A tracker that reports to us, by this protocol; the others' types are the provider's own words. */
export const osmand = 'osmand'
export const deviceTypeName = (type: string) => (type === osmand ? 'OsmAnd' : type)

/** The key is shown only once. */
export const deviceWithKey = named('DeviceWithKey', deviceCard.extend({ key: z.string() }))
export type DeviceWithKey = z.infer<typeof deviceWithKey>

export const trackerStatus = named('TrackerStatus', z.object({ hasToken: z.boolean(), lastRefreshedAt: instant.nullable() }))

const bothRequired = 'Courriel et mot de passe requis.'
/** The platform's account at the tracking provider. */
export const trackerSignIn = z.object({
  email: z.string(bothRequired).trim().min(1, bothRequired).max(255),
  password: z.string(bothRequired).min(1, bothRequired).max(255),
})
