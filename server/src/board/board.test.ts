import { randomUUID } from 'node:crypto'
import { api } from '@bordee/core/api.ts'
import type { CallRow } from '@bordee/core/call.ts'
import type { OperationSite } from '@bordee/core/operations/board.ts'
import { wallClock } from '@bordee/core/time.ts'
import { expect, test, vi } from 'vitest'
import { clearing, hour, minute, newRoute } from '../testing/runs.ts'
import { inCompany, openTestServer, type People } from '../testing/server.ts'
import { closeDueOperations } from './board.jobs.ts'

const server = await openTestServer()
const ago = (milliseconds: number) => new Date(Date.now() - milliseconds).toISOString()

/** A company whose employee drives a route of three sites since an hour. */
async function aNight(driveways = 3) {
  const people = await server.newCompany()
  const route = await newRoute(people.owner, driveways)
  const run = await people.employee(api.startRun, { routeId: route.id, at: ago(hour), unit: '14', phone: '418 555-0199' })
  const id = run.operationId ?? ''
  const { runSites } = await people.employee(api.getRunDetails, { id: run.id })
  const stop = (i: number) => ({ runId: run.id, runSiteId: runSites[i]?.id ?? '' })
  return { people, route, run, id, stop }
}

const countsOf = async ({ owner }: People, id: string) => (await owner(api.getBoard, { id })).counts
const statesOf = async ({ owner }: People, id: string) =>
  Object.fromEntries((await owner(api.listOperationSites, { id })).map(({ siteId, state }) => [siteId, state]))

test('a site is done, done in part, to redo or left, and the numbers add up', async () => {
  const { people, route, run, id, stop } = await aNight()
  const [first = '', second = '', third = ''] = route.siteIds
  await people.employee(api.markSiteDone, stop(0))
  await people.employee(api.markSitePartial, { ...stop(1), reason: 'vehicle' })
  expect(await statesOf(people, id)).toEqual({ [first]: 'done', [second]: 'partial', [third]: 'left' })
  await people.employee(api.markSiteNotDone, { ...stop(2), reason: 'gate', note: 'Cadenas' })
  const board = await people.owner(api.getBoard, { id })
  expect(board.counts).toMatchObject({ total: 3, done: 1, partial: 1, redo: 1, left: 0, unneeded: 0 })
  expect(board.rounds).toMatchObject([
    { runId: run.id, number: 1, kind: 'full', unit: '14', drivers: [{ phone: '4185550199' }], sitesCount: 3, doneCount: 1, redoCount: 1 },
  ])
  expect(board.items).toMatchObject([{ kind: 'redo', siteId: third, reason: 'gate', note: 'Cadenas', addedTo: null }])
  await people.owner(api.decideSite, { id, siteId: third, required: false, reason: 'Client parti' })
  expect(await countsOf(people, id)).toMatchObject({ redo: 0, unneeded: 1 })
  await people.employee(api.markSiteDone, stop(2))
  expect(await countsOf(people, id)).toMatchObject({ done: 2, unneeded: 0 })
})

test('done in part is enough to open an access or to take the City’s bank away', async () => {
  const { people, run, id, stop } = await aNight(1)
  await people.employee(api.markSitePartial, stop(0))
  expect(await countsOf(people, id)).toMatchObject({ partial: 1 })
  await people.owner(api.updateRun, { id: run.id, kind: 'opening' })
  expect(await countsOf(people, id)).toMatchObject({ partial: 0, done: 1 })
})

test('positions count as marks do: a visit makes the site done, and its pass keeps its id when visits are computed again', async () => {
  const { people, route, run, id } = await aNight()
  await people.employee(api.addLocations, { id: run.id, locations: clearing(0, Date.now() - 50 * minute) })
  const passOf = async () => (await people.owner(api.listOperationSites, { id, state: 'done' }))[0]
  const done = await passOf()
  expect(done).toMatchObject({ siteId: route.siteIds[0], passes: [{ runId: run.id, kind: 'full' }] })
  await people.owner(api.regenerateRun, { id: run.id })
  await vi.waitFor(
    async () => expect(await inCompany(server, people.companyId, (tx) => tx.sql`select from run_tracks where is_stale`)).toEqual([]),
    { timeout: 20_000, interval: 50 },
  )
  expect((await passOf())?.passes[0]?.id).toBe(done?.passes[0]?.id)
})

