// Why a site is still to do: what the board, the journal and a message to its residents say about it.
import { api } from '@bordee/core/api.ts'
import { expect, test } from 'vitest'
import { newMessage, newOccupant, newSender } from '../testing/alerts.ts'
import { newClient, newSite, square } from '../testing/folders.ts'
import { hour, minute, newRoute } from '../testing/runs.ts'
import { openTestServer } from '../testing/server.ts'

const server = await openTestServer()
const ago = (milliseconds: number) => new Date(Date.now() - milliseconds).toISOString()

/** A driver is at a site of two areas. */
async function atTwoAreas() {
  const people = await newSender(server)
  const { owner, employee } = people
  const areas = ['Entrée', 'Cour'].map((name, i) => ({ name, polygon: square(i * 20) }))
  const { id: siteId } = await newSite(owner, (await newClient(owner)).id, { areas })
  await newOccupant(owner, { site: siteId })
  const { id: routeId } = await owner(api.createRoute, { route: { name: 'Cours', sites: [{ site: siteId, sortOrder: 0 }] } })
  const run = await employee(api.startRun, { routeId, at: ago(hour) })
  const { runSites } = await employee(api.getRunDetails, { id: run.id })
  const [drive = '', yard = ''] = runSites[0]?.areas.map(({ id }) => id) ?? []
  const message = await newMessage(owner, { long: 'Nous reviendrons ({raison}).' })
  const id = run.operationId ?? ''
  const told = async () => (await owner(api.previewAlert, { messageId: message.id, siteIds: [siteId], operationId: id })).reasons[0]?.reason
  const shown = async () => {
    const [site] = await owner(api.listOperationSites, { id })
    const [item] = (await owner(api.getBoard, { id })).items
    return { state: site?.state, reason: site?.reason, item: item?.reason, told: await told() }
  }
  return { ...people, id, siteId, routeId, runId: run.id, drive, yard, shown }
}

test('an area that was done after its mark gives no reason: the other area’s is shown, and told', async () => {
  const { employee, runId, drive, yard, shown } = await atTwoAreas()
  await employee(api.markAreaNotDone, { runId, siteAreaId: drive, reason: 'gate', at: ago(30 * minute) })
  await employee(api.markAreaNotDone, { runId, siteAreaId: yard, reason: 'ice', at: ago(20 * minute) })
  expect(await shown()).toEqual({ state: 'redo', reason: 'ice', item: 'ice', told: 'glace' })
  await employee(api.markAreaDone, { runId, siteAreaId: yard, at: ago(10 * minute) })
  expect(await shown()).toEqual({ state: 'redo', reason: 'gate', item: 'gate', told: 'barrière fermée' })
})

test('a round that ended before a site leaves it with the reason of the round before', async () => {
  const { employee, runId, routeId, drive, shown } = await atTwoAreas()
  await employee(api.markAreaNotDone, { runId, siteAreaId: drive, reason: 'danger', at: ago(30 * minute) })
  await employee(api.actOnRun, { id: runId, type: 'quit', at: ago(25 * minute) })
  const second = await employee(api.startRun, { routeId, at: ago(20 * minute) })
  await employee(api.actOnRun, { id: second.id, type: 'quit', at: ago(10 * minute) })
  expect(await shown()).toEqual({ state: 'redo', reason: 'danger', item: 'danger', told: 'danger' })
})

test('the journal tells the last of several marks of a stop', async () => {
  const { owner, employee, runId, id, drive, yard } = await atTwoAreas()
  for (const [siteAreaId, reason, minutes] of [
    [drive, 'gate', 30],
    [yard, 'danger', 5],
    [drive, 'ice', 20],
  ] as const)
    await employee(api.markAreaNotDone, { runId, siteAreaId, reason, at: ago(minutes * minute) })
  const marks = (await owner(api.listJournal, { id })).filter(({ kind }) => kind === 'not-done')
  expect(marks.map(({ text }) => text)).toEqual([expect.stringMatching(/ · Danger$/)])
})

test('a site that was done, even in part, and that someone asks for is to redo until it is done again', async () => {
  const { owner, employee } = await server.newCompany()
  const { id: routeId, siteIds } = await newRoute(owner, 2)
  const run = await employee(api.startRun, { routeId, at: ago(hour) })
  const id = run.operationId ?? ''
  const { runSites } = await employee(api.getRunDetails, { id: run.id })
  const [first = '', second = ''] = runSites.map((stop) => stop.id)
  await employee(api.markSiteDone, { runId: run.id, runSiteId: first, at: ago(30 * minute) })
  await employee(api.markSitePartial, { runId: run.id, runSiteId: second, reason: 'vehicle', at: ago(30 * minute) })
  const counts = async () => (await owner(api.getBoard, { id })).counts
  expect(await counts()).toMatchObject({ done: 1, partial: 1, redo: 0 })
  for (const siteId of siteIds) await owner(api.addSiteRequest, { id, request: { siteId } })
  expect(await counts()).toMatchObject({ done: 0, partial: 0, redo: 2 })
  expect((await owner(api.getBoard, { id })).items.map(({ kind }) => kind)).toEqual(['request', 'request'])
  for (const runSiteId of [first, second]) await employee(api.markSiteDone, { runId: run.id, runSiteId })
  expect(await counts()).toMatchObject({ done: 2, partial: 0, redo: 0 })
})
