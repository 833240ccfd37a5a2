import { api } from '@bordee/core/api.ts'
import { operationSeason, seasonYear } from '@bordee/core/operations/season.ts'
import { addDays } from '@bordee/core/time.ts'
import { expect, test } from 'vitest'
import { newContract, today } from '../testing/contracts.ts'
import { newClient, newSector, newSite } from '../testing/folders.ts'
import { newRoute } from '../testing/runs.ts'
import { type Caller, inCompany, openTestServer, type People } from '../testing/server.ts'
import { enqueueCeilingLooks, lookAtCeilings } from './ceilings.jobs.ts'

const server = await openTestServer()
const year = seasonYear(today())
const { from: first, to: last } = operationSeason(today())

/** Signed, for the whole season. */
async function limitedContract(owner: Caller, ceiling: object, place: { clientId?: string; siteId?: string } = {}) {
  const season = { startAt: first, endAt: last, status: 'accepted' }
  return newContract(owner, { ...season, ceilingUnit: 'cm', ceilingPrice: 350, ...ceiling, ...place })
}
const read = async (owner: Caller, id: string, amount: number, sectorId: string | null = null) =>
  void (await owner(api.addOperationReading, { id, reading: { kind: 'depth', amount, sectorId } }))

/** An operation that is over, with these readings. */
async function night({ owner }: People, all: number | null, sectors: Record<string, number> = {}, kind: 'snow' | 'ice' = 'snow') {
  const { id } = await owner(api.openOperation, { kind })
  if (all !== null) await read(owner, id, all)
  for (const [sectorId, cm] of Object.entries(sectors)) await read(owner, id, cm, sectorId)
  await owner(api.closeOperation, { id })
  return id
}

test('the readings of a season add up for the company and by sector; ice brings no centimetres', async () => {
  const people = await server.newCompany()
  const { owner } = people
  const north = await newSector(owner, { name: 'A nord' })
  const south = await newSector(owner, { name: 'B sud' })
  expect(await owner(api.getSeason, { year })).toMatchObject({
    snow: null,
    passes: 0,
    sectors: [{ snow: null }, { snow: null }],
    contracts: [],
  })

  const id = await night(people, 10)
  await night(people, 4, { [north.id]: 7.5 })
  await night(people, 30, {}, 'ice')
  await read(owner, id, 12) // a correction: the latest counts
  expect(await owner(api.getSeason, { year })).toMatchObject({
    year,
    snow: 16,
    sectors: [
      { sectorId: north.id, name: 'A nord', snow: 19.5 },
      { sectorId: south.id, name: 'B sud', snow: 16 },
    ],
  })
  expect(await owner(api.getSeason, { year: year - 1 })).toMatchObject({ snow: null })
})

test('who runs the night sees the snow, not the contracts', async () => {
  const people = await server.newCompany()
  await night(people, 5)
  expect(await people.dispatcher(api.getSeason, { year })).toMatchObject({ snow: 5, contracts: null })
  expect(await people.employee.raw(api.getSeason, { year })).toMatchObject({ status: 403 })
  expect(await people.owner.raw(api.getSeason, { year: 12 })).toMatchObject({ status: 404 })
})

test('a ceiling in centimetres is used by the snow at its site; what makes it up is shown, to its client too', async () => {
  const people = await server.newCompany()
  const { owner, client } = people
  const { email } = await client(api.getCurrentAccount, {})
  const folder = await newClient(owner, { email })
  const { id } = await limitedContract(owner, { ceiling: 20 }, { clientId: folder.id })
  const { id: other } = await limitedContract(owner, { ceiling: 20 })
  const sector = await newSector(owner)
  const [whole, own] = [await night(people, 10), await night(people, 4, { [sector.id]: 6.1 })]

  const { contracts } = await owner(api.getSeason, { year })
  expect(contracts?.find(({ contractId }) => contractId === id)).toMatchObject({ used: 16.1, percent: 80, ceiling: 20, ceilingUnit: 'cm' })
  const nights = [
    { operationId: whole, snow: 10, passes: [] },
    { operationId: own, snow: 6.1, passes: [] },
  ]
  expect(await owner(api.getContractUsage, { id })).toMatchObject({ year, used: 16.1, percent: 80, beyond: 0, nights })
  await night(people, 9)
  expect(await client(api.getContractUsage, { id })).toMatchObject({ used: 25.1, percent: 125, beyond: 5.1 })
  expect((await client(api.getContractUsage, { id }))?.nights.map(({ operationName }) => operationName)).toEqual([null, null, null])
  expect(await client.raw(api.getContractUsage, { id: other })).toMatchObject({ status: 404 })
})

test('a contract counts only the operations of its days, and nothing before it is signed', async () => {
  const people = await server.newCompany()
  const { owner } = people
  await night(people, 10)
  const later = await limitedContract(owner, { ceiling: 20, startAt: addDays(today(), 2), endAt: addDays(today(), 3) })
  const draft = await limitedContract(owner, { ceiling: 20, status: 'draft' })
  const without = await limitedContract(owner, { ceiling: null, ceilingUnit: null, ceilingPrice: null })
  expect((await owner(api.getContractUsage, { id: later.id, year: seasonYear(addDays(today(), 2)) }))?.used).toBe(0)
  for (const { id } of [draft, without]) expect(await owner(api.getContractUsage, { id })).toBeNull()
})

