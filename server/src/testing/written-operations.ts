// What the calls of operations need besides fresh values, and where what they wrote is read back.
import { randomUUID } from 'node:crypto'
import { api } from '@bordee/core/api.ts'
import { newClient, newSector, newSite } from './folders.ts'
import { hour, newRoute } from './runs.ts'
import type { Setting, Values, Written } from './writing.ts'

/** Every kind is used once, so that each round has an operation of its own. */
const kinds = ['snow', 'ice', 'hauling'] as const

const open = ({ people, round }: Setting) => people.owner(api.openOperation, { kind: kinds[round] ?? 'snow' })

/** An operation that opened some hours ago, with its first run. */
async function driven({ people }: Setting) {
  const route = await newRoute(people.owner, 1)
  const began = new Date(Date.now() - 3 * hour).toISOString()
  const { id: runId, operationId } = await people.admin(api.startRun, { routeId: route.id, at: began })
  await people.admin(api.actOnRun, { id: runId, type: 'quit' })
  return { id: operationId ?? '', runId, siteId: route.siteIds[0] ?? '', routeId: route.id }
}

const reading: Written = {
  async given(setting) {
    const { id } = await driven(setting)
    const at = new Date(Date.now() - (setting.round + 1) * hour).toISOString()
    return { id, reading: { at, kind: 'depth', amount: 4 + setting.round, sectorId: (await newSector(setting.people.owner)).id } }
  },
  reads: async ({ people }, { id }) => [{ reading: (await people.owner(api.getOperation, { id: String(id) })).readings.at(-1) }],
}

const boardOf = async ({ people }: Setting, id: unknown) => people.owner(api.getBoard, { id: String(id) })

const pastHour = (round: number) => `2026-01-0${round + 1}T05:00:00.000Z`

/** Eight hours of the employee, another day each round. */
const punched = ({ people, round }: Setting) =>
  people.owner(api.savePunch, {
    id: randomUUID(),
    accountId: people.employee.accountId,
    startedAt: daysAgo(2 + 2 * round),
    endedAt: new Date(Date.parse(daysAgo(2 + 2 * round)) + 8 * hour).toISOString(),
  })
const daysAgo = (days: number) => new Date(Date.now() - days * 24 * hour).toISOString()

const traced: Written['reads'] = async ({ people }, { id }, answer) => {
  const [last] = await people.owner(api.listPunchChanges, { id: String(id ?? answer.id) })
  return [{ ...answer, reason: last?.reason }]
}

