// For the test that looks for every field of every answer: a company works for a day, and fills what its answers may hold.
import { randomUUID } from 'node:crypto'
import { api } from '@bordee/core/api.ts'
import { addDays, homeZone, wallClock } from '@bordee/core/time.ts'
import { expect } from 'vitest'
import { closeRecord } from '../records/records.jobs.ts'
import { reconcileBank } from './answering-bank-files.ts'
import { billOperations, byUse } from './answering-billables.ts'
import { invoiceClients } from './answering-invoices.ts'
import { liveASeason } from './answering-season.ts'
import { solveCaptcha } from './captcha.ts'
import { attachToClaim } from './claims.ts'
import { inDays, newContract, newTemplate, terms } from './contracts.ts'
import { builtDossier, openDossier, verified } from './evidence.ts'
import { around, home, newClient, newSector, newSite, square } from './folders.ts'
import { sqlIn } from './people.ts'
import { aJpeg, sendPhoto } from './photos.ts'
import { clearing, newRoute } from './runs.ts'
import { inCompany, type People, type TestServer } from './server.ts'
import { soon } from './soon.ts'
import { sendFilesTo } from './uploads.ts'
import { newClaim, publishBulletin } from './world.ts'
import { writeBack } from './writing-back.ts'

/** After the demo has filled the gazetteer. */
export async function workForADay(server: TestServer, people: People) {
  const { owner, super_admin: staff, companyId } = people
  await staff(api.updateCurrentCompany, {
    company: { hst: '123456789RT0001', tps: '123456789RT0001', tvq: '1234567890TQ0001', logo },
    alertConfig: { isActive: true, minTimeBetweenTwoAlert: 0, startHourAllowed: null, endHourAllowed: null },
  })
  await keepFolders(people)
  await lookUpAddresses(server, people)
  await askStaff(server, people)
  await sendList(server, people)
  await answerQuotes(server, people)
  await signContracts(server, people)
  await drive(server, people)
  await photograph(server, people)
  await dispatch(people)
  await alert(server, people)
  await answerCallers(people)
  await liveASeason(people)
  await billOperations(server, people)
  await invoiceClients(server, people, (await folderOf(people)).email)
  await reconcileBank(server, people)
  await answerTheLine(people)
  await answerClaims(server, people)
  await writeBack(server, people, '4185550142')
  await bringSheets(people)
  await staff(api.setMonthlyCap, { companyId, monthlyCap: 5000 })
  await people.client(api.askForErasure)
  const [asked] = await owner(api.listErasureRequests)
  await owner(api.answerErasureRequest, { id: asked?.id ?? '', outcome: 'Dossier supprimé.' })
  await people.client(api.getPersonalData)
  const closed = await server.newCompany()
  await closed.owner(api.getHome) // its first steps
  await staff(api.archiveCompany, { id: closed.companyId })
  for (const text of ['roy', 'entrée']) await owner(api.search, { text })
  await playTrialNight(server)
}

async function playTrialNight(server: TestServer) {
  const { owner } = await server.newCompany()
  const { id: routeId } = await newRoute(owner, 3)
  await owner(api.offerTrialNight)
  await owner(api.startTrialNight, { routeId })
  await soon(async () => expect((await owner(api.driveTrialNight)).messages).not.toEqual([]))
  await owner(api.endTrialNight)
}

const logo = 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const address = { civicNumber: '500', street: 'rue Saint-Jean', apartment: '4', city: 'Québec', state: 'QC', country: 'CA' }
const areas = [{ name: 'Entrée', polygon: square(), notes: 'Muret à gauche' }]

/** On the company's clock, so many hours from now. */
const hourIn = (hours: number) => wallClock(new Date(Date.now() + hours * 3_600_000), homeZone).time

/** As the client reads them. */
async function folderOf({ owner, client }: People) {
  const { email } = await client(api.getCurrentAccount)
  const known = (await owner(api.listClients)).find((one) => one.email === email)
  if (known) return { clientId: known.id, siteId: known.sites[0]?.id ?? '', email }
  const { street, civicNumber, apartment, city, state } = address
  const billing = {
    billingStreet: street,
    billingCivicNumber: civicNumber,
    billingApartment: apartment,
    billingCity: city,
    billingState: state,
  }
  const said = { type: 'commercial' as const, firstName: 'Camille', lastName: 'Roy', phone: '4185550142', post: '12', notes: 'Sonner' }
  const { id } = await newClient(owner, { name: 'Camille Roy', number: '7', email, ...said, ...billing })
  const site = await newSite(owner, id, { name: 'Entrée', notes: 'Cour', areas, address: { ...address, location: home } })
  return { clientId: id, siteId: site.id, email }
}

