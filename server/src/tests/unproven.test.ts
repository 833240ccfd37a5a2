// A company none of whose owners has proven their e-mail works, but nothing leaves it.
import { accountCalls } from '@bordee/core/accounts/accounts.calls.ts'
import { alertCalls } from '@bordee/core/alerts/alerts.calls.ts'
import { contractCalls } from '@bordee/core/contracts/contracts.calls.ts'
import { unprovenOwner } from '@bordee/core/problem.ts'
import { runCalls } from '@bordee/core/runs/runs.calls.ts'
import { expect, test, vi } from 'vitest'
import { newMessage, newOccupant, newSender } from '../testing/alerts.ts'
import { solveEasyCaptcha } from '../testing/captcha.ts'
import { newContract } from '../testing/contracts.ts'
import { newClient } from '../testing/folders.ts'
import { roundOf, takingRows } from '../testing/rounds.ts'
import { newRoute } from '../testing/runs.ts'
import { inCompany, openTestServer, type People } from '../testing/server.ts'

const server = await openTestServer()
const refused = { status: 409, body: { code: 'email-unproven', message: unprovenOwner } }

async function unprove<P extends Pick<People, 'companyId' | 'owner'>>(people: P): Promise<P> {
  await server.sql('update accounts set email_verified_at = null where id = $1', [people.owner.accountId])
  return people
}

const jobsAreDone = () =>
  vi.waitFor(
    async () => {
      await server.sql(`update pgboss.job set start_after = now() where state in ('created', 'retry')`)
      expect(await server.sql(`select from pgboss.job where state in ('created', 'retry', 'active')`)).toEqual([])
    },
    { timeout: 60_000, interval: 100 },
  )

test('alerts are refused, by hand and ahead of a truck, until one owner has proven their e-mail', async () => {
  const people = await newSender(server, { bank: 100 })
  const route = await newRoute(people.owner, 2, { hasAlerts: true, siteBefore: 1, message: people.messageId })
  const { id: messageId } = await newMessage(people.owner)
  for (const site of route.siteIds) await newOccupant(people.owner, { site })
  await inCompany(server, people.companyId, (tx) => tx.sql`update companies set geolocation_has_geolocation_alerts = true`)
  await unprove(people)
  const order = { routeId: route.id, messageId }

  expect(await people.owner.raw(alertCalls.sendAlert, order)).toMatchObject(refused)
  expect(await people.owner(alertCalls.previewAlert, order)).toMatchObject({ refusal: unprovenOwner })
  await people.owner(runCalls.startRun, { routeId: route.id })
  await jobsAreDone()
  expect(await people.owner(alertCalls.listAlertHistory, { from: '2020-01-01', to: '2100-01-01' })).toEqual([])

  await server.newAccount('autre.proprio@exemple.ca', { companyId: people.companyId, role: 'owner' })
  expect(await people.owner(alertCalls.previewAlert, order)).toMatchObject({ refusal: null })
})

test('contracts, invitations and sign-in links stay, and nothing is written', async () => {
  const people = await unprove(await server.newCompany())
  const { owner } = people
  const { id } = await newContract(owner, { email: 'cible@exemple.ca' })
  expect(await owner.raw(contractCalls.sendContracts, { contractIds: [id] })).toMatchObject(refused)
  expect(await owner(contractCalls.getContract, { id })).toMatchObject({ status: 'draft' })

  const account = { firstName: 'Paul', lastName: 'Roy', email: 'cible@exemple.ca', role: 'employee' as const }
  expect(await owner.raw(accountCalls.createAccount, { account: { ...account, invite: true } })).toMatchObject(refused)
  expect(await owner(accountCalls.listAccounts, {})).not.toContainEqual(expect.objectContaining({ email: account.email }))
  const { status } = await owner.raw(accountCalls.createAccount, { account: { ...account, password: 'motdepasse1' } })
  expect(status).toBe(201) // it sends nothing

  await newClient(owner, { email: 'cible2@exemple.ca' })
  const headers = { recaptcha: await solveEasyCaptcha(server) }
  await server.anyone.raw(accountCalls.sendSignInLink, { email: 'cible2@exemple.ca' }, { headers })
  await jobsAreDone()
  expect(await server.sql(`select "to" from outbox where "to" like 'cible%'`)).toEqual([])
})

test('no other call sends anything either', async () => {
  const owners: string[] = []
  const unproven = {
    ...server,
    async newCompany() {
      const people = await unprove(await server.newCompany())
      const [{ email } = { email: '' }] = await server.sql<{ email: string }>('select email from accounts where id = $1', [
        people.owner.accountId,
      ])
      owners.push(email)
      return people
    },
  }
  await server.sql('delete from outbox')
  for (const row of takingRows.filter(({ who }) => Array.isArray(who) && who.includes('owner')))
    await roundOf(unproven, row, 0).catch(() => undefined) // refused calls send nothing
  await jobsAreDone()
  const sent = await server.sql<{ to: string; subject: string }>(`select "to", subject from outbox`)
  expect(owners.length).toBeGreaterThan(30)
  expect(sent.filter(({ to }) => !owners.includes(to))).toEqual([])
}, 180_000)
