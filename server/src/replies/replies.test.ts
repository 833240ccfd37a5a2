import { randomUUID } from 'node:crypto'
import { api } from '@bordee/core/api.ts'
import { longestReply } from '@bordee/core/replies/reply.ts'
import { expect, test } from 'vitest'
import { newOccupant, newPhone, sentWhole } from '../testing/alerts.ts'
import { alerted, alsoAt, listed, newTown, said } from '../testing/replies.ts'
import { hour } from '../testing/runs.ts'
import { inCompany, openTestServer } from '../testing/server.ts'
import { receiveReport } from './reports.ts'

const server = await openTestServer()
const requestKey = () => randomUUID()

test('what residents write is listed newest first, with who, where and about which operation', async () => {
  const { people, siteId, phone, occupant } = await newTown(server)
  const operationId = await alerted(people, siteId)
  await said(people, phone, 'Quand passez-vous?')
  await said(people, newPhone(), 'Bonjour <b>vous</b>')
  const [unknown, known] = await listed(people)
  expect(known).toMatchObject({
    text: 'Quand passez-vous?',
    isRead: false,
    occupantId: occupant.id,
    siteId,
    operationId,
    phone,
    kind: 'text',
  })
  expect(unknown).toMatchObject({ text: 'Bonjour <b>vous</b>', occupantId: null, siteId: null, operationId: null })
  expect((await listed(people, 'unknown')).map(({ id }) => id)).toEqual([unknown?.id])
  expect(await people.dispatcher(api.countUnreadReplies)).toEqual({ count: 2 })
  expect((await people.owner(api.getHome)).waiting).toMatchObject({ replies: 2, damages: 0 })
})

test('thanks are stored as read, and ARRET is a request, not a reply', async () => {
  const { people, siteId, phone } = await newTown(server)
  await alerted(people, siteId)
  for (const text of ['OK', 'Merci beaucoup!', '👍']) expect(await said(people, phone, text)).toEqual({ answer: null })
  expect((await listed(people)).map(({ isRead }) => isRead)).toEqual([true, true, true])
  expect(await listed(people, 'unread')).toEqual([])
  expect((await said(people, phone, 'ARRÊT')).answer).toContain("vous ne recevrez plus d'alertes")
  expect(await listed(people)).toHaveLength(3)
})

test('« parti » reaches the driver and the board, until the truck has come by', async () => {
  const { people, siteId, phone, route } = await newTown(server)
  await alerted(people, siteId)
  const run = await people.employee(api.startRun, { routeId: route.id })
  const stop = async () => (await people.employee(api.getRunDetails, { id: run.id })).runSites.find((site) => site.siteId === siteId)
  const row = async () =>
    (await people.dispatcher(api.listOperationSites, { id: run.operationId ?? '' })).find((site) => site.siteId === siteId)
  expect([(await stop())?.carMovedAt, (await row())?.carMovedAt]).toEqual([null, null])

  await said(people, phone, 'Auto déplacée, merci!')

  const moved = (await stop())?.carMovedAt
  expect(moved).toBeTruthy()
  expect(Date.parse((await row())?.carMovedAt ?? '')).toBe(Date.parse(moved ?? ''))
  expect(await listed(people)).toMatchObject([{ kind: 'moved', isRead: true, siteId }])
  await people.employee(api.markSiteDone, { runId: run.id, runSiteId: (await stop())?.id ?? '' })
  expect([(await stop())?.carMovedAt, (await row())?.carMovedAt]).toEqual([null, null])
})

test('the last alert decides whose reply it is; the office can say otherwise, and the car was moved there', async () => {
  const { people, siteId, phone } = await newTown(server)
  const other = await alsoAt(people, phone)
  await said(people, phone, 'Parti')
  const [reply] = await listed(people)
  expect(reply).toMatchObject({ kind: 'moved', siteId: null, isRead: false }) // two sites, and nothing was sent
  const { candidates } = await people.dispatcher(api.getReply, { id: reply?.id ?? '' })
  expect(candidates.map((one) => one.siteId).toSorted()).toEqual([siteId, other.siteId].toSorted())

  const changed = await people.dispatcher(api.updateReply, { id: reply?.id ?? '', occupantId: other.occupant.id, isRead: true })

  expect(changed.reply).toMatchObject({ siteId: other.siteId, siteAddress: '12, rue des Pins, Québec', isRead: true })
  const cars = await inCompany(server, people.companyId, (tx) => tx.sql`select site_id from moved_cars_now`)
  expect(cars).toEqual([{ site_id: other.siteId }])
  await alerted(people, siteId)
  await said(people, phone, 'Vous avez oublié le trottoir')
  expect((await listed(people))[0]).toMatchObject({ siteId })
})

