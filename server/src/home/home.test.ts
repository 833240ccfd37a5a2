// The first page: what each role sees, that its numbers are those of the lists behind them, and that a part can fail alone.
import { api } from '@bordee/core/api.ts'
import type { ContractInGrid } from '@bordee/core/contracts/contract.ts'
import { contractLife } from '@bordee/core/contracts/contract-life.ts'
import { firstSteps } from '@bordee/core/home/home.ts'
import { expect, test } from 'vitest'
import { newMessage, newSender } from '../testing/alerts.ts'
import { inDays, newContract, signedDaysAgo, today } from '../testing/contracts.ts'
import { newClient, newSite } from '../testing/folders.ts'
import { hour, newRoute } from '../testing/runs.ts'
import { openTestServer } from '../testing/server.ts'

const server = await openTestServer()
const ago = (milliseconds: number) => new Date(Date.now() - milliseconds).toISOString()

test('each role gets its own parts', async () => {
  const people = await newSender(server)
  const partsOf = async (caller: typeof people.owner) => {
    const { failed, ...parts } = await caller(api.getHome)
    expect(failed).toEqual([])
    return Object.keys(parts).toSorted()
  }
  const ofOwner = ['bank', 'driverless', 'firstSteps', 'money', 'operations', 'season', 'waiting']
  expect(await partsOf(people.owner)).toEqual(ofOwner)
  expect(await partsOf(people.admin)).toEqual(ofOwner)
  expect(await partsOf(people.dispatcher)).toEqual(['bank', 'driverless', 'operations', 'season'])
  expect(await partsOf(people.employee)).toEqual(['shift'])
  for (const caller of [people.manager, people.client]) expect((await caller.raw(api.getHome)).status).toBe(403)
})

test('the open operation as one strip, with what someone must deal with', async () => {
  const people = await server.newCompany()
  const { id: routeId, siteIds } = await newRoute(people.owner, 3)
  const run = await people.employee(api.startRun, { routeId, at: ago(hour), unit: '14' })
  const { runSites } = await people.employee(api.getRunDetails, { id: run.id })
  const stop = (i: number) => ({ runId: run.id, runSiteId: runSites[i]?.id ?? '' })
  await people.employee(api.markSiteDone, stop(0))
  await people.employee(api.markSiteNotDone, { ...stop(1), reason: 'gate' })
  const id = run.operationId ?? ''
  await people.owner(api.addSiteRequest, { id, request: { siteId: siteIds[2] ?? '', source: 'call', isUrgent: true } })
  await people.owner(api.addOperationReading, { id, reading: { kind: 'depth', amount: 9 } })
  const home = await people.owner(api.getHome)
  expect(home.operations).toMatchObject([{ id, depth: 9, sitesCount: 3, doneCount: 1, redoCount: 1, requestsCount: 1 }])
  expect(home.season).toMatchObject([{ id, depth: 9, closedAt: null }])
  expect(home.driverless).toEqual([])
  expect((await people.employee(api.getHome)).shift).toEqual({
    routeName: run.routeName,
    kind: 'full',
    isRedo: false,
    unit: '14',
    startedAt: expect.stringContaining(run.startedAt.slice(0, 19)),
    finishedAt: null,
  })
  const other = await server.newCompany()
  expect(await other.owner(api.getHome)).toMatchObject({ operations: [], season: [], driverless: [] })
})

