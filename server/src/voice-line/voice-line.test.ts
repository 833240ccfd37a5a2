import { randomUUID } from 'node:crypto'
import { api } from '@bordee/core/api.ts'
import { expect, test } from 'vitest'
import { newOccupant, newPhone } from '../testing/alerts.ts'
import { saveCard } from '../testing/billing.ts'
import { home, newClient, newSite } from '../testing/folders.ts'
import { alsoAt, listed, newTown, said } from '../testing/replies.ts'
import { inCompany, openTestServer, type People } from '../testing/server.ts'

const server = await openTestServer()

/** A town whose line is on. */
async function onTheLine(options: { bank?: number } = {}) {
  const town = await newTown(server, options)
  await town.people.owner(api.updateCompany, { id: town.people.companyId, alertConfig: { voiceLine: true } })
  return { ...town, call: caller(town.people) }
}

/** Calls the company; `press` answers what was asked last. */
function caller(people: People) {
  return async (phone: string | null, callId: string = randomUUID()) => {
    const step = (pressed: { asked: 'menu' | 'site'; key: string; tries: number } | null) =>
      people.admin(api.playCall, { companyId: people.companyId, callId, phone, pressed })
    let last = await step(null)
    const press = async (key: string) => (last = await step({ asked: last.asked ?? 'menu', key, tries: last.tries }))
    return { callId, begun: last, press, again: () => step(null) }
  }
}

const received = async (people: People) => {
  const sends = await people.owner(api.listAlertHistory, { from: '2020-01-01', to: '2100-01-01' })
  const lines = sends.filter(({ purpose }) => purpose === 'line')
  const logs = await Promise.all(lines.map(({ code }) => people.owner(api.listAlertLog, { code })))
  return { lines, calls: logs.flat() }
}

const requests = async (people: People, id: string) =>
  (await people.dispatcher(api.getBoard, { id })).items.filter(({ kind }) => kind === 'request')

const bankOf = async (people: People) => (await people.owner(api.getBankTotal)).amount

test('a resident hears their site, and the call is in the history, paid by the bank once', async () => {
  const { people, phone, siteId, call } = await onTheLine({ bank: 3 })
  const { id: operationId } = await people.owner(api.openOperation)

  const { begun, again, press } = await call(phone)

  expect(begun).toMatchObject({ next: 'ask', asked: 'menu' })
  expect(begun.say).toMatch(/^Ici Compagnie \d+\. Pour le \S+, .+\s: votre entrée est sur la liste\. Pour signaler un oubli, faites le 1\./)
  expect(await again()).toEqual(begun)
  expect(await press('8')).toMatchObject({ next: 'ask', tries: 1, say: expect.stringMatching(/^Ce choix n’existe pas\. Pour signaler/) })
  expect(await bankOf(people)).toBe(2)
  const { lines, calls } = await received(people)
  expect(lines).toMatchObject([{ targetName: 'Ligne vocale', expectedCount: 1, actualCount: 1, operationId, status: 'done' }])
  expect(calls).toMatchObject([{ phone, paidFrom: 'bank', factured: true, status: 'delivered', pressedKeys: null }])
  expect(begun.say).toContain(calls[0]?.message)
  const { sheet } = await people.dispatcher(api.getCallSheet, { siteId })
  expect(sheet?.alerts).toEqual([]) // nobody was alerted
  const timeline = await people.owner(api.listTimeline, { id: sheet?.customerId ?? '' })
  expect(timeline).toMatchObject([{ kind: 'call', title: 'Ligne vocale', operationId }])
})

test('an unknown number hears the bulletin; a hidden one may not report', async () => {
  const { people, call } = await onTheLine()
  expect((await call(newPhone())).begun.say).toMatch(/^Ici Compagnie \d+\. Aucune opération en cours\. Pour signaler un oubli/)
  const config = await people.owner(api.getBulletinConfig)
  await people.owner(api.updateBulletinConfig, {
    ...config,
    isOn: true,
    address: `ligne-${people.companyId.slice(-12)}`,
    version: config.version,
  })
  await people.dispatcher(api.postBulletin, { state: 'first-pass', text: 'Nous avançons. Voir https://boreal.ca' })

  const { begun, press } = await call(null)

  expect(begun.say).toMatch(
    /^Ici Compagnie \d+\. Premier passage en cours\. Nous avançons\. Voir\. Pour parler à quelqu’un, faites le 2\.$/,
  )
  expect((await press('1')).say).toContain('Ce choix n’existe pas.')
  expect(await listed(people)).toEqual([])
})

