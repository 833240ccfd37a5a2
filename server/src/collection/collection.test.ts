// What clients owe, by how late it is; notes about it; and the service that is stopped meanwhile.
import { randomUUID } from 'node:crypto'
import { api } from '@bordee/core/api.ts'
import { addDays } from '@bordee/core/time.ts'
import { describe, expect, test } from 'vitest'
import { newInvoice, payInvoice } from '../testing/client-invoices.ts'
import { inDays, newContract, today } from '../testing/contracts.ts'
import { newClient, newSite } from '../testing/folders.ts'
import { hour, minute } from '../testing/runs.ts'
import { inCompany, openTestServer, type People } from '../testing/server.ts'
import { siteStatusOf } from '../tracking/site-statuses.ts'

const server = await openTestServer()
const ago = (milliseconds: number) => new Date(Date.now() - milliseconds).toISOString()

/** Due that many days ago. */
async function lateInvoice(people: People, clientId: string, amount: number, days: number) {
  const invoice = await newInvoice(server, people, { clientId, amounts: [amount] })
  await inCompany(server, people.companyId, (tx) => tx.sql`update client_invoices set due_date = ${inDays(-days)} where id = ${invoice.id}`)
  return invoice
}

/** Signed long ago, with an instalment of half the price due that many days ago, and the other half to come. */
async function lateContract(people: People, clientId: string, days: number) {
  const made = await newContract(people.owner, {
    clientId,
    status: 'accepted',
    paymentShedules: [
      { paymentDate: inDays(1), percent: 50 },
      { paymentDate: inDays(40), percent: 50 },
    ],
  })
  await inCompany(server, people.companyId, async (tx) => {
    await tx.sql`
      update contract_instalments set payment_date = ${inDays(-days)} where contract_id = ${made.id} and position = 0`
    await tx.sql`update contracts set signed_at = now() - interval '200 days' where id = ${made.id}`
  })
  return people.owner(api.getContract, { id: made.id })
}

const ofClient = async ({ owner }: People, clientId: string) =>
  (await owner(api.listAgeing)).clients.find((client) => client.clientId === clientId)

describe('ageing', () => {
  test('has one balance of contracts and invoices, each part by its days past due, as their own screens show it', async () => {
    const people = await server.newCompany()
    const { owner } = people
    const { id: clientId, name, number } = await newClient(owner, { billingState: 'QC' })
    const contract = await lateContract(people, clientId, 45)
    const [late = 0, next = 0] = contract.paymentShedules.map(({ amountLeft }) => amountLeft)
    expect(late).toBeGreaterThan(0)
    const fresh = await lateInvoice(people, clientId, 1000, 0)
    const old = await lateInvoice(people, clientId, 2000, 91)
    const partial = await lateInvoice(people, clientId, 3000, 90)
    await payInvoice(people, partial.id, 449)
    const paid = await lateInvoice(people, clientId, 4000, 10)
    await payInvoice(people, paid.id, paid.totalPrice)
    await newInvoice(server, people) // someone else's

    const { day, clients } = await owner(api.listAgeing)
    expect(day).toBe(today())
    expect(clients).toHaveLength(2)
    expect(clients.find((client) => client.clientId === clientId)).toEqual({
      id: clientId,
      clientId,
      clientName: name,
      clientNumber: number,
      notDue: next + fresh.totalPrice,
      upTo30: 0,
      upTo60: late,
      upTo90: partial.totalPrice - 449,
      beyond: old.totalPrice,
      overpaid: 0,
      balance: next + fresh.totalPrice + late + partial.totalPrice - 449 + old.totalPrice,
      waitingCheques: 0,
      followUpOn: null,
      stoppedFrom: null,
    })
    const { receivables } = await owner(api.getClientAgeing, { clientId })
    expect(receivables.map(({ kind, age, amountLeft }) => [kind, age, amountLeft])).toEqual([
      ['invoice', 'beyond', old.totalPrice],
      ['invoice', 'upTo90', partial.totalPrice - 449],
      ['contract', 'upTo60', late],
      ['invoice', 'notDue', fresh.totalPrice],
      ['contract', 'notDue', next],
    ])
  })

  test('deducts what is overpaid, and shows cheques that wait beside it', async () => {
    const people = await server.newCompany()
    const { owner } = people
    const { id: clientId } = await newClient(owner, { billingState: 'QC' })
    const credited = await lateInvoice(people, clientId, 1000, 5)
    await payInvoice(people, credited.id, 1150)
    await owner(api.creditClientInvoice, { id: credited.id, creditId: randomUUID(), reason: 'Entente' })
    const open = await lateInvoice(people, clientId, 2000, 5)
    expect(await ofClient(people, clientId)).toMatchObject({ upTo30: 2300, overpaid: 1150, balance: 1150 })

    const contract = await lateContract(people, clientId, 5)
    const whole = contract.paymentShedules.reduce((sum, { amountLeft }) => sum + amountLeft, 0)
    const cheque = { number: '12', bank: null, dated: inDays(30), amount: 10_000, note: null }
    await owner(api.createCheque, { id: randomUUID(), cheque: { ...cheque, parts: [{ contractId: contract.id, amount: 10_000 }] } })
    // The contract's own screen counts it as paid already.
    expect(await ofClient(people, clientId)).toMatchObject({
      waitingCheques: 10_000,
      balance: open.totalPrice - 1150 + whole - 10_000,
    })
  })

  test('is the office’s alone', async () => {
    const people = await server.newCompany()
    const { id: clientId } = await newClient(people.owner)
    expect((await people.employee.raw(api.listAgeing)).status).toBe(403)
    expect((await people.client.raw(api.getClientAgeing, { clientId })).status).toBe(403)
    const neighbour = await server.newCompany()
    expect((await neighbour.owner.raw(api.getClientAgeing, { clientId })).status).toBe(404)
    expect((await neighbour.owner(api.listAgeing)).clients).toEqual([])
  })
})

