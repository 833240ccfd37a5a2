import { api } from '@bordee/core/api.ts'
import { expect, test } from 'vitest'
import { actingAs } from '../engine/ctx.ts'
import { closed, drive, perPass, propose, servedSite } from '../testing/billables.ts'
import { inCompany, openTestServer, type People } from '../testing/server.ts'
import { releaseBillables, takeBillables } from './taking.ts'

const server = await openTestServer()
const lines = (people: People) => people.owner(api.listBillables)

/** An operation with one pass, closed. */
async function onePass() {
  const people = await server.newCompany()
  const site = await servedSite(people.owner)
  const { id } = await people.owner(api.openOperation)
  const { stopId, runId } = await drive(people, site.routeId)
  await closed(server, people, id)
  const [line] = await lines(people)
  if (!line) throw new Error('A pass is a line')
  return { people, operationId: id, line, stopId, runId, ...site }
}

const invoiceId = '00000000-0000-4000-8000-000000000001'
const otherInvoice = '00000000-0000-4000-8000-000000000002'

/** As the invoices of the company will. */
async function asOffice<T>({ owner, companyId }: People, run: (ctx: ReturnType<typeof actingAs>) => Promise<T>) {
  const { id: accountId, email } = await owner(api.getCurrentAccount)
  return server.work(async (work) => {
    await work.tx.scope({ companies: [companyId] })
    return run(actingAs(work, { accountId, email, role: 'owner', companyId }))
  })
}
const invoice = (people: People, ids: string[], on = invoiceId) =>
  asOffice(people, (ctx) =>
    takeBillables(
      ctx,
      ids.map((id) => ({ id, invoiceId: on })),
    ),
  )

/** The stop was not done after all, or was. */
const setState = ({ companyId }: People, stopId: string, state: string) =>
  inCompany(server, companyId, (tx) => tx.sql`update run_sites set state = ${state} where id = ${stopId}`)

/** The price that was agreed is another: as a correction of the source. */
const setPrice = ({ companyId }: People, cents: number) =>
  inCompany(server, companyId, (tx) => tx.sql`update contract_services set price = ${cents} where pricing = 'pass'`)

test('a correction says who and when, is kept, and shows that its source changed since; it can follow its source again', async () => {
  const { people, operationId, line } = await onePass()
  const { owner } = people
  const corrected = await owner(api.updateBillable, { id: line.id, billable: { price: 4000, description: 'Entente avec le client' } })
  expect(corrected).toMatchObject({ price: 4000, amount: 4000, sourceAmount: 4500, isCorrected: true, decidedByName: 'Prénom Nom' })
  expect(corrected.decidedAt).not.toBeNull()
  await setPrice(people, 6000)
  await propose(server, people, operationId)
  expect(await lines(people)).toMatchObject([
    { description: 'Entente avec le client', amount: 4000, sourceAmount: 6000, isSourceChanged: true },
  ])
  expect(await owner(api.listBillableGroups)).toMatchObject([{ changed: 1 }])
  const back = await owner(api.updateBillable, { id: line.id, billable: { isCorrected: false } })
  expect(back).toMatchObject({ description: line.description, amount: 6000, isCorrected: false, isSourceChanged: false, decidedAt: null })
})

test('a waived line says why, stays waived whatever is read again, and is taken back', async () => {
  const { people, operationId, line, stopId } = await onePass()
  const { owner } = people
  const { id } = line
  await owner(api.updateBillable, { id, billable: { waiveReason: 'Passage en double' } })
  await propose(server, people, operationId)
  expect(await lines(people)).toMatchObject([{ id, state: 'waived', waiveReason: 'Passage en double', isSourceChanged: false }])
  await setState(people, stopId, 'todo')
  await propose(server, people, operationId)
  expect(await lines(people)).toMatchObject([{ id, state: 'waived', sourceAmount: 0, isSourceChanged: true }])
  await setState(people, stopId, 'done')
  await propose(server, people, operationId)
  expect(await owner(api.updateBillable, { id, billable: { waiveReason: null } })).toMatchObject({
    state: 'proposed',
    amount: 4500,
    waiveReason: null,
    decidedAt: null,
  })
  const { entries } = await server.work(async (work) => {
    await work.tx.scope({ companies: [people.companyId] })
    return { entries: await work.tx.sql<{ action: string }>`select action from audit_log where action like 'billable-%' order by id` }
  })
  expect(entries.map(({ action }) => action)).toEqual(['billable-waived', 'billable-restored'])
})

test('bad values are refused in French and change nothing', async () => {
  const { people, line } = await onePass()
  const { id } = line
  for (const billable of [
    { quantity: 0 },
    { quantity: 1.005 },
    { price: -1 },
    { price: 1e9 },
    { description: ' ' },
    { quantity: 1e6, price: 1e8 },
  ]) {
    const { status, body } = await people.owner.raw(api.updateBillable, { id, billable })
    expect([status, Object.keys((body as { formErrors: object }).formErrors)]).toEqual([422, ['billable']])
  }
  expect(await lines(people)).toEqual([line])
  expect(await people.owner(api.updateBillable, { id, billable: { price: 4500 } })).toEqual(line)
})

