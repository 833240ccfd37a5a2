// A storm in small: companies whose people send, sign, pay, drive and type at the same time, and try again what was not answered, as the real clients do.
import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { alertCalls } from '@bordee/core/alerts/alerts.calls.ts'
import { bankCalls } from '@bordee/core/bank/bank.calls.ts'
import type { CallRow } from '@bordee/core/call.ts'
import { clientCalls } from '@bordee/core/clients/clients.calls.ts'
import { companyCalls } from '@bordee/core/companies/companies.calls.ts'
import { contractCalls } from '@bordee/core/contracts/contracts.calls.ts'
import { messageCalls } from '@bordee/core/messages/messages.calls.ts'
import { paymentAccountCalls } from '@bordee/core/payments/accounts.calls.ts'
import { sandboxCalls } from '@bordee/core/payments/sandbox.calls.ts'
import { roles } from '@bordee/core/roles.ts'
import { unpack } from '@bordee/core/runs/packing.ts'
import { runCalls } from '@bordee/core/runs/runs.calls.ts'
import { at, inCompany, newRun } from '../../server/src/runs/testing.runs.ts'
import { newContract } from '../../server/src/testing/contracts.ts'
import { newClient, newSector, newSite } from '../../server/src/testing/folders.ts'
import type { TwilioServer } from '../../server/src/testing/local-twilio.ts'
import { insertCompany, insertPeople, insertPerson } from '../../server/src/testing/people.ts'
import type { Caller, People, TestServer } from '../../server/src/testing/server.ts'
import { callerAt } from '../ask.ts'
import type { House } from '../house.ts'

const occupants = 25
const contractsOfEach = 8
const messages = 20
const lot = 100_000
const card = { name: 'Paule Tremblay', number: '4242424242424242', cvc: '737', expMonth: 4, expYear: 2097 }

interface Signable {
  id: string
  client: Caller
}

export interface Company {
  people: People
  messageIds: string[]
  sectorId: string
  clientId: string
  toSign: Signable[]
  toPay: Signable[]
  run: { id: string; began: number }
  /** What was acknowledged. */
  sends: string[]
  signed: Set<string>
  paid: Set<string>
  positions: Set<number>
  lastEdit: number
}

/** `url` may change from one try to the next: a balancer sends people where there is an answer. */
export async function newLoadCompany(house: House, url: () => string): Promise<Company> {
  const companyId = await insertCompany(house, 'Déneigement de la tempête')
  const inserted = await insertPeople(house, companyId)
  const callers = roles.map((role) => [role, callerAt(url, house.agent, inserted[role])] as const)
  const people = { companyId, ...Object.fromEntries(callers) } as People
  const { owner, super_admin: staff } = people
  await scoped(
    house,
    companyId,
    (tx) => tx.sql`
    update companies set alert_is_active = true, alert_min_time_between_two_alert = 0 where id = ${companyId}`,
  )
  await staff(bankCalls.addLot, { companyId, transaction: { amount: lot, expiresAt: null } })
  // One each: who is still being told something is not told the same again.
  let number = 0
  const messageIds = await times(messages, async () => {
    number++
    const message = { short: `Passage ${number}`, long: `Bonjour, voici notre passage ${number}.` }
    return (await owner(messageCalls.createMessage, { message })).id
  })
  const { id: sectorId } = await newSector(owner)
  const { id: clientId } = await newClient(owner)
  const { id: siteId } = await newSite(owner, clientId)
  await scoped(
    house,
    companyId,
    (tx) => tx.sql`
    insert into occupants (company_id, site_id, phone)
    select ${companyId}, ${siteId}, '438' || (2000000 + n) from generate_series(1, ${occupants}::int) n`,
  )
  await takeCards(people, url, house)
  const signable = async (status: 'sent' | 'accepted', contract: object): Promise<Signable> => {
    const person = await insertPerson(house, companyId, 'client')
    const made = await newContract(owner, { email: person.email, ...contract })
    await owner(contractCalls.setContractStatuses, { contractIds: [made.id], status: 'sent' })
    if (status === 'accepted') await owner(contractCalls.setContractStatuses, { contractIds: [made.id], status })
    return { id: made.id, client: callerAt(url, house.agent, person) }
  }
  const toSign = await times(contractsOfEach, () => signable('sent', {}))
  const toPay = await times(contractsOfEach, () => signable('accepted', { paymentMethods: ['credit_card'] }))
  const run = await newRun(people, { ago: 3_600_000 })
  return {
    people,
    messageIds,
    sectorId,
    clientId,
    toSign,
    toPay,
    run,
    sends: [],
    signed: new Set(),
    paid: new Set(),
    positions: new Set(),
    lastEdit: 0,
  }
}

const scoped = (house: House, companyId: string, run: Parameters<typeof inCompany>[2]) =>
  inCompany(house as unknown as TestServer, companyId, run)