test('a ceiling in passes is used by complete passes of snow operations', async () => {
  const people = await server.newCompany()
  const { owner, employee } = people
  const { id: routeId, siteIds } = await newRoute(owner, 2)
  const [site] = await owner(api.listSites, {})
  const siteId = siteIds[0] ?? ''
  const { id } = await limitedContract(owner, { ceiling: 3, ceilingUnit: 'passes' }, { clientId: site?.customerId ?? '', siteId })
  const operation = await owner(api.openOperation)
  for (const kind of ['full', 'windrow', 'final'] as const) {
    const run = await employee(api.startRun, { routeId, kind })
    const { runSites } = await employee(api.getRunDetails, { id: run.id })
    await employee(api.markSiteDone, { runId: run.id, runSiteId: runSites.find((stop) => stop.siteId === siteId)?.id ?? '' })
    await employee(api.actOnRun, { id: run.id, type: 'quit' })
  }
  const usage = await owner(api.getContractUsage, { id })
  expect(usage).toMatchObject({ used: 2, percent: 66, nights: [{ operationId: operation.id }] })
  expect(usage?.nights[0]?.passes.map(({ kind }) => kind)).toEqual(['full', 'final'])
  expect(await owner(api.getSeason, { year })).toMatchObject({ passes: 2, contracts: [{ contractId: id, used: 2 }] })
})

/** As if the next day had come. */
const look = ({ companyId }: People) =>
  server.work(async (work) => {
    await inCompany(server, companyId, (tx) => tx.sql`update companies set ceilings_on = null where id = ${companyId}`)
    await lookAtCeilings(work, { companyId })
  })
test('the office is told once at 80 %, once at 100 %, and sees it on its first page', async () => {
  const people = await server.newCompany('Neige de Février')
  const { owner } = people
  const { contractNumber } = await limitedContract(owner, { ceiling: 20 })
  const { email } = await owner(api.getCurrentAccount)
  const letter = (n: number) => server.letterTo(email, /Plafonds de la saison de Neige de Février/, n)
  const waiting = async () => (await owner(api.getHome)).waiting?.ceilings

  await night(people, 15.9)
  await look(people)
  expect(await waiting()).toBe(0)
  await night(people, 0.1)
  await look(people)
  await look(people)
  const first = await letter(1)
  expect(first.text).toContain(`${contractNumber}, `)
  expect(first.text).toContain('16 sur 20\u00a0cm de neige (80\u00a0%)')
  expect(await waiting()).toBe(1)
  await night(people, 10)
  await look(people)
  await look(people)
  const second = await letter(2) // the second letter is that of 100 %: none came between
  expect(second.text).toContain('26 sur 20\u00a0cm de neige (130\u00a0%)')
})

test('a contract that passes both at once is told of once', async () => {
  const people = await server.newCompany()
  const { id } = await limitedContract(people.owner, { ceiling: 20 })
  await night(people, 30)
  await look(people)
  const told = await inCompany(
    server,
    people.companyId,
    (tx) => tx.sql<{ percent: number }>`select percent from ceiling_told where contract_id = ${id} order by percent`,
  )
  expect(told.map(({ percent }) => percent)).toEqual([80, 100])
})

test('the clock looks once a day, in the morning, at companies with a ceiling', async () => {
  const people = await server.newCompany()
  const due = async (at: string) => {
    const asked: string[] = []
    const later = async (_: unknown, one: { companyId: string }) => void asked.push(one.companyId)
    await server.work((work) => enqueueCeilingLooks({ ...work, now: new Date(at), later } as never))
    return asked.includes(people.companyId)
  }
  expect(await due('2040-01-15T14:00:00Z')).toBe(false)
  await limitedContract(people.owner, { ceiling: 20 })
  expect(await due('2040-01-15T12:50:00Z')).toBe(false)
  expect(await due('2040-01-15T13:00:00Z')).toBe(true)
  await server.work((work) => lookAtCeilings({ ...work, now: new Date('2040-01-15T13:00:00Z') } as never, people))
  expect(await due('2040-01-15T20:00:00Z')).toBe(false)
  expect(await due('2040-01-16T13:00:00Z')).toBe(true)
})

test('clients read the snow at their sites, and residents that of the season, only where the company shows it', async () => {
  const people = await server.newCompany()
  const { owner, client } = people
  const { email } = await client(api.getCurrentAccount, {})
  const folder = await newClient(owner, { email })
  const site = await newSite(owner, folder.id)
  const sector = await newSector(owner)
  await night(people, 10, { [sector.id]: 7 })
  const bulletin = { ...(await owner(api.getBulletinConfig)), isOn: true }
  await owner(api.updateBulletinConfig, bulletin)
  const page = async () => (await server.app.inject({ url: `/bulletin/${bulletin.address}` })).body
  expect(await client(api.listOwnSeasons)).toEqual([])
  expect(await page()).not.toContain('cette saison')

  await owner(api.updateCurrentCompany, { operationConfig: { isSeasonInPortal: true } })
  await owner(api.updateBulletinConfig, { ...(await owner(api.getBulletinConfig)), isSeasonShown: true })
  expect(await client(api.listOwnSeasons)).toEqual([
    { siteId: site.id, siteName: site.name, companyName: expect.any(String), year, snow: 7 },
  ])
  await expect.poll(page).toContain('Neige tombée cette saison\u00a0: 10\u00a0cm.')
})
