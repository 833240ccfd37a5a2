import { randomUUID } from 'node:crypto'
import { api } from '@bordee/core/api.ts'
import { addDays, formatDate, instantOf, todayIn } from '@bordee/core/time.ts'
import { hourOf } from '@bordee/core/weather/hours.ts'
import { noFigures } from '@bordee/core/weather/weather.ts'
import { expect, test } from 'vitest'
import { partsOf } from '../engine/documents/spreadsheets.zip.ts'
import { leafOf, rootFrom } from '../records/merkle.ts'
import { closeRecord } from '../records/records.jobs.ts'
import { sealRuns } from '../runs/sealing.ts'
import { archiveFaults } from '../testing/archive.ts'
import { newContract } from '../testing/contracts.ts'
import { attachedTo, newDossier, openDossier, verified } from '../testing/evidence.ts'
import { home, newClient, newSector, newSite, square } from '../testing/folders.ts'
import { wordsOf } from '../testing/pdf.ts'
import { aJpeg, sendPhoto } from '../testing/photos.ts'
import { clearing, hour, minute } from '../testing/runs.ts'
import { type Caller, inCompany, openTestServer, type People } from '../testing/server.ts'
import { soon } from '../testing/soon.ts'
import { recordHours } from '../weather/weather.queries.ts'
import { purgeEvidence } from './evidence.jobs.ts'

const server = await openTestServer()
const zone = 'America/Toronto'
const today = todayIn(zone, new Date())
const period = { from: addDays(today, -12), to: today }

const covering = { startAt: addDays(today, -20), endAt: addDays(today, 100) }
const requirement = { triggerDepth: 5, doneBy: '07:00', ice: 'included' }

/** A street with a client and, three hundred metres farther, a neighbour who is nobody's business. */
async function street(people?: People) {
  const who = people ?? (await server.newCompany())
  const { owner, employee } = who
  const [own, other] = [await newClient(owner, { name: 'Claire Pelletier' }), await newClient(owner, { name: 'Voisin Secret' })]
  const site = await newSite(owner, own.id, { areas: [{ name: 'Entrée double', polygon: square(0) }] })
  const far = await newSite(owner, other.id, {
    address: { street: 'rue Cachée', civicNumber: '999', city: 'Québec', location: home },
    areas: [{ name: 'Cour du voisin', polygon: square(300) }],
  })
  const route = await owner(api.createRoute, {
    route: { name: 'Haute-Ville', sites: [site, far].map(({ id }, sortOrder) => ({ site: id, sortOrder })) },
  })
  return { ...who, people: who, siteId: site.id, clientId: own.id, farId: far.id, routeId: route.id, employee }
}
type Street = Awaited<ReturnType<typeof street>>

async function promised({ owner, clientId, siteId }: Street) {
  const { id } = await newContract(owner, { clientId, siteId, ...covering, requirement })
  for (const status of ['sent', 'accepted'] as const) await owner(api.setContractStatuses, { contractIds: [id], status })
}

const textOf = async (owner: Caller, id: string) =>
  (await wordsOf((await openDossier(server, owner, id)).bytes)).join('\n').replace(/\s+/g, ' ')

/** Clears the client's driveway, then the neighbour's. */
async function driven({ employee, owner, routeId, siteId }: Street, ago = hour, after = minute) {
  const began = Date.now() - ago
  const { id } = await employee(api.startRun, { routeId, at: new Date(began).toISOString() })
  await employee(api.addLocations, { id, locations: [...clearing(0, began + after), ...clearing(5, began + after + 2 * minute)] })
  const { runSites } = await owner(api.getRunDetails, { id })
  const stop = runSites.find((one) => one.siteId === siteId)?.id ?? ''
  return { id, began, stop }
}

