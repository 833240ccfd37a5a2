// A company that can send alerts: active module, a message, a sector around home, and credit in its bank.
import { api } from '@bordee/core/api.ts'
import { wallClock } from '@bordee/core/time.ts'
import { expect, vi } from 'vitest'
import type { Work } from '../engine/ctx.ts'
import { newClient, newSector, newSite } from './folders.ts'
import { sqlIn } from './people.ts'
import { type Caller, inCompany, type People, type TestServer } from './server.ts'

export type Sender = People & { messageId: string; sectorId: string }

export async function newSender(server: TestServer, { bank = 100 } = {}): Promise<Sender> {
  const people = await server.newCompany()
  await inCompany(server, people.companyId, (tx) => tx.sql`update companies set alert_is_active = true where id = ${people.companyId}`)
  if (bank > 0) await people.admin(api.addLot, { companyId: people.companyId, transaction: { amount: bank, expiresAt: null } })
  return { ...people, messageId: (await newMessage(people.owner)).id, sectorId: (await newSector(people.owner)).id }
}

let messages = 0
export const newMessage = (owner: Caller, message: object = {}) =>
  owner(api.createMessage, {
    message: { short: `Message ${++messages}`, long: `Bonjour, nous passons bientot (${messages}).`, ...message },
  })

/** Allowed hours about half a day away, so that sending is not allowed now. */
const farHours = wallClock(new Date(), 'America/Toronto').time < '12:00' ? ['22:00', '23:00'] : ['01:00', '02:00']
export const onlyFarHours = `update companies set alert_start_hour_allowed = '${farHours[0]}', alert_end_hour_allowed = '${farHours[1]}'`

let phones = 0
export const newPhone = () => `418${String(++phones + 5_000_000)}`

/** At a new site inside the sector, unless one is given. */
export async function newOccupant(
  owner: Caller,
  { site, ...occupant }: { site?: string; phone?: string; alertMethod?: 'sms' | 'call' } = {},
) {
  const at = site ?? (await newSite(owner, (await newClient(owner)).id)).id
  return owner(api.createOccupant, { contact: { site: at, phone: newPhone(), ...occupant } })
}

/** Many occupants at one site inside the sector, which is returned. */
export async function fillOccupants(server: TestServer, { companyId, owner }: People, count: number) {
  const site = await newSite(owner, (await newClient(owner)).id)
  await sqlIn(server, companyId)`
    insert into occupants (company_id, site_id, phone)
    select ${companyId}, ${site.id}, '438' || (2000000 + n)
    from generate_series(1, ${count}::int) n`
  return site.id
}

/** Waits until nothing of a send is queued any more. */
export const sentWhole = (caller: Caller, code: string) =>
  vi.waitFor(
    async () => {
      const log = await caller(api.listAlertLog, { code })
      expect(log.filter(({ status }) => status === 'queued')).toEqual([])
      return log
    },
    { timeout: 30_000, interval: 50 },
  )

/** Runs a job that dies when it starts step `last + 1`; what it has committed by then stays. */
export async function killedAfter(server: TestServer, last: number, run: (work: Work) => Promise<unknown>): Promise<'killed' | 'done'> {
  let steps = 0
  const death = new Error('killed')
  try {
    await server.work((work) => run({ ...work, aside: (step) => (++steps > last ? Promise.reject(death) : work.aside(step)) }))
    return 'done'
  } catch (error) {
    const isOurs = error === death || (error instanceof AggregateError && error.errors.every((one) => one === death))
    if (!isOurs) throw error
    return 'killed'
  }
}
