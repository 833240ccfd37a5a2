// A stream ends with what allowed it, at once: here the heartbeat that also looks comes too late to be the one.
import { accountCalls } from '@bordee/core/accounts/accounts.calls.ts'
import { companyCalls } from '@bordee/core/companies/companies.calls.ts'
import { identityCalls } from '@bordee/core/identity/identity.calls.ts'
import { platformCalls } from '@bordee/core/platform/platform.calls.ts'
import { expect, test, vi } from 'vitest'
import { openApp } from '../../app.ts'
import { closeAfterwards } from '../../testing/closing.ts'
import { inCompany, openTestServer, type People } from '../../testing/server.ts'

const server = await openTestServer()
const app = await openApp(server, { heartbeatMs: 3_600_000 })
closeAfterwards(() => app.close())
const origin = await app.listen({ port: 0, host: '127.0.0.1' })

async function listen(token: string | undefined) {
  const answer = await fetch(`${origin}/api${platformCalls.listen.path}`, { headers: { authorization: `Bearer ${token}` } })
  expect(answer.status).toBe(200)
  const state = { isOpen: true, heard: '' }
  void (async () => {
    for await (const chunk of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) state.heard += chunk
    state.isOpen = false
  })()
  return state
}

const waysOut: Record<string, (people: People) => Promise<unknown>> = {
  'signs out': async ({ employee }) => employee.raw(identityCalls.signOut),
  'has every session ended': ({ employee }) => server.sql('delete from sessions where account_id = $1', [employee.accountId]),
  'loses the access': ({ owner, employee }) => owner(accountCalls.deleteAccounts, { accountIds: [employee.accountId] }),
  'becomes a manager, who may not listen': ({ companyId, employee }) =>
    inCompany(server, companyId, (tx) => tx.sql`update accesses set role = 'manager' where account_id = ${employee.accountId}`),
  'is disabled': ({ employee }) => server.sql('update accounts set disabled_at = now() where id = $1', [employee.accountId]),
  'has the company archived': ({ super_admin, companyId }) => super_admin(companyCalls.archiveCompany, { id: companyId }),
}

test.each(Object.entries(waysOut))('someone who %s hears nothing more, and others do', async (_, leave) => {
  const [people, others] = [await server.newCompany(), await server.newCompany()]
  const [left, stays] = [await listen(people.employee.token), await listen(others.employee.token)]

  await leave(people)

  await vi.waitFor(() => expect(left.isOpen).toBe(false), { timeout: 20_000 })
  server.live.publish(others.companyId, { topic: 'test', text: 'encore' })
  await vi.waitFor(() => expect(stays.heard).toContain('encore'), { timeout: 20_000 })
})