test('a dossier shows a site’s passes with their work, photos and positions, and nobody else', async () => {
  const own = await street()
  const { owner, employee, siteId } = own
  await promised(own)
  const run = await driven(own)
  const markId = randomUUID()
  await employee(api.markSiteDone, {
    runId: run.id,
    runSiteId: run.stop,
    id: markId,
    surface: 'icy',
    material: { kind: 'salt', quantity: 20, unit: 'kg' },
  })
  const photo = await sendPhoto(server, employee, { markId, runId: run.id, siteId }, await aJpeg())
  expect(photo.status).toBe(201)

  const file = await newDossier(owner, { siteId, ...period, momentAt: new Date(run.began + 10 * minute).toISOString() })
  expect(file).toMatchObject({ state: 'ready', done: 1, total: 1, problem: null, fileName: expect.stringContaining('500, rue Saint-Jean') })
  const { bytes, headers } = await openDossier(server, owner, file.id)
  expect(bytes.length).toBe(file.size)
  expect(headers['content-disposition']).toContain('attachment')
  const text = (await wordsOf(bytes)).join('\n').replace(/\s+/g, ' ')
  for (const said of [
    'Claire Pelletier',
    'Glacé',
    'Sel',
    'Incluse',
    '5 cm depuis',
    'Moment de la réclamation',
    'Prénom Nom',
    'Entrée double',
  ])
    expect(text).toContain(said)
  expect(bytes.includes('image/jpeg') || bytes.includes('DCTDecode')).toBe(true)
  expect(await archiveFaults(bytes)).toEqual([])

  const attached = await attachedTo(bytes)
  const positions = (attached['positions.csv'] ?? '').trim().split('\r\n').slice(1)
  expect(positions).toHaveLength(13)
  for (const line of positions) expect(Math.abs(Number(line.split(',')[3]) - home.lat) * 111_195).toBeLessThan(112)
  for (const part of [text, ...Object.values(attached)])
    for (const hidden of ['Voisin', 'Cachée', 'Cour du voisin', own.farId]) expect(part).not.toContain(hidden)
})

test('the lines of the record that touch it are attached, and lead to the day’s root', async () => {
  const own = await street()
  const { owner, companyId, siteId } = own
  const run = await driven(own)
  await inCompany(server, companyId, (tx) => tx.sql`update runs set finished_at = now() - interval '8 days' where id = ${run.id}`)
  await server.work((work) => sealRuns(work))
  await server.work((work) => closeRecord(work, { companyId, today: addDays(today, 1) }))

  const { id } = await newDossier(owner, { siteId, ...period })
  const attached = await attachedTo((await openDossier(server, owner, id)).bytes)
  const [how, ...lines] = (attached['registre.jsonl'] ?? '')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(how.format).toBe('bordee-registre-1')
  expect(new Set(lines.map(({ kind }) => kind))).toEqual(new Set(['positions', 'visit', 'pass']))
  const roots = new Map((await owner(api.listEvidenceDays, period)).map(({ day, root }) => [day, root]))
  for (const { line, salt, hash, path, sealedOn } of lines) {
    const leaf = leafOf(Buffer.from(salt, 'hex'), line)
    expect(leaf.toString('hex')).toBe(hash)
    expect(rootFrom(leaf, path).toString('hex')).toBe(roots.get(sealedOn))
  }
})

test('every day has a line, also those on which nobody came, and says what nobody knows', async () => {
  const own = await street()
  const { id } = await newDossier(own.owner, { siteId: own.siteId, ...period })
  const text = (await wordsOf((await openDossier(server, own.owner, id)).bytes)).join('\n')
  for (let day = period.from; day <= today; day = addDays(day, 1)) expect(text).toContain(day.split('-').toReversed().join('/'))
  expect(text).toContain('Aucun contrat signé ne couvre cette période')
  expect(text).toContain('Météo non connue')
})

test('the evening of a run that comes after midnight says so', async () => {
  const own = await street()
  await promised(own)
  const dayBefore = addDays(today, -3)
  const midnight = instantOf(addDays(dayBefore, 1), '00:00', zone).getTime()
  // The driveway is cleared from one minute after the start on.
  await driven(own, Date.now() - (midnight - 30 * minute), 40 * minute)
  const { id } = await newDossier(own.owner, { siteId: own.siteId, ...period })
  const text = await textOf(own.owner, id)
  expect(text).toContain(`Tournée commencée : passage le ${formatDate(addDays(dayBefore, 1))} 0 h 1`)
})

