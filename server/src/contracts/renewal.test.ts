import { contractCalls } from '@bordee/core/contracts/contracts.calls.ts'
import { yearAfter } from '@bordee/core/time.ts'
import { expect, test } from 'vitest'
import { newContract, schedule } from '../testing/contracts.ts'
import { newService } from '../testing/folders.ts'
import { openTestServer } from '../testing/server.ts'

const server = await openTestServer()
const { listContracts, getContract, setContractStatuses, renewContracts } = contractCalls

test('a renewal is a draft a year later with raised prices; a refusal says why, and nothing is renewed twice', async () => {
  const { owner } = await server.newCompany()
  const service = await newService(owner, { defaultAnnualAugmentation: 250 })
  const signed = await newContract(owner, {
    status: 'accepted',
    services: [
      { serviceId: service.id, price: 400 },
      { name: 'Sel', price: 10 },
    ],
  })
  const draft = await newContract(owner)
  expect(await owner(renewContracts, { contractIds: [signed.id, draft.id] })).toEqual({
    createdCount: 1,
    createdIds: [expect.any(String)],
    skippedContracts: [
      { id: draft.id, contractNumber: draft.contractNumber, message: 'Ce contrat n’est pas signé.', mayRenewAnyway: false },
    ],
  })
  const renewed = (await owner(listContracts)).find(({ clientId, id }) => clientId === signed.clientId && id !== signed.id)
  expect(renewed).toMatchObject({
    status: 'draft',
    startAt: yearAfter(signed.startAt ?? ''),
    endAt: yearAfter(signed.endAt ?? ''),
    services: [{ price: 410 }, { price: 10 }],
    paymentShedules: schedule().map(({ paymentDate }) => ({ paymentDate: yearAfter(paymentDate) })),
  })
  const twice = await owner(renewContracts, { contractIds: [signed.id] })
  expect(twice).toMatchObject({
    createdCount: 0,
    skippedContracts: [{ message: `Ce contrat est déjà renouvelé\u00a0: ${renewed?.contractNumber}.` }],
  })
})

/** A signed contract, and another for the same site in the season that its renewal would be for. */
async function siteWithNextSeason(status?: string) {
  const { owner, admin } = await server.newCompany()
  const signed = await newContract(owner, { status: 'accepted' })
  const { clientId, siteId } = signed as { clientId: string; siteId: string }
  const [startAt, endAt] = [yearAfter(signed.startAt ?? ''), yearAfter(signed.endAt ?? '')]
  const other = await newContract(owner, { clientId, siteId, startAt, endAt, ...(status && { status }) })
  const ofSite = async () => (await owner(listContracts)).filter((contract) => contract.siteId === siteId)
  return { owner, admin, signed, other, ofSite }
}

test.each([undefined, 'sent', 'accepted'])(
  'a site that has a contract for the next season (%s) is skipped, unless asked',
  async (status) => {
    const { owner, signed, other, ofSite } = await siteWithNextSeason(status)
    const message = `Son point de service a déjà un contrat pour cette saison\u00a0: ${other.contractNumber}.`
    expect(await owner(renewContracts, { contractIds: [signed.id] })).toEqual({
      createdCount: 0,
      createdIds: [],
      skippedContracts: [{ id: signed.id, contractNumber: signed.contractNumber, message, mayRenewAnyway: true }],
    })
    expect(await ofSite()).toHaveLength(2)

    const { createdIds } = await owner(renewContracts, { contractIds: [signed.id], anyway: true })
    expect(await owner(getContract, { id: createdIds[0] ?? '' })).toMatchObject({ status: 'draft', startAt: other.startAt })
    // Even then, nothing is renewed twice.
    expect(await owner(renewContracts, { contractIds: [signed.id], anyway: true })).toMatchObject({
      createdCount: 0,
      skippedContracts: [{ mayRenewAnyway: false }],
    })
  },
)

test.each(['declined', 'canceled'])('a %s contract for the next season leaves the site to be renewed', async (status) => {
  const { owner, signed, other } = await siteWithNextSeason('sent')
  await owner(setContractStatuses, { contractIds: [other.id], status: status as 'declined' })
  expect(await owner(renewContracts, { contractIds: [signed.id] })).toMatchObject({ createdCount: 1, skippedContracts: [] })
})

test('of two contracts for one site, only one is renewed, in one batch or at once', async () => {
  const { owner, admin } = await server.newCompany()
  const pair = async () => {
    const one = await newContract(owner, { status: 'accepted' })
    const two = await newContract(owner, { status: 'accepted', clientId: one.clientId ?? '', siteId: one.siteId })
    return [one.id, two.id]
  }
  expect(await owner(renewContracts, { contractIds: await pair() })).toMatchObject({
    createdCount: 1,
    skippedContracts: [{ mayRenewAnyway: true }],
  })

  const [one = '', two = ''] = await pair()
  const answers = await Promise.all([owner(renewContracts, { contractIds: [one] }), admin(renewContracts, { contractIds: [two] })])
  expect(answers.reduce((sum, { createdCount }) => sum + createdCount, 0)).toBe(1)
})
