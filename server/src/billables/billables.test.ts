import { api } from '@bordee/core/api.ts'
import { addDays } from '@bordee/core/time.ts'
import { expect, test } from 'vitest'
import { closed, drive, perPass, propose, servedSite } from '../testing/billables.ts'
import { newContract, today } from '../testing/contracts.ts'
import { newClient } from '../testing/folders.ts'
import { clearing, minute } from '../testing/runs.ts'
import { inCompany, openTestServer, type People } from '../testing/server.ts'
import { enqueueBillableLooks, lookAtBillables } from './billables.jobs.ts'

const server = await openTestServer()
const lines = (people: People, asked: object = {}) => people.owner(api.listBillables, asked)

test('each counted pass becomes a line when its operation closes, with its proof; a windrow is none', async () => {
  const people = await server.newCompany()
  const { owner } = people
  const { routeId, clientId, siteId, contract } = await servedSite(owner)
  const operation = await owner(api.openOperation)
  const first = await drive(people, routeId, 'full')
  await drive(people, routeId, 'windrow')
  const last = await drive(people, routeId, 'final')
  expect(await lines(people)).toEqual([])
  await owner(api.closeOperation, { id: operation.id })
  await expect.poll(() => lines(people)).toHaveLength(2)

  const found = await lines(people)
  expect(new Set(found.map(({ proof }) => proof.passes[0]?.id))).toEqual(new Set([first.stopId, last.stopId]))
  expect(found[0]).toMatchObject({
    state: 'proposed',
    kind: 'pass',
    unit: 'pass',
    quantity: 1,
    price: 4500,
    amount: 4500,
    clientId,
    siteId,
    contractId: contract.id,
    operationId: operation.id,
    day: today(),
    isCorrected: false,
    invoiceId: null,
  })
  const pieces = await owner.raw(api.listBillables, { limit: 1 })
  expect(pieces.body).toHaveLength(1)
})

test('whatever is retried, reopened, split, joined or proposed again, a pass has one line', async () => {
  const people = await server.newCompany()
  const { owner, companyId } = people
  const { routeId } = await servedSite(owner)
  const { id } = await owner(api.openOperation)
  const [one, two] = [await drive(people, routeId), await drive(people, routeId, 'final')]
  await closed(server, people, id)
  const ids = async () => (await lines(people)).map((line) => line.id).toSorted()
  const before = await ids()
  expect(before).toHaveLength(2)

  await Promise.all([1, 2, 3, 4].map(() => propose(server, people, id)))
  await owner(api.reopenOperation, { id })
  await propose(server, people, id)
  expect(await ids()).toEqual(before)
  await closed(server, people, id)
  expect(await ids()).toEqual(before)

  // As if the second round had begun an hour later, so that the operation can be split between the two.
  await inCompany(server, companyId, async (tx) => {
    await tx.sql`update operations set opened_at = now() - interval '3 hours', closed_at = now() - interval '1 minute' where id = ${id}`
    for (const [{ runId }, hours] of [
      [one, 2],
      [two, 1],
    ] as const)
      await tx.sql`
        update runs
        set started_at = now() - make_interval(hours => ${hours}), finished_at = now() - interval '50 minutes' where id = ${runId}`
  })
  const split = await owner(api.splitOperation, { id, at: new Date(Date.now() - 90 * minute).toISOString() })
  await propose(server, people, id, split.id)
  expect(await ids()).toEqual(before)
  expect(new Set((await lines(people)).map(({ operationId }) => operationId))).toEqual(new Set([id, split.id]))

  await owner(api.joinOperations, { id, otherId: split.id })
  await propose(server, people, id, split.id)
  expect(await ids()).toEqual(before)
  expect((await lines(people)).map(({ operationId }) => operationId)).toEqual([id, id])
})

const bands = [
  { upTo: 5, price: 4000 },
  { upTo: 10, price: 6000 },
  { upTo: null, price: 8000 },
]
const perOuting = { name: 'Cour', pricing: 'outing', price: 0, bands }

test('an outing without a reading is completed by hand, or by a reading that comes later', async () => {
  const people = await server.newCompany()
  const { owner } = people
  const { routeId } = await servedSite(owner, [perOuting])
  const { routeId: unserved } = await servedSite(owner, [perOuting])
  const { id } = await owner(api.openOperation)
  await drive(people, routeId)
  await drive(people, routeId, 'final')
  await drive(people, unserved, 'windrow')
  await closed(server, people, id)
  expect(await lines(people)).toMatchObject([
    { kind: 'outing', quantity: 1, price: null, amount: null, proof: { depth: null, band: null } },
  ])
  expect(await owner(api.listBillableGroups)).toMatchObject([{ id, count: 1, incomplete: 1, amount: 0 }])

  await owner(api.addOperationReading, { id, reading: { kind: 'depth', amount: 10 } })
  await expect.poll(async () => (await lines(people))[0]?.amount).toBe(6000)
  expect(await lines(people)).toMatchObject([{ proof: { depth: 10, band: { after: 5, upTo: 10 }, passes: [{}, {}] } }])
})

