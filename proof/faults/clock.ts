// The server's clock jumps ahead and back while people work; PostgreSQL's stays.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { clientCalls } from '@bordee/core/clients/clients.calls.ts'
import { inCompany } from '../../server/src/testing/people.ts'
import { hour, second } from '../../server/src/testing/runs.ts'
import { callerAt } from '../ask.ts'
import type { RunningServer } from '../running-server.ts'
import type { Company } from './company.ts'
import type { Scenario } from './scenario.ts'

const shiftModule = fileURLToPath(new URL('clock-shift.ts', import.meta.url))
/** What each company owes when its month ends: alerts, and cents for each. */
const owed = { count: 40, price: 10 }

export const clock: Scenario = {
  tried:
    'the server’s clock 3 h ahead for 12 s and back, 1 h behind for 8 s and back, then in the next month through a start, ' +
    'and back through another; PostgreSQL’s clock stays',
  // Positions a metre apart count as movement only after a hundred metres; the clock is ahead twice.
  excuses: { maySendsExpire: true, forgottenPositions: 2 * 150 },
  async open() {
    const folder = mkdtempSync(join(tmpdir(), 'bordee-clock-'))
    const file = join(folder, 'shift')
    writeFileSync(file, '0')
    return {
      starting: { nodeArgs: ['--import', shiftModule], environment: { CLOCK_SHIFT_FILE: file } },
      close: () => rmSync(folder, { recursive: true }),
    }
  },
  async run({ server, companies }) {
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
    return [
      ...whileAhead.filter((status) => status !== 401).map((status) => `a token of three hours ago was answered ${status}`),
      ...afterwards.filter((status) => status !== 200).map((status) => `a token of a minute ago was answered ${status}`),
      ...(await Promise.all(companies.map((company) => invoiceMistakes(server, company)))).flat(),
    ]
  },
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
