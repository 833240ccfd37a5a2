import { companyCalls } from '@bordee/core/companies/companies.calls.ts'
import { boardCalls } from '@bordee/core/operations/board.calls.ts'
import { configCalls } from '@bordee/core/platform/config.calls.ts'
import { platformCalls } from '@bordee/core/platform/platform.calls.ts'
import { routeCalls } from '@bordee/core/routes/routes.calls.ts'
import { runCalls } from '@bordee/core/runs/runs.calls.ts'
import { addDays, wallClock } from '@bordee/core/time.ts'
import { expect, test } from 'vitest'
import { mailLater } from '../engine/jobs/mail.jobs.ts'
import { newContract } from '../testing/contracts.ts'
import { openTestServer, type TestServer } from '../testing/server.ts'

const action = { label: 'Ouvrir', url: 'https://bordee.exemple.ca/auth/redirect?mode=resetPassword&oobCode=secret-code_1' }
const write = (server: TestServer, to: string) =>
  server.work((work) => mailLater(work, { to, subject: 'Essai', paragraphs: ['Bonjour'], action }))

test('with the demo, platform staff read the outbox, newest first, by channel and address', async () => {
  const server = await openTestServer()
  const { admin } = await server.newCompany()
  for (const to of ['un@exemple.ca', 'deux@exemple.ca']) {
    await write(server, to)
    await server.letterTo(to)
  }
  const all = await admin(platformCalls.listOutbox, { channel: 'email' })
  expect(all.map((one) => one.to)).toEqual(['deux@exemple.ca', 'un@exemple.ca'])
  expect(Object.keys(all[0] ?? {})).toEqual(['id', 'channel', 'to', 'subject', 'text', 'html', 'createdAt', 'attachments'])
  expect(await admin(platformCalls.listOutbox, { to: 'un@exemple.ca', limit: 1 })).toHaveLength(1)
  expect(await admin(platformCalls.listOutbox, { channel: 'sms' })).toEqual([])
})

test('without it only the super administrator does, and its links cannot be used', async () => {
  const server = await openTestServer({ DEMO: '0' })
  const { admin, super_admin: superAdmin } = await server.newCompany()
  await write(server, 'un@exemple.ca')
  await server.letterTo('un@exemple.ca')
  expect((await admin.raw(platformCalls.listOutbox)).status).toBe(403)
  const [letter] = await superAdmin(platformCalls.listOutbox)
  expect(letter?.text).toContain('oobCode=…')
  expect(`${letter?.text} ${letter?.html}`).not.toContain('secret-code')
})

/** Thirty days, today last. */
const lastDays = () => Array.from({ length: 30 }, (_, i) => addDays(wallClock(new Date(), 'America/Toronto').date, i - 29))

test('the super administrator’s statistics count open companies', async () => {
  const server = await openTestServer()
  const [ours, theirs] = [await server.newCompany(), await server.newCompany()]
  for (const { companyId } of [ours, theirs, theirs])
    await server.work(async ({ tx }) => {
      await tx.scope({ companies: [companyId] })
      await tx.sql`insert into clients (company_id, name) values (${companyId}, 'Hélène Côté')`
    })
  const noOperations = { operations: 0, openOperations: 0 }
  const nothingYet = {
    activeRuns: 0,
    ...noOperations,
    alertsPerDay: lastDays().map((date) => ({ date, count: 0 })),
    contractsPerStatus: {},
  }
  expect(await ours.super_admin(platformCalls.getStatistics)).toEqual({ companies: 2, clients: 3, ...nothingYet })
  await ours.super_admin(companyCalls.archiveCompany, { id: theirs.companyId })
  expect(await ours.super_admin(platformCalls.getStatistics)).toEqual({ companies: 1, clients: 1, ...nothingYet })
  expect((await ours.admin.raw(platformCalls.getStatistics)).status).toBe(403)
})

test('runs under way and operations are counted, in open companies', async () => {
  const server = await openTestServer()
  const people = await server.newCompany()
  const count = async () => {
    const { activeRuns, operations, openOperations } = await people.super_admin(platformCalls.getStatistics)
    return { activeRuns, operations, openOperations }
  }
  const before = await count()
  const { id: routeId } = await people.owner(routeCalls.createRoute, { route: { name: 'Nord' } })
  const { id, operationId } = await people.employee(runCalls.startRun, { routeId })
  const operations = before.operations + 1
  expect(await count()).toEqual({ activeRuns: before.activeRuns + 1, operations, openOperations: before.openOperations + 1 })
  await people.employee(runCalls.actOnRun, { id, type: 'quit' })
  await people.owner(boardCalls.closeOperation, { id: operationId ?? '' })
  expect(await count()).toEqual({ ...before, operations })
})

test('contracts are counted per status, in open companies', async () => {
  const server = await openTestServer()
  const [ours, theirs] = [await server.newCompany(), await server.newCompany()]
  for (const status of ['draft', 'sent', 'sent']) await newContract(ours.owner, { status })
  await newContract(theirs.owner)
  expect(await ours.super_admin(platformCalls.getStatistics)).toMatchObject({ contractsPerStatus: { draft: 2, sent: 2 } })
  await ours.super_admin(companyCalls.archiveCompany, { id: theirs.companyId })
  expect((await ours.super_admin(platformCalls.getStatistics)).contractsPerStatus).toEqual({ draft: 1, sent: 2 })
})

test('alerts are counted on the day they left, for the last thirty days', async () => {
  const server = await openTestServer()
  const { super_admin: staff, companyId } = await server.newCompany()
  await server.work(async ({ tx }) => {
    await tx.scope({ companies: [companyId] })
    const [send] = await tx.sql<{ id: string }>`
      insert into alert_sends (company_id, target, target_name, message, sent_by_name, expected)
      values (${companyId}, 'x', 'x', 'x', 'x', 3)
      returning id`
    for (const accepted of ['0 days', '0 days', '2 days', '31 days', null])
      await tx.sql`
        insert into alert_deliveries (company_id, send_id, method, phone, site_name, client_name, status, accepted_at)
        values (${companyId}, ${send?.id}, 'sms', '4185550101', 's', 'c', 'accepted', now() - ${accepted}::interval)`
  })
  const counts = lastDays().map((date, i) => ({ date, count: i === 29 ? 2 : i === 27 ? 1 : 0 }))
  expect((await staff(platformCalls.getStatistics)).alertsPerDay).toEqual(counts)
})

test('the web app knows what is really sent: a demo may have a provider', async () => {
  const { getConfig } = configCalls
  expect(await (await openTestServer()).anyone(getConfig)).toMatchObject({ demo: true, sends: { mail: false, alerts: false } })
  const wired = await openTestServer({ SMTP_URL: 'smtp://127.0.0.1:9' })
  expect(await wired.anyone(getConfig)).toMatchObject({ demo: true, sends: { mail: true, alerts: false } })
})
