// Mobile provisioning profiles: the Wi-Fi networks of the fleet's phones. Platform staff only.
import * as z from 'zod'
import { call, slice } from '../call.ts'
import { platformStaff } from '../roles.ts'
import { id, named, onOneLine, text } from '../wire.ts'

const network = named('Network', z.object({ id, ssid: z.string(), security: z.string(), autoConnect: z.boolean() }))
export type Network = z.infer<typeof network>

/** The passphrase is write-only. WPA2 requires 8 to 63 characters. */
export const networkFields = z.object({
  ssid: z
    .string('Le nom du réseau est requis.')
    .overwrite(onOneLine)
    .min(1, 'Le nom du réseau est requis.')
    .max(32, 'Un SSID compte au plus 32 caractères.'),
  passphrase: z
    .string('La phrase de passe est requise.')
    .min(1, 'La phrase de passe est requise.')
    .refine((value) => value === '' || (value.length >= 8 && value.length <= 63), 'La phrase de passe compte de 8 à 63 caractères.'),
})

const policy = named('Policy', z.object({ id, name: z.string(), networks: z.array(network) }))
export type Policy = z.infer<typeof policy>
export const policyFields = z.object({ name: text(100) })

export const provisioningCalls = slice('provisioning', {
  listPolicies: call('GET /mobile-devices/policies', {
    who: platformStaff,
    across: true,
    returns: z.array(policy),
    summary: 'Provisioning profiles with their WiFi networks',
  }),

  getPolicy: call('GET /mobile-devices/policies/:id', {
    who: platformStaff,
    across: true,
    input: { id },
    returns: policy,
    summary: 'One profile',
  }),

  createPolicy: call('POST /mobile-devices/policies', {
    who: platformStaff,
    across: true,
    status: 201,
    input: policyFields.shape,
    errorsUnder: { name: 'policy.name' },
    returns: policy,
    touches: [],
    summary: 'Creates a profile',
  }),

  deletePolicy: call('DELETE /mobile-devices/policies/:id', {
    who: platformStaff,
    across: true,
    input: { id },
    touches: [],
    summary: 'Deletes a profile and its networks',
  }),

  addNetwork: call('POST /mobile-devices/policies/:policyId/networks', {
    who: platformStaff,
    across: true,
    status: 201,
    input: { policyId: id, ...networkFields.shape },
    errorsUnder: { ssid: 'network.ssid', passphrase: 'network.passphrase' },
    returns: network,
    touches: [],
    summary: 'Adds a WiFi network; its passphrase is stored encrypted and never answered',
  }),

  deleteNetwork: call('DELETE /mobile-devices/policies/:policyId/networks/:networkId', {
    also: ['/mobile-devices/polcies/:policyId/networks/:networkId'], // sic
    who: platformStaff,
    across: true,
    input: { policyId: id, networkId: id },
    touches: [],
    summary: 'Removes a WiFi network',
  }),
})