async function times<T>(count: number, make: () => Promise<T>): Promise<T[]> {
  const made: T[] = []
  for (let i = 0; i < count; i++) made.push(await make())
  return made
}

async function takeCards({ admin, owner, companyId }: People, url: () => string, house: House) {
  await admin(companyCalls.updateCompany, { id: companyId, contractConfig: { isOnlinePaymentActive: true } })
  await owner(paymentAccountCalls.activatePaymentAccount)
  const link = await owner(paymentAccountCalls.getOnboardingLink)
  await callerAt(url, house.agent, { accountId: '' })(sandboxCalls.endSandboxOnboarding, {
    token: link.url.split('/').at(-1) ?? '',
    outcome: 'complete',
  })
  while (!(await owner(paymentAccountCalls.getPaymentAccount))?.chargesEnabled) await sleep(100)
}

/** Everyone at work until `until` resolves, and then until what they have begun is answered. */
export async function storm(house: House, url: () => string, companies: readonly Company[], until: Promise<unknown>) {
  let isOver = false
  const over = until.finally(() => {
    isOver = true
  })
  const goOn = () => !isOver
  const anyone = callerAt(url, house.agent, { accountId: '' })
  await Promise.all([
    over,
    ...companies.flatMap((company) => [
      sending(company, goOn),
      signing(company, goOn),
      paying(company, anyone, goOn),
      driving(company, goOn),
      typing(company, goOn),
    ]),
  ])
}

/** Asks until there is an answer that is one: a server that is away, or not well, is asked again. */
async function insist(caller: Caller, row: CallRow, input: object) {
  for (let tries = 0; tries < 600; tries++) {
    const reply = await caller.raw(row, input).catch(() => undefined)
    if (reply && reply.status < 500 && reply.status !== 429) return { ...reply, isFirst: tries === 0 }
    await sleep(300)
  }
  throw new Error(`${row.name} was never answered`)
}

async function sending({ people, messageIds, sectorId, sends }: Company, goOn: () => boolean) {
  for (let turn = 0; goOn(); turn++, await sleep(500)) {
    const messageId = messageIds[turn % messages]
    const requestKey = randomUUID()
    const { body } = await insist(people.owner, alertCalls.sendAlert, { messageId, sectorId, requestKey })
    if ((body as { code?: string | null }).code) sends.push(requestKey)
  }
}

async function signing({ toSign, signed }: Company, goOn: () => boolean) {
  for (const { id, client } of toSign) {
    if (!goOn()) return
    await insist(client, contractCalls.getContract, { id })
    // A second « yes » to what was signed by the first one, whose answer was lost, is refused: it is signed all the same.
    const { status, isFirst } = await insist(client, contractCalls.acceptContract, { id })
    if (status === 200 || (status === 409 && !isFirst)) signed.add(id)
    await sleep(700)
  }
}

async function paying({ toPay, paid }: Company, anyone: Caller, goOn: () => boolean) {
  for (const { id, client } of toPay) {
    if (!goOn()) return
    const { body, status } = await insist(client, contractCalls.payContract, { id })
    if (status !== 200) continue
    const { clientSecret } = body as { clientSecret: string }
    const answer = await insist(anyone, sandboxCalls.paySandboxCheckout, { clientSecret, card })
    if (answer.status === 200) paid.add(id)
    await sleep(700)
  }
}

async function driving({ people, run, positions }: Company, goOn: () => boolean) {
  for (let now = run.began; goOn(); await sleep(150)) {
    const locations = Array.from({ length: 10 }, (_, i) => at(now + i * 1000, ((now - run.began) / 1000 + i) % 150))
    now += 10_000
    const { status } = await insist(people.employee, runCalls.addLocations, { id: run.id, locations })
    if (status === 200) for (const { timestamp } of locations) positions.add(timestamp)
  }
}

async function typing(company: Company, goOn: () => boolean) {
  for (let edit = 1; goOn(); edit++, await sleep(100)) {
    const { status } = await insist(company.people.owner, clientCalls.updateClient, {
      id: company.clientId,
      client: { name: `Client ${edit}` },
    })
    if (status === 200) company.lastEdit = edit
  }
}

