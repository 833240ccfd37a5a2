import { randomUUID } from 'node:crypto'
import { clientCalls } from '@bordee/core/clients/clients.calls.ts'
import { companyCalls } from '@bordee/core/companies/companies.calls.ts'
import { noLink } from '@bordee/core/links.ts'
import { occupantCalls } from '@bordee/core/occupants/occupants.calls.ts'
import { quoteCalls } from '@bordee/core/quotes/quotes.calls.ts'
import { siteCalls } from '@bordee/core/sites/sites.calls.ts'
import { find } from 'linkifyjs'
import { expect, test } from 'vitest'
import { solveEasyCaptcha } from '../testing/captcha.ts'
import { around, home, square } from '../testing/folders.ts'
import { type Caller, inCompany, openTestServer, type People } from '../testing/server.ts'
import { purgeQuotes } from './quotes.jobs.ts'

const {
  submitQuote,
  listQuoteRecipients,
  withdrawQuote,
  countNewQuotes,
  listQuotes,
  getQuote,
  updateQuote,
  createClientOfQuote,
  startQuotes,
  getQuoteCompany,
  updateQuoteConfig,
} = quoteCalls
const { decideAdmission } = companyCalls
const server = await openTestServer()

const asked = {
  firstname: 'Hélène',
  lastname: 'Côté',
  /** A new one each time: an address gets few letters an hour. */
  get email() {
    return `${randomUUID()}@Exemple.ca`
  },
  phone: '(418) 555-0142',
  address: '500, rue Saint-Jean, Québec',
  location: home,
  size: 'double',
  slope: 'ascendant',
  coating: 'paving stones',
  hasTempo: true,
  wantAlerts: true,
  additionalInformation: 'Le chien <b>mord</b>.',
}

/** Like the page, with a new captcha each time. */
const send = async (quoteRequest: object = asked, more: { companyId?: string; requestId?: string; address?: string } = {}) => {
  const { address, ...input } = more
  const headers = { recaptcha: await solveEasyCaptcha(server) }
  return server.anyone.raw(submitQuote, { quoteRequest, ...input }, { headers, ...(address && { address }) })
}

/** A company that serves the area around `at`, or nowhere. */
async function serving(at: { lat: number; lng: number } | null = home): Promise<People> {
  const people = await server.newCompany()
  await people.owner(startQuotes, { isActive: true })
  await people.admin(decideAdmission, { id: people.companyId, admission: 'admitted', isSectorUnlimited: true })
  const polygon = at && around.map(({ lat, lng }) => ({ lat: lat - home.lat + at.lat, lng: lng - home.lng + at.lng }))
  await people.owner(updateQuoteConfig, { polygon })
  return people
}

/** A new e-mail of the company, proven. */
async function officeOf(owner: Caller): Promise<string> {
  const to = `${randomUUID()}@bureau.exemple`
  await owner(companyCalls.updateCurrentCompany, { company: { email: to } })
  const { code } = await server.letterTo(to, /^Confirmez/)
  await server.anyone(companyCalls.confirmCompanyEmail, { code })
  return to
}

/** A driveway drawn there. */
const drivewayAt = (at: { lat: number; lng: number }) =>
  square().map(({ lat, lng }) => ({ lat: lat - home.lat + at.lat, lng: lng - home.lng + at.lng }))

/** Far from everyone else's sector. */
let places = 0
const elsewhere = () => ({ lat: 50 + ++places / 5, lng: -70 })

