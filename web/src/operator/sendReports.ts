// The call behind each report. Making it twice has no effect.
import { Problem } from '@bordee/core/problem.ts'
import { punchCalls } from '@bordee/core/punches/punches.calls.ts'
import { runCalls } from '@bordee/core/runs/runs.calls.ts'
import { ask } from '../api.ts'
import type { DamageReport, Mark, Waiting } from './kept.ts'
import { type Stop, stopsOfRun } from './stops.ts'

export const readRun = (id: string) => ask(runCalls.getRunDetails, { id, locations: false })

/** The stops of a run, as far as the phone knows them. */
type KnownStops = (runId: string) => readonly Stop[]

/** Sends one report, or several positions of one run. */
export async function sendReports(reports: readonly Waiting[], knownStops: KnownStops): Promise<void> {
  const [report] = reports
  if (!report) return
  const sentAt = Date.now()
  switch (report.kind) {
    case 'consent':
      await ask(runCalls.setConsent, { accepted: report.accepted, version: report.version })
      return
    case 'start':
      await ask(runCalls.startRun, {
        routeId: report.routeId,
        id: report.runId,
        at: report.at,
        leaves: report.leaves,
        ...report.how,
        sentAt,
      })
      return
    case 'take-back':
      await ask(runCalls.takeRunBack, { id: report.runId })
      return
    case 'join':
      await ask(runCalls.actOnRun, { id: report.runId, type: 'start', at: report.at, leaves: report.leaves, phone: report.phone, sentAt })
      return
    case 'quit':
      await ask(runCalls.actOnRun, { id: report.runId, type: 'quit', at: report.at, sentAt })
      return
    case 'mark':
      return sendMark(report.runId, report.mark, sentAt, knownStops)
    case 'damage':
      return sendDamage(report.runId, report.damage, sentAt, knownStops)
    case 'punch':
      await ask(punchCalls.savePunch, { ...report.punch, sentAt })
      return
    case 'position': {
      const locations = reports.flatMap((one) => (one.kind === 'position' ? [one.position] : []))
      await ask(runCalls.addLocations, { id: report.runId, locations, sentAt })
    }
  }
}

const areaCalls = {
  mark_as_done: runCalls.markAreaDone,
  mark_as_partial: runCalls.markAreaPartial,
  mark_as_not_done: runCalls.markAreaNotDone,
}
const siteCalls = {
  mark_as_done: runCalls.markSiteDone,
  mark_as_partial: runCalls.markSitePartial,
  mark_as_not_done: runCalls.markSiteNotDone,
}

async function sendMark(runId: string, { siteId, areaId, ofArea = null, ...mark }: Mark, sentAt: number, knownStops: KnownStops) {
  const how = { ...mark, sentAt }
  const site = areaId ? null : await siteInRun(runId, siteId, knownStops)
  const siteAreaId = areaId ?? (ofArea && site?.areas.find((area) => area.areaId === ofArea)?.id)
  if (siteAreaId) await ask(areaCalls[mark.type], { runId, siteAreaId, ...how })
  else if (site?.runSiteId && ofArea === null) await ask(siteCalls[mark.type], { runId, runSiteId: site.runSiteId, ...how })
  else throw new Problem(404, 'Ce point de service n’est plus dans la tournée.')
}

async function sendDamage(runId: string, { siteId, ...damage }: DamageReport, sentAt: number, knownStops: KnownStops) {
  const runSiteId = (await siteInRun(runId, siteId, knownStops))?.runSiteId
  if (!runSiteId) throw new Problem(404, 'Ce point de service n’est plus dans la tournée.')
  await ask(runCalls.reportDamage, { runId, runSiteId, ...damage, sentAt })
}

const siteInRun = async (runId: string, siteId: string, knownStops: KnownStops) =>
  findSite(knownStops(runId), siteId) ?? findSite(stopsOfRun(await readRun(runId)), siteId)

/** As the server knows it: in a run that started without a network, sites get their ids in the run later. */
const findSite = (stops: readonly Stop[], siteId: string) => stops.find((stop) => stop.siteId === siteId && stop.runSiteId !== null)
