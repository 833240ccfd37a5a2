// Sends to chosen sites, and `{raison}` in their text.
import { api } from '@bordee/core/api.ts'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { newMessage, newOccupant, newPhone, newSender, type Sender, sentWhole } from '../testing/alerts.ts'
import { newClient, newSite } from '../testing/folders.ts'
import { hour, minute, newRoute } from '../testing/runs.ts'
import { inCompany, openTestServer, ownerUrlOf } from '../testing/server.ts'

const server = await openTestServer()
const always = { from: '2020-01-01', to: '2100-01-01' }
const asking = 'Boréal : nous reviendrons ({raison}).'
const ago = (milliseconds: number) => new Date(Date.now() - milliseconds).toISOString()

/** A night in which the employee drives three sites, with an occupant at each. */
async function aNight({ bank = 100, long = asking } = {}) {
  const sender = await newSender(server, { bank })
  const { owner, employee } = sender
  const { id: routeId, siteIds } = await newRoute(owner, 3)
  const phones = siteIds.map(newPhone)
  for (const [i, site] of siteIds.entries())
    await newOccupant(owner, { site, phone: phones[i] ?? '', alertMethod: i === 1 ? 'call' : 'sms' })
  const run = await employee(api.startRun, { routeId, at: ago(hour) })
  const { runSites } = await employee(api.getRunDetails, { id: run.id })
  const leave = (i: number, why: object = {}) => employee(api.markSiteNotDone, { runId: run.id, runSiteId: runSites[i]?.id ?? '', ...why })
  const done = (i: number) => employee(api.markSiteDone, { runId: run.id, runSiteId: runSites[i]?.id ?? '' })
  const message = await newMessage(owner, { long })
  return { ...sender, routeId, siteIds, phones, leave, done, runId: run.id, asking: message.id, operationId: run.operationId ?? '' }
}

const textsTo = async (phones: readonly string[]) =>
  (await server.sql<{ text: string }>('select text from outbox where "to" = any($1) order by "to"', [phones])).map(({ text }) => text)
const nothingWritten = async ({ owner }: Pick<Sender, 'owner'>) => expect(await owner(api.listAlertHistory, always)).toEqual([])

test('a send to chosen sites alerts their occupants once each, and belongs to the night', async () => {
  const { owner, messageId, siteIds, phones, operationId } = await aNight()
  const [first = '', second = ''] = siteIds
  const order = { messageId, siteIds: [first, second, first] }
  expect(await owner(api.previewAlert, order)).toMatchObject({
    expectedCount: 2,
    byMethod: { sms: 1, call: 1 },
    refusal: null,
    reasons: [],
  })
  const { code } = await owner(api.sendAlert, order)
  const log = await sentWhole(owner, code ?? '')
  expect(log.map(({ phone }) => phone).toSorted()).toEqual(phones.slice(0, 2).toSorted())
  expect(await owner(api.listAlertHistory, always)).toMatchObject([{ code, operationId, targetName: '2\u00a0points de service' }])
  expect(await owner(api.listAlertHistory, { ...always, operationId })).toMatchObject([{ code }])
})

test('the same sites in another order are the same target, and the same press', async () => {
  const { owner, messageId, siteIds } = await aNight()
  const requestKey = 'deux-fois-les-memes'
  const [first, again] = await Promise.all([
    owner(api.sendAlert, { messageId, siteIds, requestKey }),
    owner(api.sendAlert, { messageId, siteIds: siteIds.toReversed(), requestKey }),
  ])
  expect(again).toEqual(first)
  expect(await owner(api.sendAlert, { messageId, siteIds: siteIds.toReversed() })).toMatchObject({
    type: 'warning',
    message: expect.stringMatching(/au même endroit/),
  })
  expect((await owner.raw(api.sendAlert, { messageId, siteIds: siteIds.slice(1), requestKey })).status).toBe(409)
  expect(await owner(api.listAlertHistory, always)).toHaveLength(1)
})