test('residents reach a company only once platform staff have admitted it', async () => {
  const people = await server.newCompany()
  const { owner, admin, companyId } = people
  await inCompany(server, companyId, (tx) => tx.sql`update companies set quote_admission = 'pending' where id = ${companyId}`)
  const staff = await server.sql<{ email: string }>('select email from accounts where id = $1', [admin.accountId])
  expect(await owner(startQuotes, { isActive: true })).toMatchObject({ admission: 'pending', admissionReason: null })
  await server.letterTo(staff[0]?.email ?? '', /attend d’être admise/)
  const location = { lat: home.lat + 0.3, lng: home.lng }
  const polygon = around.map(({ lat, lng }) => ({ lat: lat - home.lat + location.lat, lng }))
  await owner(updateQuoteConfig, { polygon })
  const isReached = async () => (await server.anyone(listQuoteRecipients, { ...location, companyId })).length > 0
  expect(await isReached()).toBe(false)
  expect((await server.anyone.raw(getQuoteCompany, { companyId })).status).toBe(404)
  expect((await owner.raw(decideAdmission, { id: companyId, admission: 'admitted' })).status).toBe(403)

  expect((await admin.raw(decideAdmission, { id: companyId, admission: 'refused' })).status).toBe(422)
  await admin(decideAdmission, { id: companyId, admission: 'refused', reason: 'NEQ introuvable' })
  const to = (await server.sql<{ email: string }>('select email from accounts where id = $1', [owner.accountId]))[0]?.email ?? ''
  expect((await server.letterTo(to, /n’est pas admise/)).text).toContain('NEQ introuvable')
  expect((await owner(companyCalls.getCurrentCompany)).quoteConfig).toMatchObject({
    admission: 'refused',
    admissionReason: 'NEQ introuvable',
  })
  expect(await isReached()).toBe(false)

  await admin(decideAdmission, { id: companyId, admission: 'admitted' })
  await server.letterTo(to, /reçoit les demandes/)
  expect(await isReached()).toBe(true)
  expect(await server.anyone(getQuoteCompany, { companyId })).toMatchObject({ logo: null })
})

test('a sector is limited to 2,500 km² and 80 km from the address, unless staff lift that; an older one stays', async () => {
  const { owner, admin, companyId } = await server.newCompany()
  await owner(startQuotes, { isActive: true })
  const corner = (y: number, x: number) => ({ lat: home.lat + y, lng: home.lng + x })
  const huge = [corner(-0.4, -0.4), corner(-0.4, 0.4), corner(0.4, 0.4), corner(0.4, -0.4)]
  const far = [corner(1, 0), corner(1, 0.01), corner(1.01, 0.01)]
  for (const polygon of [huge, far])
    expect(await owner.raw(updateQuoteConfig, { polygon })).toMatchObject({
      status: 422,
      body: { formErrors: { input: { polygon: expect.stringContaining('km') } } },
    })
  await admin(decideAdmission, { id: companyId, admission: 'admitted', isSectorUnlimited: true })
  await owner(updateQuoteConfig, { polygon: huge })
  await admin(decideAdmission, { id: companyId, admission: 'admitted', isSectorUnlimited: false })
  expect(await owner(updateQuoteConfig, { polygon: huge, isActive: true })).toMatchObject({ polygon: huge })
  expect((await owner.raw(updateQuoteConfig, { polygon: far })).status).toBe(422)
})

test('a company that takes its address off the map cannot draw a sector anywhere', async () => {
  const { owner } = await server.newCompany()
  await owner(startQuotes, { isActive: true })
  await owner(companyCalls.updateCurrentCompany, { company: { location: null } })
  const far = [1, 1.01, 1.02].map((y, i) => ({ lat: home.lat + y, lng: home.lng + (i % 2) / 50 }))
  expect(await owner.raw(updateQuoteConfig, { polygon: far })).toMatchObject({
    status: 422,
    body: { formErrors: { input: { polygon: expect.stringContaining('adresse') } } },
  })
})