test('a note says who wrote it and when to follow up, once; the newest day counts', async () => {
  const people = await server.newCompany()
  const { owner } = people
  const { id: clientId } = await newClient(owner)
  const note = { id: randomUUID(), clientId, text: 'A promis de payer vendredi', followUpOn: inDays(3) }
  for (let sent = 0; sent < 2; sent++) await owner(api.addCollectionNote, { note })
  const { email } = await owner(api.getCurrentAccount)
  const { notes } = await owner(api.addCollectionNote, { note: { ...note, id: randomUUID(), text: 'Rappelé', followUpOn: null } })
  expect(notes.map(({ text, followUpOn, writtenBy }) => [text, followUpOn, writtenBy])).toEqual([
    ['Rappelé', null, email],
    ['A promis de payer vendredi', inDays(3), email],
  ])
  expect(await ofClient(people, clientId)).toMatchObject({ balance: 0, followUpOn: null })
  expect(await owner.raw(api.addCollectionNote, { note: { ...note, text: 'Autre' } })).toMatchObject({ body: { code: 'id-used' } })
  expect((await owner.raw(api.addCollectionNote, { note: { ...note, id: randomUUID(), clientId: randomUUID() } })).status).toBe(404)
})

/** A round under way over two clients' sites. */
async function onTheRoad() {
  const people = await server.newCompany()
  const { owner, employee, companyId } = people
  const clients = [await newClient(owner), await newClient(owner)]
  const sites = []
  for (const { id } of clients) sites.push(await newSite(owner, id))
  const [stopped, served] = sites.map(({ id }) => id) as [string, string]
  const { id: routeId } = await owner(api.createRoute, {
    route: { name: 'Nord', sites: sites.map(({ id: site }, sortOrder) => ({ site, sortOrder })) },
  })
  const run = await employee(api.startRun, { routeId, at: ago(hour) })
  const operationId = run.operationId ?? ''
  const onPhone = async () =>
    (await employee(api.getRunDetails, { id: run.id })).runSites
      .filter(({ isServiceStopped }) => isServiceStopped)
      .map(({ siteId }) => siteId)
  const stored = async () =>
    (await employee(api.listRouteStops, { id: routeId })).filter(({ isServiceStopped }) => isServiceStopped).map(({ siteId }) => siteId)
  const onBoard = async () => {
    const rows = await owner(api.listOperationSites, { id: operationId })
    const { counts } = await owner(api.getBoard, { id: operationId })
    const row = rows.find(({ siteId }) => siteId === stopped)
    return { state: row?.state, isServiceStopped: row?.isServiceStopped, unneeded: counts.unneeded, left: counts.left, redo: counts.redo }
  }
  const residentReads = (siteId: string) =>
    server.work(async (work) => {
      await work.tx.scope({ companies: [companyId] })
      return (await siteStatusOf(work, { companyId, siteId }))?.is
    })
  return { ...people, clientId: clients[0]?.id ?? '', stopped, served, runId: run.id, operationId, onPhone, stored, onBoard, residentReads }
}

