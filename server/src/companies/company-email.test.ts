import { accountCalls } from '@bordee/core/accounts/accounts.calls.ts'
import { companyCalls } from '@bordee/core/companies/companies.calls.ts'
import { contractCalls } from '@bordee/core/contracts/contracts.calls.ts'
import { quoteCalls } from '@bordee/core/quotes/quotes.calls.ts'
import { expect, test } from 'vitest'
import { solveEasyCaptcha } from '../testing/captcha.ts'
import { newContract } from '../testing/contracts.ts'
import { around, home } from '../testing/folders.ts'
import { inCompany, openTestServer, type People } from '../testing/server.ts'

const server = await openTestServer()
const { confirmCompanyEmail, getCurrentCompany, sendCompanyProof, updateCurrentCompany } = companyCalls
let made = 0
const newEmail = () => `compagnie${++made}@exemple.ca`

const emailOf = async (caller: People['owner']) => (await caller(accountCalls.getCurrentAccount)).email
const lettersTo = (email: string) => server.sql<{ subject: string }>('select subject from outbox where "to" = $1', [email])

async function declineContract(people: People) {
  const email = await emailOf(people.client)
  const { id, contractNumber } = await newContract(people.owner, { email, name: `Client ${++made}` })
  await people.owner(contractCalls.setContractStatuses, { contractIds: [id], status: 'sent' })
  await people.client(contractCalls.getContract, { id })
  await people.client(contractCalls.declineContract, { id })
  return new RegExp(contractNumber)
}

test('a new e-mail of the company gets its notices once its link was followed; until then the proven owners do', async () => {
  const people = await server.newCompany()
  const { owner, companyId } = people
  await server.newAccount(newEmail(), { companyId, role: 'owner', verified: false })
  const [to, own] = [newEmail(), await emailOf(owner)]
  expect(await owner(getCurrentCompany)).toMatchObject({ isEmailProven: true })

  expect(await owner(updateCurrentCompany, { company: { email: to } })).toMatchObject({ isEmailProven: false })
  const { code, text } = await server.letterTo(to, /^Confirmez le courriel/)
  expect(text).toContain('mode=verifyCompany')
  const declined = await declineContract(people)
  await server.letterTo(own, declined)
  expect(await lettersTo(to)).toHaveLength(1)

  expect(await server.anyone(confirmCompanyEmail, { code })).toMatchObject({ email: to, companyName: expect.any(String) })
  expect(await owner(getCurrentCompany)).toMatchObject({ isEmailProven: true })
  await server.letterTo(to, await declineContract(people))
  expect((await server.anyone.raw(confirmCompanyEmail, { code })).status).toBe(422)
})

test('a link proves only the address it was sent to', async () => {
  const { owner } = await server.newCompany()
  const [first, second] = [newEmail(), newEmail()]
  await owner(updateCurrentCompany, { company: { email: first } })
  const { code } = await server.letterTo(first)
  await owner(updateCurrentCompany, { company: { email: second } })
  expect((await server.anyone.raw(confirmCompanyEmail, { code })).status).toBe(422)
  expect((await server.anyone.raw(confirmCompanyEmail, {})).status).toBe(422)
  expect(await owner(getCurrentCompany)).toMatchObject({ email: second, isEmailProven: false })
  // Their own proven address needs no link, and going back to a proven one neither.
  expect(await owner(updateCurrentCompany, { company: { email: await emailOf(owner) } })).toMatchObject({ isEmailProven: true })
  expect(await owner(updateCurrentCompany, { company: { email: 'info@exemple.ca' } })).toMatchObject({ isEmailProven: true })
})

test('the link is sent again on request, and not once the address is proven', async () => {
  const { owner } = await server.newCompany()
  const to = newEmail()
  await owner(updateCurrentCompany, { company: { email: to } })
  await owner(sendCompanyProof)
  const { code } = await server.letterTo(to, /./, 2)
  await server.anyone(confirmCompanyEmail, { code })
  await owner(sendCompanyProof)
  expect(await lettersTo(to)).toHaveLength(2)
})

test('however often a company changes its e-mail, only so many links leave in an hour', async () => {
  const { owner } = await server.newCompany()
  const addresses = Array.from({ length: 12 }, newEmail)
  for (const email of addresses) await owner(updateCurrentCompany, { company: { email } })
  expect((await owner.raw(sendCompanyProof)).status).toBe(429)
  for (const email of addresses.slice(0, 10)) await server.letterTo(email)
  expect(await server.sql('select from outbox where "to" = any($1)', [addresses])).toHaveLength(10)
})

test('from a company that nobody has proven, no link is sent to an address that a stranger typed', async () => {
  const { owner } = await server.newCompany()
  await server.sql('update accounts set email_verified_at = null where id = $1', [owner.accountId])
  const to = newEmail()
  await owner(updateCurrentCompany, { company: { email: to } })
  expect(await owner.raw(sendCompanyProof)).toMatchObject({ status: 409, body: { code: 'email-unproven' } })
  await server.sql('update accounts set email_verified_at = now() where id = $1', [owner.accountId])
  await owner(sendCompanyProof)
  await server.letterTo(to)
  expect(await lettersTo(to)).toHaveLength(1)
})

test('one captcha on the quote form sends nothing to a mailbox typed as the e-mail of companies', async () => {
  const victim = newEmail()
  const location = { lat: home.lat + 2, lng: home.lng }
  const owners: string[] = []
  for (let n = 0; n < 3; n++) {
    const { owner, companyId } = await server.newCompany()
    owners.push(await emailOf(owner))
    await owner(quoteCalls.startQuotes, { isActive: true })
    await inCompany(
      server,
      companyId,
      (tx) => tx.sql`update companies set email = ${victim}, quote_is_sector_unlimited = true where id = ${companyId}`,
    )
    await owner(quoteCalls.updateQuoteConfig, { polygon: around.map(({ lat, lng }) => ({ lat: lat + 2, lng })) })
  }
  const quoteRequest = {
    firstname: 'Camille',
    lastname: 'Roy',
    email: newEmail(),
    phone: '4185550142',
    address: '500, rue Saint-Jean',
    location,
    size: 'double',
    slope: 'flat',
    coating: 'asphalt',
  }
  const headers = { recaptcha: await solveEasyCaptcha(server) }
  expect((await server.anyone.raw(quoteCalls.submitQuote, { quoteRequest }, { headers })).status).toBe(201)
  for (const own of owners) await server.letterTo(own, /Nouvelle demande/)
  expect(await lettersTo(victim)).toEqual([])
})
