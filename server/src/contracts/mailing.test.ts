import { accountCalls } from '@bordee/core/accounts/accounts.calls.ts'
import { clientCalls } from '@bordee/core/clients/clients.calls.ts'
import { companyCalls } from '@bordee/core/companies/companies.calls.ts'
import { contractCalls } from '@bordee/core/contracts/contracts.calls.ts'
import { identityCalls } from '@bordee/core/identity/identity.calls.ts'
import { formatDate } from '@bordee/core/time.ts'
import { expect, test } from 'vitest'
import { solveEasyCaptcha } from '../testing/captcha.ts'
import { inDays, newContract, schedule } from '../testing/contracts.ts'
import { newClient } from '../testing/folders.ts'
import { inCompany, openTestServer, type People } from '../testing/server.ts'
import { historyOf } from '../testing/signers.ts'
import { enqueueDueCompanies, followTheDay, purgeContracts, sendReminders } from './contracts.jobs.ts'

const server = await openTestServer()
const { sendContracts, getContract, updateContract, setContractStatuses, listContracts, listContractHistory } = contractCalls
const { retrieveSignInLinkToken } = identityCalls

let count = 0
const newEmail = () => `courrier${++count}@exemple.ca`
/** Enqueued, whether or not they have left. */
const lettersOf = async (companyId: string, kind: string) =>
  server.work(async ({ tx }) => {
    await tx.scope({ companies: [companyId] })
    return (await tx.sql`select id from contract_mails where company_id = ${companyId} and kind = ${kind}`).length
  })

test('a contract goes out in the company’s name with a link that opens it; replies go to the company', async () => {
  const people = await server.newCompany('Neige Postale')
  const email = newEmail()
  const { id, contractNumber } = await newContract(people.owner, { email })

  expect(await people.owner(sendContracts, { contractIds: [id] })).toEqual({ contractSentCount: 1, invalidContracts: [] })

  const letter = await server.letterTo(email, new RegExp(contractNumber))
  expect(letter.text).toContain(`contractId=${id}`)
  expect(letter.text).toContain('488,64\u00a0$')
  expect(letter.html).toContain('Neige Postale')
  expect(await server.sql('select reply_to from outbox where id = $1', [letter.id])).toEqual([{ reply_to: 'info@exemple.ca' }])
  expect(await people.owner(getContract, { id })).toMatchObject({ status: 'sent', sentAt: expect.any(String) })
  const { token } = await server.anyone(retrieveSignInLinkToken, { email, code: letter.code, contractId: id })
  expect(token).toBeTruthy()
  expect(await historyOf(people.owner, id)).toEqual(['create → draft', 'send → sent'])
})

test('a contract that was printed, then e-mailed, has both dates in the list', async () => {
  const { owner } = await server.newCompany()
  const { id } = await newContract(owner, { email: newEmail() })
  await owner(setContractStatuses, { contractIds: [id], status: 'printed' })
  expect(await owner(getContract, { id })).toMatchObject({ printedAt: expect.any(String), sentAt: null })
  await owner(sendContracts, { contractIds: [id] })
  expect((await owner.raw(listContracts, { limit: 1 })).body).toMatchObject([
    { status: 'printed', printedAt: expect.any(String), sentAt: expect.any(String) },
  ])
})

test('incomplete contracts are listed with what they lack, the others go out', async () => {
  const { owner } = await server.newCompany()
  const fine = await newContract(owner, { email: newEmail() })
  const noEmail = await newContract(owner, { email: null })
  const bare = await owner(contractCalls.createContract, { contract: { clientId: (await newClient(owner, { email: newEmail() })).id } })
  const signed = await newContract(owner, { email: newEmail(), status: 'accepted' })
  const answer = await owner(sendContracts, { contractIds: [fine.id, noEmail.id, bare.id, signed.id] })
  expect(answer).toEqual({
    contractSentCount: 1,
    invalidContracts: [
      { id: noEmail.id, contractNumber: noEmail.contractNumber, clientName: noEmail.clientName, missingFields: ['Courriel du client'] },
      {
        id: bare.id,
        contractNumber: bare.contractNumber,
        clientName: bare.clientName,
        missingFields: ['Point de service', 'Date de début', 'Date de fin', 'Services', 'Calendrier de paiements (100\u00a0%)'],
      },
      { id: signed.id, contractNumber: signed.contractNumber, clientName: signed.clientName, missingFields: ['Statut\u00a0: Signé'] },
    ],
  })
})