test('the next run of a route is its next round: what the last one did no longer counts, and its passes stay', async () => {
  const { people, route, run, id, stop } = await aNight(2)
  await people.employee(api.markSiteDone, stop(0))
  await people.employee(api.actOnRun, { id: run.id, type: 'quit' })
  expect(await countsOf(people, id)).toMatchObject({ done: 1, redo: 1, left: 0 }) // the second was never reached
  await people.owner(api.prepareRound, { id, kind: 'windrow', routeIds: [route.id] })
  expect(await countsOf(people, id)).toMatchObject({ total: 2, done: 0, redo: 0, left: 2 })
  expect((await people.owner(api.getBoard, { id })).rounds).toMatchObject([
    { runId: null, number: 2, kind: 'windrow', state: 'not-started' },
  ])
  const next = await people.employee(api.startRun, { routeId: route.id })
  expect(next).toMatchObject({ kind: 'windrow', operationId: id })
  const details = await people.employee(api.getRunDetails, { id: next.id })
  await people.employee(api.markSitePartial, { runId: next.id, runSiteId: details.runSites[0]?.id ?? '' })
  const [site] = await people.owner(api.listOperationSites, { id, state: 'done' })
  expect(site?.passes.map(({ runId }) => runId)).toEqual([run.id, next.id])
})

test('a site on two routes counts once', async () => {
  const { people, route, id, stop } = await aNight(2)
  const other = await people.owner(api.createRoute, {
    route: { name: 'Autre', sites: route.siteIds.map((site, sortOrder) => ({ site, sortOrder })) },
  })
  await people.owner(api.updateOperation, { id, routeIds: [route.id, other.id] })
  expect(await countsOf(people, id)).toMatchObject({ total: 2, left: 2 })
  await people.employee(api.markSiteDone, stop(0))
  expect(await countsOf(people, id)).toMatchObject({ total: 2, done: 1, left: 1 })
})

test('a route whose sites are all gone, under way or waiting, leaves the board as it is', async () => {
  const { people, route, run, id } = await aNight(1)
  const waiting = await newRoute(people.owner, 1)
  await people.owner(api.updateOperation, { id, routeIds: [route.id, waiting.id] })
  for (const siteId of [...route.siteIds, ...waiting.siteIds]) await people.owner(api.deleteSite, { id: siteId })
  const { rounds, expectedEnd } = await people.owner(api.getBoard, { id })
  expect(new Set(rounds.map((round) => round.routeId))).toEqual(new Set([run.routeId, waiting.id]))
  expect(expectedEnd).toBeNull()
  expect(await people.owner(api.listOperationSites, { id })).toEqual([])
})

test('a site to redo is added to a run under way as its next stop, and leaves the list when it is done', async () => {
  const { people, route, id, stop } = await aNight()
  const other = await newRoute(people.owner, 2)
  const barred = route.siteIds[2] ?? '' // farther than the other route goes
  await people.employee(api.markSiteNotDone, { ...stop(2), reason: 'gate', at: ago(40 * minute) })
  const run = await people.admin(api.startRun, { routeId: other.id, at: ago(30 * minute) })
  const before = await people.admin(api.getRunDetails, { id: run.id })
  await people.admin(api.markSiteDone, { runId: run.id, runSiteId: before.runSites[0]?.id ?? '' })
  const add = () => people.owner(api.addStops, { id: run.id, siteIds: [barred], place: 'next' })
  expect(await add()).toEqual({ addedCount: 1 })
  await add()
  const { runSites, areasCount } = await people.admin(api.getRunDetails, { id: run.id })
  expect(runSites.map(({ siteId, sortOrder, addedAt }) => [siteId, sortOrder, addedAt !== null])).toEqual([
    [other.siteIds[0], 0, false],
    [barred, 1, true],
    [other.siteIds[1], 2, false],
  ])
  expect(areasCount).toBe(3)
  const board = await people.owner(api.getBoard, { id })
  expect(board.items).toMatchObject([{ siteId: barred, addedTo: { runId: run.id } }])
  // The truck's next positions are compared with the new stop, although the server remembers the run.
  await people.admin(api.addLocations, { id: run.id, locations: clearing(2, Date.now() - 10 * minute) })
  expect(await statesOf(people, id)).toMatchObject({ [barred]: 'done' })
  expect((await people.owner(api.getBoard, { id })).items).toEqual([])
})