test('the weather names its source and, of each figure that someone typed, who; its lines are attached', async () => {
  const own = await street()
  const { owner, companyId, siteId } = own
  const dispatcher = own.people.dispatcher
  const moment = hourOf(Date.now()) - 6 * hour
  const [before, after] = [new Date(moment - hour).toISOString(), new Date(moment + hour).toISOString()]
  await server.sql(`update accounts set first_name = 'Rachel', last_name = 'Gauthier' where id = '${dispatcher.accountId}'`)
  await owner(api.addWeatherHour, { reading: { hour: before, temperature: -21.5 } })
  const onlyTyped = await newDossier(owner, { siteId, ...period, momentAt: new Date(moment).toISOString() })
  expect(await textOf(owner, onlyTyped.id)).toContain('non connu. Notée sur place par Prénom Nom')

  await dispatcher(api.addWeatherHour, { reading: { hour: before, snow: 3.5 } })
  await inCompany(server, companyId, (work) =>
    recordHours({ tx: work, now: new Date() }, companyId, { sectorId: null, ...home }, 'open-meteo', [
      { at: moment, ...noFigures, temperature: -9.5, rain: 1.5 },
      { at: moment + hour, ...noFigures, temperature: -8.5 },
    ]),
  )
  await owner(api.addWeatherHour, { reading: { hour: after, temperature: -7.5 } })
  const mixed = await newDossier(owner, { siteId, ...period, momentAt: new Date(moment).toISOString() })
  const text = await textOf(owner, mixed.id)
  for (const said of [
    'Données météo de Open-Meteo.com',
    '(1) Notée sur place par Prénom Nom',
    '(2) Notée sur place par Rachel Gauthier',
    '3,5 cm (2)',
    '−7,5 °C (1)',
  ])
    expect(text).toContain(said)
  expect(text).toMatch(/−21,5 °C \(1\) 1,5 mm de pluie(?! \()/) // a line of the hours
  expect(text).not.toContain('−9,5 °C (')

  const rows = (await attachedTo((await openDossier(server, owner, mixed.id)).bytes))['registre.jsonl']
    ?.trim()
    .split('\n')
    .map((line) => JSON.parse(line))
    .flatMap(({ kind, line }) => (kind === 'weather' ? JSON.parse(line).row : []))
  expect(rows).toMatchObject([
    { source: 'people', user_name: 'Prénom Nom', temperature: -21.5, snow: null },
    { source: 'people', user_name: 'Rachel Gauthier', temperature: -21.5, snow: 3.5 },
    { source: 'open-meteo', user_name: null, temperature: -9.5 },
    { source: 'open-meteo', user_name: null, temperature: -8.5 },
    { source: 'people', user_name: 'Prénom Nom', temperature: -7.5 },
  ])
})

test('what people read in an operation stands in its hour: of all of it or of the site’s sectors, and in the record', async () => {
  const { owner, siteId } = await street()
  const { id } = await owner(api.openOperation, {})
  const [around, away] = [square(0), square(5000)].map((polygon) => ({ polygon }))
  const [here, elsewhere] = [await newSector(owner, around), await newSector(owner, away)]
  const at = new Date(hourOf(Date.now())).toISOString()
  const readings = [
    { kind: 'depth' as const, amount: 8.5 },
    { kind: 'temperature' as const, amount: -6.5, sectorId: here.id },
    { kind: 'depth' as const, amount: 77, sectorId: elsewhere.id },
  ]
  for (const reading of readings) await owner(api.addOperationReading, { id, reading: { ...reading, at } })
  const file = await newDossier(owner, { siteId, ...period, momentAt: new Date().toISOString() })
  const text = await textOf(owner, file.id)
  for (const said of ['8,5 cm de neige depuis le début, mesurés par Prénom Nom', '−6,5 °C, lus par Prénom Nom'])
    expect(text).toContain(said)
  expect(text).not.toContain('77 cm')
  // Nothing else is known of the day's weather.
  const { id: withoutHours } = await newDossier(owner, { siteId, ...period })
  expect(await textOf(owner, withoutHours)).toContain('8,5 cm de neige depuis le début, mesurés par Prénom Nom')
  const record = (await attachedTo((await openDossier(server, owner, file.id)).bytes))['registre.jsonl'] ?? ''
  expect(record.match(/"kind":"reading"/g)).toHaveLength(2)
})

test('drivers are numbers, in the attachments too, if their names are left out', async () => {
  const own = await street()
  const { owner, employee, siteId } = own
  const run = await driven(own)
  await employee(api.markSiteDone, { runId: run.id, runSiteId: run.stop })
  await server.work((work) => closeRecord(work, { companyId: own.companyId, today: addDays(today, 1) }))
  await inCompany(server, own.companyId, (tx) => tx.sql`update run_operators set name = 'Jean Opérant' where run_id = ${run.id}`)
  await inCompany(server, own.companyId, (tx) => tx.sql`update run_area_actions set user_name = 'Jean Opérant' where run_id = ${run.id}`)
  const { id } = await newDossier(owner, { siteId, ...period, withDrivers: false })
  const { bytes } = await openDossier(server, owner, id)
  const text = (await wordsOf(bytes)).join('\n')
  expect(text).toContain('Opérateur 1')
  for (const part of [text, ...Object.values(await attachedTo(bytes))]) expect(part).not.toContain('Jean Opérant')
})

test('a corrected visit shows what was computed and what was true', async () => {
  const own = await street()
  const run = await driven(own)
  const [visit] = await own.owner(api.listVisits, { from: '2020-01-01', to: '2100-01-01', siteIds: [own.siteId] })
  await own.owner(api.correctVisit, { visitId: visit?.id ?? '', startedAt: null, finishedAt: null, reason: 'Le camion attendait un feu.' })
  const { id } = await newDossier(own.owner, { siteId: own.siteId, ...period, momentAt: new Date(run.began).toISOString() })
  const text = (await wordsOf((await openDossier(server, own.owner, id)).bytes)).join('\n').replace(/\s+/g, ' ')
  expect(text).toContain('en vérité aucune visite')
  expect(text).toContain('Le camion attendait un feu.')
  expect(text).toContain('personne n’est venu')
})

test('anyone verifies a dossier and learns nothing of the client; with one byte changed it says which one it was', async () => {
  const own = await street()
  const { id } = await newDossier(own.owner, { siteId: own.siteId, ...period })
  const { bytes } = await openDossier(server, own.owner, id)
  const found = await verified(server, bytes)
  expect(found).toMatchObject({ known: true, contractNumber: null, evidence: { isSame: true, ...period, companyName: expect.any(String) } })
  expect(JSON.stringify(found)).not.toMatch(/Claire|Saint-Jean/)
  for (const place of [100, Math.floor(bytes.length / 2), bytes.length - 3]) {
    const changed = Buffer.from(bytes)
    changed[place] = (changed[place] as number) ^ 1
    expect(await verified(server, changed)).toMatchObject({ known: false, evidence: { isSame: false, ...period } })
  }
  expect(await verified(server, Buffer.from('%PDF-1.7 rien'))).toMatchObject({ known: false, evidence: null })
})

test('a client’s dossier is a zip of one PDF per site, and each of them verifies', async () => {
  const own = await street()
  await newSite(own.owner, own.clientId)
  const file = await newDossier(own.owner, { customerId: own.clientId, ...period })
  expect(file).toMatchObject({ state: 'ready', done: 2, total: 2, subject: 'Claire Pelletier', fileName: expect.stringMatching(/\.zip$/) })
  const { bytes } = await openDossier(server, own.owner, file.id)
  expect(await verified(server, bytes)).toMatchObject({ known: true })
  const parts = [...partsOf(bytes).values()]
  expect(new Set(parts.map(({ name }) => name)).size).toBe(2)
  for (const { name, at, size } of parts) {
    const start = at + 30 + Buffer.byteLength(name)
    expect(await verified(server, bytes.subarray(start, start + size))).toMatchObject({ known: true, evidence: { isSame: true } })
  }
})

test('the same order sent again makes one file; another company, a driver and a client get none of it', async () => {
  const [own, stranger] = [await street(), await server.newCompany()]
  const order = { id: randomUUID(), evidence: { siteId: own.siteId, ...period } }
  const ordered = await Promise.all([1, 2, 3].map(() => own.owner(api.orderEvidence, order)))
  expect(new Set(ordered.map(({ id }) => id))).toEqual(new Set([order.id]))
  expect(await own.owner(api.listEvidence, { siteId: own.siteId })).toHaveLength(1)
  expect((await stranger.owner.raw(api.orderEvidence, order)).status).toBe(404)
  expect((await stranger.owner.raw(api.getEvidence, { id: order.id })).status).toBe(404)
  expect((await openDossier(server, stranger.owner, order.id)).status).toBe(404)
  for (const role of ['manager', 'employee', 'dispatcher', 'client'] as const)
    expect((await own.people[role].raw(api.orderEvidence, order)).status).toBe(403)
})

test('a period that is too long or upside down is refused, and so is neither or both of site and client', async () => {
  const { owner, siteId, clientId } = await street()
  for (const evidence of [
    { siteId, from: '2025-01-01', to: '2026-01-02' },
    { siteId, from: '2026-01-02', to: '2026-01-01' },
    { ...period },
    { siteId, customerId: clientId, ...period },
    { siteId, ...period, momentAt: '2020-01-01T00:00:00Z' },
  ])
    expect((await owner.raw(api.orderEvidence, { evidence })).status).toBe(422)
  expect(await owner(api.listEvidence)).toEqual([])
})

test.each([
  ['from', { from: '' }],
  ['from', { from: '2026-1-1' }],
  ['from', { from: '2026-13-01' }],
  ['from', { from: '99999-01-01' }],
  ['to', { to: 'x', momentAt: `${today}T00:00:00Z` }],
])('a day in « %s » that isn’t in the calendar is refused: %j', async (field, days) => {
  const { owner, siteId } = await street()
  const refused = await owner.raw(api.orderEvidence, { evidence: { siteId, ...period, ...days } })
  expect(refused).toMatchObject({ status: 422, body: { formErrors: { evidence: { [field]: expect.any(String) } } } })
})

test.each([
  ['from', { from: '0001-01-01', to: '0001-06-01' }],
  ['from', { from: '1999-12-31', to: '2000-01-15' }],
  ['to', { from: addDays(today, 365), to: addDays(today, 370) }],
  ['to', { from: '2090-01-01', to: '2090-06-01' }],
])('a period of another century is refused at « %s »: %j', async (field, days) => {
  const { owner, siteId } = await street()
  const refused = await owner.raw(api.orderEvidence, { evidence: { siteId, ...days } })
  expect(refused).toMatchObject({ status: 422, body: { formErrors: { evidence: { [field]: 'Cette date est trop loin.' } } } })
  expect(await owner(api.listEvidence, { siteId })).toEqual([])
})

/** Uses up the retries instead of waiting for them. */
const failed = (owner: Caller, id: string) =>
  soon(async () => {
    await server.sql(`
      update pgboss.job set retry_count = retry_limit, start_after = now() where name = 'evidence.build' and state in ('created', 'retry')`)
    const file = await owner(api.getEvidence, { id })
    if (!file.finishedAt) throw new Error(`the dossier is ${file.state}`)
    return file
  })

test('a dossier that can’t be built ends as failed, and ordering it again builds it', async () => {
  const { owner, siteId } = await street()
  const { put } = server.gateways.files
  server.gateways.files.put = async () => {
    throw new Error('the disk is gone')
  }
  const order = { siteId, ...period, momentAt: `${today}T00:00:00+00:00`, withDrivers: false }
  const { id } = await owner(api.orderEvidence, { evidence: order })
  const end = await failed(owner, id).finally(() => {
    server.gateways.files.put = put
  })
  expect(end).toMatchObject({ state: 'failed', problem: 'Le dossier n’a pas pu être préparé.' })
  const { customerId, claimId, from, to, momentAt, withDrivers } = end
  const again = await newDossier(owner, { siteId, customerId, claimId, from, to, momentAt, withDrivers })
  expect(again).toMatchObject({ ...order, state: 'ready', problem: null })

  const { super_admin: staff } = await server.newCompany()
  const dead = await soon(async () => {
    const [found] = (await staff(api.listDeadLetters)).filter(({ kind }) => kind === 'evidence.build')
    if (!found) throw new Error('the job is not dead yet')
    return found
  })
  await staff(api.retryDeadLetter, { id: dead.id })
  await soon(async () => expect(await owner(api.getEvidence, { id })).toMatchObject({ state: 'ready', problem: null }))
})

test('a dossier whose server was killed at each try ends as failed in the night', async () => {
  const { owner, companyId, siteId } = await street()
  const { id } = await newDossier(owner, { siteId, ...period })
  await inCompany(
    server,
    companyId,
    (tx) => tx.sql`
      update evidence_files
      set state = 'building', file_id = null, finished_at = null, created_at = now() - interval '13 hours'
      where id = ${id}`,
  )
  await server.work((work) => purgeEvidence(work))
  expect(await owner(api.getEvidence, { id })).toMatchObject({ state: 'failed', problem: 'Le dossier n’a pas pu être préparé.' })
})
