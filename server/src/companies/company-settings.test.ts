import { companyCalls } from '@bordee/core/companies/companies.calls.ts'
import { staffOnly } from '@bordee/core/companies/company-settings.ts'
import { usualOperations } from '@bordee/core/operations/operation-config.ts'
import type { RunKind } from '@bordee/core/runs/run-kind.ts'
import { siteCalls } from '@bordee/core/sites/sites.calls.ts'
import { expect, test } from 'vitest'
import { newClient, newSite } from '../testing/folders.ts'
import { openTestServer } from '../testing/server.ts'

const server = await openTestServer()
const { createCompany, updateCurrentCompany, updateCompany, getCurrentCompany, listCompanies, previewContractSites } = companyCalls

const base = {
  name: 'Neige Nouvelle',
  QEN: '1174829305',
  email: 'info@nouvelle.ca',
  phone: '418 555-0142',
  street: 'rue Saint-Jean',
  city: 'Québec',
  zip: 'g1r1p8',
}

const auditOf = (companyId: string) =>
  server.work(async ({ tx }) => {
    await tx.scope({ companies: [companyId] })
    return tx.sql<{ action: string; details: unknown; accountId: string }>`
      select action, details, account_id as "accountId" from audit_log order by created_at, id`
  })

test('a merge changes what is sent, clears what is null and keeps the rest', async () => {
  const { owner } = await server.newCompany()
  const before = await owner(getCurrentCompany)
  const changed = await owner(updateCurrentCompany, {
    company: {
      phone: '+1 (581) 555-0199',
      zip: 'g6v6c5',
      tvq: '1234567890 tq 0001',
      tps: '123456789rt0001',
      hst: '987654321RT0001',
      apartment: '3',
    },
    alertConfig: { minTimeBetweenTwoAlert: 30, startHourAllowed: '06:00', endHourAllowed: '17:00' },
    contractConfig: { isPaymentReminderActive: false },
    geolocationConfig: { hasGeolocationAlerts: true },
    sectorConfig: { sectorType: 'grouped' },
  })
  expect(changed).toEqual({
    ...before,
    phone: '5815550199',
    zip: 'G6V 6C5',
    tvq: '1234567890TQ0001',
    tps: '123456789RT0001',
    hst: '987654321RT0001',
    apartment: '3',
    alertConfig: { ...before.alertConfig, minTimeBetweenTwoAlert: 30, startHourAllowed: '06:00', endHourAllowed: '17:00' },
    contractConfig: { ...before.contractConfig, isPaymentReminderActive: false },
    geolocationConfig: { ...before.geolocationConfig, hasGeolocationAlerts: true },
    sectorConfig: { sectorType: 'grouped' },
  })
  const cleared = await owner(updateCurrentCompany, {
    company: { tvq: null, tps: '', apartment: null },
    alertConfig: { startHourAllowed: null, endHourAllowed: null },
  })
  expect(cleared).toMatchObject({
    tvq: null,
    tps: null,
    hst: '987654321RT0001',
    apartment: null,
    alertConfig: { minTimeBetweenTwoAlert: 30, startHourAllowed: null, endHourAllowed: null },
  })
})

test('PUT works like PATCH, and a bare company is accepted', async () => {
  const { owner, companyId } = await server.newCompany()
  expect(await owner.raw(updateCurrentCompany, { company: { name: 'Par PUT' } }, { verb: 'PUT' })).toMatchObject({
    status: 200,
    body: { name: 'Par PUT', city: 'Québec' },
  })
  expect(await owner.raw(updateCompany, { id: companyId, name: 'Toute nue' }, { verb: 'PUT' })).toMatchObject({
    body: { name: 'Toute nue', state: 'QC' },
  })
  const read = await owner(getCurrentCompany)
  const sentBack = { ...read, name: 'Telle que lue', alertConfig: { ...read.alertConfig, minTimeBetweenTwoAlert: 7 } }
  expect(await owner.raw(updateCurrentCompany, sentBack)).toMatchObject({
    status: 200,
    body: { name: 'Telle que lue', alertConfig: { minTimeBetweenTwoAlert: 7 } },
  })
})

test('what was read can be sent back, and read-only fields are ignored', async () => {
  const { owner, companyId } = await server.newCompany()
  const { alertConfig, contractConfig, geolocationConfig, sectorConfig, ...company } = await owner(getCurrentCompany)
  const sent = { alertConfig, contractConfig, geolocationConfig, sectorConfig }
  expect(await owner.raw(updateCurrentCompany, { company, ...sent })).toMatchObject({ status: 200 })
  const forged = { ...company, id: 'x', paymentAccountId: 'acct_1', customerId: 'cus_1', createdAt: '2001-01-01', archivedAt: '2001-01-01' }
  expect(await owner.raw(updateCurrentCompany, { company: forged, ...sent })).toMatchObject({
    status: 200,
    body: { id: companyId, paymentAccountId: null, customerId: null, createdAt: company.createdAt, archivedAt: null },
  })
  expect(await auditOf(companyId)).toEqual([])
})