test('a stop of the same run is called back: it is to do again, and what the driver marks then counts', async () => {
  const { people, route, run, id, stop } = await aNight(2)
  await people.employee(api.markSiteNotDone, { ...stop(0), reason: 'gate', at: ago(20 * minute) })
  await people.owner(api.addStops, { id: run.id, siteIds: [route.siteIds[0] ?? ''], place: 'end' })
  const { runSites } = await people.employee(api.getRunDetails, { id: run.id })
  expect(runSites.map(({ siteId, state }) => [siteId, state])).toEqual([
    [route.siteIds[1], 'todo'],
    [route.siteIds[0], 'todo'],
  ])
  expect(await countsOf(people, id)).toMatchObject({ redo: 1, left: 1 })
  await people.employee(api.markSiteDone, stop(0))
  expect(await countsOf(people, id)).toMatchObject({ done: 1, redo: 0 })
})

test('a truck breaks down: what is left is to redo at once, others take it, and what its driver did offline stays done', async () => {
  const { people, route, run, id, stop } = await aNight()
  const [first = '', second = '', third = ''] = route.siteIds
  await people.owner(api.handOverRun, { id: run.id })
  expect(await statesOf(people, id)).toEqual({ [first]: 'redo', [second]: 'redo', [third]: 'redo' })
  const redoId = randomUUID()
  const create = () => people.owner(api.createRedoRun, { id, siteIds: [third, second], runId: redoId })
  expect(await create()).toMatchObject({ id: redoId, isRedo: true, routeId: null, operationId: id, areasCount: 2 })
  expect((await create()).areasCount).toBe(2)
  await people.employee(api.markSiteDone, { ...stop(0), at: ago(30 * minute) })
  expect(await statesOf(people, id)).toMatchObject({ [first]: 'done' })
  await people.admin(api.actOnRun, { id: redoId, type: 'start' })
  const { runSites } = await people.admin(api.getRunDetails, { id: redoId })
  expect(runSites.map(({ siteId }) => siteId)).toEqual([third, second])
  await people.admin(api.markSiteDone, { runId: redoId, runSiteId: runSites[0]?.id ?? '' })
  expect(await countsOf(people, id)).toMatchObject({ total: 3, done: 2, redo: 1 })
})

test('a redo run that nobody took is gone when the operation closes, and a phone’s marks still arrive', async () => {
  const { people, route, run, id, stop } = await aNight(2)
  const { id: redoId } = await people.owner(api.createRedoRun, { id, siteIds: [route.siteIds[1] ?? ''] })
  await people.owner(api.closeOperation, { id })
  expect((await people.owner.raw(api.getRunDetails, { id: redoId })).status).toBe(404)
  await people.employee(api.markSiteDone, { ...stop(0), at: ago(5 * minute) })
  expect(await countsOf(people, id)).toMatchObject({ done: 1 })
  expect((await people.employee(api.actOnRun, { id: run.id, type: 'quit' })).operationId).toBe(id)
})

