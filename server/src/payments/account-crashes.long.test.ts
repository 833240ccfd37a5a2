// A server dies at each step of opening an account with the provider: the next try opens the same one.
import { paymentAccountCalls } from '@bordee/core/payments/accounts.calls.ts'
import { expect, test } from 'vitest'
import { openListeningServer } from '../testing/listening.ts'
import { killing } from '../testing/victims.ts'

const server = await openListeningServer()
const killAt = killing(server)

test.each([
  ['before it is noted', 'payment_account_requests', 0],
  ['between the note and the provider', 'sandbox_accounts', 0],
  ['between the provider and the database', 'payment_accounts', 1],
])('%s', async (step, table, opened) => {
  const name = `Neiges ${step}`
  const { owner } = await server.newCompany(name)
  const accounts = () => server.sql<{ id: string }>('select id from sandbox_accounts where company_name = $1', [name])
  await killAt(table, '/payment-accounts/activate', { by: owner })
  expect(await accounts()).toHaveLength(opened)
  expect((await owner.raw(paymentAccountCalls.getPaymentAccount)).body).toBeNull()

  const { id } = await owner(paymentAccountCalls.activatePaymentAccount)
  expect(await accounts()).toEqual([{ id }])
})