test('the office answers once, at any hour, and the bank pays', async () => {
  const { people, siteId, phone } = await newTown(server, { bank: 3 })
  await alerted(people, siteId)
  await said(people, phone, 'Quand passez-vous?')
  const [reply] = await listed(people)
  const answer = { id: reply?.id ?? '', text: 'Vers 5 h, c’est promis.', requestKey: requestKey() }
  await inCompany(
    server,
    people.companyId,
    (tx) => tx.sql`
      update companies
      set alert_start_hour_allowed = '00:00', alert_end_hour_allowed = '00:01'
      where id = ${people.companyId}`,
  )

  const [first, again] = await Promise.all([people.dispatcher(api.answerReply, answer), people.dispatcher(api.answerReply, answer)])

  expect(first.lines.map(({ from }) => from)).toEqual(['alert', 'resident', 'office'])
  expect(again.lines).toHaveLength(3)
  expect(first.reply).toMatchObject({ isRead: true, answersCount: 1 })
  expect(await people.owner(api.getBankTotal)).toMatchObject({ amount: 1 })
  const [sent] = await people.owner(api.listAlertHistory, { from: new Date(Date.now() - hour).toISOString(), to: new Date().toISOString() })
  expect(sent).toMatchObject({ expectedCount: 1 })
  await sentWhole(people.owner, sent?.code ?? '')
  const { lines } = await people.dispatcher(api.getReply, { id: answer.id })
  expect(lines.at(-1)).toMatchObject({ from: 'office', text: 'Vers 5 h, c’est promis.', status: 'accepted' })
  const outbox = await server.sql<{ text: string }>(`select text from outbox where "to" = '${phone}' order by created_at`)
  expect(outbox.filter(({ text }) => text.includes('promis'))).toHaveLength(1)
})

test('an answer that may not leave is refused, and costs nothing', async () => {
  const { people, siteId, phone } = await newTown(server, { bank: 2 })
  await alerted(people, siteId)
  await said(people, phone, 'Allo?')
  const [reply] = await listed(people)
  const answer = (text: string, more: object = {}) =>
    people.dispatcher(api.answerReply, { id: reply?.id ?? '', text, requestKey: requestKey(), ...more })
  await expect(answer('a'.repeat(161))).rejects.toMatchObject({ status: 422 })
  await expect(answer('❄️'.repeat(40))).rejects.toMatchObject({ status: 422 })
  const key = requestKey()
  await answer('Bonjour', { requestKey: key })
  await expect(answer('Autre chose', { requestKey: key })).rejects.toMatchObject({ status: 409 })
  await expect(answer('Sans crédit')).rejects.toMatchObject({ status: 409, message: expect.stringContaining('banque') })
  await people.admin(api.addLot, { companyId: people.companyId, transaction: { amount: 5, expiresAt: null } })
  await said(people, phone, 'STOP')
  await expect(answer('Bonjour')).rejects.toMatchObject({ status: 409, message: expect.stringContaining('ne veut plus recevoir') })
  expect(await people.owner(api.getBankTotal)).toMatchObject({ amount: 5 })
  expect((await people.dispatcher(api.getReply, { id: reply?.id ?? '' })).refusal).toContain('ne veut plus')
})

test('a phone that floods loses no STOP: what comes too fast is counted', async () => {
  const { people, siteId, phone } = await newTown(server)
  await alerted(people, siteId)
  await said(people, phone, `${'é'.repeat(longestReply - 1)}!`)
  for (let i = 1; i < 25; i++) await said(people, phone, `Encore ${i}`)
  const rows = await listed(people)
  expect(rows).toHaveLength(10)
  expect(rows[0]).toMatchObject({ text: 'Encore 9', moreCount: 15, isRead: false })
  expect((await said(people, phone, 'arrêt')).answer).not.toBeNull()
})