test('a request reaches every company that serves the address, each with its own copy', async () => {
  const location = elsewhere()
  const [one, two, far, off] = [await serving(location), await serving(location), await serving(elsewhere()), await serving(location)]
  await off.owner(updateQuoteConfig, { isActive: false })
  const names = (await server.anyone(listQuoteRecipients, location)).map(({ name }) => name)
  expect(await send({ ...asked, location })).toMatchObject({ status: 201, body: { companies: names } })
  expect(names).toHaveLength(2)

  const [copy, ...none] = await one.owner(listQuotes)
  expect(none).toEqual([])
  expect(copy).toMatchObject({
    firstname: 'Hélène',
    email: expect.stringMatching(/@exemple\.ca$/),
    phone: '4185550142',
    slope: 'ascendent',
    coating: 'paving-stones',
    additionalInformation: 'Le chien <b>mord</b>.',
    status: 'new',
    clientId: null,
    withdrawnAt: null,
  })
  const id = copy?.id ?? ''
  expect(await one.owner(updateQuote, { id, quoteRequest: { status: 'waiting', notes: 'Rappeler lundi' } })).toMatchObject({
    status: 'waiting',
    notes: 'Rappeler lundi',
  })
  expect(await two.owner(listQuotes)).toMatchObject([{ status: 'new', notes: null }])
  expect([await far.owner(listQuotes), await off.owner(listQuotes)]).toEqual([[], []])
  expect(await one.owner(countNewQuotes)).toEqual({ count: 0 })
  expect(await two.owner(countNewQuotes)).toEqual({ count: 1 })
  expect((await two.owner.raw(getQuote, { id })).status).toBe(404)
  expect((await two.owner.raw(updateQuote, { id, quoteRequest: { status: 'declined' } })).status).toBe(404)
})

test('the resident withdraws their request from all of them, once, by the link in their letter', async () => {
  const location = elsewhere()
  const [one, two] = [await serving(location), await serving(location)]
  const email = `${randomUUID()}@exemple.ca`
  await send({ ...asked, email, location })
  const { text } = await server.letterTo(email, /Votre demande/)
  const code = /retrait#([\w-]+)/.exec(text)?.[1] ?? ''
  expect(code.length).toBeGreaterThan(20)
  expect((await server.anyone.raw(withdrawQuote, { code: 'devine' })).status).toBe(404)
  for (const _ of [1, 2]) expect((await server.anyone.raw(withdrawQuote, { code })).status).toBe(200)
  for (const { owner } of [one, two]) {
    const [copy] = await owner(listQuotes)
    expect(copy?.withdrawnAt).toEqual(expect.any(String))
    expect(await owner.raw(createClientOfQuote, { id: copy?.id ?? '' })).toMatchObject({ status: 409, body: { code: 'withdrawn' } })
    expect(await owner(countNewQuotes)).toEqual({ count: 0 })
  }
})

test('the resident’s letter names the companies, each company gets a notice, and typed text is escaped', async () => {
  const location = elsewhere()
  const { owner } = await serving(location)
  const { name } = await owner(companyCalls.getCurrentCompany)
  const to = await officeOf(owner)
  const email = `${randomUUID()}@exemple.ca`
  await send({ ...asked, firstname: '<script>', email, location })
  expect((await server.letterTo(email)).text).toContain(name)
  const notice = await server.letterTo(to, /Nouvelle demande/)
  expect(notice.text).toContain('(418) 555-0142')
  expect(notice.html).toContain('&lt;script&gt;')
  expect(notice.html).not.toContain('<script>')
})

test('a request that reaches nobody is kept for platform staff, and the resident sees the same page', async () => {
  const { owner, admin } = await server.newCompany()
  const email = `${randomUUID()}@exemple.ca`
  const location = elsewhere()
  expect(await send({ ...asked, email, location, polygon: drivewayAt(location) })).toMatchObject({ status: 201, body: { companies: [] } })
  const unmatched = await admin(listQuotes, { unmatched: true })
  expect(unmatched.find((quote) => quote.email === email)).toMatchObject({ status: 'new', location, squareFeet: expect.any(Number) })
  expect((await owner.raw(listQuotes, { unmatched: true })).status).toBe(403)
  expect(await owner(listQuotes)).toEqual([])
  expect((await server.letterTo(email)).text).toContain('Retirer ma demande')
})

