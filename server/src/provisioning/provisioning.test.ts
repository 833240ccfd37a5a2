import { provisioningCalls } from '@bordee/core/provisioning/provisioning.calls.ts'
import { expect, test } from 'vitest'
import { openTestServer } from '../testing/server.ts'

const server = await openTestServer()
const { admin } = await server.newCompany()
const { createPolicy, listPolicies, getPolicy, addNetwork, deleteNetwork, deletePolicy } = provisioningCalls

test('a profile gets its networks, and a passphrase is never returned', async () => {
  const { id } = await admin(createPolicy, { name: 'Camions' })
  const garage = await admin(addNetwork, { policyId: id, ssid: 'Garage', passphrase: 'sel-et-sable' })
  expect(garage).toEqual({ id: expect.any(String), ssid: 'Garage', security: 'wpa2', autoConnect: true })
  await admin(addNetwork, { policyId: id, ssid: 'Café', passphrase: 'deux-sucres' })

  expect(await admin(getPolicy, { id })).toMatchObject({ networks: [{ ssid: 'Café', security: 'wpa2' }, { ssid: 'Garage' }] })
  const stored = await server.work(async ({ tx }) => {
    await tx.scope({ platform: true })
    return tx.sql<{ sealed: string | null }>`select sealed_passphrase as sealed from policy_networks where ssid = 'Garage'`
  })
  expect(stored[0]?.sealed).toBeTruthy()
  expect(stored[0]?.sealed).not.toContain('sel-et-sable')
  expect(server.secrets.unseal('wifi', stored[0]?.sealed ?? '')).toBe('sel-et-sable')

  await admin(deletePolicy, { id })
  expect((await admin(listPolicies)).map((policy) => policy.name)).not.toContain('Camions')
})

test('missing, duplicate and unknown values are reported', async () => {
  const { id } = await admin(createPolicy, { name: 'Tablettes' })
  expect(await admin.raw(createPolicy, { name: 'Tablettes' })).toMatchObject({
    status: 422,
    body: { formErrors: { policy: { name: expect.any(String) } } },
  })
  for (const ssid of [undefined, '', '  ']) {
    expect(await admin.raw(addNetwork, { policyId: id, ssid, passphrase: 'sel-et-sable' })).toMatchObject({
      status: 422,
      body: { formErrors: { network: { ssid: 'Le nom du réseau est requis.' } } },
    })
  }
  expect((await admin.raw(addNetwork, { policyId: id, ssid: 'X', passphrase: 'court' })).status).toBe(422)
  for (const passphrase of ['', undefined])
    expect(await admin.raw(addNetwork, { policyId: id, ssid: 'X', passphrase } as never)).toMatchObject({
      status: 422,
      body: { formErrors: { network: { passphrase: 'La phrase de passe est requise.' } } },
    })
  const answers = await Promise.all(
    [1, 2, 3].map(() => admin.raw(addNetwork, { policyId: id, ssid: 'Garage', passphrase: 'sel-et-sable' })),
  )
  expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([201, 422, 422])
  expect(
    (await admin.raw(addNetwork, { policyId: '00000000-0000-7000-8000-000000000000', ssid: 'X', passphrase: 'sel-et-sable' })).status,
  ).toBe(404)
})

test('a network can be removed under both spellings of the path', async () => {
  const { id: policyId } = await admin(createPolicy, { name: 'Épandeurs' })
  for (const spelling of ['policies', 'polcies']) {
    const { id } = await admin(addNetwork, { policyId, ssid: spelling, passphrase: 'sel-et-sable' })
    const answer = await server.app.inject({
      method: 'DELETE',
      url: `/api/mobile-devices/${spelling}/${policyId}/networks/${id}`,
      headers: { authorization: `Bearer ${admin.token}` },
    })
    expect(answer.statusCode).toBe(200)
  }
  expect((await admin(getPolicy, { id: policyId })).networks).toEqual([])
  expect((await admin.raw(deleteNetwork, { policyId, networkId: policyId })).status).toBe(404)
})
