// What a dispatcher sees of the drivers: only where those are who agreed to a text that names the dispatchers.
import { accountCalls } from '@bordee/core/accounts/accounts.calls.ts'
import { consentVersion, type LastLocation } from '@bordee/core/runs/run.ts'
import { runCalls } from '@bordee/core/runs/runs.calls.ts'
import { expect, test, vi } from 'vitest'
import { openApp } from '../app.ts'
import { closeAfterwards } from '../testing/closing.ts'
import { at, minute, newRun, second } from '../testing/runs.ts'
import { type Caller, inCompany, openTestServer, type People } from '../testing/server.ts'

const server = await openTestServer()
// Only what happens may be noticed, never the heartbeat.
const app = await openApp(server, { heartbeatMs: 3_600_000 })
closeAfterwards(() => app.close())
const origin = await app.listen({ port: 0, host: '127.0.0.1' })
const { actOnRun, addLocations, followLocations, getConsent, getRunDetails, listCurrentRuns, listRuns, setConsent } = runCalls
const patience = { timeout: 20_000, interval: 50 }

const agree = (driver: Caller, version = consentVersion) => driver(setConsent, { accepted: true, version })
const drive = async (driver: Caller, id: string, north = 1) => driver(addLocations, { id, locations: [at(Date.now(), north)] })

async function watch(by: Caller, companyId: string) {
  const path = followLocations.path.replace(':id', companyId)
  const answer = await fetch(`${origin}/api${path}`, { headers: { authorization: `Bearer ${by.token}` } })
  expect(answer.status).toBe(200)
  const state = { isOpen: true, seen: [] as LastLocation[] }
  void (async () => {
    for await (const chunk of answer.body?.pipeThrough(new TextDecoderStream()) ?? [])
      for (const line of chunk.split('\n')) if (line.startsWith('data: ')) state.seen.push(JSON.parse(line.slice(6)) as LastLocation)
    state.isOpen = false
  })()
  return state
}

const currentPlaces = async (by: Caller) => (await by(listCurrentRuns)).flatMap(({ lastSeen }) => lastSeen.map(({ userId }) => userId))
const hidden = async (by: Caller) => (await by(listCurrentRuns)).map(({ isHidden }) => isHidden)
const replayPlaces = async (by: Caller, id: string) => (await by(getRunDetails, { id })).locations.length

test('the text before the current one doesn’t name the dispatchers: only the office sees who agreed to it', async () => {
  const people = await server.newCompany()
  const { dispatcher, employee, owner } = people
  const { id } = await newRun(people)
  await agree(employee, 1)
  await drive(employee, id)
  expect([await currentPlaces(owner), await currentPlaces(dispatcher), await currentPlaces(employee)]).toEqual([
    [employee.accountId],
    [],
    [],
  ])
  expect([await replayPlaces(owner, id), await replayPlaces(dispatcher, id), await replayPlaces(employee, id)]).toEqual([1, 0, 1])

  expect(await hidden(owner)).toEqual([false])
  expect(await hidden(dispatcher)).toEqual([true])

  await agree(employee)
  expect(await currentPlaces(dispatcher)).toEqual([employee.accountId])
  expect(await hidden(dispatcher)).toEqual([false])
  expect(await replayPlaces(dispatcher, id)).toBe(1)

  await employee(setConsent, { accepted: false, version: consentVersion })
  expect(await currentPlaces(dispatcher)).toEqual([])
  expect(await replayPlaces(dispatcher, id)).toBe(0)
})