const unsubscribed = '4185550143'

async function keepFolders(people: People) {
  const { owner, employee } = people
  const { clientId, siteId } = await folderOf(people)
  await owner(api.validateClient, { client: { name: 'Camille Roy', number: '7' } })
  await owner(api.validateSite, { site: { customerId: clientId, name: 'Entrée' } })
  const resident = { site: siteId, firstName: 'Camille', lastName: 'Roy', notes: 'Le soir' }
  for (const phone of ['4185550142', unsubscribed]) await owner(api.createOccupant, { contact: { ...resident, phone } })
  const quietHours = { startAt: hourIn(-1), endAt: hourIn(2) } // its alert waits
  await owner(api.createOccupant, { contact: { ...resident, phone: '4185550146', quietHours, callsAnytime: true } })
  const { id: sectorId } = await newSector(owner)
  const { id: groupingId } = await owner(api.createGrouping, { alerts: { name: 'Haute-Ville', siteGroupIds: [sectorId] } })
  await publishBulletin(people, { groupingIds: [groupingId], sentences: { done: 'Bonne journée.' } })
  const { id: routeId } = await owner(api.createRoute, { route: { name: 'Nord', sites: [{ site: siteId, sortOrder: 0 }] } })
  const scopes = { sectorIds: [sectorId], routeForAlertIds: [routeId] }
  await owner(api.updateAccount, { id: employee.accountId, account: scopes })
}

async function lookUpAddresses({ anyone }: TestServer, { owner, super_admin: staff }: People) {
  const [found] = await anyone(api.suggestAddresses, { search: '500 Saint-Jean' })
  await anyone(api.getAddress, { placeId: found?.placeId ?? '', sessionToken: 'x' })
  await anyone(api.listStreets, { zoom: '12', x: 1237, y: 1443 })
  await anyone(api.listHouses, { x: 9902, y: 11_550 })
  const { id } = await newClient(owner)
  await newSite(owner, id, { address: { ...address, apartment: null, location: null } })
  await staff(api.geolocateSites, { clientIds: [id] })
  await owner(api.findDirections, { points: [home, { ...home, lat: home.lat + 0.01 }] })
}

async function askStaff(server: TestServer, { owner, super_admin: staff, companyId }: People) {
  const [id, module] = [companyId, 'geolocation'] as const
  await staff(api.updateCompany, { id, geolocationConfig: { isActive: false } })
  await owner(api.askForModule, { module })
  await staff(api.decideModuleRequest, { id, module, status: 'refused', reason: 'Trop tôt' })
  await staff(api.decideModuleRequest, { id, module, status: 'activated' })
  const email = `bureau.${companyId}@exemple.ca`
  await owner(api.updateCurrentCompany, { company: { email } })
  await server.anyone(api.confirmCompanyEmail, { code: (await server.letterTo(email)).code })
}

async function sendList(server: TestServer, { owner, super_admin: staff }: People) {
  const bytes = 'Nom,Adresse,Courriel\nLuc Roy,"1, rue Cartier, Lévis",luc@exemple.ca\nAnne Roy,"2, rue Cartier, Lévis",personne\n'
  const { body } = await sendFilesTo<{ id: string }>(server, owner, '/import-requests', [{ name: 'liste.csv', bytes }])
  await staff(api.openImportRequest, body)
  await owner(api.getCurrentCompany)
  await staff(api.settleImportRequest, { id: body.id, status: 'refused', reason: 'Trop courte' })
}

async function answerQuotes(server: TestServer, people: People) {
  const { owner, super_admin: staff, companyId } = people
  const { email } = await folderOf(people)
  await owner(api.startQuotes, { isActive: true })
  await owner(api.updateQuoteConfig, { polygon: around, allowedOrigins: ['https://exemple.ca'] })
  await staff(api.decideAdmission, { id: companyId, admission: 'refused', reason: 'NEQ introuvable' })
  await owner(api.updateQuoteConfig, { isActive: true })
  await staff(api.decideAdmission, { id: companyId, admission: 'admitted' })
  await server.anyone(api.getQuoteCompany, { companyId })
  await server.anyone(api.listQuoteRecipients, { ...home, companyId })
  const entry = { size: 'double', slope: 'flat', coating: 'asphalt', additionalInformation: 'Muret', polygon: square() }
  const quoteRequest = {
    firstname: 'Camille',
    lastname: 'Roy',
    email,
    phone: '4185550142',
    address: '500, rue Saint-Jean',
    location: home,
    ...entry,
  }
  await server.anyone.raw(api.submitQuote, { quoteRequest, companyId }, { headers: { recaptcha: await solveCaptcha(server) } })
}