test('hours are the minutes of visits, as corrected; of two rates a person splits them', async () => {
  const people = await server.newCompany()
  const { owner, employee } = people
  const hourly = { name: 'Chargement', pricing: 'hour', price: 120, equipment: 'Chargeuse' }
  const { routeId } = await servedSite(owner, [hourly])
  const { routeId: two } = await servedSite(owner, [hourly, { ...hourly, equipment: 'Souffleuse' }])
  const { id } = await owner(api.openOperation)
  const run = await employee(api.startRun, { routeId, at: new Date(Date.now() - 20 * minute).toISOString() })
  await employee(api.addLocations, { id: run.id, locations: clearing(0, Date.now() - 15 * minute) })
  const [visit] = await owner(api.listVisits, { from: '2020-01-01', to: '2100-01-01' })
  const begin = Date.parse(visit?.startedAt ?? '')
  const times = { startedAt: new Date(begin).toISOString(), finishedAt: new Date(begin + 10 * minute).toISOString() }
  await owner(api.correctVisit, { visitId: visit?.id ?? '', ...times, reason: 'Mesuré sur place.' })
  await employee(api.actOnRun, { id: run.id, type: 'quit' })
  await drive(people, two)
  await closed(server, people, id)
  const found = await lines(people)
  expect(found.filter(({ quantity }) => quantity !== null)).toMatchObject([
    { kind: 'hour', unit: 'minute', quantity: 10, price: 12_000, amount: 2000, proof: { minutes: 10, equipment: 'Chargeuse' } },
  ])
  const open = found.filter(({ quantity }) => quantity === null)
  expect(new Set(open.map(({ proof }) => proof.equipment))).toEqual(new Set(['Chargeuse', 'Souffleuse']))

  const typed = await owner(api.updateBillable, { id: open[0]?.id ?? '', billable: { quantity: 65 } })
  expect(typed).toMatchObject({ quantity: 65, amount: 13_000, isCorrected: true, decidedByName: 'Prénom Nom' })
})

test('material is what the last marks say was spread, once for all areas; another unit is completed by hand', async () => {
  const people = await server.newCompany()
  const { owner } = people
  const perBag = { name: 'Abrasif', pricing: 'material', price: 12.5, materialKind: 'salt', materialUnit: 'bag' }
  const { routeId } = await servedSite(owner, [perBag])
  const { id } = await owner(api.openOperation, { kind: 'ice' })
  await drive(people, routeId, 'salting', { material: { kind: 'salt', quantity: 2, unit: 'bag' } })
  await drive(people, routeId, 'salting', { material: { kind: 'sand', quantity: 2, unit: 'bag' } })
  await drive(people, routeId, 'salting', { material: { kind: 'salt', quantity: 40, unit: 'kg' } })
  await closed(server, people, id)
  const found = (await lines(people)).toSorted((one, other) => (one.quantity ?? 0) - (other.quantity ?? 0))
  expect(found).toMatchObject([
    { kind: 'material', unit: 'bag', quantity: null, amount: null, proof: { materials: [{ kind: 'salt', quantity: 40, unit: 'kg' }] } },
    { kind: 'material', unit: 'bag', quantity: 2, amount: 2500 },
  ])
})

test('of a ceiling only the part beyond is billed, in the operation that went beyond; a correction moves it', async () => {
  const people = await server.newCompany()
  const { owner, companyId } = people
  const season = { name: 'Entrée', price: 425 }
  const schedule = [{ paymentDate: today(), percent: 100 }]
  await servedSite(owner, [season], { paymentShedules: schedule, ceiling: 15, ceilingUnit: 'cm', ceilingPrice: 350 })
  const night = async (amount: number, hoursAgo: number) => {
    const { id } = await owner(api.openOperation)
    await owner(api.addOperationReading, { id, reading: { kind: 'depth', amount } })
    await closed(server, people, id)
    await inCompany(
      server,
      companyId,
      (tx) => tx.sql`update operations set opened_at = now() - make_interval(mins => ${hoursAgo * 10}) where id = ${id}`,
    )
    return id
  }
  const nights = [await night(10, 3), await night(8, 2), await night(4.5, 1)]
  await propose(server, people, nights[0] ?? '')
  const beyondOf = async () => {
    const found = await lines(people)
    return nights.map((id) => found.filter(({ operationId }) => operationId === id).reduce((sum, { amount }) => sum + (amount ?? 0), 0))
  }
  expect(await beyondOf()).toEqual([0, 1050, 1575])
  expect((await lines(people, { operationId: nights[1] }))[0]).toMatchObject({
    kind: 'beyond',
    unit: 'cm',
    quantity: 3,
    price: 350,
    proof: { depth: 8, ceiling: { ceiling: 15, unit: 'cm', before: 10, after: 18 } },
  })
  await owner(api.addOperationReading, { id: nights[0] ?? '', reading: { kind: 'depth', amount: 16 } })
  await expect.poll(beyondOf).toEqual([350, 2800, 1575])
})

