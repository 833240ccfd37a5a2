// For the tests of what is billed after an operation: a site with a priced contract, on a route that is driven.
import { randomUUID } from 'node:crypto'
import { api } from '@bordee/core/api.ts'
import { operationSeason } from '@bordee/core/operations/season.ts'
import type { RunKind } from '@bordee/core/runs/run-kind.ts'
import { proposeOfOperations } from '../billables/billables.jobs.ts'
import { newContract, today } from './contracts.ts'
import { newRoute } from './runs.ts'
import type { Caller, People, TestServer } from './server.ts'

export const perPass = { name: 'Stationnement', pricing: 'pass', price: 45 } as const

/** A client's site on a route, with a contract of the whole season, signed unless `contract` says otherwise. */
export async function servedSite(owner: Caller, services: readonly object[] = [perPass], contract: object = {}) {
  const { id: routeId, siteIds } = await newRoute(owner, 1)
  const [siteId = ''] = siteIds
  const { customerId: clientId } = await owner(api.getSite, { id: siteId })
  const { from: startAt, to: endAt } = operationSeason(today())
  const terms = { startAt, endAt, services, paymentShedules: [], status: 'accepted' }
  const made = await newContract(owner, { clientId, siteId, ...terms, ...contract })
  return { routeId, siteId, clientId, contract: made }
}

/** A round of the route, all done; `mark` is what the driver says of it. Returns the stop's id. */
export async function drive({ employee }: People, routeId: string, kind: RunKind = 'full', mark: object = {}) {
  const run = await employee(api.startRun, { routeId, kind })
  const { runSites } = await employee(api.getRunDetails, { id: run.id })
  const [stop] = runSites
  await employee(api.markSiteDone, { runId: run.id, runSiteId: stop?.id ?? '', id: randomUUID(), ...mark })
  await employee(api.actOnRun, { id: run.id, type: 'quit' })
  return { stopId: stop?.id ?? '', runId: run.id }
}

/** As the job does that closing an operation enqueues. */
export const propose = (server: TestServer, { companyId }: People, ...operationIds: string[]) =>
  server.work((work) => proposeOfOperations(work, { companyId, operationIds }))

/** Closed, with its lines proposed. */
export async function closed(server: TestServer, people: People, operationId: string) {
  await people.owner(api.closeOperation, { id: operationId })
  await propose(server, people, operationId)
}