async function signContracts(server: TestServer, people: People) {
  const { owner, client } = people
  const folder = await folderOf(people)
  const { id: templateId } = await newTemplate(owner, { description: 'Résidentiel' })
  await owner(api.archiveTemplate, { id: templateId })
  const [signed, declined, incomplete] = [
    await newContract(owner, folder),
    await newContract(owner, { ...folder, services: [...terms().services, ...byUse] }),
    await newContract(owner, { email: null }),
  ]
  await owner(api.sendContracts, { contractIds: [signed.id, declined.id, incomplete.id] })
  for (const { id } of [signed, declined]) await client(api.getContract, { id })
  await client(api.declineContract, { id: declined.id, reason: 'Trop cher' })
  await client(api.acceptContract, { id: signed.id, signerName: 'Camille Roy', boxes: ['read', 'privacy'] })
  await owner(api.syncContracts, {})
  await owner(api.renewContracts, { contractIds: [signed.id, declined.id] })
  const pdf = await server.app.inject({ url: `/api/contracts/print/${signed.id}`, headers: { authorization: `Bearer ${owner.token}` } })
  const before = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\ncontent-type: application/pdf\r\n\r\n'
  const payload = Buffer.concat([Buffer.from(before), pdf.rawPayload, Buffer.from('\r\n--x--\r\n')])
  await server.app.inject({
    method: 'POST',
    url: '/api/verification',
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    payload,
  })
}

const routeOf = async ({ owner }: People) => (await owner(api.listRoutes)).find(({ name }) => name === 'Nord')?.id ?? ''

/** Damage at a stop, the state of a client's site before winter, and a photo that should not have been taken. */
async function photograph(server: TestServer, people: People) {
  const { owner, employee } = people
  const { siteId: ownSite } = await folderOf(people)
  const { id: routeId, siteIds } = await newRoute(owner, 1)
  const { id: runId } = await employee(api.startRun, { routeId })
  const { runSites } = await employee(api.getRunDetails, { id: runId })
  const damage = await employee(api.reportDamage, { runId, runSiteId: runSites[0]?.id ?? '', note: 'Bordure arrachée' })
  await owner(api.getRunDetails, { id: runId })
  const place = { lat: 46.81, lng: -71.21, accuracy: 6 }
  const told = { kind: 'damage', runId, markId: damage.id, siteId: siteIds[0], visitId: randomUUID(), ...place }
  const { body: wrong } = await sendPhoto(server, employee, told, await aJpeg())
  await owner(api.listPhotos, { runId })
  await owner(api.deletePhoto, { id: wrong.id, reason: 'Un enfant y est' })
  await owner(api.listPhotos, { runId })
  const { id: claimId } = await newClaim(owner, { siteId: ownSite })
  await sendPhoto(server, owner, { kind: 'condition', siteId: ownSite, claimId, ...place }, await aJpeg())
  await owner(api.listSitesWithoutCondition)
  await employee(api.actOnRun, { id: runId, type: 'quit' })
}

async function drive(server: TestServer, people: People) {
  const { owner, employee } = people
  const { id: runId } = await employee(api.startRun, { routeId: await routeOf(people), at: new Date(Date.now() - 120_000).toISOString() })
  await owner(api.listRoutesForAlerts)
  await employee(api.addLocations, { id: runId, locations: clearing(0, Date.now() - 60_000) })
  await owner(api.listCurrentRuns)
  await employee(api.actOnRun, { id: runId, type: 'quit' })
  await owner(api.regenerateRun, { id: runId })
  await keepRecord(server, people)
  const { id, key } = await owner(api.createDevice, { device: { name: 'Camion', userId: employee.accountId } })
  const timestamp = String(Math.floor(Date.now() / 1000))
  const payload = new URLSearchParams({ id: key, lat: '46.81', lon: '-71.21', timestamp, batt: '80' }).toString()
  await server.app.inject({
    method: 'POST',
    url: '/api/devices/ingest',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload,
  })
  await owner(api.renewDeviceKey, { id })
}