test('the same key sends once, however often it is used, even at the same time', async () => {
  const { owner, admin, companyId } = await server.newCompany()
  const { id } = await newContract(owner, { email: newEmail() })
  const answers = await Promise.all(
    [owner, admin, owner].map((caller) => caller(sendContracts, { contractIds: [id], requestKey: 'appui' })),
  )
  expect(answers).toEqual(Array.from({ length: 3 }, () => ({ contractSentCount: 1, invalidContracts: [] })))
  expect(await lettersOf(companyId, 'contract')).toBe(1)
  // Another press sends a fresh link and changes no status.
  await owner(sendContracts, { contractIds: [id], requestKey: 'autre' })
  expect(await historyOf(owner, id)).toEqual(['create → draft', 'send → sent', 'resend → sent'])
  expect(await lettersOf(companyId, 'contract')).toBe(2)
})

test('an edit voids the link that was sent, which then says that the contract is being edited', async () => {
  const { owner } = await server.newCompany()
  const email = newEmail()
  const { id } = await newContract(owner, { email })
  await owner(sendContracts, { contractIds: [id] })
  const { code } = await server.letterTo(email)
  await owner(updateContract, { id, contract: { clauses: '<p>Autrement</p>' } })
  expect(await server.anyone.raw(retrieveSignInLinkToken, { email, code, contractId: id })).toMatchObject({
    status: 422,
    body: { message: 'Ce contrat est en cours de modification.', code: 'contract-in-draft' },
  })
  await owner(sendContracts, { contractIds: [id] })
  expect((await server.anyone.raw(retrieveSignInLinkToken, { email, code: (await server.letterTo(email, /./, 2)).code })).status).toBe(200)
})

test('a new link for a contract carries its company’s name, whichever company came first', async () => {
  const email = newEmail()
  const [first, second] = [await server.newCompany('Neige Aînée'), await server.newCompany('Neige Cadette')]
  await newClient(first.owner, { email })
  const { id } = await newContract(second.owner, { email })
  await second.owner(setContractStatuses, { contractIds: [id], status: 'sent' })
  const recaptcha = await solveEasyCaptcha(server)
  await server.anyone.raw(accountCalls.sendSignInLink, { email, contractId: id }, { headers: { recaptcha } })
  const letter = await server.letterTo(email, /lien de connexion/)
  expect(letter.subject).toContain('Neige Cadette')
  expect(letter.text).toContain(`contractId=${id}`)
})

const at = (day: string, time = '14:30') => new Date(`${day}T${time}:00Z`) // 9:30 or 10:30 in Québec
const onDay = (run: typeof sendReminders, { companyId }: People, now: Date) => server.work((work) => run({ ...work, now }, { companyId }))

test('a link that names someone else’s contract reveals nothing about it', async () => {
  const [people, others] = [await server.newCompany(), await server.newCompany()]
  const email = newEmail()
  await newClient(people.owner, { email })
  const theirs = await newContract(others.owner)
  await others.owner(sendContracts, { contractIds: [theirs.id] })
  await others.owner(updateContract, { id: theirs.id, contract: { clauses: '<p>Autre chose</p>' } })
  const recaptcha = await solveEasyCaptcha(server)
  await server.anyone.raw(accountCalls.sendSignInLink, { email, contractId: theirs.id }, { headers: { recaptcha } })
  const { code } = await server.letterTo(email, /lien de connexion/)
  const follow = () => server.anyone.raw(retrieveSignInLinkToken, { email, code, contractId: theirs.id })

  expect((await follow()).status).toBe(200)
  expect(await follow()).toMatchObject({ status: 422, body: { code: 'invalid-action-code' } })
})