test('an open stream shows a truck from the moment its driver agrees', async () => {
  const people = await server.newCompany()
  const { dispatcher, employee, owner, companyId } = people
  const { id } = await newRun(people)
  const [office, watching] = [await watch(owner, companyId), await watch(dispatcher, companyId)]
  await drive(employee, id, 1)
  await vi.waitFor(() => expect(office.seen).toHaveLength(1), patience)
  await agree(employee)
  await vi.waitFor(async () => {
    await drive(employee, id, office.seen.length)
    expect(watching.seen.length).toBeGreaterThan(0)
  }, patience)
  expect(watching.seen.every(({ userId }) => userId === employee.accountId)).toBe(true)

  // Someone who starts watching gets only what they may see.
  const later = await watch(dispatcher, companyId)
  await vi.waitFor(() => expect(later.seen.length).toBeGreaterThan(0), patience)
  await inCompany(server, companyId, (tx) => tx.sql`delete from position_consents`)
  const refused = await watch(dispatcher, companyId)
  server.live.publishLatest(companyId, 'locations', 'x', { userId: employee.accountId })
  server.live.publishLatest(companyId, 'locations', 'y', { userId: dispatcher.accountId })
  await vi.waitFor(() => expect(office.seen.at(-1)).toMatchObject({ userId: dispatcher.accountId }), patience)
  await vi.waitFor(() => expect(refused.seen).toHaveLength(1), patience)
  expect(refused.seen).toEqual([{ userId: dispatcher.accountId }])
})

test('a stream ends with the switch, at once', async () => {
  const people = await server.newCompany()
  const [office, watching] = [await watch(people.owner, people.companyId), await watch(people.dispatcher, people.companyId)]
  await people.owner(accountCalls.updateAccount, { id: people.dispatcher.accountId, account: { canDispatch: false } })
  await vi.waitFor(() => expect(watching.isOpen).toBe(false), patience)
  expect(office.isOpen).toBe(true)
  const again = await fetch(`${origin}/api${followLocations.path.replace(':id', people.companyId)}`, {
    headers: { authorization: `Bearer ${people.dispatcher.token}` },
  })
  expect(again.status).toBe(403)
})

test('another company’s trucks are not found', async () => {
  const [ours, theirs] = [await server.newCompany(), await server.newCompany()]
  const { id } = await newRun(theirs)
  await agree(theirs.employee)
  expect((await ours.dispatcher.raw(followLocations, { id: theirs.companyId })).status).toBe(404)
  expect((await ours.dispatcher.raw(getRunDetails, { id })).status).toBe(404)
})

async function finishedRun(people: People) {
  const { id } = await newRun(people)
  await people.employee(actOnRun, { id, type: 'quit', at: new Date(Date.now() - minute).toISOString() })
  return id
}

test('a dispatcher reads every run, and marks sites as the office does', async () => {
  const people = await server.newCompany()
  const { dispatcher, employee } = people
  const id = await finishedRun(people)
  const { runSites } = await dispatcher(getRunDetails, { id })
  expect((await dispatcher(listRuns)).map((run) => run.id)).toEqual([id])
  const marked = await dispatcher(runCalls.markSiteDone, { runId: id, runSiteId: runSites[0]?.id ?? '' })
  expect(marked).toMatchObject([{ type: 'mark_as_done' }])
  const colleague = await server.newCompany()
  expect((await colleague.employee.raw(getRunDetails, { id })).status).toBe(404)
  await people.owner(accountCalls.updateAccount, { id: dispatcher.accountId, account: { canDispatch: false } })
  expect((await dispatcher.raw(getRunDetails, { id })).status).toBe(404)
  expect(await employee(listRuns)).toHaveLength(1)
})

test('the answer counts for the text that was shown, and callers that show the first are not asked again', async () => {
  const { employee } = await server.newCompany()
  expect((await employee(setConsent, { accepted: true })).acceptedAt).not.toBeNull()
  expect((await employee(getConsent)).acceptedAt).not.toBeNull()
  expect(await employee(getConsent, { version: 2 })).toEqual({ acceptedAt: null, version: 2 })
  await agree(employee)
  expect((await employee(getConsent, { version: 2 })).acceptedAt).not.toBeNull()
  expect((await employee.raw(setConsent, { accepted: true, version: consentVersion + 1 })).status).toBe(422)
})

test('an employee is told which run is their own', async () => {
  const people = await server.newCompany()
  const { id } = await newRun(people)
  const mine = async (by: Caller) => (await by(listCurrentRuns)).filter(({ isOwn }) => isOwn).map((run) => run.id)
  expect([await mine(people.employee), await mine(people.dispatcher), await mine(people.owner)]).toEqual([[id], [], []])
  await people.employee(actOnRun, { id, type: 'quit', at: new Date(Date.now() - second).toISOString() })
  expect(await mine(people.employee)).toEqual([])
})
