import { alertCalls } from '@bordee/core/alerts/alerts.calls.ts'
import { billingCalls } from '@bordee/core/billing/billing.calls.ts'
import { whyBilled } from '@bordee/core/billing/ledger.ts'
import { claimCalls } from '@bordee/core/claims/claims.calls.ts'
import { clientCalls } from '@bordee/core/clients/clients.calls.ts'
import { companyCalls } from '@bordee/core/companies/companies.calls.ts'
import { contractStatuses } from '@bordee/core/contracts/contract-life.ts'
import { contractCalls } from '@bordee/core/contracts/contracts.calls.ts'
import { asksReason } from '@bordee/core/messages/variables.ts'
import { operationCalls } from '@bordee/core/operations/operations.calls.ts'
import { operationSeason, seasonYear } from '@bordee/core/operations/season.ts'
import { platformCalls } from '@bordee/core/platform/platform.calls.ts'
import { quoteStatuses } from '@bordee/core/quotes/quote-request.ts'
import { quoteCalls } from '@bordee/core/quotes/quotes.calls.ts'
import { replyCalls } from '@bordee/core/replies/replies.calls.ts'
import { runCalls } from '@bordee/core/runs/runs.calls.ts'
import { seasonCalls } from '@bordee/core/season/season.calls.ts'
import { templateCalls } from '@bordee/core/templates/templates.calls.ts'
import { homeZone, todayIn } from '@bordee/core/time.ts'
import { expect, test, vi } from 'vitest'
import { verifyFile } from '../contracts/signing.ts'
import { gather } from '../evidence/dossier.ts'
import { dayLines } from '../evidence/dossier-days.ts'
import { weatherWords } from '../evidence/dossier-weather.ts'
import { wordsFor } from '../evidence/dossier-words.ts'
import { inCompany, openTestServer, ownerUrlOf } from '../testing/server.ts'
import { demoPassword, fillDemo } from './demo.ts'
import { boreal } from './payments.ts'
import { type Winter, winterOf } from './winter.ts'

const server = await openTestServer()
for (const _ of ['once', 'twice']) await fillDemo(server, ownerUrlOf(server))
const as = (who: string) => server.signIn(`${who}@bordee.demo`, demoPassword)

test('the demo has three templates and contracts in every state, even filled twice; its client has some, and alerts', async () => {
  const owner = await as('proprio')
  const contracts = await owner(contractCalls.listContracts)
  expect(await owner(templateCalls.listTemplates)).toHaveLength(3)
  expect(contracts).toHaveLength(64) // four of them priced by use
  expect(new Set(contracts.map(({ status }) => status))).toEqual(new Set(contractStatuses))
  expect(new Set(contracts.map(({ contractNumber }) => contractNumber)).size).toBe(64)
  const client = await as('client')
  expect((await client(contractCalls.listContracts)).map(({ status }) => status).toSorted()).toEqual(['accepted', 'paid', 'sent'])
  expect((await client(alertCalls.listReceivedAlerts)).length).toBeGreaterThan(3)
  // Some storms found the bank empty, and it was filled since.
  const ledger = await owner(billingCalls.listAlertLedger)
  expect(whyBilled(ledger)).toMatchObject({ filled: { kind: 'lot', alerts: 2500 } })
  expect(ledger.filter(({ balance }) => balance < 0)).toEqual([])
  expect(await owner(contractCalls.getContractSummary)).toMatchObject({ paid: { count: 19 }, draft: { count: 7 } })
  expect(contracts.filter(({ overpaidAmount }) => overpaidAmount > 0)).toHaveLength(1)
  // The next contract gets a new number.
  const [first] = contracts
  const made = await owner(contractCalls.createContract, { contract: { clientId: first?.clientId ?? '' } })
  expect(contracts.map(({ contractNumber }) => contractNumber)).not.toContain(made.contractNumber)
})

