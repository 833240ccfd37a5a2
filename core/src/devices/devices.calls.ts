import * as z from 'zod'
import { call, slice } from '../call.ts'
import { companyAdmins, platformStaff } from '../roles.ts'
import { id } from '../wire.ts'
import { device, deviceChanges, deviceWithKey, newDeviceFields, trackerSignIn, trackerStatus } from './device.ts'

const module = 'geolocation'

export const deviceCalls = slice('devices', {
  listDevices: call('GET /devices', {
    who: companyAdmins,
    module,
    returns: z.array(device),
    summary: 'The trackers of the company; platform staff also see those that nobody has assigned yet',
  }),

  getDevice: call('GET /devices/:id', { who: companyAdmins, module, input: { id }, returns: device, summary: 'One tracker' }),

  createDevice: call('POST /devices', {
    who: companyAdmins,
    module,
    status: 201,
    input: { device: newDeviceFields },
    returns: deviceWithKey,
    touches: [],
    summary: 'A tracker that reports by the OsmAnd protocol; its key is answered this once',
  }),

  updateDevice: call('PATCH|PUT /devices/:id', {
    who: companyAdmins,
    module,
    input: { id, device: deviceChanges.optional(), companyId: id.nullish() },
    returns: device,
    touches: [],
    summary: 'Names a tracker and ties it to an operator; platform staff assign one of the provider to a company',
  }),

  deleteDevice: call('DELETE /devices/:id', {
    who: companyAdmins,
    module,
    input: { id },
    touches: [],
    summary: 'Removes a tracker; what it reported stays',
  }),

  renewDeviceKey: call('POST /devices/:id/key', {
    who: companyAdmins,
    module,
    input: { id },
    returns: deviceWithKey,
    touches: [],
    summary: 'A new key for a tracker; the one before no longer counts',
  }),

  hearDevice: call('POST|GET /devices/ingest', {
    who: 'anyone',
    raw: true,
    touches: [],
    summary: 'What a tracker reports by the OsmAnd protocol: query, form or the JSON of newer clients; an unknown key is 404',
  }),

  getTrackerStatus: call('GET /lightbug-auth/token-status', {
    who: platformStaff,
    across: true,
    returns: trackerStatus,
    summary: 'Whether the platform has a token of the tracking provider, and since when',
  }),

  setUpTracker: call('POST /lightbug-auth/setup-token', {
    who: platformStaff,
    across: true,
    outside: true,
    input: trackerSignIn.shape,
    limits: [{ by: 'address', max: 30, seconds: 3600 }],
    touches: [],
    summary: 'Signs in at the tracking provider; what was given rests sealed, because its token must be renewed',
  }),
})