test('of two invoices at once, one takes the line; then nobody changes it', async () => {
  const { people, line } = await onePass()
  const { id } = line
  const tried = await Promise.allSettled([invoice(people, [id]), invoice(people, [id], otherInvoice)])
  expect(tried.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await lines(people)).toMatchObject([{ state: 'invoiced', amount: 4500 }])
  const refused = await people.owner.raw(api.updateBillable, { id, billable: { price: 1 } })
  expect(refused).toMatchObject({ status: 409, body: { code: 'billable-invoiced' } })
})

test('an incomplete or waived line is taken by no invoice, and neither are those beside it', async () => {
  const people = await server.newCompany()
  const { owner } = people
  const outing = { name: 'Cour', pricing: 'outing', price: 0, bands: [{ upTo: null, price: 5000 }] }
  const { routeId } = await servedSite(owner, [perPass, outing])
  const { id } = await owner(api.openOperation)
  await drive(people, routeId)
  await closed(server, people, id)
  const ids = (await lines(people)).map((line) => line.id)
  expect(ids).toHaveLength(2)
  await expect(invoice(people, ids)).rejects.toMatchObject({ status: 409, body: { code: 'billables-taken', conflicts: [{}] } })
  expect((await lines(people)).map(({ state }) => state)).toEqual(['proposed', 'proposed'])
})

test('a source that changes after the invoice adds one credit or supplement; what was billed stays', async () => {
  const { people, operationId, line, stopId } = await onePass()
  await invoice(people, [line.id])
  await setState(people, stopId, 'todo')
  for (let i = 0; i < 3; i++) await propose(server, people, operationId)
  const credit = async () => (await lines(people)).filter(({ adjustsId }) => adjustsId === line.id)
  expect(await credit()).toMatchObject([
    { state: 'proposed', unit: 'adjustment', quantity: 1, price: -4500, amount: -4500, description: `Crédit\u00a0: ${line.description}` },
  ])
  // Done after all, at another price: the open difference follows.
  await setState(people, stopId, 'done')
  await setPrice(people, 5200)
  await propose(server, people, operationId)
  expect(await credit()).toMatchObject([{ amount: 700, description: `Supplément\u00a0: ${line.description}` }])
  const [supplement] = await credit()
  await invoice(people, [supplement?.id ?? ''], otherInvoice)
  await setPrice(people, 4500)
  await propose(server, people, operationId)
  expect(new Set((await credit()).map(({ amount }) => amount))).toEqual(new Set([-700, 700]))
  expect((await lines(people)).reduce((sum, { amount }) => sum + (amount ?? 0), 0)).toBe(4500)
  expect((await lines(people)).find(({ id }) => id === line.id)).toMatchObject({ state: 'invoiced', amount: 4500, sourceAmount: 4500 })
})

test('a credit that is waived isn’t billed back when its source returns', async () => {
  const { people, operationId, line } = await onePass()
  await invoice(people, [line.id])
  await setPrice(people, 3000)
  await propose(server, people, operationId)
  const [credit] = (await lines(people)).filter(({ adjustsId }) => adjustsId)
  expect(credit).toMatchObject({ amount: -1500 })
  await people.owner(api.updateBillable, { id: credit?.id ?? '', billable: { waiveReason: 'Faute de frappe' } })
  await setPrice(people, 4500)
  await propose(server, people, operationId)
  const found = await lines(people)
  expect(found).toHaveLength(2)
  expect(found.find(({ state }) => state === 'invoiced')).toMatchObject({ id: line.id, amount: 4500 })
  expect(found.find(({ state }) => state === 'waived')).toMatchObject({ id: credit?.id, amount: -1500 })
})

test('a pass that was billed and moves to another operation is not credited', async () => {
  const { people, operationId, line, runId } = await onePass()
  await invoice(people, [line.id])
  await inCompany(server, people.companyId, (tx) => tx.sql`update operations set closed_at = now() - interval '1 second'`)
  const other = await people.owner(api.openOperation)
  await people.owner(api.updateRun, { id: runId, operationId: other.id })
  await propose(server, people, operationId)
  expect(await lines(people)).toMatchObject([{ id: line.id, state: 'invoiced', amount: 4500 }])
  await closed(server, people, other.id)
  expect(await lines(people)).toMatchObject([{ id: line.id, state: 'invoiced', amount: 4500 }])
})

test('an empty reason waives nothing', async () => {
  const { people, line } = await onePass()
  const { status } = await people.owner.raw(api.updateBillable, { id: line.id, billable: { waiveReason: ' ' } })
  expect(status).toBe(422)
  expect(await lines(people)).toMatchObject([{ state: 'proposed' }])
})

test('a draft invoice that goes lets go of its lines, which then follow their sources', async () => {
  const { people, operationId, line } = await onePass()
  await invoice(people, [line.id])
  await setPrice(people, 5200)
  await propose(server, people, operationId)
  expect(await lines(people)).toHaveLength(2)
  await asOffice(people, (ctx) => releaseBillables(ctx, invoiceId))
  await propose(server, people, operationId)
  expect(await lines(people)).toMatchObject([{ id: line.id, state: 'proposed', amount: 5200, invoiceId: null }])
})

test('a run that is removed takes its proposed lines along', async () => {
  const { people, operationId, runId } = await onePass()
  await people.admin(api.deleteRun, { id: runId })
  await propose(server, people, operationId)
  expect(await lines(people)).toEqual([])
})