test('after its last night, the office told each site to redo why it was left', async () => {
  const owner = await as('proprio')
  const sends = await owner(alertCalls.listAlertHistory, { from: '2020-01-01', to: '2100-01-01' })
  const warned = sends.filter(({ message }) => asksReason(message))
  expect(warned).toMatchObject([{ operationId: expect.any(String), status: 'done' }])
  const texts = (await owner(alertCalls.listAlertLog, { code: warned[0]?.code ?? '' })).map(({ message }) => message)
  expect(texts.filter(asksReason)).toEqual([])
  expect(new Set(texts).size).toBeGreaterThan(1)
})

test('the links in the outbox open residents’ own pages, and three replies wait', async () => {
  const staff = await as('super')
  const texts = await staff(platformCalls.listOutbox, { channel: 'sms' })
  const [link] = texts.flatMap(({ text }) => /\/s\/\S+/.exec(text) ?? [])
  const answer = await server.app.inject({ url: link?.replace('/s/', '/suivi/') ?? '' })
  expect([answer.statusCode, answer.body.includes('Déneigement Boréal inc.')]).toEqual([200, true])
  expect(await (await as('proprio'))(replyCalls.countUnreadReplies)).toEqual({ count: 3 })
})

test('its operations of two seasons are over, and a send of this one was stopped', async () => {
  const owner = await as('proprio')
  const operations = await owner(operationCalls.listOperations, { from: '2020-01-01T00:00:00Z' })
  expect(operations.filter(({ closedAt }) => closedAt === null)).toEqual([])
  const recent = new Date(Date.now() - 20 * 86_400_000).toISOString()
  expect(operations.filter(({ openedAt }) => openedAt > recent)).toHaveLength(3)
  expect(new Set(operations.map(({ openedAt }) => operationSeason(openedAt.slice(0, 10)).from)).size).toBe(2)
  const sends = await owner(alertCalls.listAlertHistory, { from: '2020-01-01', to: '2100-01-01' })
  const [stopped] = sends.filter(({ status }) => status === 'stopped')
  expect(stopped).toMatchObject({ cancellationDetail: 'stopped' })
  const log = await owner(alertCalls.listAlertLog, { code: stopped?.code ?? '' })
  expect(new Set(log.map(({ status }) => status))).toEqual(new Set(['delivered', 'failed', 'cancelled']))
})

test('each run of the demo clears all areas but the one that it was kept from, and several routes run in turn', async () => {
  const owner = await as('proprio')
  const startingDate = new Date(Date.now() - 20 * 86_400_000).toISOString()
  const over = (await owner(runCalls.listRuns, { startingDate })).filter(({ finishedAt }) => finishedAt)
  expect(over).toHaveLength(8)
  expect(new Set(over.map(({ routeName }) => routeName)).size).toBe(4)
  for (const { areasDone, areasCount, routeName } of over) expect(areasDone, routeName).toBe(areasCount - 1)
})

test('its people have plausible names and habits', async () => {
  const owner = await as('proprio')
  const clients = await owner(clientCalls.listClients)
  expect(clients.filter(({ name }) => / (Rue|Avenue)$/.test(name) && !/ de la \d/.test(name))).toEqual([])
  const ways = await inCompany(
    server,
    boreal,
    (tx) => tx.sql<{ n: number }>`
      select count(distinct type)::int as n
      from contract_payments
      where not was_online
      group by contract_id
      having count(distinct type) > 1`,
  )
  expect(ways).toEqual([])
  const readers = await inCompany(
    server,
    boreal,
    (tx) => tx.sql`select from contract_history where event in ('open', 'accept') and user_email = 'proprio@bordee.demo'`,
  )
  expect(readers).toHaveLength(0)
})

test('a company waits to be admitted and for a module', async () => {
  const staff = await as('super')
  const companies = await staff(companyCalls.listCompanies)
  expect(companies.map(({ name }) => name)).toEqual(['Déneigement Boréal inc.', 'Déneigement Montcalm', 'Neige Express'])
  expect(companies.map(({ quoteConfig }) => quoteConfig?.admission)).toEqual(['admitted', 'pending', 'admitted'])
  expect(companies.flatMap(({ moduleRequests = [] }) => moduleRequests)).toMatchObject([{ module: 'contracts', status: 'pending' }])
  expect(companies.map(({ isProven, isEmailProven }) => isProven && isEmailProven)).toEqual([true, true, true])
  expect(await (await as('proprio3'))(companyCalls.getCurrentCompany)).toMatchObject({ name: 'Déneigement Montcalm' })
})

