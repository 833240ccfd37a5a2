import { api } from '@bordee/core/api.ts'
import { expect, test } from 'vitest'
import { newClient } from '../testing/folders.ts'
import { hour, minute, newRoute } from '../testing/runs.ts'
import { inCompany, openTestServer } from '../testing/server.ts'

const server = await openTestServer()
const ago = (milliseconds: number) => new Date(Date.now() - milliseconds).toISOString()

/** A night at three sites of one client, who was alerted, called twice and has a contract. */
async function aFolder() {
  const people = await server.newCompany()
  const route = await newRoute(people.owner, 3)
  const [first = '', second = '', third = ''] = route.siteIds
  const { clientId } = (await people.owner(api.listSites)).find(({ id }) => id === first) ?? { clientId: '' }
  const run = await people.employee(api.startRun, { routeId: route.id, at: ago(hour), unit: '7' })
  const operationId = run.operationId ?? ''
  const { runSites } = await people.employee(api.getRunDetails, { id: run.id })
  const stop = (i: number) => ({ runId: run.id, runSiteId: runSites[i]?.id ?? '' })
  await people.employee(api.markSiteDone, { ...stop(0), at: ago(50 * minute) })
  await people.employee(api.markSiteNotDone, { ...stop(1), at: ago(40 * minute), reason: 'gate', note: 'Cadenas' })
  await inCompany(server, people.companyId, async (tx) => {
    await tx.sql`
      with send as (
        insert into alert_sends (company_id, target, target_name, message, sent_by_name, expected, created_at)
        values (${people.companyId}, 'sector:none', 'Nord', 'Nous arrivons', 'Camille', 2, now() - interval '70 minutes')
        returning id)
      insert into alert_deliveries (company_id, send_id, site_id, client_id, method, phone, site_name, client_name, status, accepted_at)
      select ${people.companyId}, send.id, site, ${clientId}, 'sms', '4185550142', 'Entrée', 'Client', 'delivered',
             now() - interval '69 minutes'
      from send, unnest(${[first, second]}::uuid[]) site`
  })
  await people.dispatcher(api.decideSite, { id: operationId, siteId: third, required: false, reason: 'En voyage' })
  await people.dispatcher(api.addSiteRequest, { id: operationId, request: { siteId: third, note: 'Par le voisin' } })
  await people.dispatcher(api.notePhoneCall, { siteId: first, kind: 'request', text: 'Oubliée', isUrgent: true })
  await people.dispatcher(api.notePhoneCall, { siteId: first, kind: 'complaint', text: 'Gazon arraché' })
  await people.dispatcher(api.notePhoneCall, { customerId: clientId, kind: 'noted', text: 'Rappeler demain' })
  await people.owner(api.createContract, { contract: { clientId } })
  return { people, clientId, operationId }
}

test('a folder’s timeline gathers calls, passes, alerts, contracts, requests and notes, newest first', async () => {
  const { people, clientId, operationId } = await aFolder()
  const entries = await people.owner(api.listTimeline, { id: clientId })
  expect(entries.map(({ kind, title, text }) => [kind, title, text])).toEqual([
    ['contract', expect.stringMatching(/^Contrat .* · Créé$/), null],
    ['note', 'Appel noté', 'Rappeler demain'],
    ['call', 'Plainte', 'Gazon arraché'],
    ['request', 'Demande de passage', 'Oubliée'],
    ['request', 'Demande de passage', 'Par le voisin'],
    ['note', 'Non requis', 'En voyage'],
    ['pass', 'Pas fait · Complet · Unité 7', 'Barrière fermée · Cadenas'],
    ['pass', '1er passage · Complet · Unité 7', null],
    ['alert', 'Alerte à 2 occupants', 'Nous arrivons'],
  ])
  expect(entries.map(({ at }) => at)).toEqual(
    entries
      .map(({ at }) => at)
      .toSorted()
      .toReversed(),
  )
  expect(entries[3]).toMatchObject({ isUrgent: true, operationId, siteAddress: '500, rue Saint-Jean, Québec' })
  expect(entries[8]).toMatchObject({ siteAddress: null, userName: 'Camille' })
})

test('it is filtered by kind, and read in pieces', async () => {
  const { people, clientId } = await aFolder()
  const kinds = async (kind: 'pass' | 'payment' | 'request') =>
    (await people.owner(api.listTimeline, { id: clientId, kind })).map((entry) => entry.kind)
  expect([await kinds('pass'), await kinds('request'), await kinds('payment')]).toEqual([['pass', 'pass'], ['request', 'request'], []])
  const whole = await people.owner(api.listTimeline, { id: clientId })
  const read: unknown[] = []
  for (let after: string | undefined, turn = 0; turn < 9; turn++) {
    const { body, headers } = await people.owner.raw(api.listTimeline, { id: clientId, limit: 2, ...(after && { after }) })
    read.push(...(body as unknown[]))
    after = headers['x-next-piece'] as string | undefined
    if (!after) break
  }
  expect(read).toEqual(whole)
})

test('another client’s folder has nothing of it, and another company’s doesn’t exist', async () => {
  const { people, clientId } = await aFolder()
  const other = await newClient(people.owner)
  expect(await people.owner(api.listTimeline, { id: other.id })).toEqual([])
  const theirs = await server.newCompany()
  await expect(theirs.owner(api.listTimeline, { id: clientId })).rejects.toMatchObject({ status: 404 })
})