test('signature reminders go out after 3, 7 and 14 days, once each, in the morning', async () => {
  const people = await server.newCompany()
  const email = newEmail()
  const { id } = await newContract(people.owner, { email })
  const printed = await newContract(people.owner, { email: newEmail(), status: 'printed' }) // never e-mailed
  await people.owner(sendContracts, { contractIds: [id] })
  const reminded: number[] = []
  for (let day = 0; day <= 20; day++) {
    const before = await lettersOf(people.companyId, 'signature')
    await onDay(sendReminders, people, at(inDays(day)))
    await onDay(sendReminders, people, at(inDays(day), '20:00'))
    if ((await lettersOf(people.companyId, 'signature')) > before) reminded.push(day)
  }
  expect(reminded).toEqual([3, 7, 14])
  expect((await people.owner(listContractHistory, { contractId: id })).filter(({ event }) => event === 'signatureReminder')).toMatchObject([
    { detail: email, userEmail: null },
    {},
    {},
  ])
  expect(await historyOf(people.owner, printed.id)).toEqual(['create → draft', 'setPrinted → printed'])
})

test('two servers send one reminder between them, and after days of downtime one goes out, not three', async () => {
  const people = await server.newCompany()
  const { id } = await newContract(people.owner, { email: newEmail() })
  await people.owner(sendContracts, { contractIds: [id] })
  await Promise.all([1, 2, 3].map(() => onDay(sendReminders, people, at(inDays(15)))))
  expect(await lettersOf(people.companyId, 'signature')).toBe(1)
})

test('payments are announced and reminded of while something is owed; a reminder switched off is not sent', async () => {
  const people = await server.newCompany()
  const email = newEmail()
  const { id } = await newContract(people.owner, { email, status: 'accepted' })
  const due = schedule()[0]?.paymentDate ?? ''
  await onDay(sendReminders, people, at(inDays(23)))
  const letter = await server.letterTo(email, /Prochain versement/)
  expect(letter.text).toContain('244,32\u00a0$ sera dû')
  await onDay(sendReminders, people, at(inDays(31)))
  expect((await server.letterTo(email, /en retard/)).text).toContain(`244,32\u00a0$ était dû`)
  await people.owner(updateContract, { id, contract: { payments: [{ amount: 24_432, paidAt: due, type: 'cash' }] } })
  await onDay(sendReminders, people, at(inDays(37)))
  expect(await lettersOf(people.companyId, 'payment')).toBe(2) // nothing is owed
  expect((await historyOf(people.owner, id)).filter((line) => line.startsWith('paymentReminder'))).toHaveLength(2)
  await people.owner(companyCalls.updateCurrentCompany, { contractConfig: { isPaymentReminderActive: false } })
  await onDay(sendReminders, people, at(inDays(53)))
  expect((await historyOf(people.owner, id)).filter((line) => line.startsWith('paymentReminder'))).toHaveLength(2)
})

test('a client who signs after an instalment’s date is reminded, and late, a week later', async () => {
  const people = await server.newCompany()
  const email = newEmail()
  const paymentShedules = [{ paymentDate: inDays(-10), percent: 100 }]
  const { id } = await newContract(people.owner, { email, paymentShedules, status: 'accepted' })
  const status = async () => (await people.owner(getContract, { id })).status
  expect(await status()).toBe('accepted')
  await onDay(sendReminders, people, at(inDays(1)))
  expect((await server.letterTo(email, /Prochain versement/)).text).toContain(`sera dû le ${formatDate(inDays(7))}`)
  await onDay(followTheDay, people, at(inDays(7), '12:00'))
  expect(await status()).toBe('accepted')
  await onDay(followTheDay, people, at(inDays(8), '12:00'))
  expect(await status()).toBe('unpaid')
  await onDay(sendReminders, people, at(inDays(8)))
  expect((await server.letterTo(email, /en retard/)).text).toContain(`était dû le ${formatDate(inDays(7))}`)
})

test('each night the status follows the company’s calendar', async () => {
  const people = await server.newCompany()
  const { id } = await newContract(people.owner, { status: 'accepted', payments: [{ amount: 24_432, paidAt: inDays(40), type: 'check' }] })
  const night = (day: string, time?: string) => onDay(followTheDay, people, at(day, time))
  const status = async () => (await people.owner(getContract, { id })).status
  await night(inDays(30))
  expect(await status()).toBe('accepted') // due today
  await night(inDays(31), '03:30') // in Québec it is still the day before
  expect(await status()).toBe('accepted')
  await night(inDays(31), '12:00')
  expect(await status()).toBe('unpaid')
  await night(inDays(45)) // the cheque's day came while the server was down
  expect(await status()).toBe('accepted')
  expect((await historyOf(people.owner, id)).slice(-2)).toEqual(['fallDue → unpaid', 'owe → accepted'])
})