test('1 puts the site on the board once, although it is pressed twice and the call is repeated', async () => {
  const { people, phone, siteId, occupant, call } = await onTheLine()
  const { id: operationId } = await people.owner(api.openOperation)
  const { begun, press, callId } = await call(phone)
  expect(begun.next).toBe('ask')

  const pressed = { companyId: people.companyId, callId, phone, pressed: { asked: 'menu' as const, key: '1', tries: 0 } }
  const [first, twin] = await Promise.all([people.admin(api.playCall, pressed), people.admin(api.playCall, pressed)])
  await press('1')

  expect(first.say).toMatch(/^C’est noté\s: un oubli pour le .+\. Pour parler à quelqu’un, faites le 2\.$/)
  expect(twin).toEqual(first)
  expect(await requests(people, operationId)).toMatchObject([{ siteId, source: 'resident', note: 'Oubli' }])
  expect(await listed(people)).toMatchObject([
    { kind: 'forgotten', source: 'voice', phone, siteId, operationId, occupantId: occupant.id, isRead: false },
  ])
  expect((await received(people)).calls).toMatchObject([{ pressedKeys: '1' }])
})

test('whoever has several sites hears three, and says which one was forgotten', async () => {
  const { people, phone, siteId, call } = await onTheLine()
  const other = await alsoAt(people, phone)
  const { id: operationId } = await people.owner(api.openOperation)

  const { begun, press } = await call(phone)
  expect(begun.say.match(/Pour le /g)).toHaveLength(2)
  const which = await press('1')
  expect(which).toMatchObject({ next: 'ask', asked: 'site', say: expect.stringContaining('Quelle adresse avons-nous oubliée?') })
  expect(await press('1')).toMatchObject({ asked: 'site', tries: 1 }) // pressed twice in a hurry
  expect(await requests(people, operationId)).toEqual([])
  const key = /12, rue des Pins, faites le (\d)/.exec(which.say)?.[1] ?? ''
  expect((await press(key)).say).toContain('un oubli pour le 12, rue des Pins')

  expect(await requests(people, operationId)).toMatchObject([{ siteId: other.siteId }])
  expect((await listed(people)).map((reply) => reply.siteId)).toEqual([other.siteId])
  expect(siteId).not.toBe(other.siteId)
  for (const street of ['rue Un', 'rue Deux']) await newOccupant(people.owner, { site: await alsoOn(people, street), phone })
  const many = await call(phone)
  expect(many.begun.say.match(/Pour le /g)).toHaveLength(3)
  expect(many.begun.say).toContain('Pour vos autres adresses, parlez à quelqu’un.')
  await many.press('1')
  expect((await many.press('6')).say).toContain('Le bureau lira votre signalement')
  expect(await listed(people, 'unknown')).toMatchObject([{ siteId: null, phone, source: 'voice' }])
})

const alsoOn = async (people: People, street: string) =>
  (
    await newSite(people.owner, (await newClient(people.owner)).id, {
      address: { street, civicNumber: '5', city: 'Québec', location: home },
    })
  ).id

test('a report from a number that nobody has is for the office, and on no board', async () => {
  const { people, call } = await onTheLine()
  const { id: operationId } = await people.owner(api.openOperation)
  const stranger = newPhone()
  const { press } = await call(stranger)

  expect((await press('1')).say).toContain('Le bureau lira votre signalement avec votre numéro.')
  await press('1')

  expect(await requests(people, operationId)).toEqual([])
  expect(await listed(people, 'unknown')).toMatchObject([
    { kind: 'forgotten', source: 'voice', phone: stranger, siteId: null, isRead: false },
  ])
})

test('a client’s own phone is known, and a suspended service is reported to the office only', async () => {
  const { people, call } = await onTheLine()
  const phone = newPhone()
  const { id: clientId } = await newClient(people.owner, { phone })
  const site = await newSite(people.owner, clientId)
  await inCompany(server, people.companyId, (tx) => tx.sql`update sites set is_inactive = true where id = ${site.id}`)
  const { id: operationId } = await people.owner(api.openOperation)

  const { begun, press } = await call(phone)

  expect(begun.say).toContain('communiquez avec nous')
  await press('1')
  expect(await requests(people, operationId)).toEqual([])
  expect(await listed(people, 'unknown')).toMatchObject([{ phone, siteId: null }])
})

test('whoever unsubscribed from alerts may still call', async () => {
  const { people, phone, call } = await onTheLine()
  await said(people, phone, 'STOP')
  expect((await call(phone)).begun.say).toMatch(/Pour le .+\s: aucune opération en cours\./)
})

test('another company’s number never speaks of ours', async () => {
  const [ours, theirs] = [await onTheLine(), await onTheLine()]
  const { begun, callId } = await theirs.call(ours.phone)
  expect(begun.say).toContain('Aucune opération en cours.')
  expect(begun.say).not.toContain('Pour le ')
  // The same call, at another company, is another call.
  expect((await ours.call(ours.phone, `${callId.slice(0, -1)}${callId.endsWith('0') ? '1' : '0'}`)).begun.say).toContain('Pour le ')
  expect((await received(ours.people)).calls).toHaveLength(1)
  expect((await received(theirs.people)).calls).toMatchObject([{ phone: ours.phone, siteName: '' }])
})

