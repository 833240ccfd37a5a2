// The server's clock jumps ahead and back while people work: first alone, then together with PostgreSQL's.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { clientCalls } from '@bordee/core/clients/clients.calls.ts'
import { inCompany } from '../../server/src/testing/people.ts'
import { hour, minute, second } from '../../server/src/testing/runs.ts'
import { callerAt } from '../ask.ts'
import type { RunningServer } from '../running-server.ts'
import type { Company } from './company.ts'
import { databaseClockShift, launchMovable, moveDatabaseClock } from './database-clock.ts'
import type { Scenario } from './scenario.ts'

const shiftModule = fileURLToPath(new URL('clock-shift.ts', import.meta.url))
/** What each company owes when its month ends: alerts, and cents for each. */
const owed = { count: 40, price: 10 }
/** Longer than any wait between two looks at the schedule, or at workers that died. */
const aheadFor = 100 * second
/** Once the clock is right again, jobs that are due every minute must have run twice, and a dead worker's must be done. */
const backWithin = 200 * second

export const clock: Scenario = {
  tried:
    'the server’s clock 3 h ahead for 12 s and back, 1 h behind for 8 s and back, then in the next month through a start, ' +
    'and back through another, while PostgreSQL’s clock stays; then both 3 h ahead for 100 s and back',
  // Positions a metre apart count as movement only after a hundred metres; the clock is ahead three times.
  excuses: { maySendsExpire: true, forgottenPositions: 3 * 150 },
  async open() {
    const folder = mkdtempSync(join(tmpdir(), 'bordee-clock-'))
    const file = join(folder, 'shift')
    writeFileSync(file, '0')
    const dataDir = mkdtempSync(join(tmpdir(), 'bordee-proof-'))
    if (!(await launchMovable(dataDir, folder))) return { impossible: 'PostgreSQL’s clock can’t be moved without libfaketime' }
    return {
      starting: { dataDir, nodeArgs: ['--import', shiftModule], environment: { CLOCK_SHIFT_FILE: file } },
      close: () => rmSync(folder, { recursive: true }),
    }
  },
  async run({ server, companies, note }) {
    const set = (shift: number) => writeFileSync(server.environment.CLOCK_SHIFT_FILE ?? '', String(shift))
    const early = companies.map(({ people }) => people.owner.token)
    for (const company of companies) await owe(server, company)
    await sleep(8 * second)
    set(3 * hour)
    await sleep(12 * second)
    const whileAhead = await statusesOf(server, companies, early)
    set(0)
    await sleep(8 * second)
    const afterwards = await statusesOf(server, companies, early)
    set(-hour)
    await sleep(8 * second)
    set(0)
    await sleep(4 * second)
    for (const shift of [untilNextMonth(), 0]) {
      set(shift)
      await server.kill()
      await server.start() // looks for periods that are over
      await sleep(8 * second)
    }
    const stillness = await machineAhead(server, note)
    return [
      ...stillness,
      ...whileAhead.filter((status) => status !== 401).map((status) => `a token of three hours ago was answered ${status}`),
      ...afterwards.filter((status) => status !== 200).map((status) => `a token of a minute ago was answered ${status}`),
      ...(await Promise.all(companies.map((company) => invoiceMistakes(server, company)))).flat(),
    ]
  },
}

/** The whole machine's clock runs ahead and is corrected: scheduled jobs, and the recovery of a dead worker's, must go on. */
async function machineAhead(server: RunningServer, note: (text: string) => void): Promise<string[]> {
  const file = server.environment.CLOCK_SHIFT_FILE ?? ''
  const set = (shift: number) => {
    moveDatabaseClock(dirname(file), shift)
    writeFileSync(file, String(shift))
  }
  set(3 * hour)
  const shift = await databaseClockShift(server)
  if (Math.abs(shift - 3 * hour) > minute) return [`PostgreSQL’s clock was ${shift} ms ahead instead of three hours`]
  const [lost] = await server.work(
    ({ tx }) => tx.sql<{ id: string }>`
      insert into pgboss.job (name, data, state, started_on, heartbeat_on, heartbeat_seconds, created_on)
      values ('identity.purge', '{}', 'active', now(), now(), 30, now())
      returning id`,
  )
  await sleep(aheadFor)
  const lines = server.said.length
  set(0)
  const corrected = performance.now()
  for (;;) {
    const [done] = await server.work(
      ({ tx }) => tx.sql<{ passes: number; isRecovered: boolean }>`
        select (
                 select count(*)::int
                 from pgboss.job
                 where name = 'billing.clock'
                   and state = 'completed'
                   and created_on between now() - ${(performance.now() - corrected) / 1000} * interval '1 second' and now()) as passes,
               exists (
                 select from pgboss.job where name = 'identity.purge' and id = ${lost?.id} and state = 'completed') as "isRecovered"`,
    )
    const took = performance.now() - corrected
    if (done && done.passes >= 2 && done.isRecovered) {
      note(`scheduled jobs and a dead worker’s were done ${Math.round(took / second)} s after both clocks were set right`)
      return server.said.length - lines > 100 ? ['the log was flooded'] : []
    }
    if (took > backWithin)
      return [`${Math.round(took / second)} s after the clocks were set right, ${JSON.stringify(done)} of the schedule was done`]
    await sleep(second)
  }
}

/** The second day of next month, whatever today is. */
function untilNextMonth(): number {
  const now = new Date()
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 2, 12) - now.getTime()
}

/** The answers to tokens that nobody renews. */
const statusesOf = (server: RunningServer, companies: readonly Company[], tokens: readonly (string | undefined)[]) =>
  Promise.all(
    companies.map(async ({ clientId }, i) => {
      const token = tokens[i]
      const caller = callerAt(() => server.url, server.agent, { accountId: '', ...(token && { token }) })
      return (await caller.raw(clientCalls.getClient, { id: clientId })).status
    }),
  )

/** Alerts sent on credit in a month that is not over. */
const owe = (server: RunningServer, { people: { companyId } }: Company) =>
  inCompany(
    server,
    companyId,
    (tx) => tx.sql`
    with send as (
      insert into alert_sends (company_id, target, target_name, message, sent_by_name, expected)
      values (${companyId}, 'sector:none', 'Nord', 'Bonjour', 'Camille', ${owed.count})
      returning id)
    insert into alert_deliveries (company_id, send_id, method, phone, site_name, client_name, status, paid_from, price)
    select ${companyId}, send.id, 'sms', '418' || (5000000 + n), 'Entrée', 'Camille', 'accepted', 'invoice', ${owed.price}
    from send, generate_series(1, ${owed.count}::int) n`,
  )

/** The month that the clock ended too early must end once: one invoice, for all of it. */
async function invoiceMistakes(server: RunningServer, { people: { companyId } }: Company): Promise<string[]> {
  const invoices = await inCompany(
    server,
    companyId,
    (tx) => tx.sql<{ subtotal: number }>`select subtotal from invoices where company_id = ${companyId} and purpose = 'alerts'`,
  )
  const expected = owed.count * owed.price
  const sum = invoices.reduce((all, { subtotal }) => all + subtotal, 0)
  if (invoices.length !== 1) return [`a month was closed with ${invoices.length} invoices`]
  return sum === expected ? [] : [`a month was closed for ${sum} cents instead of ${expected}`]
}