/** What does not hold, once nothing is on its way any more. */
export async function brokenPromises(house: House, twilio: TwilioServer, company: Company): Promise<string[]> {
  const { companyId } = company.people
  const deliveries = (await scoped(
    house,
    companyId,
    (tx) => tx.sql`
    select d.id, d.status, d.reason, d.phone, s.request_key as "requestKey" from alert_deliveries d join alert_sends s on s.id = d.send_id and s.company_id = d.company_id
    where d.company_id = ${companyId}`,
  )) as { id: string; status: string; reason: string | null; phone: string; requestKey: string }[]
  const told = Map.groupBy(twilio.kept, ({ statusCallback }) => new URL(statusCallback).searchParams.get('deliveryId') ?? '')
  const bySend = Map.groupBy(deliveries, ({ requestKey }) => requestKey)
  const [ledger] = (await scoped(
    house,
    companyId,
    (tx) => tx.sql`
    select (select coalesce(sum(amount), 0)::int from alert_ledger where company_id = ${companyId}) as moved,
           (select coalesce(sum(remaining), 0)::int from alert_lots where company_id = ${companyId}) as remaining`,
  )) as { moved: number; remaining: number }[]
  const contracts = (await scoped(
    house,
    companyId,
    (tx) => tx.sql`
    select k.id, k.status, count(distinct g.id)::int as signatures, count(distinct p.id)::int as payments,
           (array_agg(g.pdf))[1] as pdf, min(g.sha256) as sha256
    from contracts k
    left join contract_signatures g on g.company_id = k.company_id and g.contract_id = k.id
    left join contract_payments p on p.company_id = k.company_id and p.contract_id = k.id
    where k.company_id = ${companyId} group by k.id, k.status`,
  )) as {
    id: string
    status: string
    signatures: number
    payments: number
    pdf: Buffer | null
    sha256: string | null
  }[]
  const chunks = (await scoped(
    house,
    companyId,
    (tx) => tx.sql`select positions from position_chunks where company_id = ${companyId}`,
  )) as { positions: Buffer }[]
  const stored = chunks.flatMap(({ positions }) => unpack(positions).map(({ at: time }) => time))
  const kept = new Set(stored)
  const { name } = (await company.people.owner(clientCalls.getClient, { id: company.clientId })) as { name: string }
  const accepted = deliveries.filter(({ status }) => status === 'accepted').length
  // Who is still being told by one send is not told again by the next.
  const heard = new Set(deliveries.filter(({ status }) => status === 'accepted').map(({ phone }) => phone))
  const isSignable = new Set(company.toSign.map(({ id }) => id))
  const mistakes: [string, number][] = [
    ['people told twice', deliveries.filter(({ id }) => (told.get(id)?.length ?? 0) > 1).length],
    ['people recorded as told who were not', deliveries.filter(({ id, status }) => status === 'accepted' && !told.has(id)).length],
    ['people told who are recorded as not', deliveries.filter(({ id, status }) => status !== 'accepted' && told.has(id)).length],
    ['people left out', deliveries.filter(({ status, reason }) => status !== 'accepted' && reason !== 'no_double').length],
    ['people never told at all', company.sends.length ? occupants - heard.size : 0],
    ['sends that were acknowledged and are not whole', company.sends.filter((key) => bySend.get(key)?.length !== occupants).length],
    ['alerts by which bank and movements differ', Math.abs((ledger?.moved ?? 0) - (ledger?.remaining ?? 0))],
    ['alerts by which the bank differs from what was told', Math.abs(lot - (ledger?.remaining ?? 0) - accepted)],
    ['signed contracts without their proof', contracts.filter(({ id, signatures }) => company.signed.has(id) && signatures !== 1).length],
    [
      'contracts between two states',
      contracts.filter(
        ({ id, status, signatures }) => isSignable.has(id) && (status === 'sent' || status === 'consulted') !== (signatures === 0),
      ).length,
    ],
    [
      'proofs whose bytes are not those that were signed',
      contracts.filter(({ pdf, sha256 }) => pdf && createHash('sha256').update(pdf).digest('hex') !== sha256).length,
    ],
    [
      'payments that were taken and are not recorded once',
      contracts.filter(({ id, payments }) => company.paid.has(id) && payments !== 1).length,
    ],
    ['acknowledged positions that are not there', [...company.positions].filter((time) => !kept.has(time)).length],
    ['positions that are there twice', stored.length - kept.size],
    ['acknowledged edits that are lost', Number(/\d+/.exec(name)?.[0] ?? 0) < company.lastEdit ? 1 : 0],
  ]
  return mistakes.filter(([, count]) => count > 0).map(([what, count]) => `${count} ${what}`)
}

/** True once nothing of a company's is on its way. */
export async function isSettled(house: House, { people: { companyId }, paid }: Company): Promise<boolean> {
  const [open] = (await scoped(
    house,
    companyId,
    (tx) => tx.sql`
    select (select count(*)::int from alert_deliveries where company_id = ${companyId} and status in ('queued', 'sending', 'unknown')) as deliveries,
           (select count(distinct contract_id)::int from contract_payments where company_id = ${companyId}) as payments`,
  )) as { deliveries: number; payments: number }[]
  return open?.deliveries === 0 && open.payments >= paid.size
}

export const figures = (companies: readonly Company[]) => {
  const sum = (of: (company: Company) => number) => companies.reduce((all, company) => all + of(company), 0)
  return `${sum(({ sends }) => sends.length)} sends to ${occupants} people each, ${sum(({ signed }) => signed.size)} contracts signed, ${sum(({ paid }) => paid.size)} paid, ${sum(({ positions }) => positions.size)} positions, ${sum(({ lastEdit }) => lastEdit)} edits`
}
