import { contractCalls } from '@bordee/core/contracts/contracts.calls.ts'
import { expect, test } from 'vitest'
import { inDays, newContract, today } from '../testing/contracts.ts'
import { newClient } from '../testing/folders.ts'
import { openTestServer } from '../testing/server.ts'
import { historyOf } from '../testing/signers.ts'

const server = await openTestServer()
const { getContract, createContract, updateContract, setContractStatuses } = contractCalls

test('an incomplete contract cannot leave draft, and a batch is all or nothing', async () => {
  const { owner } = await server.newCompany()
  const whole = await newContract(owner)
  const bare = await owner(createContract, { contract: { clientId: (await newClient(owner)).id } })
  const refused = await owner.raw(setContractStatuses, { contractIds: [whole.id, bare.id], status: 'printed' })
  expect(refused).toMatchObject({
    status: 409,
    body: {
      conflicts: [
        {
          id: bare.id,
          message:
            `Il manque au contrat ${bare.contractNumber}\u00a0: Point de service, Date de début, Date de fin, Services, ` +
            'Calendrier de paiements (100\u00a0%).',
        },
      ],
    },
  })
  expect((await owner(getContract, { id: whole.id })).status).toBe('draft')
  expect(await owner(setContractStatuses, { contractIds: [whole.id], status: 'printed' })).toEqual({ updatedCount: 1 })
  // An empty draft may be archived.
  expect(await owner(setContractStatuses, { contractIds: [bare.id], status: 'canceled' })).toEqual({ updatedCount: 1 })
  for (const contractIds of [[], Array.from({ length: 501 }, () => whole.id)])
    expect((await owner.raw(setContractStatuses, { contractIds, status: 'sent' })).status).toBe(422)
})

test('the selector’s rules hold on the server: canceled is final, nobody chooses paid, back from paper only without payments', async () => {
  const { owner } = await server.newCompany()
  const { id } = await newContract(owner)
  const set = async (status: string) => (await owner.raw(updateContract, { id, contract: { status } })).status
  expect(await set('paid')).toBe(409)
  expect(await set('canceled')).toBe(409)
  expect(await set('accepted')).toBe(200)
  expect(await owner(getContract, { id })).toMatchObject({ status: 'accepted', signedOnPaper: true, signedAt: expect.any(String) })
  expect(await set('draft')).toBe(409)
  expect(await set('sent')).toBe(200)
  expect(await owner(getContract, { id })).toMatchObject({ status: 'sent', signedOnPaper: false, signedAt: null })
  expect(await set('accepted')).toBe(200)
  await owner(updateContract, { id, contract: { payments: [{ amount: 100, paidAt: today(), type: 'cash' }] } })
  expect(await set('sent')).toBe(409)
  await owner(setContractStatuses, { contractIds: [id], status: 'canceled' })
  for (const status of ['draft', 'sent', 'accepted']) expect(await set(status)).toBe(409)
  expect(await historyOf(owner, id)).toEqual([
    'create → draft',
    'signOnPaper → accepted',
    'unsign → sent',
    'signOnPaper → accepted',
    'payment → accepted',
    'archive → canceled',
  ])
})

test('nobody can accept a contract past its end', async () => {
  const { owner } = await server.newCompany()
  const over = await newContract(owner, { startAt: inDays(-100), endAt: inDays(-1) })
  expect(await owner.raw(setContractStatuses, { contractIds: [over.id], status: 'accepted' })).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('ne peut plus être signé') },
  })
})
