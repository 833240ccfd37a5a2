// For the test that looks for every field of every answer: a season with snow, weather and a ceiling.
import { api } from '@bordee/core/api.ts'
import { operationSeason, seasonYear } from '@bordee/core/operations/season.ts'
import { newContract, today } from './contracts.ts'
import { newClient, newSector } from './folders.ts'
import { newRoute } from './runs.ts'
import type { People } from './server.ts'

export async function liveASeason({ owner, employee, client }: People) {
  const { email } = await client(api.getCurrentAccount)
  const folder = await newClient(owner, { email })
  const { id: routeId, siteIds } = await newRoute(owner, 1)
  const [siteId = ''] = siteIds
  const site = (await owner(api.listSites, {})).find(({ id }) => id === siteId)
  await owner(api.updateCurrentCompany, { operationConfig: { isSeasonInPortal: true } })
  const { from: startAt, to: endAt } = operationSeason(today())
  const limited = { startAt, endAt, status: 'accepted', ceiling: 10, ceilingUnit: 'cm', ceilingPrice: 350 }
  await newContract(owner, { ...limited, clientId: folder.id })
  const { id } = await newContract(owner, { ...limited, clientId: site?.customerId ?? '', siteId })
  const { id: operationId } = await owner(api.openOperation)
  await owner(api.addOperationReading, { id: operationId, reading: { kind: 'depth', amount: 12 } })
  const run = await employee(api.startRun, { routeId })
  const { runSites } = await employee(api.getRunDetails, { id: run.id })
  await employee(api.markSiteDone, { runId: run.id, runSiteId: runSites[0]?.id ?? '' })
  await employee(api.actOnRun, { id: run.id, type: 'quit' })
  const sector = await newSector(owner)
  const hour = new Date(Date.now() - 3_600_000).toISOString()
  for (const sectorId of [null, sector.id])
    await owner(api.addWeatherHour, { reading: { hour, sectorId, temperature: -4, snow: 2, rain: 0.5, wind: 18 } })
  const [from, to] = [new Date(Date.now() - 6 * 3_600_000).toISOString(), new Date().toISOString()]
  await owner(api.getWeather, { from, to })
  await owner(api.getSeason, { year: seasonYear(today()) })
  await owner(api.getContractUsage, { id })
  await client(api.listOwnSeasons)
  await owner(api.closeOperation, { id: operationId })
}