test('a contract counts by its days and once it is signed, also after the pass; one that changed between, as it was signed', async () => {
  const people = await server.newCompany()
  const { owner } = people
  const draft = await servedSite(owner, [perPass], { status: 'draft' })
  const later = await servedSite(owner, [perPass], { startAt: addDays(today(), 1) })
  const { id } = await owner(api.openOperation)
  for (const { routeId } of [draft, later]) await drive(people, routeId)
  await owner(api.updateContract, { id: draft.contract.id, contract: { services: [{ ...perPass, price: 50 }] } })
  await closed(server, people, id)
  expect(await lines(people)).toEqual([])

  await owner(api.setContractStatuses, { contractIds: [draft.contract.id], status: 'accepted' })
  await server.work((work) => lookAtBillables(work, people))
  expect(await lines(people)).toMatchObject([{ amount: 5000, isSignedLater: false }])
  await inCompany(
    server,
    people.companyId,
    (tx) => tx.sql`update contracts set signed_at = now() + interval '2 days' where signed_at is not null`,
  )
  expect(await lines(people)).toMatchObject([{ isSignedLater: true }])

  // The signature on paper was a mistake: nothing was agreed.
  await owner(api.setContractStatuses, { contractIds: [draft.contract.id], status: 'sent' })
  await propose(server, people, id)
  expect(await lines(people)).toEqual([])
})

test('a site that was sold is shown as such; an archived contract keeps its lines', async () => {
  const people = await server.newCompany()
  const { owner, companyId } = people
  const { routeId, siteId, clientId, contract } = await servedSite(owner)
  const { id } = await owner(api.openOperation)
  await drive(people, routeId)
  await closed(server, people, id)
  const buyer = await newClient(owner)
  await inCompany(server, companyId, (tx) => tx.sql`update sites set client_id = ${buyer.id} where id = ${siteId}`)
  await propose(server, people, id)
  expect(await lines(people)).toMatchObject([{ clientId, isSiteMoved: true, amount: 4500 }])
  await owner(api.setContractStatuses, { contractIds: [contract.id], status: 'canceled' })
  await propose(server, people, id)
  expect(await lines(people)).toMatchObject([{ clientId, amount: 4500 }])
})

test('a pass that two contracts bill is shown as such, until one of the lines is waived', async () => {
  const people = await server.newCompany()
  const { owner } = people
  const { routeId, siteId, clientId, contract } = await servedSite(owner)
  const { id } = await owner(api.openOperation)
  await drive(people, routeId)
  await closed(server, people, id)
  expect(await lines(people)).toMatchObject([{ isTwice: false }])
  await owner(api.setContractStatuses, { contractIds: [contract.id], status: 'canceled' })
  const { startAt, endAt } = contract
  const terms = { startAt, endAt, services: [perPass], paymentShedules: [], status: 'accepted' }
  await newContract(owner, { clientId, siteId, ...terms })
  await propose(server, people, id)
  const both = await lines(people)
  expect(both).toMatchObject([{ isTwice: true }, { isTwice: true }])
  await owner(api.updateBillable, { id: both[0]?.id ?? '', billable: { waiveReason: 'Facturé par l’autre contrat' } })
  expect((await lines(people)).find(({ state }) => state === 'proposed')).toMatchObject({ isTwice: false })
})

test('an amount that no contract may have is completed by hand, and the others are proposed', async () => {
  const people = await server.newCompany()
  const salt = { name: 'Sel', pricing: 'material', price: 1000, materialKind: 'salt', materialUnit: 'kg' }
  const { routeId } = await servedSite(people.owner, [perPass, salt])
  const { id } = await people.owner(api.openOperation)
  await drive(people, routeId, 'full', { material: { kind: 'salt', quantity: 50_000, unit: 'kg' } })
  await closed(server, people, id)
  const found = await lines(people)
  expect(found).toHaveLength(2)
  expect(found.find(({ kind }) => kind === 'material')).toMatchObject({ quantity: null, amount: null })
  expect(found.find(({ kind }) => kind === 'pass')).toMatchObject({ quantity: 1, amount: 4500 })
})

