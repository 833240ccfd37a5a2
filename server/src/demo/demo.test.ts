import { alertCalls } from '@bordee/core/alerts/alerts.calls.ts'
import { contractStatuses } from '@bordee/core/contracts/contract-life.ts'
import { contractCalls } from '@bordee/core/contracts/contracts.calls.ts'
import { templateCalls } from '@bordee/core/templates/templates.calls.ts'
import { expect, test } from 'vitest'
import { openTestServer, ownerUrlOf } from '../testing/server.ts'
import { demoPassword, fillDemo } from './demo.ts'

const server = await openTestServer()

test('the demo has three templates and sixty contracts in every state, twice filled or once; its client has one to sign, one to pay, one paid, and alerts to read', async () => {
  await fillDemo(server, ownerUrlOf(server))
  await fillDemo(server, ownerUrlOf(server))
  const owner = await server.signIn('proprio@bordee.demo', demoPassword)
  const contracts = await owner(contractCalls.listContracts)
  expect(await owner(templateCalls.listTemplates)).toHaveLength(3)
  expect(contracts).toHaveLength(60)
  expect(new Set(contracts.map(({ status }) => status))).toEqual(new Set(contractStatuses))
  expect(new Set(contracts.map(({ contractNumber }) => contractNumber)).size).toBe(60)
  const client = await server.signIn('client@bordee.demo', demoPassword)
  expect((await client(contractCalls.listContracts)).map(({ status }) => status).toSorted()).toEqual(['accepted', 'paid', 'sent'])
  expect((await client(alertCalls.listReceivedAlerts)).length).toBeGreaterThan(3)
  expect(await owner(contractCalls.getContractSummary)).toMatchObject({ paid: { count: 18 }, draft: { count: 7 } })
  expect(contracts.filter(({ overpaidAmount }) => overpaidAmount > 0)).toHaveLength(1)
  // The next one is numbered after them.
  const [first] = contracts
  const made = await owner(contractCalls.createContract, { contract: { clientId: first?.clientId ?? '' } })
  expect(contracts.map(({ contractNumber }) => contractNumber)).not.toContain(made.contractNumber)
})