/** The office corrects a visit, and the day is sealed. */
async function keepRecord(server: TestServer, { owner, companyId }: People) {
  const [visit] = await owner(api.listVisits, { from: '2020-01-01', to: '2100-01-01' })
  await owner(api.correctVisit, { visitId: visit?.id ?? '', startedAt: null, finishedAt: null, reason: 'Le camion passait.' })
  await owner(api.listVisits, { from: '2020-01-01', to: '2100-01-01' })
  const day = wallClock(new Date(), homeZone).date
  await server.work((work) => closeRecord(work, { companyId, today: addDays(day, 2) }))
  await owner(api.listEvidenceDays)
  for (const wanted of [day, addDays(day, 1)]) await server.anyone(api.listPublishedDays, { day: wanted })
}

/** A truck breaks down, another takes over, and the office writes it down. */
async function dispatch(people: People) {
  const { owner, employee, admin } = people
  const { id: brokenId, siteIds } = await newRoute(owner, 2)
  const { id: otherId } = await newRoute(owner, 1)
  const broken = await employee(api.startRun, { routeId: brokenId, unit: '7', at: minutesAgo(40) })
  const other = await admin(api.startRun, { routeId: otherId, unit: '8' })
  const id = broken.operationId ?? ''
  const { runSites } = await employee(api.getRunDetails, { id: broken.id })
  await employee(api.markSiteDone, { runId: broken.id, runSiteId: runSites[0]?.id ?? '', at: minutesAgo(35) })
  await owner(api.getBoard, { id }) // a silent truck, and when it would end
  for (const siteId of siteIds) await owner(api.getCallSheet, { siteId })
  for (const caller of [owner, employee]) await caller(api.getHome)
  await employee(api.listRouteOptions) // once they have driven one
  await owner(api.addOperationNote, { id, text: 'Panne hydraulique' })
  await owner(api.handOverRun, { id: broken.id })
  await owner(api.addStops, { id: other.id, siteIds, place: 'end' })
  await owner(api.getBoard, { id })
  await warn(people, { siteIds, stop: { runId: broken.id, runSiteId: runSites[1]?.id ?? '' } })
  for (const [driver, run] of [
    [employee, broken],
    [admin, other],
  ] as const)
    await driver(api.actOnRun, { id: run.id, type: 'quit' })
  await owner(api.addOperationReading, { id, reading: { kind: 'depth', amount: 12 } })
  for (const siteId of siteIds) await owner(api.getCallSheet, { siteId })
  for (const caller of [owner, employee]) await caller(api.getHome)
  const sector = await newSector(owner, { name: 'Haute-Ville', polygon: around })
  await owner(api.prepareRound, { id, kind: 'windrow', sectorId: sector.id })
  await employee(api.previewStart, { id: otherId })
  await owner(api.closeOperation, { id })
  await owner(api.getBoard, { id })
  for (const siteId of siteIds) await owner(api.getCallSheet, { siteId }) // of an operation that has closed
  await owner(api.splitOperation, { id, at: minutesAgo(20) })
  await owner(api.listOperations)
}

/** Someone asks for a site, and for what they owe. */
async function answerCallers(people: People) {
  const { owner } = people
  const { siteId, clientId } = await folderOf(people)
  await owner(api.updateCurrentCompany, { operationConfig: { triggerDepth: 5 } })
  await owner(api.openOperation)
  const signed = { status: 'accepted' as const, startAt: inDays(-9), requirement: { triggerDepth: 5 } }
  const promised = await newContract(owner, { clientId, ...signed })
  await owner(api.getCallSheet, { siteId: promised.siteId ?? '' })
  await owner(api.notePhoneCall, { siteId, phone: '4185550142', kind: 'request', text: 'Oubliée', isUrgent: true })
  for (const q of ['roy', '418 555-0142', '']) await owner(api.getCallSheet, { q })
  await owner(api.listTimeline, { id: clientId })
  const [open] = (await owner(api.getSeasonCheck)).lines
  await owner(api.ignoreSeasonLine, { line: open?.line ?? '', reason: 'En chantier' })
  await owner(api.getSeasonCheck)
}

