// « Peut répartir »: a switch on an employee's access, which gives the board and nothing of the office besides.
import { accountCalls } from '@bordee/core/accounts/accounts.calls.ts'
import { api } from '@bordee/core/api.ts'
import { expect, test } from 'vitest'
import { newOccupant, newSender } from '../testing/alerts.ts'
import { inCompany, openTestServer, type People } from '../testing/server.ts'

const server = await openTestServer()
const { createAccount, updateAccount, listAccounts, getAccount, getCurrentAccount } = accountCalls

const allow = ({ owner, employee }: People, canDispatch: boolean) =>
  owner(updateAccount, { id: employee.accountId, account: { canDispatch } })

test('the owner lets an employee dispatch, who then may at once, and stops it as quickly', async () => {
  const people = await server.newCompany()
  const { owner, employee } = people
  expect((await employee.raw(api.listOperations)).status).toBe(403)

  expect(await allow(people, true)).toMatchObject({ role: 'employee', currentAccess: { canDispatch: true } })
  expect(await employee(api.listOperations)).toEqual([])
  const opened = await employee(api.openOperation, { kind: 'snow' })
  expect(await employee(getCurrentAccount)).toMatchObject({
    role: 'employee',
    currentAccess: { role: 'employee', canDispatch: true, isCurrent: true },
  })
  const listed = (await owner(listAccounts)).find(({ id }) => id === employee.accountId)
  expect(listed).toMatchObject({ role: 'employee', accesses: [{ canDispatch: true }] })

  await owner(updateAccount, { id: employee.accountId, account: { firstName: 'Renée' } })
  expect(await employee(api.getOperation, { id: opened.id })).toMatchObject({ id: opened.id })

  await allow(people, false)
  expect((await employee.raw(api.getOperation, { id: opened.id })).status).toBe(403)
  const said = await inCompany(
    server,
    people.companyId,
    (tx) => tx.sql<{ details: unknown }>`
      select details from audit_log where company_id = ${people.companyId} and action = 'dispatching-changed' order by id`,
  )
  expect(said.map(({ details }) => details)).toEqual([
    { accountId: employee.accountId, canDispatch: true },
    { accountId: employee.accountId, canDispatch: false },
  ])
})

test('a new employee may be given the switch, in the access as beside it', async () => {
  const { owner, companyId } = await server.newCompany()
  const made = await Promise.all(
    [{ canDispatch: true }, { accesses: [{ companyId, role: 'employee' as const, canDispatch: true }] }, {}].map((more, i) =>
      owner(createAccount, {
        account: { firstName: 'Luc', lastName: 'Roy', email: `luc${i}.${companyId}@exemple.ca`, role: 'employee', invite: true, ...more },
      }),
    ),
  )
  expect(made.map(({ currentAccess }) => currentAccess?.canDispatch)).toEqual([true, true, false])
})

test('only an employee can have it: it is refused to the others, and a new role takes it away', async () => {
  const { owner, manager, client, dispatcher, companyId } = await server.newCompany()
  for (const { accountId: id } of [manager, client, owner])
    for (const account of [{ canDispatch: true }, { accesses: [{ companyId, canDispatch: true }] }])
      expect(await owner.raw(updateAccount, { id, account })).toMatchObject({
        status: 422,
        body: { formErrors: { account: { canDispatch: 'Seul un employé peut répartir.' } } },
      })
  const invited = { firstName: 'A', lastName: 'B', email: `a.${companyId}@exemple.ca`, invite: true, canDispatch: true }
  expect((await owner.raw(createAccount, { account: { ...invited, role: 'manager' } })).status).toBe(422)
  expect((await manager.raw(api.listOperations)).status).toBe(403)

  const read = await owner(getAccount, { id: dispatcher.accountId })
  const { id, accesses } = read
  expect(await owner(updateAccount, { id, account: { role: 'manager', accesses } })).toMatchObject({
    currentAccess: { canDispatch: false },
  })
  expect((await dispatcher.raw(api.listOperations)).status).toBe(403)
  expect(await owner(updateAccount, { id, account: { role: 'employee' } })).toMatchObject({ currentAccess: { canDispatch: false } })
})

test('nobody gives it to themselves, nor to another company’s employee', async () => {
  const [{ employee, dispatcher, manager }, neighbour] = [await server.newCompany(), await server.newCompany()]
  for (const by of [employee, dispatcher, manager])
    expect((await by.raw(updateAccount, { id: by.accountId, account: { canDispatch: true } })).status).toBe(403)
  await employee(accountCalls.updateCurrentAccount, { account: { ...(await employee(getCurrentAccount)), canDispatch: true } as never })
  expect((await employee.raw(api.listOperations)).status).toBe(403)
  const stranger = await neighbour.owner.raw(updateAccount, { id: employee.accountId, account: { canDispatch: true } })
  expect(stranger.status).toBe(404)
})

test('a dispatcher sees one’s own company’s operations only', async () => {
  const [ours, theirs] = [await server.newCompany(), await server.newCompany()]
  const { id } = await theirs.owner(api.openOperation, { kind: 'snow' })
  expect(await ours.dispatcher(api.listOperations)).toEqual([])
  expect((await ours.dispatcher.raw(api.getBoard, { id })).status).toBe(404)
})

test('a dispatcher reads every send, without what it cost, and isn’t limited to some sectors', async () => {
  const sender = await newSender(server)
  const { owner, dispatcher, messageId, sectorId, companyId } = sender
  await newOccupant(owner)
  await inCompany(server, companyId, (tx) => tx.sql`update companies set alert_is_accesses_limited = true`)
  const { code } = (await dispatcher(api.sendAlert, { messageId, sectorId })) as { code: string }
  const [from, to] = [new Date(Date.now() - 86_400_000).toISOString(), new Date().toISOString()]
  expect(await dispatcher(api.listAlertHistory, { from, to })).toMatchObject([{ code, amount: null }])
  expect(await dispatcher(api.getAlert, { code })).toMatchObject({ code, amount: null })
  expect(await owner(api.getAlert, { code })).toMatchObject({ code, amount: expect.any(Number) })
  expect((await sender.employee.raw(api.listAlertHistory, { from, to })).status).toBe(403)
})

test('the switch follows the account that the access moves to', async () => {
  const { owner, companyId } = await server.newCompany()
  const other = await server.newCompany()
  const account = { firstName: 'Luc', lastName: 'Roy', email: `x.${companyId}@exemple.ca`, role: 'employee' as const, canDispatch: true }
  const { id } = await owner(createAccount, { account: { ...account, invite: true } })
  const { email } = await other.employee(getCurrentAccount)
  expect(await owner(updateAccount, { id, account: { email } })).toMatchObject({ email, currentAccess: { canDispatch: true } })
  expect((await other.employee.raw(api.listOperations)).status).toBe(403)
})
