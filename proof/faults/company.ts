// A company with what a storm needs: people to alert in many places, contracts to sign and pay, a truck on its route.

import { api } from '@bordee/core/api.ts'
import { roles } from '@bordee/core/roles.ts'
import { refreshTokenOf } from '../../server/src/identity/tokens.ts'
import { newContract } from '../../server/src/testing/contracts.ts'
import { newClient, newSector, newSite, square } from '../../server/src/testing/folders.ts'
import { inCompany, insertCompany, insertPeople, insertPerson, type Person } from '../../server/src/testing/people.ts'
import { minute, newRun } from '../../server/src/testing/runs.ts'
import type { Caller, People } from '../../server/src/testing/server.ts'
import { type Asker, callerAt, householdAgent } from '../ask.ts'
import { takeCards } from '../card-payments.ts'
import type { RunningServer } from '../running-server.ts'

/** Two sends to one place must be ten seconds apart, so many places keep sends from waiting. */
const places = 25
/** How many people a send alerts. */
export const occupants = 8
const contractsOfEach = 40
/** One per send: a person still being alerted doesn't get the same message again. */
const messages = 60
/** Milliseconds. After two hours without news from their truck, an operator is assumed to have left. */
const drivenFor = 100 * minute
export const lot = 100_000

/** A caller that waits longer asks again, at another server if there is one. */
const patienceMs = 20_000

interface Signable {
  id: string
  client: Caller
  /** The same browser on the provider's page, where nobody is signed in. */
  browser: Caller
}

export interface Company {
  people: People
  messageIds: string[]
  sectorIds: string[]
  clientId: string
  toSign: Signable[]
  toPay: Signable[]
  run: { id: string; began: number }
  /** What the server acknowledged. */
  sends: string[]
  signed: Set<string>
  paid: Set<string>
  positions: Set<number>
  lastEdit: number
  /** Edits without an answer: a server that comes back late may still make them. */
  unanswered: Set<number>
}

let households = 0

/** `url` may change between tries: a balancer sends people to a server that answers. */
export async function newLoadCompany(server: RunningServer, url: () => string): Promise<Company> {
  const companyId = await insertCompany(server, 'Déneigement de la tempête')
  const inserted = await insertPeople(server, companyId)
  const callers = roles.map((role) => [role, memberAt(url, server, inserted[role])] as const)
  const people = { companyId, ...Object.fromEntries(callers) } as People
  const { owner, super_admin: staff } = people
  await inCompany(
    server,
    companyId,
    (tx) => tx.sql`
    update companies set alert_is_active = true, alert_min_time_between_two_alert = 0 where id = ${companyId}`,
  )
  await staff(api.addLot, { companyId, transaction: { amount: lot, expiresAt: null } })
  let number = 0
  const messageIds = await times(messages, async () => {
    number++
    const message = { short: `Passage ${number}`, long: `Bonjour, voici notre passage ${number}.` }
    return (await owner(api.createMessage, { message })).id
  })
  const { id: clientId } = await newClient(owner)
  let place = 0
  const sectorIds = await times(places, () => newPlace(server, people, clientId, place++))
  await takeCards(people, callerAt(url, server.agent, { accountId: '' }))
  const signable = async (status: 'sent' | 'accepted', contract: object): Promise<Signable> => {
    const person = await insertPerson(server, companyId, 'client')
    const made = await newContract(owner, { email: person.email, ...contract })
    await owner(api.setContractStatuses, { contractIds: [made.id], status: 'sent' })
    if (status === 'accepted') await owner(api.setContractStatuses, { contractIds: [made.id], status })
    const agent = householdAgent(++households)
    return {
      id: made.id,
      client: memberAt(url, server, person, agent),
      browser: callerAt(url, agent, { accountId: '' }, { patienceMs }),
    }
  }
  const toSign = await times(contractsOfEach, () => signable('sent', {}))
  const toPay = await times(contractsOfEach, () => signable('accepted', { paymentMethods: ['credit_card'] }))
  return {
    people,
    messageIds,
    sectorIds,
    clientId,
    toSign,
    toPay,
    run: await newRun(people, { ago: drivenFor }),
    sends: [],
    signed: new Set(),
    paid: new Set(),
    positions: new Set(),
    lastEdit: 0,
    unanswered: new Set(),
  }
}

/** A separate sector, a kilometre from the next, with people who live nowhere else. */
async function newPlace(server: RunningServer, { owner, companyId }: People, clientId: string, place: number): Promise<string> {
  const [corner] = square(3000 + place * 1000)
  const location = corner ?? { lat: 0, lng: 0 }
  const { lat, lng } = location
  const polygon = [
    { lat: lat - 0.002, lng: lng - 0.002 },
    { lat: lat - 0.002, lng: lng + 0.004 },
    { lat: lat + 0.004, lng: lng - 0.002 },
  ]
  const { id: sectorId } = await newSector(owner, { polygon })
  const address = { street: 'rue Saint-Jean', civicNumber: '500', city: 'Québec', location }
  const { id: siteId } = await newSite(owner, clientId, { address })
  await inCompany(
    server,
    companyId,
    (tx) => tx.sql`
    insert into occupants (company_id, site_id, phone)
    select ${companyId}, ${siteId}, '438' || (2000000 + ${place * occupants}::int + n) from generate_series(1, ${occupants}::int) n`,
  )
  return sectorId
}

/** A member whose browser renews its token when it is refused. */
function memberAt(url: () => string, server: RunningServer, person: Person, agent = server.agent): Caller {
  const anyone = callerAt(url, agent, { accountId: '' }, { patienceMs })
  let refreshToken = refreshTokenOf(server.secrets, person.sessionId, 0)
  let renewing: Promise<void> | undefined
  const renewed = async () => {
    const { status, body } = await anyone.raw(api.refreshToken, { refreshToken })
    if (status !== 200) return
    const session = body as { token: string; refreshToken: string }
    asker.token = session.token
    refreshToken = session.refreshToken
  }
  const asker: Asker = {
    token: person.token,
    accountId: person.accountId,
    renew: () => (renewing ??= renewed().finally(() => (renewing = undefined))),
  }
  return callerAt(url, agent, asker, { patienceMs })
}

async function times<T>(count: number, make: () => Promise<T>): Promise<T[]> {
  const made: T[] = []
  for (let i = 0; i < count; i++) made.push(await make())
  return made
}