test('what its clients signed verifies as known, byte for byte', async () => {
  const [owner, client] = [await as('proprio'), await as('client')]
  const signed = (await owner(contractCalls.listContracts)).filter(({ signedAt, signedOnPaper }) => signedAt && !signedOnPaper)
  expect(signed.length).toBeGreaterThan(20)
  await vi.waitFor(
    async () => {
      const [kept] = await inCompany(server, boreal, (tx) => tx.sql<{ n: number }>`select count(*)::int as n from contract_signatures`)
      expect(kept?.n).toBe(signed.length)
    },
    { timeout: 80_000, interval: 500 },
  )
  const own = (await client(contractCalls.listContracts)).find(({ status }) => status === 'paid')
  const pdf = await server.app.inject({
    url: `/api/contracts/print/${own?.id}`,
    headers: { authorization: `Bearer ${client.token}` },
  })
  expect(await server.work((work) => verifyFile(work, pdf.rawPayload))).toMatchObject({
    known: true,
    contractNumber: own?.contractNumber,
    companyName: 'Déneigement Boréal inc.',
  })
})

test('it has quote requests in every state, withdrawn, outlined, with a client, and one that reached nobody', async () => {
  const { countNewQuotes, listQuoteRecipients, listQuotes } = quoteCalls
  const [owner, neighbour, staff] = [await as('proprio'), await as('proprio2'), await as('super')]
  const quotes = await owner(listQuotes)
  expect(quotes).toHaveLength(6)
  expect(new Set(quotes.map(({ status }) => status))).toEqual(new Set(quoteStatuses))
  expect(quotes.filter(({ withdrawnAt }) => withdrawnAt)).toHaveLength(1)
  expect(quotes.filter(({ squareFeet }) => squareFeet !== null)).toMatchObject([{ polygon: expect.any(Array) }])
  expect(quotes.filter(({ clientId }) => clientId)).toMatchObject([{ status: 'accepted' }])
  expect(await owner(countNewQuotes)).toEqual({ count: 2 })
  expect(await neighbour(countNewQuotes)).toEqual({ count: 1 })
  const unmatched = await staff(listQuotes, { unmatched: true })
  expect(unmatched).toMatchObject([{ lastname: 'Héroux' }])

  const reached = async ({ location }: { location: { lat: number; lng: number } }) =>
    (await server.anyone(listQuoteRecipients, location)).map(({ name }) => name)
  for (const quote of quotes) expect(await reached(quote), quote.address).toContain('Déneigement Boréal inc.')
  for (const quote of await neighbour(listQuotes)) expect(await reached(quote)).toEqual(['Déneigement Boréal inc.', 'Neige Express'])
  for (const quote of unmatched) expect(await reached(quote)).toEqual([])
})

test('two seasons have their weather, with a gap, and the contract of the demo’s client has a ceiling', async () => {
  const last = seasonYear(todayIn(homeZone, new Date())) - 1
  const { days, snow } = await (await as('proprio'))(seasonCalls.getSeason, { year: last })
  expect(days.length).toBeGreaterThan(200)
  expect(days.reduce((sum, day) => sum + (day.snow ?? 0), 0)).toBeGreaterThan(snow ?? 0)
  const client = await as('client')
  const contracts = await client(contractCalls.listContracts)
  const { id = '' } = contracts.find(({ status }) => status === 'accepted') ?? {}
  expect(await client(contractCalls.getContractUsage, { id })).toMatchObject({ ceilingUnit: 'cm', ceilingPrice: 350 })
})

test('one site has photos of its nights, of damage and of its state before winter', async () => {
  const kinds = await server.work(async ({ tx }) => {
    await tx.scope({ companies: [boreal] })
    return tx.sql<{ kind: string; sites: number }>`
      select kind, count(distinct site_id)::int as sites from photos where company_id = ${boreal} group by kind order by kind`
  })
  expect(kinds).toEqual(['condition', 'damage', 'mark'].map((kind) => ({ kind, sites: 1 })))
})

