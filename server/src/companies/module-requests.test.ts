import { companyCalls } from '@bordee/core/companies/companies.calls.ts'
import { expect, test } from 'vitest'
import { inCompany, openTestServer, type People } from '../testing/server.ts'

const server = await openTestServer()
const { askForModule, decideModuleRequest, getCurrentCompany, updateCompany } = companyCalls

/** A company without contracts, and the e-mails of its owner and of one of the staff. */
async function withoutContracts() {
  const people = await server.newCompany()
  await inCompany(server, people.companyId, (tx) => tx.sql`update companies set contract_is_active = false`)
  return { ...people, to: await emailOf(people.owner), staff: await emailOf(people.admin) }
}

const emailOf = async ({ accountId }: People['owner']) =>
  (await server.sql<{ email: string }>('select email from accounts where id = $1', [accountId]))[0]?.email ?? ''

const lettersTo = async (email: string) =>
  (await server.sql<{ subject: string }>('select subject from outbox where "to" = $1 order by created_at', [email])).map(
    (one) => one.subject,
  )

test('asking for a module is one request, however often, and staff activate it', async () => {
  const { owner, admin, companyId, to, staff } = await withoutContracts()
  const answers = await Promise.all([1, 2, 3].map(() => owner(askForModule, { module: 'contracts' })))
  const request = { module: 'contracts', status: 'pending', reason: null }
  for (const { moduleRequests } of answers) expect(moduleRequests).toMatchObject([request])
  expect((await server.letterTo(staff, /^Demande d’activation.*Contrats/)).text).toContain(`/companies/list/${companyId}`)
  const listed = (await admin(companyCalls.listCompanies)).find(({ id }) => id === companyId)
  expect(listed?.moduleRequests).toMatchObject([request])

  for (let again = 0; again < 2; again++)
    expect(await admin(decideModuleRequest, { id: companyId, module: 'contracts', status: 'activated' })).toMatchObject({
      contractConfig: { isActive: true },
      moduleRequests: [{ ...request, status: 'activated' }],
    })
  await server.letterTo(to, /Contrats est actif/)
  expect((await lettersTo(staff)).filter((subject) => subject.startsWith('Demande'))).toHaveLength(1)
  expect((await lettersTo(to)).filter((subject) => subject.includes('est actif'))).toHaveLength(1)
  expect(await owner.raw(askForModule, { module: 'contracts' })).toMatchObject({ status: 409, body: { code: 'module-active' } })
  expect((await admin.raw(decideModuleRequest, { id: companyId, module: 'contracts', status: 'refused', reason: 'Non' })).status).toBe(409)
})

test('a refusal gives its reason, which the owner reads; they may ask again', async () => {
  const { owner, admin, companyId, to } = await withoutContracts()
  const refusal = { id: companyId, module: 'contracts', status: 'refused' } as const
  expect((await admin.raw(decideModuleRequest, { ...refusal, reason: 'Trop tôt' })).status).toBe(404)
  await owner(askForModule, { module: 'contracts' })
  expect(await admin.raw(decideModuleRequest, refusal)).toMatchObject({
    status: 422,
    body: { formErrors: { moduleRequest: { reason: expect.any(String) } } },
  })
  expect((await owner.raw(decideModuleRequest, { ...refusal, status: 'activated' })).status).toBe(403)

  for (let again = 0; again < 2; again++) await admin(decideModuleRequest, { ...refusal, reason: 'Trop tôt' })
  expect((await server.letterTo(to, /n’a pas été activé/)).text).toContain('Trop tôt')
  expect((await owner(getCurrentCompany)).moduleRequests).toMatchObject([{ status: 'refused', reason: 'Trop tôt' }])
  expect((await owner(askForModule, { module: 'contracts' })).moduleRequests).toMatchObject([{ status: 'pending', reason: null }])
  expect((await lettersTo(to)).filter((subject) => subject.includes('activé'))).toHaveLength(1)
})

test('a module switched on among the settings answers the request for it', async () => {
  const { owner, admin, companyId, to } = await withoutContracts()
  await owner(askForModule, { module: 'contracts' })
  await owner(askForModule, { module: 'alerts' })
  const { moduleRequests } = await admin(updateCompany, { id: companyId, contractConfig: { isActive: true } })
  expect(moduleRequests).toMatchObject([
    { module: 'contracts', status: 'activated' },
    { module: 'alerts', status: 'pending' },
  ])
  await server.letterTo(to, /Contrats est actif/)
})