export const writtenOperations: Record<string, Written> = {
  savePunch: {
    given: ({ people, round }) => ({
      id: randomUUID(),
      accountId: people.employee.accountId,
      sentAt: undefined,
      startedAt: daysAgo(5 + round),
      endedAt: new Date(Date.parse(daysAgo(5 + round)) + 5 * hour).toISOString(),
    }),
    reads: async ({ people }, _sent, answer) => {
      const listed = (await people.owner(api.listPunches)).find(({ id }) => id === answer.id)
      return [answer, listed as Values]
    },
  },
  correctPunch: {
    async given(setting) {
      const { id, startedAt } = await punched(setting)
      const times = [hour, 6 * hour + setting.round * hour].map((ms) => new Date(Date.parse(startedAt) + ms).toISOString())
      return { id, startedAt: times[0], endedAt: times[1] }
    },
    reads: traced,
  },
  removePunch: {
    async given(setting) {
      const { id } = await punched(setting)
      await setting.people.owner(api.correctPunch, { id, paidMinutes: 500, reason: 'Repas payé' })
      return { id }
    },
    reads: traced,
  },
  unapprovePunches: {
    as: 'owner',
    async given(setting) {
      await punched(setting)
      const days = { from: daysAgo(9).slice(0, 10), to: daysAgo(0).slice(0, 10) }
      await setting.people.owner(api.approvePunches, days)
      return { ...days, accountId: setting.people.employee.accountId }
    },
    async reads({ people, round }) {
      const punches = await people.owner(api.listPunches)
      const [last] = await people.owner(api.listPunchChanges, { id: punches.at(round === 0 ? -1 : 0)?.id ?? '' })
      return [{ reason: last?.reason }]
    },
  },
  decideProposedPunch: {
    async given({ people, round }) {
      const { id: routeId } = await newRoute(people.owner, 1)
      const at = (ago: number) => new Date(Date.now() - ago * hour).toISOString()
      const { id } = await people.employee(api.startRun, { routeId, at: at(12 - 6 * round) })
      await people.employee(api.actOnRun, { id, type: 'quit', at: at(10 - 6 * round) })
      const [proposed] = await people.owner(api.listProposedPunches)
      return { id: proposed?.id ?? '' }
    },
    reads: async (_setting, _sent, answer) => [{ id: answer.id, isAccepted: answer.removedAt === null }],
  },
  ignoreSeasonLine: {
    async given({ people: { owner } }) {
      const site = await newSite(owner, (await newClient(owner)).id, { address: { street: 'rue Nouvelle', city: 'Québec' } })
      return { line: `site-not-placed:${site.id}` }
    },
    reads: async ({ people }, { line }) => {
      const { lines } = await people.owner(api.getSeasonCheck)
      return lines.filter((one) => one.line === line).map((one) => ({ line, reason: one.ignoredReason }))
    },
  },
  /** About a site the first time, about a client without one the second. */
  notePhoneCall: {
    given: async ({ people: { owner }, round }) => {
      const { id: customerId } = await newClient(owner)
      return round === 0
        ? { id: randomUUID(), kind: 'request', siteId: (await newSite(owner, customerId)).id, customerId: undefined }
        : { id: randomUUID(), kind: 'damage', siteId: undefined, customerId }
    },
    reads: async ({ people }, _sent, answer) => {
      const listed = (await people.owner(api.getCallSheet)).latest.find(({ id }) => id === answer.id)
      return [answer, listed as Values]
    },
  },
  openOperation: {
    given: async (setting) => ({ kind: kinds[setting.round], routeIds: [(await newRoute(setting.people.owner, 1)).id] }),
    reads: async ({ people }, _sent, answer) => {
      const read = await people.owner(api.getOperation, { id: String(answer.id) })
      return [{ ...read, routeIds: read.routes.map(({ routeId }) => routeId) }]
    },
  },
  updateOperation: {
    given: async (setting) => ({ id: (await open(setting)).id, routeIds: [(await newRoute(setting.people.owner, 1)).id] }),
    reads: async ({ people }, { id }) => {
      const read = await people.owner(api.getOperation, { id: String(id) })
      return [{ ...read, routeIds: read.routes.map(({ routeId }) => routeId) }]
    },
  },
  addOperationNote: {
    reads: async (_setting, _sent, answer) => [(answer.notes as { text: string }[]).at(-1) ?? {}],
  },
  addWeatherHour: {
    given: async ({ people, round }) => ({ reading: { hour: pastHour(round), sectorId: (await newSector(people.owner)).id } }),
    reads: async ({ people }) => {
      const { places } = await people.owner(api.getWeather, { from: pastHour(0), to: pastHour(1) })
      return places.flatMap(({ sectorId, hours }) => {
        return hours.filter(({ source }) => source !== null).map((hour) => ({ reading: { ...hour, sectorId } }))
      })
    },
  },
  addOperationReading: reading,
  prepareRound: {
    given: async (setting) => {
      const { id, routeId } = await driven(setting)
      return { id, routeIds: [routeId] }
    },
    reads: async (setting, { id, routeIds }) => {
      const { rounds } = await boardOf(setting, id)
      const waiting = rounds.filter(({ runId, routeId }) => runId === null && (routeIds as string[]).includes(routeId ?? ''))
      return [{ kind: waiting[0]?.kind, routeIds: waiting.map(({ routeId }) => routeId) }]
    },
  },
  decideSite: {
    given: async (setting) => {
      const { id, siteId } = await driven(setting)
      return { id, siteId }
    },
    reads: async ({ people }, { id }) => {
      const [decided] = (await people.owner(api.listJournal, { id: String(id) })).filter(({ kind }) => kind === 'decision')
      const [, required, reason] = decided?.text.split(' · ') ?? []
      return [{ required: required === 'Requis', reason }]
    },
  },
  addSiteRequest: {
    given: async (setting) => {
      const { id, siteId } = await driven(setting)
      return { id, request: { siteId } }
    },
    reads: async (setting, { id }) => [{ request: (await boardOf(setting, id)).items.find(({ kind }) => kind === 'request') }],
  },
  splitOperation: {
    given: async (setting) => ({ id: (await driven(setting)).id, at: new Date(Date.now() - (setting.round + 1) * hour).toISOString() }),
    reads: async (_setting, _sent, answer) => [{ at: answer.openedAt }],
  },
  createRedoRun: {
    given: async (setting) => {
      const { id, siteId } = await driven(setting)
      return { id, runId: randomUUID(), siteIds: [siteId] }
    },
    reads: async ({ people }, _sent, answer) => {
      const { runSites } = await people.owner(api.getRunDetails, { id: String(answer.id) })
      return [{ runId: answer.id, siteIds: runSites.map(({ siteId }) => siteId) }]
    },
  },
  updateRun: {
    given: async (setting) => {
      const { runId } = await driven(setting)
      return { id: runId, operationId: (await open({ ...setting, round: setting.round + 1 })).id }
    },
  },
}
