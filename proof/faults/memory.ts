// A server with hardly more memory than it needs to start, asked for what takes the most.

import { setTimeout as sleep } from 'node:timers/promises'
import { api } from '@bordee/core/api.ts'
import { inCompany } from '../../server/src/testing/people.ts'
import { second } from '../../server/src/testing/runs.ts'
import type { Company } from './company.ts'
import type { Scenario } from './scenario.ts'

const megabytes = 64
const clients = 12_000
const seconds = 30

export const memory: Scenario = {
  tried:
    `the server with ${megabytes} MB of heap, asked for whole lists of ${clients} clients, ` +
    'companies as spreadsheets and every contract in one PDF, all at once; begun again whenever it ends',
  async run({ server, companies, note }) {
    for (const { people } of companies)
      await inCompany(
        server,
        people.companyId,
        (tx) => tx.sql`
        insert into clients (company_id, name, number)
        select ${people.companyId}, 'Client de la liste ' || n, 'l' || n from generate_series(1, ${clients}::int) n`,
      )
    const starved = { nodeArgs: [`--max-old-space-size=${megabytes}`] }
    await server.kill()
    await server.start(starved)
    let isOver = false
    const greed = Promise.all(companies.map((company) => beGreedy(company, () => !isOver)))
    let falls = 0
    for (let passed = 0; passed < seconds; passed++) {
      await sleep(second)
      if (server.isUp()) continue
      falls++
      // A start may fail too, because people are already asking.
      await server.start(starved).catch(() => undefined)
    }
    isOver = true
    const answered = (await greed).reduce((all, count) => all + count, 0)
    note(`it ended ${falls} times and was begun again; ${answered} of the large answers came`)
    await server.kill()
    await server.start()
    return answered ? [] : ['nothing large was ever answered']
  },
}

/** Asks for large answers, several at a time, until it is over; returns how many came. */
async function beGreedy({ people, toSign, toPay }: Company, goOn: () => boolean): Promise<number> {
  const { owner, super_admin: staff, companyId } = people
  const contractIds = [...toSign, ...toPay].map(({ id }) => id)
  const wishes = [
    () => owner.raw(api.listClients, {}),
    () => staff.raw(api.exportCompany, { company_id: companyId }),
    () => owner.raw(api.printContracts, { contractIds }),
    () => owner.raw(api.listClients, {}),
  ]
  let answered = 0
  const insisting = async (wish: () => Promise<{ status: number }>) => {
    while (goOn()) {
      const reply = await wish().catch(() => undefined)
      if (reply?.status === 200) answered++
      else await sleep(200)
    }
  }
  await Promise.all(wishes.map(insisting))
  return answered
}