test('someone who asks for a site puts it on the list, even after it was done, until it is done again or put aside', async () => {
  const { people, route, id, stop } = await aNight(1)
  const [siteId = ''] = route.siteIds
  await people.employee(api.markSiteDone, stop(0))
  const request = await people.owner(api.addSiteRequest, { id, request: { siteId, note: 'La Ville est repassée', isUrgent: true } })
  const board = await people.owner(api.getBoard, { id })
  expect(board.counts).toMatchObject({ done: 0, redo: 1 })
  expect(board.items).toMatchObject([{ kind: 'request', requestId: request.id, isUrgent: true, source: 'call' }])
  await people.owner(api.settleSiteRequest, { id, requestId: request.id })
  expect(await countsOf(people, id)).toMatchObject({ done: 1, redo: 0 })
})

test('the journal says what happened, newest first', async () => {
  const { people, id, stop } = await aNight(1)
  await people.employee(api.markSiteNotDone, { ...stop(0), reason: 'ice' })
  await people.owner(api.addOperationReading, { id, reading: { kind: 'depth', amount: 7.5 } })
  await people.owner(api.addOperationNote, { id, text: 'La charrue passe' })
  const entries = await people.owner(api.listJournal, { id })
  expect(entries.map(({ kind, text }) => [kind, text])).toMatchObject([
    ['note', 'La charrue passe'],
    ['reading', '7,5 cm'],
    ['not-done', expect.stringContaining('Glace')],
    ['run-started', 'Haute-Ville · Complet · 14'],
    ['opened', expect.stringMatching(/^Opération du /)],
  ])
})

test('an operation closes by itself some hours after its last run, at that time, and never while a run is under way', async () => {
  const { people, run, id } = await aNight(1)
  const close = () => server.work(closeDueOperations)
  await inCompany(
    server,
    people.companyId,
    (tx) => tx.sql`
    update operations set opened_at = now() - interval '20 hours' where company_id = ${people.companyId}`,
  )
  await close()
  expect((await people.owner(api.getOperation, { id })).closedAt).toBeNull()
  await people.employee(api.actOnRun, { id: run.id, type: 'quit' })
  await close()
  expect((await people.owner(api.getOperation, { id })).closedAt).toBeNull()
  await inCompany(
    server,
    people.companyId,
    (tx) => tx.sql`
    update runs set finished_at = now() - interval '7 hours', started_at = now() - interval '15 hours' where id = ${run.id}`,
  )
  await close()
  const { closedAt, closedByName } = await people.owner(api.getOperation, { id })
  expect(closedByName).toBeNull()
  expect(Math.round((Date.now() - Date.parse(closedAt ?? '')) / minute)).toBe(60)
})

test('the end of a route that was never driven is expected from the pace of the others', async () => {
  const { people, run, id, stop } = await aNight(2)
  await people.employee(api.markSiteDone, { ...stop(0), at: ago(50 * minute) })
  await people.employee(api.markSiteDone, { ...stop(1), at: ago(40 * minute) })
  await people.employee(api.actOnRun, { id: run.id, type: 'quit', at: ago(40 * minute) })
  const { id: routeId } = await newRoute(people.owner, 3)
  await people.owner(api.updateOperation, { id, routeIds: [run.routeId ?? '', routeId] })
  const { rounds, expectedEnd } = await people.owner(api.getBoard, { id })
  const waiting = rounds.find((round) => round.routeId === routeId)
  expect(Math.round((Date.parse(waiting?.expectedEnd ?? '') - Date.now()) / minute)).toBe(30) // three stops at ten minutes
  expect(expectedEnd).toBe(waiting?.expectedEnd)
})

test('sites that are not required any more say nothing about the pace of a run', async () => {
  const { people, route, id, stop } = await aNight(9)
  await people.employee(api.markSiteDone, { ...stop(0), at: ago(52 * minute) })
  for (const siteId of route.siteIds.slice(1, 3)) await people.owner(api.decideSite, { id, siteId, required: false, reason: 'Absents' })
  const { expectedEnd } = await people.owner(api.getBoard, { id })
  const minutesLeft = Math.round((Date.parse(expectedEnd ?? '') - Date.now()) / minute)
  expect([39, 40, 41]).toContain(minutesLeft) // six stops at eight minutes, the first of them begun
})