const otherValues: Record<string, unknown> = { type: 'autre', alertPriceId: 'volume', sectorMode: 'group' }
const reserved = Object.entries(staffOnly).flatMap(([part, fields]) => fields.map((field) => ({ part, field })))

test.each(reserved)('only platform staff may change $field of $part', async ({ part, field }) => {
  const people = await server.newCompany()
  const held = await people.owner(getCurrentCompany)
  const own = (part === 'company' ? held : held[part as 'alertConfig']) as unknown as Record<string, unknown>
  const other = otherValues[field] ?? !own[field]
  for (const row of [updateCurrentCompany, updateCompany]) {
    const ask = (value: unknown) => people.owner.raw(row, { id: people.companyId, [part]: { [field]: value } })
    expect(await ask(other)).toMatchObject({ status: 403, body: { type: 'failure', message: expect.any(String) } })
    expect((await ask(own[field])).status).toBe(200)
  }
  // Refused as a whole: nothing sent with it is saved.
  await people.owner.raw(updateCurrentCompany, { company: { name: 'En passant' }, [part]: { [field]: other } })
  expect(await people.owner(getCurrentCompany)).toEqual(held)

  expect((await people.admin.raw(updateCompany, { id: people.companyId, [part]: { [field]: other } })).status).toBe(200)
})

test('sector mode is accepted as a word and as a boolean', async () => {
  const { super_admin: staff, owner } = await server.newCompany()
  const set = (sectorMode: unknown) => staff.raw(updateCurrentCompany, { company: { sectorMode } })
  expect(await set('group')).toMatchObject({ status: 200, body: { sectorMode: false } })
  expect((await owner.raw(updateCurrentCompany, { company: { sectorMode: 'group' } })).status).toBe(200)
  expect((await owner.raw(updateCurrentCompany, { company: { sectorMode: 'sector' } })).status).toBe(403)
  expect(await set('sector')).toMatchObject({ status: 200, body: { sectorMode: true } })
  expect((await set('both')).status).toBe(422)
})

test("only a company's admins change it, and an owner only their own", async () => {
  const [ours, theirs] = [await server.newCompany(), await server.newCompany()]
  for (const role of ['employee', 'manager', 'client'] as const) {
    expect((await ours[role].raw(updateCurrentCompany, { company: { name: 'À moi' } })).status).toBe(403)
    expect((await ours[role].raw(updateCompany, { id: ours.companyId, company: { name: 'À moi' } })).status).toBe(403)
  }
  expect((await ours.owner.raw(updateCompany, { id: theirs.companyId, company: { name: 'À moi' } })).status).toBe(404)
  expect((await theirs.owner(getCurrentCompany)).name).not.toBe('À moi')
  expect(await ours.admin(updateCompany, { id: theirs.companyId, company: { name: 'Par la plateforme' } })).toMatchObject({
    id: theirs.companyId,
    name: 'Par la plateforme',
  })
  expect(await ours.owner(updateCompany, { id: ours.companyId, sectorConfig: { sectorType: 'grouped' } })).toMatchObject({
    sectorConfig: { sectorType: 'grouped' },
  })
})

test('the alert window has both hours or none, in order', async () => {
  const { owner } = await server.newCompany()
  const set = (alertConfig: object) => owner.raw(updateCurrentCompany, { alertConfig })
  const order = { startHourAllowed: 'Doit précéder l’heure de fin.', endHourAllowed: 'Doit suivre l’heure de début.' }
  for (const [startHourAllowed, endHourAllowed] of [
    ['17:00', '06:00'],
    ['06:00', '06:00'],
  ])
    expect(await set({ startHourAllowed, endHourAllowed })).toMatchObject({ status: 422, body: { formErrors: { alertConfig: order } } })
  expect(await set({ startHourAllowed: '06:00' })).toMatchObject({
    status: 422,
    body: { formErrors: { alertConfig: { endHourAllowed: 'Ce champ est requis.' } } },
  })
  expect((await set({ startHourAllowed: '06:00', endHourAllowed: '17:00' })).status).toBe(200)
  expect(await set({ endHourAllowed: '05:30' })).toMatchObject({ status: 422, body: { formErrors: { alertConfig: order } } })
  expect((await set({ endHourAllowed: null })).status).toBe(422)
  for (const hour of ['24:00', '6:00', '06:60', 'midi', '', 6])
    expect((await set({ startHourAllowed: hour, endHourAllowed: '23:00' })).status, String(hour)).toBe(422)
})