/** Someone fell: the claim is held, and its dossier verified by the insurer. */
async function answerClaims(server: TestServer, people: People) {
  const { owner } = people
  const more = { place: 'Devant la porte', contact: '418 555-0199', insurer: 'Boréale', insurerNumber: 'B-12', notes: 'Rappeler' }
  const { id, customerId } = await newClaim(owner, { ...more, amountClaimed: 1_200_000 })
  const { body: file } = await attachToClaim(server, owner, id)
  await owner(api.listClaimFiles, { id })
  await owner(api.listTimeline, { id: customerId ?? '' })
  await owner(api.holdClaim, { id })
  await eraseHeld(server, people, customerId ?? '')
  const [held] = await owner(api.listEvidence, { claimId: id })
  const { bytes } = await openDossier(server, owner, (await builtDossier(owner, held?.id ?? '')).id)
  await verified(server, bytes)
  await owner(api.updateClaim, { id, claim: { amountSettled: 500_000 } })
  await owner(api.getClaim, { id })
  await owner(api.updateClaim, { id, claim: { state: 'closed' } })
  await owner(api.deleteClaimFile, { id, fileId: file.id })
  await owner(api.listClaims)
}

/** A claim keeps the folder of someone who asked to be erased. */
async function eraseHeld(server: TestServer, { owner, companyId }: People, customerId: string) {
  const email = 'efface.moi@exemple.ca'
  await owner(api.updateClient, { id: customerId, client: { email } })
  await owner(api.eraseClient, { id: customerId })
  const [request] = await inCompany(
    server,
    companyId,
    (tx) => tx.sql<{ id: string }>`
    insert into erasure_requests (company_id, email) values (${companyId}, ${email}) returning id`,
  )
  await owner(api.eraseRequested, { id: request?.id ?? '' })
  await owner(api.listErasures)
}

/** Someone calls the voice line, and asks for the office. */
async function answerTheLine({ owner, super_admin: staff, companyId }: People) {
  await owner(api.updateCurrentCompany, { alertConfig: { voiceLine: true, officeHours: null } })
  const call = { companyId, callId: randomUUID(), phone: '4185550166' }
  await staff(api.playCall, { ...call, pressed: null })
  await staff(api.playCall, { ...call, pressed: { asked: 'menu', key: '9', tries: 0 } })
  await staff(api.playCall, { ...call, pressed: { asked: 'menu', key: '2', tries: 1 } })
  const sends = await owner(api.listAlertHistory, { from: minutesAgo(60), to: minutesAgo(-60) })
  for (const { code, purpose } of sends) if (purpose === 'line') await owner(api.listAlertLog, { code })
}

/** A resident is told why the truck did not get there. */
async function warn({ owner, employee }: People, { siteIds, stop }: { siteIds: string[]; stop: { runId: string; runSiteId: string } }) {
  await employee(api.markSiteNotDone, { ...stop, reason: 'gate', note: 'Cadenas' })
  await owner(api.createOccupant, { contact: { site: siteIds[1] ?? '', phone: '4185550144' } })
  const { id: messageId } = await owner(api.createMessage, { message: { short: 'Reprise', long: 'Nous repasserons ({raison}).' } })
  await owner(api.previewAlert, { messageId, siteIds })
}

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

/** Refused while there is nothing in the bank; then one who wants none is left out. */
async function alert(server: TestServer, people: People) {
  const { owner, super_admin: staff, companyId } = people
  await sqlIn(server, companyId)`insert into unsubscribed_phones (company_id, phone) values (${companyId}, ${unsubscribed})`
  const { id: messageId } = await owner(api.createMessage, { message: { short: 'Alerte', long: 'Nous passons.' } })
  const target = { messageId, routeId: await routeOf(people) }
  await owner(api.previewAlert, target)
  await staff(api.addLot, { companyId, transaction: { amount: 50, expiresAt: inDays(90) } })
  const { code } = await owner(api.sendAlert, { ...target, requestKey: randomUUID() })
  await soon(async () => expect((await owner(api.listAlertLog, { code: code ?? '' })).some(({ sentAt }) => sentAt)).toBe(true))
  await owner(api.getAlertProgress, { code: code ?? '' })
  await owner(api.listRoutesForAlerts)
  await owner(api.stopAlert, { code: code ?? '' })
}

/** One of its rows is refused. */
async function bringSheets({ super_admin: staff, companyId }: People) {
  const content = [
    { Nom: 'Louise Côté', 'Tél.': null },
    { Nom: 'é'.repeat(400), 'Tél.': null },
  ]
  const sheets = { data: { sheets: [{ name: 'Feuil1', content }] }, clients: { sheet: 'Feuil1', keyMappings: { name: 'Nom' } } }
  const occupants = { sheet: 'Feuil1', keyMappings: { name: 'Nom', phone: 'Tél.' } }
  await staff(api.runImport, { ...sheets, occupants, companyId, dryRun: true })
  await staff(api.runImport, { ...sheets, companyId, dryRun: false })
  await staff(api.getImportProgress, { companyId })
}