test('a site says its deadline and whether it will be late at this pace, and the number counts those', async () => {
  const { people, route, run, id, stop } = await aNight(3)
  await people.employee(api.markSiteDone, { ...stop(0), at: ago(52 * minute) })
  // One stop takes eight minutes: the second is expected about now, the third in eight minutes. Both are due in six.
  const deadline = new Date(Math.floor((Date.now() + 6 * minute) / minute) * minute)
  const doneBy = wallClock(deadline, 'America/Toronto').time
  await inCompany(
    server,
    people.companyId,
    (tx) => tx.sql`update operations set defaults = defaults || jsonb_build_object('doneBy', ${doneBy}::text) where id = ${id}`,
  )
  const sites = await people.owner(api.listOperationSites, { id })
  const found = route.siteIds.map((wanted) => sites.find(({ siteId }) => siteId === wanted)) // the list is sorted by name
  expect(found.map((site) => [site?.deadline && new Date(site.deadline), site?.isLate])).toEqual([
    [null, false],
    [deadline, false],
    [deadline, true],
  ])
  const { counts, delayMinutes, rounds } = await people.owner(api.getBoard, { id })
  expect(counts.overdue).toBe(1)
  expect([2, 3]).toContain(delayMinutes)
  expect(rounds).toMatchObject([{ runId: run.id, delayMinutes }])
})

test('once an operation is closed, its sites are late if they were when it closed', async () => {
  const { people, id } = await aNight(2)
  const doneBy = wallClock(new Date(Date.now() - 10 * minute), 'America/Toronto').time
  await inCompany(
    server,
    people.companyId,
    (tx) => tx.sql`update operations set defaults = defaults || jsonb_build_object('doneBy', ${doneBy}::text) where id = ${id}`,
  )
  await people.owner(api.closeOperation, { id })
  expect(await countsOf(people, id)).toMatchObject({ overdue: 2 })
})

test('sites come in pieces, each once, by name', async () => {
  const { people, route, id, stop } = await aNight(5)
  await people.employee(api.markSiteDone, stop(3))
  const read: OperationSite[] = []
  for (let after: string | undefined, isLast = false; !isLast; ) {
    const { body, headers } = await people.owner.raw(api.listOperationSites, { id, limit: 2, ...(after && { after }) })
    read.push(...(body as OperationSite[]))
    after = headers['x-next-piece'] as string | undefined
    isLast = after === undefined
  }
  expect(read).toEqual(await people.owner(api.listOperationSites, { id }))
  expect(read.map(({ siteId }) => siteId).toSorted()).toEqual(route.siteIds.toSorted())
  const [done] = (await people.owner.raw(api.listOperationSites, { id, state: 'done', limit: 2 })).body as OperationSite[]
  expect(done?.siteId).toBe(route.siteIds[3])
})

test.each([api.getBoard, api.listOperationSites])(
  '$name is not sent again until something of the operation changes',
  async (row: CallRow) => {
    const { people, route, run, id, stop } = await aNight(2)
    const [siteId = ''] = route.siteIds
    const read = (etag = '') => people.owner.raw(row, { id }, { headers: { 'if-none-match': etag } })
    const changes = [
      () => people.employee(api.markSiteDone, stop(0)),
      () => people.owner(api.addSiteRequest, { id, request: { siteId, note: null, isUrgent: true } }),
      () => people.owner(api.updateRun, { id: run.id, unit: '22' }),
      () => people.owner(api.prepareRound, { id, kind: 'windrow', routeIds: [route.id] }),
      () => people.owner(api.updateSite, { id: siteId, site: { address: { street: 'rue Cartier' } } }),
    ]
    for (const change of changes) {
      let etag = ''
      // A version lasts some seconds: two readings may fall on both sides of its end.
      await vi.waitFor(async () => {
        etag = String((await read()).headers.etag)
        expect((await read(etag)).status).toBe(304)
      })
      await change()
      expect((await read(etag)).status).toBe(200)
    }
  },
)