test('the delay between alerts is a whole number of minutes, up to a day', async () => {
  const { owner } = await server.newCompany()
  for (const minTimeBetweenTwoAlert of [null, -1, 1441, 2.5, '5'])
    expect(await owner.raw(updateCurrentCompany, { alertConfig: { minTimeBetweenTwoAlert } })).toMatchObject({
      status: 422,
      body: { formErrors: { alertConfig: { minTimeBetweenTwoAlert: expect.any(String) } } },
    })
  for (const minTimeBetweenTwoAlert of [0, 1440])
    expect(await owner(updateCurrentCompany, { alertConfig: { minTimeBetweenTwoAlert } })).toMatchObject({
      alertConfig: { minTimeBetweenTwoAlert },
    })
})

test('errors appear under their fields', async () => {
  const { owner } = await server.newCompany()
  const answer = await owner.raw(updateCurrentCompany, {
    company: {
      name: ' ',
      QEN: '12',
      phone: '911',
      zip: 'H0H',
      email: 'nulle part',
      tvq: '123',
      tps: '1234567890TQ0001',
      hst: 'RT',
      state: null,
    },
    geolocationConfig: { alertsIntervalDelaySeconds: 0 },
    sectorConfig: { sectorType: 'round' },
  })
  expect(answer).toMatchObject({
    status: 422,
    body: {
      formErrors: {
        company: {
          name: 'Ce champ est requis.',
          state: 'Ce champ est requis.',
          QEN: 'Ce champ doit contenir 9 ou 10 chiffres.',
          email: 'Ce champ requiert un courriel valide.',
          phone: expect.any(String),
          zip: expect.any(String),
          tvq: expect.stringContaining('0000000000TQ0000'),
          tps: expect.stringContaining('000000000RT0000'),
          hst: expect.stringContaining('000000000RT0000'),
        },
        geolocationConfig: { alertsIntervalDelaySeconds: expect.any(String) },
        sectorConfig: { sectorType: expect.any(String) },
      },
    },
  })
})

test('concurrent saves are both kept, and each is audited', async () => {
  const { owner, admin, companyId } = await server.newCompany()
  const answers = await Promise.all([
    owner.raw(updateCurrentCompany, { company: { phone: '4185550001' } }),
    admin.raw(updateCompany, { id: companyId, alertConfig: { isActive: true } }),
    owner.raw(updateCurrentCompany, { alertConfig: { startHourAllowed: '06:00', endHourAllowed: '10:00' } }),
    owner.raw(updateCurrentCompany, { contractConfig: { isPaymentReminderActive: false } }),
  ])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(await owner(getCurrentCompany)).toMatchObject({
    phone: '4185550001',
    alertConfig: { isActive: true, startHourAllowed: '06:00', endHourAllowed: '10:00' },
    contractConfig: { isPaymentReminderActive: false },
  })
  const log = await auditOf(companyId)
  expect(log).toHaveLength(4)
  expect(log).toContainEqual({ action: 'company-changed', accountId: admin.accountId, details: { fields: ['alertConfig.isActive'] } })
  // Each half of a window is valid alone, but not together: the second one is refused.
  const halves = await Promise.all([
    owner.raw(updateCurrentCompany, { alertConfig: { startHourAllowed: '09:00' } }),
    owner.raw(updateCurrentCompany, { alertConfig: { endHourAllowed: '08:00' } }),
  ])
  expect(halves.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422])
})

test('staff create a company with its modules', async () => {
  const { admin, owner } = await server.newCompany()
  const made = await admin.raw(createCompany, {
    company: { ...base, sectorMode: 'group', tvq: '1234567890TQ0001', location: { lat: 46.8, lng: -71.2 } },
    alertConfig: { isActive: true, startHourAllowed: '06:00', endHourAllowed: '17:00' },
    sectorConfig: { sectorType: 'grouped' },
  })
  expect(made).toMatchObject({
    status: 201,
    body: {
      name: 'Neige Nouvelle',
      phone: '4185550142',
      zip: 'G1R 1P8',
      state: 'QC',
      country: 'CA',
      type: 'company',
      isActive: true,
      sectorMode: false,
      location: { lat: 46.8, lng: -71.2 },
      alertConfig: { isActive: true, minTimeBetweenTwoAlert: 5, startHourAllowed: '06:00' },
      contractConfig: { isActive: false, isPaymentReminderActive: true },
    },
  })
  const { id } = made.body as { id: string }
  expect((await admin(listCompanies)).map((one) => one.id)).toContain(id)
  expect(await auditOf(id)).toMatchObject([{ action: 'company-created', accountId: admin.accountId }])
  expect((await owner.raw(createCompany, { company: base })).status).toBe(403)
  expect(await admin.raw(createCompany, { company: { ...base, QEN: undefined, name: null } })).toMatchObject({
    status: 422,
    body: { formErrors: { company: { QEN: 'Ce champ est requis.', name: 'Ce champ est requis.' } } },
  })
  expect((await admin.raw(createCompany, {})).status).toBe(422)
  const badWindow = { startHourAllowed: '09:00', endHourAllowed: '08:00' }
  expect((await admin.raw(createCompany, { company: base, alertConfig: badWindow })).status).toBe(422)
})