test('money: what is late, to be signed and due this week, as in the list of contracts', async () => {
  const people = await server.newCompany()
  const { owner, companyId } = people
  const schedule = (...days: number[]) =>
    days.map((day) => ({ paymentDate: inDays(day), percent: Math.floor(100 / days.length), amount: 0 }))
  const sign = async (...days: number[]) => {
    const { id } = await newContract(owner, { paymentShedules: schedule(...days) })
    await owner(api.setContractStatuses, { contractIds: [id], status: 'accepted' })
    await signedDaysAgo(server, { companyId, id }, 60)
    return id
  }
  await sign(-3, 40)
  await sign(2, 50)
  await sign(30, 60)
  await owner(api.setContractStatuses, { contractIds: [(await newContract(owner)).id], status: 'printed' })
  const listed = (await owner(api.listContracts, { limit: 50 })) as unknown as ContractInGrid[]
  const dueSoon = listed.filter(({ nextDueDate }) => nextDueDate !== null && nextDueDate >= today() && nextDueDate <= inDays(6))
  const waiting = contractLife.from('accept') as string[]
  const { money } = await owner(api.getHome)
  expect(money?.dueThisWeek.count).toBe(1)
  expect(dueSoon).toHaveLength(1)
  expect(money?.toSign.count).toBe(listed.filter(({ status }) => waiting.includes(status)).length)
  expect(money?.dueThisWeek.amount).toBeGreaterThan(0)
})

test('a route is driverless until someone who still works here has driven it', async () => {
  const people = await server.newCompany()
  const { id: routeId } = await newRoute(people.owner, 1, { name: 'Nord' })
  expect((await people.owner(api.getHome)).driverless).toEqual([{ id: routeId, name: 'Nord' }])
  const run = await people.employee(api.startRun, { routeId })
  await people.employee(api.actOnRun, { id: run.id, type: 'quit' })
  expect((await people.owner(api.getHome)).driverless).toEqual([])
  await people.owner(api.deleteAccounts, { accountIds: [people.employee.accountId] })
  expect((await people.owner(api.getHome)).driverless).toEqual([{ id: routeId, name: 'Nord' }])
})

test('a new company’s first steps are ticked one by one, and can be dismissed', async () => {
  const people = await server.newCompany()
  const { owner } = people
  const done = async () => (await owner(api.getHome)).firstSteps
  expect(await done()).toEqual(['driver']) // the test company has an employee
  const { id } = await newClient(owner)
  await newSite(owner, id)
  await newMessage(owner)
  const { id: routeId } = await newRoute(owner, 1)
  expect(await done()).not.toContain('contract')
  await newContract(owner)
  expect(await done()).toEqual(firstSteps.filter((step) => step !== 'trial'))
  await people.employee(api.startRun, { routeId })
  expect(await done()).toBeUndefined() // a company that works isn't new
  const other = await server.newCompany()
  const { id: otherRoute } = await newRoute(other.owner, 3)
  await other.owner(api.startTrialNight, { routeId: otherRoute })
  await other.owner(api.endTrialNight)
  expect((await other.owner(api.getHome)).firstSteps).toContain('trial')
  for (let i = 0; i < 2; i++) await other.owner(api.dismissFirstSteps)
  expect((await other.owner(api.getHome)).firstSteps).toBeUndefined()
  expect((await other.employee.raw(api.dismissFirstSteps)).status).toBe(403)
})

test('staff in no company see what waits on the platform', async () => {
  const { admin, companyId } = await server.newCompany()
  const asking = await server.newCompany()
  await asking.owner(api.askForModule, { module: 'alerts' })
  await admin(api.archiveCompany, { id: companyId })
  const { platform, ...rest } = await admin(api.getHome)
  expect(rest).toEqual({ failed: [] })
  expect(platform).toEqual({ companiesToReview: expect.any(Number), failedJobs: 0, overdueInvoices: { count: 0, amount: 0 } })
  expect(platform?.companiesToReview).toBeGreaterThan(0)
})

test('a part that fails costs only itself', async () => {
  const { owner } = await server.newCompany()
  await server.sql('alter table quote_requests rename to quote_requests_away')
  try {
    const home = await owner(api.getHome)
    expect(home.failed).toEqual(['waiting'])
    expect(home).toMatchObject({ operations: [], money: expect.anything(), season: [] })
  } finally {
    await server.sql('alter table quote_requests_away rename to quote_requests')
  }
})