test('a request from a company’s own page goes to that company, wherever the address', async () => {
  const [own, near] = [await serving(null), await serving(elsewhere())]
  expect(await send(asked, { companyId: own.companyId })).toMatchObject({ status: 201 })
  expect(await own.owner(listQuotes)).toHaveLength(1)
  expect(await near.owner(listQuotes)).toEqual([])
  await own.owner(updateQuoteConfig, { isActive: false })
  expect((await send(asked, { companyId: own.companyId })).status).toBe(404)
})

test('a repeated request whose answer was lost counts once', async () => {
  const location = elsewhere()
  const { owner } = await serving(location)
  const requestId = randomUUID()
  const quote = { ...asked, location }
  const answers = await Promise.all([1, 2, 3].map(() => send(quote, { requestId })))
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
  expect(await owner(listQuotes)).toHaveLength(1)
})

test('the same id with other answers, or after a withdrawal, is refused: the page then uses a new id', async () => {
  const location = elsewhere()
  const { owner } = await serving(location)
  const requestId = randomUUID()
  const quote = { ...asked, location }
  const refused = { status: 409, body: { code: 'already-sent' } }
  await send(quote, { requestId })
  expect(await send({ ...quote, phone: '4185550143' }, { requestId })).toMatchObject(refused)
  expect(await owner(listQuotes)).toMatchObject([{ phone: '4185550142' }])
  const { text } = await server.letterTo(quote.email.toLowerCase())
  await server.anyone(withdrawQuote, { code: /retrait#([\w-]+)/.exec(text)?.[1] ?? '' })
  expect(await send(quote, { requestId })).toMatchObject(refused)
})

test('strangers cannot flood a mailbox: three letters an hour, without anything they typed', async () => {
  const email = `${randomUUID()}@exemple.ca`
  const quote = { ...asked, email, firstname: 'Piège', address: 'Cliquez https://piege.exemple/x' }
  const sent = []
  for (let i = 0; i < 4; i++) sent.push(await send(quote, { address: `203.0.113.${i}` }))
  expect(sent.map(({ status }) => status)).toEqual([201, 201, 201, 429])
  expect(sent.at(-1)?.body).toMatchObject({ code: 'too-many-requests' })
  const letter = await server.letterTo(email, /Votre demande/, 3)
  expect(letter.text).not.toMatch(/pi[eè]ge|Cliquez/i)
  expect(letter.text).toContain('Revêtement\u00a0: Pavé')
})

test('a company’s notice makes no link of typed text', async () => {
  const location = elsewhere()
  const { owner } = await serving(location)
  const to = await officeOf(owner)
  expect(await send({ ...asked, location, lastname: 'piege.com' })).toMatchObject({
    status: 422,
    body: { formErrors: { quoteRequest: { lastname: noLink } } },
  })
  await send({ ...asked, location, address: '12, rue X, https://piege.com/x, Québec' })
  const notice = await server.letterTo(to, /Nouvelle demande/)
  expect(notice.text).toContain('piege')
  expect(find(`${notice.subject} ${notice.text}`).map(({ href }) => href)).toEqual([expect.stringContaining('/dashboard/quotes/requests/')])
})

test('requests are kept a year, unmatched ones 90 days, withdrawn ones 30; a folder stays', async () => {
  const location = elsewhere()
  const { owner, admin, companyId } = await serving(location)
  const nowhere = elsewhere()
  const people = { year: 'Ancienne', young: 'Récente', nobody: 'Orpheline', waiting: 'Attendue' }
  for (const lastname of [people.year, people.young]) await send({ ...asked, location, lastname })
  for (const lastname of [people.nobody, people.waiting]) await send({ ...asked, location: nowhere, lastname })
  const old = (await owner(listQuotes)).find(({ lastname }) => lastname === people.year)?.id ?? ''
  const { id: clientId } = await owner(createClientOfQuote, { id: old })
  await server.work(async ({ tx }) => {
    await tx.scope({ companies: [companyId], platform: true })
    await tx.sql`
      update quote_requests
      set submitted_at = now() - (case lastname when ${people.year} then 367 else 365 end) * interval '1 day'
      where company_id = ${companyId}`
    await tx.sql`
      update quote_submissions
      set submitted_at = now() - (case unmatched ->> 'lastname' when ${people.nobody} then 91 else 89 end) * interval '1 day'
      where unmatched ->> 'lastname' in (${people.nobody}, ${people.waiting})`
  })

  await server.work(purgeQuotes)

  expect((await owner(listQuotes)).map(({ lastname }) => lastname)).toEqual([people.young])
  expect(await owner(clientCalls.getClient, { id: clientId })).toMatchObject({ name: 'Hélène Ancienne' })
  const unmatched = (await admin(listQuotes, { unmatched: true })).map(({ lastname }) => lastname)
  expect(unmatched).toContain(people.waiting)
  expect(unmatched).not.toContain(people.nobody)
})

test('an outline that cannot be a driveway is refused before the captcha is spent', async () => {
  const headers = { recaptcha: await solveEasyCaptcha(server) }
  const wide = [0, 1, 2].map((i) => ({ lat: home.lat + i, lng: home.lng + (i % 2) }))
  const refused = await server.anyone.raw(submitQuote, { quoteRequest: { ...asked, polygon: wide } }, { headers })
  expect(refused).toMatchObject({ status: 422, body: { formErrors: { quoteRequest: { polygon: expect.stringContaining('trop loin') } } } })
  expect((await server.anyone.raw(submitQuote, { quoteRequest: { ...asked } }, { headers })).status).toBe(201)
})

test('a captcha counts once, and without one nothing is stored', async () => {
  const location = elsewhere()
  const { owner } = await serving(location)
  const headers = { recaptcha: await solveEasyCaptcha(server) }
  const input = { quoteRequest: { ...asked, location } }
  const refused = { status: 422, body: { formErrors: { captcha: { token: expect.any(String) } } } }
  expect(await server.anyone.raw(submitQuote, input)).toMatchObject(refused)
  expect((await server.anyone.raw(submitQuote, input, { headers })).status).toBe(201)
  expect(await server.anyone.raw(submitQuote, input, { headers })).toMatchObject(refused)
  expect(await owner(listQuotes)).toHaveLength(1)
})

test('one address cannot flood anyone', async () => {
  const address = '203.0.113.77'
  const statuses: number[] = []
  for (let i = 0; i < 25; i++) statuses.push((await server.anyone.raw(submitQuote, { quoteRequest: asked }, { address })).status)
  expect(statuses.filter((status) => status === 429)).toHaveLength(5)
})

test.each([
  ['firstname', { firstname: 'x'.repeat(36) }, 'Ce champ ne doit pas comporter plus de 35 caractères.'],
  ['lastname', { lastname: ' ' }, 'Ce champ est requis.'],
  ['email', { email: 'helene' }, 'Veuillez entrer un courriel valide'],
  ['phone', { phone: '555-0142' }, 'Veuillez entrer un numéro de téléphone valide.'],
  ['address', { address: undefined }, 'Veuillez sélectionner l’un des résultats suggérés'],
  ['location', { location: undefined }, 'Veuillez sélectionner l’un des résultats suggérés'],
  ['address', { location: { lat: 42.36, lng: -71.06 } }, 'Veuillez sélectionner l’un des résultats suggérés'],
  ['size', { size: 'géant' }, 'Ce champ est requis.'],
  ['slope', { slope: undefined }, 'Ce champ est requis.'],
  ['coating', { coating: null }, 'Ce champ est requis.'],
  ['additionalInformation', { additionalInformation: 'x'.repeat(2001) }, 'Ce champ ne doit pas comporter plus de 2000 caractères.'],
])('%s: what is not right is said and kept nowhere', async (field, wrong, message) => {
  const { admin } = await server.newCompany()
  const before = await admin(listQuotes, { unmatched: true })
  expect(await send({ ...asked, ...wrong })).toMatchObject({ status: 422, body: { formErrors: { quoteRequest: { [field]: message } } } })
  expect(await admin(listQuotes, { unmatched: true })).toEqual(before)
})

test('a request becomes a folder in one step: client, site, area, notes and occupant', async () => {
  const location = elsewhere()
  const { owner, companyId } = await serving(location)
  const parts = {
    civicNumber: '500',
    street: 'rue Saint-Jean',
    apartment: null,
    city: 'Québec',
    state: 'QC',
    zip: 'G1R 1P8',
    country: 'CA',
  }
  await send({ ...asked, location, polygon: drivewayAt(location), addressParts: parts })
  const [quote] = await owner(listQuotes)
  const id = quote?.id ?? ''
  await owner(updateQuote, { id, quoteRequest: { notes: 'Bon prix' } })
  // 5 November in Québec, already the 6th in UTC.
  await inCompany(server, companyId, (tx) => tx.sql`update quote_requests set submitted_at = '2026-11-06T02:00:00Z' where id = ${id}`)
  const [first, second] = await Promise.all([owner.raw(createClientOfQuote, { id }), owner.raw(createClientOfQuote, { id })])
  expect([first.status, second.status].toSorted((a, b) => a - b)).toEqual([201, 409])
  const client = (first.status === 201 ? first : second).body as { id: string }
  expect(client).toMatchObject({
    name: 'Hélène Côté',
    type: 'residential',
    email: expect.stringMatching(/@exemple\.ca$/),
    phone: '4185550142',
    notes: 'Bon prix',
  })
  expect(await owner(getQuote, { id })).toMatchObject({ clientId: client.id, status: 'waiting' })
  expect(await owner(countNewQuotes)).toEqual({ count: 0 })
  const [found] = await owner(siteCalls.listSites, {})
  const site = await owner(siteCalls.getSite, { id: found?.id ?? '' })
  expect(site).toMatchObject({
    customerId: client.id,
    address: { civicNumber: '500', street: 'rue Saint-Jean', city: 'Québec', location },
    notes: expect.stringContaining('Pente\u00a0: Montante'),
    areas: [{ name: 'Entrée', polygon: drivewayAt(location) }],
  })
  expect(site.notes).toContain('Le chien <b>mord</b>.')
  expect(site.notes).toContain('Demande de soumission du 05/11/2026')
  expect(await owner(occupantCalls.listOccupants, {})).toMatchObject([{ phone: '4185550142', lastName: 'Côté', alertMethod: 'sms' }])
})

test('the module is started once, then switched; the sector is one polygon, and framing sites are few and safe', async () => {
  const { owner } = await server.newCompany()
  await server.work(async ({ tx }) => {
    const { id } = await owner(companyCalls.getCurrentCompany)
    await tx.scope({ companies: [id] })
    await tx.sql`update companies set quote_is_active = null where id = ${id}`
  })
  expect((await owner.raw(updateQuoteConfig, { isActive: true })).status).toBe(409)
  expect(await owner.raw(startQuotes, { isActive: true })).toMatchObject({ status: 201, body: { isActive: true, polygon: null } })
  expect((await owner.raw(startQuotes, { isActive: true })).status).toBe(409)
  expect(await owner(updateQuoteConfig, { polygon: around })).toMatchObject({ isActive: true, polygon: around })
  expect(await owner(updateQuoteConfig, { isActive: false })).toMatchObject({ isActive: false, polygon: around })
  expect(await owner(updateQuoteConfig, { allowedOrigins: ['https://Boreal.exemple/'] })).toMatchObject({
    allowedOrigins: ['https://boreal.exemple'],
  })
  for (const bad of ['http://boreal.exemple', 'https://*', "https://a.ca; script-src 'unsafe-inline'", 'https://boreal.exemple/page'])
    expect((await owner.raw(updateQuoteConfig, { allowedOrigins: [bad] })).status, bad).toBe(422)
  expect(await owner(updateQuoteConfig, { polygon: null })).toMatchObject({ polygon: null })
})