test('an operation belongs to the day and month in which it opened, by the company’s calendar', async () => {
  const people = await server.newCompany()
  const { owner, companyId } = people
  const season = { startAt: '2025-10-01', endAt: '2026-09-30', status: 'draft' }
  const { routeId } = await servedSite(owner, [perPass], season)
  await inCompany(server, companyId, (tx) => tx.sql`update contracts set status = 'accepted', signed_at = '2025-10-01'`)
  const { id } = await owner(api.openOperation)
  await drive(people, routeId)
  await owner(api.closeOperation, { id })
  const openedAt = (at: string) =>
    inCompany(
      server,
      companyId,
      (tx) => tx.sql`update operations set opened_at = ${at}, closed_at = ${at}::timestamptz + interval '6 hours'`,
    )
  for (const [at, day] of [
    ['2026-01-01T04:59:00Z', '2025-12-31'],
    ['2026-02-01T04:30:00Z', '2026-01-31'],
    ['2026-02-01T05:30:00Z', '2026-02-01'],
  ] as const) {
    await openedAt(at)
    await propose(server, people, id)
    expect(await lines(people, { month: day.slice(0, 7) })).toMatchObject([{ day }])
    expect(await owner(api.listBillableGroups, { by: 'month' })).toMatchObject([{ id: day.slice(0, 7), amount: 4500 }])
    expect(await lines(people, { month: '2027-05' })).toEqual([])
  }
})

test('nothing is proposed at 0 $; amounts are before taxes in every province; a thousand passes are a thousand lines', async () => {
  const people = await server.newCompany()
  const { owner, companyId } = people
  const free = await servedSite(owner, [{ ...perPass, price: 0 }])
  const busy = await servedSite(owner)
  const site = await owner(api.getSite, { id: busy.siteId })
  await inCompany(server, companyId, (tx) => tx.sql`update contracts set site_state = 'ON' where id = ${busy.contract.id}`)
  const { id } = await owner(api.openOperation)
  await drive(people, free.routeId)
  const { runId } = await drive(people, busy.routeId)
  await inCompany(
    server,
    companyId,
    (tx) => tx.sql`
      insert into run_sites (company_id, run_id, site_id, site_name, site_address, customer_name, sort_order, state, decided_at)
      select ${companyId}, ${runId}, ${busy.siteId}, ${site.name}, 'x', 'x', 10 + n, 'done', now() from generate_series(1, 999) n`,
  )
  await closed(server, people, id)
  await propose(server, people, id)
  expect(await owner(api.listBillableGroups, { by: 'client' })).toMatchObject([{ id: busy.clientId, count: 1000, amount: 4_500_000 }])
})

test('the season is read again once a day, in the morning, where a contract bills by use', async () => {
  const people = await server.newCompany()
  const due = async (at: string) => {
    const asked: string[] = []
    const later = async (_: unknown, one: { companyId: string }) => void asked.push(one.companyId)
    await server.work((work) => enqueueBillableLooks({ ...work, now: new Date(at), later } as never))
    return asked.includes(people.companyId)
  }
  expect(await due('2040-01-15T14:00:00Z')).toBe(false)
  await servedSite(people.owner)
  expect(await due('2040-01-15T09:50:00Z')).toBe(false)
  expect(await due('2040-01-15T10:00:00Z')).toBe(true)
  await server.work((work) => lookAtBillables({ ...work, now: new Date('2040-01-15T10:00:00Z') } as never, people))
  expect(await due('2040-01-15T20:00:00Z')).toBe(false)
  expect(await due('2040-01-16T10:00:00Z')).toBe(true)
})

test('other companies see nothing of it, and neither do employees or clients', async () => {
  const people = await server.newCompany()
  const { routeId } = await servedSite(people.owner)
  const { id } = await people.owner(api.openOperation)
  await drive(people, routeId)
  await closed(server, people, id)
  const [line] = await lines(people)
  const other = await server.newCompany()
  expect(await lines(other)).toEqual([])
  expect(await other.owner.raw(api.updateBillable, { id: line?.id ?? '', billable: { price: 1 } })).toMatchObject({ status: 404 })
  for (const caller of [people.employee, people.dispatcher, people.client]) expect((await caller.raw(api.listBillables)).status).toBe(403)
})
