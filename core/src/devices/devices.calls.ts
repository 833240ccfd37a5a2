import * as z from 'zod'
import { call, slice } from '../call.ts'
import { companyAdmins, platformStaff } from '../roles.ts'
import { id } from '../wire.ts'
import { device, deviceChanges, deviceWithKey, newDeviceFields, trackerSignIn, trackerStatus } from './device.ts'
import { keyNames } from './osmand.ts'

const module = 'geolocation'

export const deviceCalls = slice('devices', {
  listDevices: call('GET /devices', {
    who: companyAdmins,
    module,
    returns: z.array(device),
    summary: 'The company’s trackers; platform staff also see unassigned ones',
  }),

  getDevice: call('GET /devices/:id', { who: companyAdmins, module, input: { id }, returns: device, summary: 'One tracker' }),

  createDevice: call('POST /devices', {
    who: companyAdmins,
    module,
    status: 201,
    input: { device: newDeviceFields },
    returns: deviceWithKey,
    touches: [],
    summary: 'Creates a tracker that reports by the OsmAnd protocol; its key is answered only once',
  }),

  updateDevice: call('PATCH|PUT /devices/:id', {
    who: companyAdmins,
    module,
    input: { id, device: deviceChanges.optional(), companyId: id.nullish() },
    returns: device,
    touches: [],
    summary: 'Names a tracker and assigns it to an operator; platform staff assign the provider’s trackers to companies',
  }),

  deleteDevice: call('DELETE /devices/:id', {
    who: companyAdmins,
    module,
    input: { id },
    touches: [],
    summary: 'Removes a tracker; its positions stay',
  }),

  renewDeviceKey: call('POST /devices/:id/key', {
    who: companyAdmins,
    module,
    input: { id },
    returns: deviceWithKey,
    touches: [],
    summary: 'A new key for a tracker; the old one stops working',
  }),

  hearDevice: call('POST|GET /devices/ingest', {
    who: 'anyone',
    raw: true,
    fair: true,
    keyIn: keyNames,
    touches: [],
    summary: 'Takes what a tracker reports by the OsmAnd protocol, as query, form or newer clients’ JSON; 404 for an unknown key',
  }),

  getTrackerStatus: call('GET /lightbug-auth/token-status', {
    who: platformStaff,
    across: true,
    returns: trackerStatus,
    summary: 'Whether the platform has a token for the tracking provider, and since when',
  }),

  setUpTracker: call('POST /lightbug-auth/setup-token', {
    who: platformStaff,
    across: true,
    outside: true,
    input: trackerSignIn.shape,
    limits: [{ by: 'address', max: 30, seconds: 3600 }],
    touches: [],
    summary: 'Signs in at the tracking provider; the credentials are stored encrypted, because the token must be renewed',
  }),
})
