import { accountCalls } from '@bordee/core/accounts/accounts.calls.ts'
import { companyCalls } from '@bordee/core/companies/companies.calls.ts'
import { expect, test } from 'vitest'
import { openTestServer, type People } from '../testing/server.ts'

const server = await openTestServer()
const {
  archiveCompany,
  restoreCompany,
  listArchivedCompanies,
  listCompanies,
  getCompany,
  getCurrentCompany,
  updateCurrentCompany,
  updateCompany,
} = companyCalls

const auditOf = (companyId: string) =>
  server.work(async ({ tx }) => {
    await tx.scope({ companies: [companyId] })
    return tx.sql<{ action: string }>`
      select action from audit_log order by created_at, id`
  })

const listed = async ({ admin, companyId }: People) => ({
  active: (await admin(listCompanies)).some((one) => one.id === companyId),
  archived: (await admin(listArchivedCompanies)).some((one) => one.id === companyId),
})

test('an archived company is closed, keeps its data and can be restored', async () => {
  const [people, elsewhere] = [await server.newCompany(), await server.newCompany()]
  const { companyId: id, owner } = people
  const before = await owner(getCurrentCompany)
  expect(await elsewhere.admin.raw(archiveCompany, { id })).toMatchObject({ status: 200, body: null })
  expect(await listed({ ...people, admin: elsewhere.admin })).toEqual({ active: false, archived: true })
  expect((await owner.raw(updateCurrentCompany, { company: { name: 'Encore là' } })).status).toBe(403)
  expect(await owner(accountCalls.getCurrentAccount)).toMatchObject({ accesses: [], currentAccess: null })
  const { archivedAt, ...kept } = await elsewhere.admin(getCompany, { id })
  expect({ ...kept, archivedAt: null }).toEqual(before)

  await elsewhere.admin(archiveCompany, { id }) // again: nothing changes
  expect((await elsewhere.admin(getCompany, { id })).archivedAt).toBe(archivedAt)
  expect(await elsewhere.admin(restoreCompany, { id })).toEqual(before)
  expect(await owner(getCurrentCompany)).toEqual(before)
  expect((await auditOf(id)).map(({ action }) => action)).toEqual(['company-archived', 'company-restored'])
  expect(await listed(people)).toEqual({ active: true, archived: false })
})

test('a company that staff deactivate is listed in the archives and can be restored', async () => {
  const [people, { admin }] = [await server.newCompany(), await server.newCompany()]
  await admin(updateCompany, { id: people.companyId, company: { isActive: false } })
  expect(await listed({ ...people, admin })).toEqual({ active: false, archived: true })
  await admin(restoreCompany, { id: people.companyId })
  expect(await listed({ ...people, admin })).toEqual({ active: true, archived: false })
})

test('staff who archive the company they are in can still work', async () => {
  const { admin, companyId } = await server.newCompany()
  await admin(archiveCompany, { id: companyId })
  expect((await admin.raw(listCompanies)).status).toBe(200)
  expect((await admin.raw(restoreCompany, { id: companyId })).status).toBe(200)
})

test('only staff archive, restore and read the archives', async () => {
  const { owner, employee, admin, companyId: id } = await server.newCompany()
  const nowhere = '00000000-0000-7000-8000-000000000000'
  for (const row of [archiveCompany, restoreCompany, listArchivedCompanies]) {
    expect((await owner.raw(row, { id })).status).toBe(403)
    expect((await employee.raw(row, { id })).status).toBe(403)
  }
  for (const row of [archiveCompany, restoreCompany, updateCompany]) expect((await admin.raw(row, { id: nowhere })).status).toBe(404)
})