test('the clock wakes a company once a day for statuses, and in its own morning for reminders, across the time change', async () => {
  const { companyId } = await server.newCompany()
  const enqueued = async (now: string) => {
    const jobs: string[] = []
    await server.work((work) =>
      enqueueDueCompanies({
        ...work,
        now: new Date(now),
        later: async (kind, data) => void ((data as { companyId?: string }).companyId === companyId && jobs.push(kind.name)),
      }),
    )
    return jobs
  }
  const done = (statuses: string, reminders: string) =>
    server.work(async ({ tx }) => {
      await tx.scope({ companies: [companyId] })
      await tx.sql`update companies set contract_statuses_on = ${statuses}, contract_reminders_on = ${reminders} where id = ${companyId}`
    })
  await done('2027-03-13', '2027-03-13')
  // On 14 March 2027 nine o'clock comes an hour earlier.
  expect(await enqueued('2027-03-14T04:59:00Z')).toEqual([])
  expect(await enqueued('2027-03-14T05:01:00Z')).toEqual(['contracts.statuses'])
  expect(await enqueued('2027-03-14T12:59:00Z')).toEqual(['contracts.statuses'])
  expect(await enqueued('2027-03-14T13:00:00Z')).toEqual(['contracts.statuses', 'contracts.reminders'])
  await done('2027-03-14', '2027-03-14')
  expect(await enqueued('2027-03-15T03:59:00Z')).toEqual([])
})

test('signed contracts are deleted seven years after their end; unsigned ones stay', async () => {
  const people = await server.newCompany()
  const [signed, draft] = [await newContract(people.owner, { status: 'accepted' }), await newContract(people.owner)]
  const years = (n: number) => new Date(Date.now() + n * 365.25 * 86_400_000)
  await server.work((work) => purgeContracts({ ...work, now: years(7) }))
  expect((await people.owner.raw(getContract, { id: signed.id })).status).toBe(200)
  await server.work((work) => purgeContracts({ ...work, now: years(8) }))
  expect((await people.owner.raw(getContract, { id: signed.id })).status).toBe(404)
  expect((await people.owner.raw(getContract, { id: draft.id })).status).toBe(200)
})

test('the seven years end at midnight where the company is, also once it is gone', async () => {
  const [people, gone] = [await server.newCompany(), await server.newCompany()]
  const dates = { startAt: '2026-11-01', endAt: '2027-04-30', paymentShedules: [{ paymentDate: '2027-01-15', percent: 100 }] }
  const made = await Promise.all([people, gone].map(({ owner }) => newContract(owner, { ...dates, status: 'accepted' })))
  await inCompany(server, gone.companyId, (tx) => tx.sql`delete from companies where id = ${gone.companyId}`)
  const leftAt = async (now: string) => {
    await server.work((work) => purgeContracts({ ...work, now: new Date(now) }))
    const left = await Promise.all(
      [people, gone].map(({ companyId }) => inCompany(server, companyId, (tx) => tx.sql<{ id: string }>`select id from contracts`)),
    )
    return left.flat().map(({ id }) => id)
  }
  expect((await leftAt('2034-05-01T03:59:00Z')).toSorted()).toEqual(made.map(({ id }) => id).toSorted()) // 30 April, 23:59
  expect(await leftAt('2034-05-01T04:01:00Z')).toEqual([])
})

test('syncing brings a changed address to the contract; archived contracts get no reminders', async () => {
  const people = await server.newCompany()
  const { id, clientId } = await newContract(people.owner, { email: newEmail() })
  await people.owner(sendContracts, { contractIds: [id] })
  await people.owner(clientCalls.updateClient, { id: clientId ?? '', client: { email: newEmail() } })
  await people.owner(contractCalls.syncContracts, { contractIds: [id] })
  expect((await people.owner(getContract, { id })).status).toBe('draft')
  await people.owner(setContractStatuses, { contractIds: [id], status: 'canceled' })
  await onDay(sendReminders, people, at(inDays(3)))
  expect(await lettersOf(people.companyId, 'signature')).toBe(0)
})
