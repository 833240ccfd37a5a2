// The jobs of the weather, of the contracts' ceilings, and of what is billed after an operation.
import { api } from '@bordee/core/api.ts'
import { operationSeason } from '@bordee/core/operations/season.ts'
import { hourOf } from '@bordee/core/weather/hours.ts'
import { noFigures } from '@bordee/core/weather/weather.ts'
import { newContract, today } from './contracts.ts'
import { newClient, newSite } from './folders.ts'
import type { Killed, Victim } from './killed-jobs.ts'

export function killedSeasonJobs({ server, companyId, owner, lettersEnqueued, enqueuedFor, inCompany }: Victim): Record<string, Killed> {
  const { from: startAt, to: endAt } = operationSeason(today())
  const ceiling = { ceiling: 1, ceilingUnit: 'cm', ceilingPrice: 100 }
  const limitedContract = () => newContract(owner, { startAt, endAt, status: 'accepted', ...ceiling })
  /** In a time zone where it is noon now. */
  const atNoon = () => {
    const ahead = new Date().getUTCHours() - 12 // these zones have an inverted sign
    return inCompany(async (tx) => {
      await tx.sql`update companies set time_zone = ${`Etc/GMT${ahead < 0 ? ahead : `+${ahead}`}`} where id = ${companyId}`
      await tx.sql`update companies set ceilings_on = null where id = ${companyId}`
    })
  }
  /** A source with one figure: that of the last hour. */
  const giveWeather = (temperature = -5) => {
    server.gateways.weather = {
      source: 'open-meteo',
      hours: async (_, __, to) => [{ ...noFigures, at: hourOf(to), temperature }],
    }
  }
  /** Five centimetres beyond a ceiling of one are four to bill. */
  const toBill = async () => {
    await limitedContract()
    const { id } = await owner(api.openOperation)
    await owner(api.addOperationReading, { id, reading: { kind: 'depth', amount: 5 } })
    await inCompany((tx) => tx.sql`update operations set closed_at = now() where closed_at is null`)
    await inCompany((tx) => tx.sql`update companies set billables_on = null where id = ${companyId}`)
    toPropose.operationIds = [id]
  }
  const toPropose = { companyId, operationIds: [''] }
  const proposed = async () =>
    Number((await inCompany((tx) => tx.sql<{ n: number }>`select count(distinct operation_id)::int as n from billables`))[0]?.n)
  return {
    'billables.clock': {
      async prepare() {
        await limitedContract()
        await atNoon()
        await inCompany((tx) => tx.sql`update companies set billables_on = null where id = ${companyId}`)
      },
      done: () => enqueuedFor('billables.look'),
    },
    'billables.look': { prepare: toBill, data: { companyId }, done: proposed },
    'billables.propose': { prepare: toBill, data: toPropose, done: proposed },
    'ceilings.clock': {
      async prepare() {
        await limitedContract()
        await atNoon()
      },
      done: () => enqueuedFor('ceilings.look'),
    },
    'ceilings.look': {
      async prepare() {
        await limitedContract()
        const { id } = await owner(api.openOperation)
        await owner(api.addOperationReading, { id, reading: { kind: 'depth', amount: 5 } })
        await inCompany((tx) => tx.sql`update companies set ceilings_on = null where id = ${companyId}`)
      },
      data: { companyId },
      done: lettersEnqueued,
    },
    'weather.clock': {
      async prepare() {
        giveWeather()
        await inCompany((tx) => tx.sql`update companies set weather_at = null where id = ${companyId}`)
      },
      done: () => enqueuedFor('weather.record'),
    },
    'weather.record': {
      async prepare() {
        giveWeather(-6) // another figure than the clock's job may have recorded
        await newSite(owner, (await newClient(owner)).id)
      },
      data: { companyId, day: '2026-11-16' },
      done: async () => Number((await inCompany((tx) => tx.sql<{ n: string }>`select count(*) as n from weather_hours`))[0]?.n),
    },
  }
}