test('letting contracts decide first reports how many sites become inactive', async () => {
  const { admin, owner, companyId: id } = await server.newCompany()
  await admin(updateCompany, { id, contractConfig: { isActive: true } })
  const clientId = (await newClient(owner)).id
  await newSite(owner, clientId)
  await newSite(owner, clientId, { status: 'inactive' })
  const contractConfig = { isContractAffectSiteStatus: true }

  expect(await owner(previewContractSites, { id })).toEqual({ inactiveSites: 1 })
  const refused = await owner.raw(updateCurrentCompany, { contractConfig })
  expect(refused).toMatchObject({
    status: 409,
    body: {
      code: 'sites-become-inactive',
      message: expect.stringContaining('1\u00a0point de service sans contrat signé deviendrait inactif'),
    },
  })
  expect(await owner(getCurrentCompany)).toMatchObject({ contractConfig: { isContractAffectSiteStatus: false } })

  // Two by now: having confirmed one is not enough.
  await newSite(owner, clientId)
  expect((await owner.raw(updateCurrentCompany, { contractConfig, confirmedInactiveSites: 1 })).status).toBe(409)
  expect((await owner.raw(updateCurrentCompany, { contractConfig, confirmedInactiveSites: 2 })).status).toBe(200)
  expect((await owner(siteCalls.listSites)).map(({ status }) => status)).toEqual(['inactive', 'inactive', 'inactive'])
  expect(await auditOf(id)).toContainEqual(expect.objectContaining({ details: { fields: ['contractConfig.isContractAffectSiteStatus'] } }))
})

test('the price of an alert is one of the platform’s, or none', async () => {
  const { admin, companyId: id } = await server.newCompany()
  expect(await admin(updateCompany, { id, company: { alertPriceId: 'volume' } })).toMatchObject({ alertPriceId: 'volume' })
  expect(await admin.raw(updateCompany, { id, company: { alertPriceId: 'price_1' } })).toMatchObject({
    status: 422,
    body: { formErrors: { company: { alertPriceId: 'Ce prix n’existe pas.' } } },
  })
  expect(await admin(updateCompany, { id, company: { alertPriceId: null } })).toMatchObject({ alertPriceId: null })
})

test('how a company runs its operations is merged, and refused beyond its limits', async () => {
  const { owner } = await server.newCompany()
  const { operationConfig: before } = await owner(getCurrentCompany)
  expect(before).toEqual(usualOperations)

  const sent = {
    closesAfterHours: null,
    warnedRunKinds: ['final', 'salting', 'final'] as RunKind[],
    units: ['14', ' 22\n', '14'],
    triggerDepth: 2.5,
    doneBy: '06:30',
  }
  const { operationConfig: after } = await owner(updateCurrentCompany, { operationConfig: sent })
  expect(after).toEqual({ ...before, ...sent, warnedRunKinds: ['final', 'salting'], units: ['14', '22'] })

  for (const [wrong, refusal] of [
    [{ closesAfterHours: 1 }, 'Entrez de 2 à 24 heures.'],
    [{ triggerDepth: 2.55 }, 'Entrez de 0 à 100 cm, avec au plus une décimale.'],
    [{ units: Array.from({ length: 101 }, (_, i) => `${i}`) }, 'Cette liste est trop longue.'],
    [{ hoursAfter: 73 }, 'Entrez un nombre d’heures de 0 à 72.'],
  ] as const) {
    const formErrors = { operationConfig: { [Object.keys(wrong)[0] as string]: refusal } }
    const answer = await owner.raw(updateCurrentCompany, { operationConfig: wrong })
    expect(answer).toMatchObject({ status: 422, body: { formErrors } })
  }
  expect((await owner(getCurrentCompany)).operationConfig).toEqual(after)
})