describe('a service that is stopped', () => {
  test('shows on the phone, on the board and to the resident from its day on, until it resumes', async () => {
    const { owner, employee, clientId, stopped, served, runId, operationId, onPhone, stored, onBoard, residentReads } = await onTheRoad()
    expect(await onBoard()).toEqual({ state: 'left', isServiceStopped: false, unneeded: 0, left: 2, redo: 0 })
    const stop = { id: randomUUID(), clientId, fromDay: today() }
    for (let sent = 0; sent < 2; sent++)
      expect((await owner(api.stopService, { stop })).stops).toMatchObject([{ fromDay: today(), untilDay: null }])
    expect(await onPhone()).toEqual([stopped])
    expect(await stored()).toEqual([stopped])
    expect(await onBoard()).toEqual({ state: 'unneeded', isServiceStopped: true, unneeded: 1, left: 1, redo: 0 })
    expect([await residentReads(stopped), await residentReads(served)]).toEqual(['suspended', 'unforeseeable'])

    await employee(api.actOnRun, { id: runId, type: 'quit', at: ago(minute) })
    expect(await onBoard()).toMatchObject({ state: 'unneeded', unneeded: 1, redo: 1 })
    await owner(api.closeOperation, { id: operationId })

    await owner(api.resumeService, { id: stop.id, stop: { untilDay: addDays(today(), 1) } })
    expect(await onPhone()).toEqual([stopped])
    await owner(api.resumeService, { id: stop.id, stop: { untilDay: today() } })
    expect([await onPhone(), await stored()]).toEqual([[], []])
    expect(await residentReads(stopped)).toBe('idle')
  })

  test('leaves an operation that was closed before as it was', async () => {
    const { owner, clientId, runId, employee, operationId, onBoard, companyId } = await onTheRoad()
    await employee(api.actOnRun, { id: runId, type: 'quit', at: ago(minute) })
    await owner(api.closeOperation, { id: operationId })
    await inCompany(
      server,
      companyId,
      (tx) => tx.sql`update operations set closed_at = now() - interval '3 days' where id = ${operationId}`,
    )
    await owner(api.stopService, { stop: { id: randomUUID(), clientId, fromDay: today() } })
    expect(await onBoard()).toMatchObject({ state: 'redo', isServiceStopped: false })
  })

  test('from a later day on changes nothing today', async () => {
    const { owner, clientId, onPhone, onBoard } = await onTheRoad()
    const stop = { id: randomUUID(), clientId, fromDay: inDays(2) }
    await owner(api.stopService, { stop })
    expect(await onPhone()).toEqual([])
    expect(await onBoard()).toMatchObject({ state: 'left' })
    expect((await owner(api.listAgeing)).clients).toMatchObject([{ clientId, stoppedFrom: inDays(2) }])
    await owner(api.resumeService, { id: stop.id, stop: { untilDay: inDays(2) } }) // it never was
    expect((await owner(api.getClientAgeing, { clientId })).stoppedFrom).toBeNull()
    await owner(api.stopService, { stop: { ...stop, id: randomUUID() } })
  })

  test('can’t begin or end in the past, nor be stopped twice', async () => {
    const { owner } = await server.newCompany()
    const { id: clientId } = await newClient(owner)
    const stop = { id: randomUUID(), clientId, fromDay: today() }
    expect(await owner.raw(api.stopService, { stop: { ...stop, fromDay: inDays(-1) } })).toMatchObject({
      status: 422,
      body: { formErrors: { stop: { fromDay: expect.any(String) } } },
    })
    const pressed = await Promise.all([1, 2, 3].map(() => owner.raw(api.stopService, { stop: { ...stop, id: randomUUID() } })))
    expect(pressed.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
    const id = (await owner(api.getClientAgeing, { clientId })).stops[0]?.id ?? ''
    expect(await owner.raw(api.stopService, { stop: { ...stop, id, fromDay: inDays(5) } })).toMatchObject({ body: { code: 'id-used' } })
    expect((await owner.raw(api.resumeService, { id, stop: { untilDay: inDays(-1) } })).status).toBe(422)
    for (let sent = 0; sent < 2; sent++) await owner(api.resumeService, { id, stop: { untilDay: today() } })
    expect(await owner.raw(api.resumeService, { id, stop: { untilDay: inDays(1) } })).toMatchObject({ body: { code: 'service-resumed' } })
    const neighbour = await server.newCompany()
    expect((await neighbour.owner.raw(api.resumeService, { id, stop: { untilDay: today() } })).status).toBe(404)
  })
})

test('stops of one service never overlap, also when an earlier one is made longer', async () => {
  const { owner } = await server.newCompany()
  const { id: clientId } = await newClient(owner)
  const stop = (fromDay: string) => ({ id: randomUUID(), clientId, fromDay })
  const [first, second] = [stop(inDays(1)), stop(inDays(5))]
  await owner(api.stopService, { stop: first })
  await owner(api.resumeService, { id: first.id, stop: { untilDay: inDays(5) } })
  await owner(api.stopService, { stop: second })
  expect(await owner.raw(api.resumeService, { id: first.id, stop: { untilDay: inDays(30) } })).toMatchObject({
    status: 409,
    body: { code: 'service-stopped' },
  })
  await owner(api.resumeService, { id: first.id, stop: { untilDay: inDays(3) } })
  await owner(api.resumeService, { id: second.id, stop: { untilDay: inDays(8) } })
})

test('an erasure removes the notes about debts, also if the folder stays', async () => {
  const { owner } = await server.newCompany()
  const { id: clientId } = await newClient(owner)
  const { id: siteId } = await newSite(owner, clientId)
  await newContract(owner, { clientId, siteId, status: 'accepted' })
  await owner(api.addCollectionNote, { note: { id: randomUUID(), clientId, text: 'Promet de payer', followUpOn: null } })
  const { parts } = await owner(api.eraseClient, { id: clientId })
  expect(parts.find(({ kind }) => kind === 'collectionNotes')).toEqual({ kind: 'collectionNotes', removed: 1, kept: [] })
  expect((await owner(api.getClientAgeing, { clientId })).notes).toEqual([])
})
