// kill -9 while the office opens an operation, adds stops, hands a run over and closes it. Each is asked for again once the
// server is back, as a browser or a dispatcher does.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { api } from '@bordee/core/api.ts'
import type { CallRow } from '@bordee/core/call.ts'
import { newRoute } from '../../server/src/testing/runs.ts'
import type { Caller, People } from '../../server/src/testing/server.ts'
import type { RunningServer } from '../running-server.ts'
import type { Scenario } from './scenario.ts'
import { insist } from './storm.ts'

/** Milliseconds between a request and the end of the server: before it is read, in its transaction, after it. */
const moments = [2, 12, 40]

export const night: Scenario = {
  tried: 'kill -9 while an operation is opened, stops are added, a run is handed over, the operation is closed; three times each',
  async run({ server, companies: [company], note }) {
    if (!company) return []
    const { people } = company
    const { siteIds, id: routeId } = await newRoute(people.owner, 3)
    const broken: string[] = []
    for (const moment of moments) broken.push(...(await oneNight(server, people, { routeId, siteIds, runId: company.run.id, moment })))
    note(`${moments.length * 4} kills of nights`)
    return broken
  },
}

interface Work {
  routeId: string
  siteIds: string[]
  /** A run under way that takes stops. */
  runId: string
  moment: number
}

async function oneNight(server: RunningServer, people: People, { routeId, siteIds, runId, moment }: Work): Promise<string[]> {
  const { owner, admin } = people
  const broken: string[] = []
  const hold = (isTrue: boolean, what: string) => void (isTrue || broken.push(`${what} (${moment} ms)`))
  /** Three ask at once, the server dies, and all ask again. */
  const killedAt = async (caller: Caller, row: CallRow, input: object) => {
    const asked = [1, 2, 3].map(() => insist(caller, row, input))
    await sleep(moment)
    await server.kill()
    await server.start()
    for (const { status } of await Promise.all(asked)) hold(status < 300, `${row.name} answered ${status}`)
  }

  await killedAt(owner, api.openOperation, { kind: 'ice' })
  const open = (await owner(api.listOperations)).filter(({ kind, closedAt }) => kind === 'ice' && closedAt === null)
  hold(open.length === 1, `${open.length} operations of ice are open`)
  const id = open[0]?.id ?? ''

  const before = await owner(api.getRunDetails, { id: runId })
  await killedAt(owner, api.addStops, { id: runId, siteIds, place: 'end' })
  const after = await owner(api.getRunDetails, { id: runId })
  const places = after.runSites.map(({ siteId }) => siteId)
  hold(
    siteIds.every((siteId) => places.filter((one) => one === siteId).length === 1),
    'an added stop is lost or doubled',
  )
  hold(
    before.runSites.every(({ id: stop }) => after.runSites.some((one) => one.id === stop)),
    'a stop that the run had is lost',
  )
  hold(after.areasCount === after.runSites.flatMap(({ areas }) => areas).length, 'the run counts other areas than it has')

  const broke = await admin(api.startRun, { id: randomUUID(), routeId })
  await killedAt(owner, api.handOverRun, { id: broke.id })
  const { rounds } = await owner(api.getBoard, { id: broke.operationId ?? '' })
  hold(rounds.filter((round) => round.runId === broke.id && round.state === 'handed-over').length === 1, 'the run is not handed over once')
  await insist(admin, api.actOnRun, { id: broke.id, type: 'quit' })

  const redoId = randomUUID()
  await insist(owner, api.createRedoRun, { id, siteIds, runId: redoId })
  await killedAt(owner, api.closeOperation, { id })
  hold((await owner(api.getOperation, { id })).closedAt !== null, 'the operation is not closed')
  const closings = (await owner(api.listJournal, { id })).filter(({ kind }) => kind === 'closed')
  hold(closings.length === 1, `it closed ${closings.length} times`)
  hold((await owner.raw(api.getRunDetails, { id: redoId })).status === 404, 'a run that nobody took is still there')
  return broken
}