test('a whole winter of one address', async () => {
  const owner = await as('proprio')
  const { winter, wanted, facts } = await server.work(async (work) => {
    await work.tx.scope({ companies: [boreal] })
    const winter = (await winterOf(work)) as Winter
    const [fall] = (await owner(claimCalls.listClaims)).filter(({ kind }) => kind === 'fall')
    const wanted = {
      id: fall?.id ?? '',
      companyId: boreal,
      claimId: fall?.id ?? null,
      from: winter.startAt,
      to: winter.endAt,
      momentAt: new Date(fall?.happenedAt ?? ''),
      withDrivers: true,
      createdAt: work.now,
      userName: 'Paule Tremblay',
    }
    return { winter, wanted, facts: await gather(work, wanted, winter.siteId) }
  })
  const { about, passes, photos, contracts, runs } = facts

  const months = Map.groupBy(passes, ({ at }) => todayIn(homeZone, at).slice(5, 7))
  expect([...months].map(([month, own]) => [month, own.length])).toEqual([
    ['11', 3],
    ['12', 9],
    ['01', 11],
    ['02', 9],
    ['03', 5],
    ['04', 2],
  ])
  expect(passes.filter(({ isSealed }) => !isSealed)).toEqual([])
  expect(passes.filter(({ marks }) => marks.some(({ inspection }) => inspection))).toHaveLength(3)
  expect(passes.flatMap(({ marks }) => marks.flatMap(({ reason }) => reason ?? []))).toEqual(['vehicle', 'gate'])
  const spread = passes.flatMap(({ marks }) => marks.flatMap(({ material }) => material?.kind ?? []))
  expect(Object.entries(Object.groupBy(spread, (kind) => kind)).map(([kind, all]) => [kind, all?.length])).toEqual([
    ['sand', 5],
    ['salt', 2],
  ])
  const pictured = new Set(photos.map(({ markId }) => markId))
  expect(passes.filter(({ marks }) => !marks.some(({ id }) => pictured.has(id)))).toEqual([])
  expect(contracts.map(({ startAt, endAt }) => [startAt, endAt])).toEqual([[winter.startAt, winter.endAt]])
  const days = dayLines(wordsFor(about.zone, true), wanted, {
    about,
    contracts,
    passes,
    runs,
    weather: weatherWords(facts.weather),
    readings: facts.readings,
    today: facts.today,
  })
  expect(days).toHaveLength((Date.parse(winter.endAt) - Date.parse(winter.startAt)) / 86_400_000 + 1)
  expect(days.filter(({ weather }) => weather === 'Météo non connue')).toEqual([])
  const reasons = days.flatMap(({ hasPass, text }) => (hasPass ? [] : text.replace(/\u00a0:.*/, '')))
  expect(new Set(reasons)).toEqual(new Set(['Pas de neige', 'Sous le seuil', 'Pas fait']))

  // Someone fell twelve hours after a visit, and a curb broke under a plough whose driver said so.
  const fellAt = wanted.momentAt.getTime()
  const before = passes
    .flatMap(({ visits }) => visits)
    .filter(({ startedAt }) => +startedAt < fellAt && +startedAt > fellAt - 72 * 3_600_000)
  expect(before).toHaveLength(1)
  const [broken] = passes.flatMap(({ damages }) => damages)
  expect(photos.filter(({ kind }) => kind === 'damage').map(({ markId }) => markId)).toEqual([broken?.id])
  const claims = await owner(claimCalls.listClaims)
  expect(claims.filter(({ heldAt }) => heldAt).map(({ kind }) => kind)).toEqual(['fall'])
  expect(new Date(claims.find(({ kind }) => kind === 'damage')?.happenedAt ?? '')).toEqual(broken?.at)

  const { snow } = await owner(seasonCalls.getSeason, { year: seasonYear(winter.startAt) })
  expect(snow).toBeGreaterThan(250)
  expect(snow).toBeLessThan(350)
})