test('one site of another company, one too many, or two kinds of target, and nothing is sent', async () => {
  const night = await aNight()
  const other = await newSender(server)
  const theirs = (await newSite(other.owner, (await newClient(other.owner)).id)).id
  const { owner, messageId, siteIds, sectorId } = night
  const uuid = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`
  const refused = {
    404: [{ siteIds: [...siteIds, theirs] }, { siteIds: [uuid(1)] }, { siteIds, operationId: uuid(1) }],
    422: [{ siteIds: [] }, { siteIds, sectorId }, { siteIds: Array.from({ length: 2001 }, (_, n) => uuid(n)) }, { siteIds: ['ici'] }],
  }
  for (const [status, targets] of Object.entries(refused))
    for (const target of targets)
      for (const call of [api.sendAlert, api.previewAlert])
        expect([target, (await owner.raw(call, { messageId, ...target })).status]).toEqual([target, Number(status)])
  await nothingWritten(night)
})

test('an inactive site is left out, and sites without occupants alert nobody', async () => {
  const { owner, messageId, siteIds } = await aNight()
  const [first = ''] = siteIds
  await owner(api.updateSite, { id: first, site: { status: 'inactive' } })
  expect(await owner(api.previewAlert, { messageId, siteIds })).toMatchObject({ expectedCount: 3, cancelled: { inactive_site: 1 } })
  const empty = (await newSite(owner, (await newClient(owner)).id)).id
  expect(await owner(api.sendAlert, { messageId, siteIds: [empty] })).toMatchObject({
    type: 'warning',
    message: expect.stringMatching(/aucun occupant/),
  })
})

test('an employee with limited access sends to the sites of their routes and sectors only', async () => {
  const { owner, employee, companyId, messageId, siteIds, routeId } = await aNight()
  await inCompany(server, companyId, (tx) => tx.sql`update companies set alert_is_accesses_limited = true`)
  expect((await employee.raw(api.sendAlert, { messageId, siteIds })).status).toBe(404)
  await owner(api.updateRoute, { id: routeId, route: { accountsForAlertsIds: [employee.accountId] } })
  expect(await employee(api.previewAlert, { messageId, siteIds })).toMatchObject({ expectedCount: 3, refusal: null })
  const elsewhere = (await newSite(owner, (await newClient(owner)).id)).id
  expect((await employee.raw(api.sendAlert, { messageId, siteIds: [...siteIds, elsewhere] })).status).toBe(404)
})

test('each occupant is told the reason of their own site, by text or by voice', async () => {
  const night = await aNight()
  const { owner, siteIds, phones, leave, operationId } = night
  await leave(0, { reason: 'vehicle' })
  await leave(1, { reason: 'other', note: 'Chien\nlâché' })
  await leave(2, { reason: 'gate', note: 'Code changé' })
  const order = { messageId: night.asking, siteIds, operationId }
  expect(await owner(api.previewAlert, order)).toMatchObject({
    refusal: null,
    longestText: "Boréal : nous reviendrons (véhicule dans l'entrée).",
    reasons: expect.arrayContaining([{ reason: 'Chien laché', sitesCount: 1 }]),
  })
  const { code } = await owner(api.sendAlert, order)
  const log = await sentWhole(owner, code ?? '')
  const texts = ["véhicule dans l'entrée", 'Chien laché', 'barrière fermée'].map((reason) => `Boréal : nous reviendrons (${reason}).`)
  expect(await textsTo(phones)).toEqual([texts[0], expect.stringContaining(` ${texts[1]} Pour ne plus recevoir`), texts[2]])
  expect(log.map(({ message }) => message).toSorted()).toEqual(texts.toSorted())
  expect(await owner(api.getAlert, { code: code ?? '' })).toMatchObject({ message: asking, operationId })
})

test('the latest reason counts, and a site that was done since then has none', async () => {
  const night = await aNight()
  const { owner, siteIds, leave, done } = night
  const reasonsOf = async () => (await owner(api.previewAlert, { messageId: night.asking, siteIds: siteIds.slice(0, 1) })).reasons
  await leave(0, { reason: 'ice' })
  await leave(0, { reason: 'danger' })
  expect(await reasonsOf()).toEqual([{ reason: 'danger', sitesCount: 1 }])
  await done(0)
  expect(await reasonsOf()).toEqual([{ reason: null, sitesCount: 1 }])
})

test('a site that was done has no reason even after the driver was called back', async () => {
  const { owner, siteIds, leave, done, runId, asking: messageId } = await aNight()
  const order = { messageId, siteIds: siteIds.slice(0, 1) }
  await leave(0, { reason: 'vehicle', at: ago(20 * minute) })
  await done(0)
  await owner(api.addStops, { id: runId, siteIds: order.siteIds, place: 'next' })
  expect(await owner(api.previewAlert, order)).toMatchObject({ reasons: [{ reason: null, sitesCount: 1 }] })
})

test('a note without a reason is for the office only', async () => {
  const { owner, siteIds, leave, asking: messageId } = await aNight()
  await leave(0, { note: 'Le client nous doit 300 $' })
  expect(await owner(api.previewAlert, { messageId, siteIds: siteIds.slice(0, 1) })).toMatchObject({
    reasons: [{ reason: null, sitesCount: 1 }],
    refusal: expect.stringMatching(/La raison manque/),
  })
})

test('an employee asks for the reasons of an open operation only, and is not told what the bank holds', async () => {
  const { owner, employee, siteIds, leave, asking: messageId, operationId } = await aNight({ bank: 1 })
  for (const i of [0, 1, 2]) await leave(i, { reason: 'gate' })
  const order = { messageId, siteIds, operationId }
  const { refusal } = await employee(api.previewAlert, order)
  expect(refusal).toMatch(/appelez le bureau/)
  expect(await employee(api.sendAlert, order)).toMatchObject({ type: 'warning', message: refusal })
  await owner(api.closeOperation, { id: operationId })
  expect((await employee.raw(api.previewAlert, order)).status).toBe(404)
  expect((await owner.raw(api.previewAlert, order)).status).toBe(200)
})

test('the reasons of a night are its own', async () => {
  const night = await aNight()
  const { owner, siteIds, leave, operationId } = night
  await leave(0, { reason: 'ice' })
  await owner(api.closeOperation, { id: operationId })
  await owner(api.openOperation, { kind: 'snow' })
  const order = { messageId: night.asking, siteIds: siteIds.slice(0, 1) }
  expect(await owner(api.previewAlert, order)).toMatchObject({ reasons: [{ reason: null, sitesCount: 1 }] })
  const { code } = await owner(api.sendAlert, { ...order, operationId })
  expect(await owner(api.getAlert, { code: code ?? '' })).toMatchObject({ operationId })
})

test('a reason that is missing refuses the send, and says for how many sites', async () => {
  const night = await aNight()
  const { owner, siteIds, leave, sectorId } = night
  await leave(0, { reason: 'ice' })
  await leave(1, { reason: 'other' })
  const refusal = expect.stringMatching(/La raison manque pour 2\u00a0points de service/)
  expect(await owner(api.previewAlert, { messageId: night.asking, siteIds })).toMatchObject({ refusal })
  expect(await owner(api.sendAlert, { messageId: night.asking, siteIds })).toMatchObject({ type: 'warning', message: refusal, code: null })
  await newOccupant(owner) // in the sector, where nobody drove
  const inSector = await owner(api.sendAlert, { messageId: night.asking, sectorId })
  expect(inSector).toMatchObject({ type: 'warning', message: expect.stringMatching(/La raison manque pour/) })
  await nothingWritten(night)
})

test('a link that a driver wrote never leaves: the send is refused, and says why', async () => {
  const night = await aNight()
  const { owner, siteIds, leave } = night
  await leave(0, { reason: 'other', note: 'Payez votre facture sur deneiger-paiement.example' })
  await leave(1, { reason: 'gate', note: 'Voir deneiger-paiement.example' })
  const refusal = expect.stringMatching(/La raison contient un lien à 1\u00a0point de service/)
  const order = { messageId: night.asking, siteIds: siteIds.slice(0, 2) }
  expect(await owner(api.previewAlert, order)).toMatchObject({ refusal, longestText: 'Boréal : nous reviendrons (barrière fermée).' })
  expect(await owner(api.sendAlert, order)).toMatchObject({ type: 'warning', message: refusal, code: null })
  await nothingWritten(night)
})

test('the log shows what those who were left out would have read', async () => {
  const night = await aNight()
  const { owner, siteIds, leave } = night
  await leave(0, { reason: 'ice' })
  await leave(1, { reason: 'gate' })
  for (const id of siteIds.slice(1)) await owner(api.updateSite, { id, site: { status: 'inactive' } })
  const { code } = await owner(api.sendAlert, { messageId: night.asking, siteIds })
  const log = await sentWhole(owner, code ?? '')
  const reasons = ['glace', 'barrière fermée', 'raison inconnue']
  expect(log.map(({ message }) => message).toSorted()).toEqual(reasons.map((reason) => `Boréal : nous reviendrons (${reason}).`).toSorted())
})

test('someone who moves in while the reasons are read is never sent the variable', async () => {
  const night = await aNight()
  const { owner, companyId, asking: messageId } = night
  const { id: empty } = await newSite(owner, (await newClient(owner)).id)
  const bank = new pg.Client(ownerUrlOf(server))
  await bank.connect()
  await bank.query('begin')
  await bank.query(`select set_config('app.companies', $1, true)`, [`{${companyId}}`])
  await bank.query('select from alert_lots where company_id = $1 for update', [companyId])
  const press = owner(api.sendAlert, { messageId, siteIds: [empty] }) // reads the reasons, then waits for the bank
  // Other tests wait for locks in databases of their own.
  const waiting = () =>
    server.sql('select from pg_locks join pg_stat_activity using (pid) where not granted and datname = current_database()')
  await vi.waitFor(async () => expect(await waiting()).not.toEqual([]), { timeout: 20_000 })
  await newOccupant(owner, { site: empty, phone: newPhone(), alertMethod: 'sms' })
  await bank.query('commit')
  await bank.end()
  expect(await press).toMatchObject({ type: 'warning', message: expect.stringMatching(/viennent de changer/), code: null })
  await nothingWritten(night)
})

test('nobody who is left out needs a reason', async () => {
  const night = await aNight()
  const { owner, siteIds, leave } = night
  await leave(0, { reason: 'ice' })
  for (const id of siteIds.slice(1)) await owner(api.updateSite, { id, site: { status: 'inactive' } })
  expect(await owner(api.sendAlert, { messageId: night.asking, siteIds })).toMatchObject({ type: 'success', cancelledCount: 2 })
})

test.each([
  ['160', `${'a'.repeat(130)} {raison}`, 'b'.repeat(30)],
  ['70', `${'a'.repeat(40)} {raison}`, `${'b'.repeat(28)} ❄`],
])('a text that fits one SMS only before it is filled is refused: %s characters', async (limit, long, note) => {
  const night = await aNight({ long })
  const { owner, siteIds, leave } = night
  await leave(0, { reason: 'ice' })
  await leave(1, { reason: 'other', note })
  const order = { messageId: night.asking, siteIds: siteIds.slice(0, 2) }
  const refusal = expect.stringMatching(new RegExp(`plus longue raison, le message compte \\d+ caractères; il peut en avoir ${limit}`))
  expect(await owner(api.previewAlert, order)).toMatchObject({ refusal, longestText: expect.stringContaining(note) })
  expect(await owner(api.sendAlert, order)).toMatchObject({ type: 'warning', message: refusal })
  await nothingWritten(night)
})

test('nobody gets the same unfilled text twice, whatever the reason', async () => {
  const night = await aNight()
  const { owner, siteIds, leave } = night
  for (const i of [0, 1, 2]) await leave(i, { reason: 'ice' })
  await owner(api.sendAlert, { messageId: night.asking, siteIds: siteIds.slice(0, 2) })
  await leave(0, { reason: 'gate' })
  expect(await owner(api.previewAlert, { messageId: night.asking, siteIds })).toMatchObject({
    byMethod: { sms: 1 },
    cancelled: { no_double: 2 },
  })
})

test('a bank of one pays for one of two presses at once', async () => {
  const night = await aNight({ bank: 1 })
  const { owner, siteIds, leave } = night
  for (const i of [0, 1, 2]) await leave(i, { reason: 'ice' })
  const press = (i: number) => owner(api.sendAlert, { messageId: night.asking, siteIds: siteIds.slice(i, i + 1) })
  const answers = await Promise.all([press(0), press(1)])
  expect(answers.map(({ type }) => type).toSorted()).toEqual(['success', 'warning'])
  expect(await owner(api.sendAlert, { messageId: night.asking, siteIds })).toMatchObject({
    type: 'warning',
    message: expect.stringMatching(/banque ne suffit pas/),
  })
})

test('a route sends no text with a reason', async () => {
  const night = await aNight()
  const { owner, routeId, messageId } = night
  const refused = await owner.raw(api.updateRoute, { id: routeId, route: { message: night.asking } })
  expect(refused).toMatchObject({
    status: 422,
    body: { formErrors: { route: { message: expect.stringMatching(/automatique ne peut pas contenir/) } } },
  })
  await owner(api.updateRoute, { id: routeId, route: { message: messageId } })
  const changed = await owner.raw(api.updateMessage, { id: messageId, message: { long: asking } })
  expect(changed).toMatchObject({ status: 422, body: { formErrors: { message: { long: expect.stringMatching(/Haute-Ville/) } } } })
})

test('a client reads the text as it was sent to their site', async () => {
  const night = await aNight()
  const { owner, siteIds, leave, companyId } = night
  const email = 'raisonnable@exemple.ca'
  await inCompany(server, companyId, (tx) => tx.sql`update clients set email = ${email} where company_id = ${companyId}`)
  await leave(0, { reason: 'ice' })
  const { code } = await owner(api.sendAlert, { messageId: night.asking, siteIds: siteIds.slice(0, 1) })
  await sentWhole(owner, code ?? '')
  await server.newAccount(email)
  const client = await server.signIn(email)
  expect(await client(api.listReceivedAlerts)).toMatchObject([{ text: 'Boréal : nous reviendrons (glace).' }])
})