test('2 puts the caller through during the company’s hours, and says them otherwise', async () => {
  const { people, phone, call } = await onTheLine()
  const company = await people.owner(api.getCompany, { id: people.companyId })
  const open = await call(phone)
  expect(await open.press('2')).toMatchObject({ next: 'dial', dialled: company.phone, say: 'Nous vous mettons en communication.' })

  await people.owner(api.updateCompany, { id: people.companyId, alertConfig: { officeHours: closedNow() } })
  const closed = await call(phone)
  const answer = await closed.press('2')

  expect(answer).toMatchObject({
    next: 'ask',
    dialled: null,
    say: expect.stringMatching(/^Le bureau est fermé pour l’instant\. Il répond en semaine de /),
  })
  expect(answer.say).toMatch(/Pour signaler un oubli, faites le 1\.$/)
  expect(await closed.press('1')).toMatchObject({ next: 'ask', say: expect.stringContaining('C’est noté') })
  expect(new Set((await received(people)).calls.map(({ pressedKeys }) => pressedKeys))).toEqual(new Set(['2', '21']))
  // The office’s own phone, forwarded to the line, would ring itself.
  expect((await call(company.phone)).begun.say).not.toContain('faites le 2')
})

/** An hour that is over, or to come. */
const closedNow = () => {
  const day = new Date().getUTCHours() >= 12 ? { startAt: '00:00', endAt: '00:01' } : { startAt: '12:00', endAt: '12:01' }
  return { weekday: day, weekend: day }
}

test('a call that nothing pays for is answered shortly, charged to nobody, and in the history', async () => {
  const { people, phone, call } = await onTheLine({ bank: 1 })
  await call(phone)
  const { begun, press, again } = await call(phone)

  expect(begun).toMatchObject({ next: 'hang-up', say: expect.stringMatching(/L’information n’est pas disponible sur cette ligne/) })
  expect(begun.say).toContain('composez le 4 1 8, 5 5 5, 0 1 4 2.')
  expect(await again()).toEqual(begun)
  expect(await press('1')).toEqual(begun)
  expect(await bankOf(people)).toBe(0)
  expect(new Set((await received(people)).calls.map(({ paidFrom }) => paidFrom))).toEqual(new Set(['bank', null]))
})

test('with a card the next invoice pays, up to the monthly cap', async () => {
  const { people, phone, call } = await onTheLine({ bank: 0 })
  await saveCard(people.owner)
  await people.admin(api.setMonthlyCap, { companyId: people.companyId, monthlyCap: 10 })
  expect((await call(phone)).begun.next).toBe('ask')
  expect((await call(phone)).begun.next).toBe('hang-up')
  expect((await received(people)).lines).toMatchObject([{ expectedCount: 2, amount: 10 }])
  expect(await people.admin(api.getCompanyBilling, { companyId: people.companyId })).toMatchObject({ billedThisMonth: 10 })
})

test('a line that is off names the company and its phone, and costs nothing', async () => {
  const town = await newTown(server)
  const { begun } = await caller(town.people)(town.phone)
  expect(begun).toMatchObject({
    next: 'hang-up',
    say: expect.stringMatching(/^Ici Compagnie \d+\. Cette ligne ne donne pas d’information\. Pour nous joindre, /),
  })
  expect((await received(town.people)).calls).toEqual([])
  const { people, phone, call } = await onTheLine()
  const isAnswered = async ({ alerts = true, active = true, archivedAt = null as Date | null }) => {
    await inCompany(
      server,
      people.companyId,
      (tx) => tx.sql`update companies set alert_is_active = ${alerts}, is_active = ${active}, archived_at = ${archivedAt}`,
    )
    return (await call(phone)).begun.next === 'ask'
  }
  expect(await isAnswered({ alerts: false })).toBe(false)
  expect(await isAnswered({ active: false })).toBe(false)
  expect(await isAnswered({ archivedAt: new Date() })).toBe(false)
  expect(await isAnswered({})).toBe(true)
})

test('a phone that floods is refused, and strangers leave residents their turn', async () => {
  const { people, phone, call } = await onTheLine()
  const answers = []
  for (let i = 0; i < 10; i++) answers.push((await call(phone)).begun.next)
  expect(answers).toEqual([...Array.from({ length: 8 }, () => 'ask'), 'refuse', 'refuse'])
  expect(await bankOf(people)).toBe(92)

  await server.sql(
    `insert into throttles (key, hits, expires_at) values ('line-strangers:${people.companyId}', 60, now() + interval '1 hour')`,
  )
  expect((await call(newPhone())).begun.next).toBe('refuse')
  expect((await call(null)).begun.next).toBe('refuse')
  const neighbour = await newOccupant(people.owner)
  expect((await call(neighbour.phone)).begun.next).toBe('ask')
  expect(await bankOf(people)).toBe(91)
})