test('nothing of another company is found, chosen or answered', async () => {
  const ours = await newTown(server)
  const theirs = await newTown(server)
  await newOccupant(theirs.people.owner, { site: theirs.siteId, phone: ours.phone })
  await alerted(theirs.people, theirs.siteId)
  await said(ours.people, ours.phone, 'Bonjour')
  const [reply] = await listed(ours.people)
  expect(reply).toMatchObject({ siteId: ours.siteId, operationId: null })
  expect(await listed(theirs.people)).toEqual([])
  const id = reply?.id ?? ''
  for (const refused of [
    () => theirs.people.dispatcher(api.getReply, { id }),
    () => theirs.people.dispatcher(api.updateReply, { id, isRead: true }),
    () => theirs.people.dispatcher(api.answerReply, { id, text: 'Allo', requestKey: requestKey() }),
    () => ours.people.dispatcher(api.updateReply, { id, siteId: theirs.siteId }),
    () => ours.people.dispatcher(api.updateReply, { id, occupantId: theirs.occupant.id }),
  ])
    await expect(refused()).rejects.toMatchObject({ status: 404 })
  await expect(ours.people.owner(api.playReply, { companyId: ours.people.companyId, phone: newPhone(), text: 'a' })).rejects.toMatchObject({
    status: 403,
  })
})

test('the list is read in pieces, and goes with its occupant', async () => {
  const { people, phone, occupant } = await newTown(server)
  for (const text of ['Un', 'Deux', 'Trois']) await said(people, phone, text)
  const { body, headers } = await people.dispatcher.raw(api.listReplies, { limit: 2 })
  expect((body as { text: string }[]).map(({ text }) => text)).toEqual(['Trois', 'Deux'])
  const rest = await people.dispatcher.raw(api.listReplies, { limit: 2, after: headers['x-next-piece'] as string })
  expect((rest.body as { text: string }[]).map(({ text }) => text)).toEqual(['Un'])
  await people.owner(api.deleteOccupant, { id: occupant.id })
  expect(await listed(people)).toEqual([])
})

const report = (people: { companyId: string }, siteId: string, more: object = {}) =>
  server.work((work) =>
    work.aside(async (own) => {
      await own.tx.scope({ companies: [people.companyId] })
      await receiveReport(own, {
        companyId: people.companyId,
        siteId,
        occupantId: null,
        kind: 'forgotten',
        text: 'Vous m’avez oublié',
        source: 'link',
        id: randomUUID(),
        ...more,
      })
    }),
  )

test('a report goes to the board once, in the resident’s name; a damage goes to the office only', async () => {
  const { people, siteId, occupant, phone } = await newTown(server)
  const { id: operationId } = await people.owner(api.openOperation)
  const id = randomUUID()
  await Promise.all([report(people, siteId, { id, occupantId: occupant.id }), report(people, siteId, { id, occupantId: occupant.id })])
  await report(people, siteId, { kind: 'damage', text: 'Boîte aux lettres' })

  const { items } = await people.dispatcher(api.getBoard, { id: operationId })
  expect(items.filter(({ kind }) => kind === 'request')).toMatchObject([
    { siteId, source: 'resident', note: 'Oubli\u00a0: Vous m’avez oublié' },
  ])
  expect(await listed(people)).toMatchObject([
    { kind: 'damage', operationId: null, phone: null },
    { kind: 'forgotten', source: 'link', operationId, phone, occupantId: occupant.id },
  ])
  expect((await people.owner(api.getHome)).waiting).toMatchObject({ replies: 1, damages: 1 })
  await expect(report(people, siteId, { id, kind: 'ice' })).rejects.toMatchObject({ status: 409 })
})

test('one driveway reports five times an hour, no more', async () => {
  const { people, siteId } = await newTown(server)
  for (let i = 0; i < 5; i++) await report(people, siteId)
  await expect(report(people, siteId)).rejects.toMatchObject({ status: 429 })
  expect(await listed(people)).toHaveLength(5)
})
