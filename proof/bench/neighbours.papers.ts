// A company prints and signs while its neighbour prints and signs the heaviest contracts that are accepted, in every way at once.
import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { boxNames } from '@bordee/core/contracts/boxes.ts'
import { contractCalls } from '@bordee/core/contracts/contracts.calls.ts'
import { newContract } from '../../server/src/testing/contracts.ts'
import { newClient } from '../../server/src/testing/folders.ts'
import { insertPerson } from '../../server/src/testing/people.ts'
import type { Caller } from '../../server/src/testing/server.ts'
import { callerAt } from '../ask.ts'
import { assertRight, type Measure, ms, percentile, timed } from './bench.ts'
import type { BenchCompany, BenchServer } from './bench-server.ts'
import { counted } from './neighbours.noise.ts'

const rounds = 5
/** Two alphabets in words of two thousand letters: the slowest to lay out of what we found. */
const heavy = `<p>${`${'aא'.repeat(999)} `.repeat(45)}</p>`

interface Company {
  owner: Caller
  client: Caller
  contractIds: string[]
}

export async function paperMeasures(server: BenchServer, companies: { loud: BenchCompany; calm: BenchCompany }): Promise<Measure[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 40 })
  const callerOf = (token: string) => callerAt(() => server.url, agent, { accountId: '', token })
  try {
    const loud = await withContracts(server, companies.loud, callerOf, { count: 24, clauses: heavy })
    const calm = await withContracts(server, companies.calm, callerOf, { count: 2 * rounds + 1, clauses: '<p>Neige</p>' })
    const deeds = deedsOf(calm)
    for (const deed of Object.values(deeds)) await deed(0) // warm-up

    const before = await mediansOf(deeds, 1)
    const storm = startStorm(loud)
    await storm.isBlowing
    const during = await mediansOf(deeds, 1 + rounds)
    const answers = storm.stop()
    return Object.keys(deeds).map((deed) => {
      const [quiet, now] = [before[deed] ?? Number.NaN, during[deed] ?? Number.NaN]
      return {
        what: `${deed}, while the other prints and signs the heaviest contracts (${counted(answers)})`,
        ratio: now / quiet,
        most: 5,
        figures: `medians ${ms(now)} against ${ms(quiet)} when it is quiet`,
      }
    })
  } finally {
    agent.destroy()
  }
}

/** What the calm company does; each round signs another contract. */
const deedsOf = ({ owner, client, contractIds: [first = '', ...others] }: Company): Record<string, (round: number) => Promise<void>> => ({
  'printing a contract': async () => assertPrinted((await owner.raw(contractCalls.printContract, { id: first })).status),
  'printing ten in one file': async () =>
    assertPrinted((await owner.raw(contractCalls.printContracts, { contractIds: others.slice(-10) })).status),
  'signing a contract': async (round) => assertPrinted((await sign(client, [first, ...others][round] ?? '')).status),
})

const assertPrinted = (status: number) => assertRight(status === 200, `the calm company was answered ${status}`)
const sign = (client: Caller, id: string) =>
  client.raw(contractCalls.acceptContract, { id, version: 1, signerName: 'Claire', boxes: [...boxNames] })

async function mediansOf(deeds: ReturnType<typeof deedsOf>, from: number): Promise<Record<string, number>> {
  const times = new Map(Object.keys(deeds).map((name) => [name, [] as number[]]))
  for (let round = from; round < from + rounds; round++)
    for (const [name, deed] of Object.entries(deeds)) times.get(name)?.push(await timed(() => deed(round)))
  return Object.fromEntries([...times].map(([name, all]) => [name, percentile(all, 0.5)]))
}

function startStorm({ owner, client, contractIds }: Company) {
  const [printed = '', ...signed] = contractIds
  let stopped = false
  const answers: number[] = []
  const begun = Promise.withResolvers<void>()
  const loop = async (deed: (i: number) => Promise<{ status: number }>) => {
    for (let i = 0; !stopped; i++) {
      const { status } = await deed(i).catch(() => ({ status: 0 })) // it waits in its own line, or the bench is over
      answers.push(status)
      if (status === 200) begun.resolve()
      if (status === 429) await sleep(1000)
    }
  }
  for (let i = 0; i < 4; i++) {
    void loop(() => owner.raw(contractCalls.printContract, { id: printed }))
    void loop(() => client.raw(contractCalls.printContract, { id: printed }))
    void loop(() => owner.raw(contractCalls.printContracts, { contractIds: contractIds.slice(0, 4) }))
    void loop((turn) => sign(client, signed[turn % signed.length] ?? ''))
  }
  return {
    isBlowing: begun.promise,
    stop() {
      stopped = true
      return answers
    },
  }
}

/** A contract, and the client who may sign it. */
export async function signable(server: BenchServer, company: BenchCompany) {
  const agent = new Agent({ keepAlive: true })
  try {
    const made = await withContracts(server, company, (token) => callerAt(() => server.url, agent, { accountId: '', token }), {
      count: 1,
      clauses: '<p>Neige</p>',
    })
    return { clientToken: made.client.token ?? '', contractId: made.contractIds[0] ?? '' }
  } finally {
    agent.destroy()
  }
}

interface Wanted {
  count: number
  clauses: string
}

/** Contracts that one client may sign. */
async function withContracts(
  server: BenchServer,
  { company, token }: BenchCompany,
  callerOf: (token: string) => Caller,
  { count, clauses }: Wanted,
): Promise<Company> {
  await server.inCompany(company, (tx) => tx.sql`update companies set contract_is_active = true where id = ${company}`)
  const person = await insertPerson(server, company, 'client')
  const [owner, client] = [callerOf(token), callerOf(person.token)]
  const { id: clientId } = await newClient(owner, { email: person.email, billingState: 'QC' })
  const contractIds: string[] = []
  for (let i = 0; i < count; i++) contractIds.push((await newContract(owner, { clientId, clauses })).id)
  await owner(contractCalls.setContractStatuses, { contractIds, status: 'sent' })
  return { owner, client, contractIds }
}
