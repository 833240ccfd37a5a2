import { accountCalls } from '@bordee/core/accounts/accounts.calls.ts'
import { importSheets } from '@bordee/core/imports/columns.ts'
import { platformCalls } from '@bordee/core/platform/platform.calls.ts'
import { readXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { openTestServer } from '../testing/server.ts'

const server = await openTestServer()
const { sendImportTemplate, listAccounts } = accountCalls
const auditOf = (companyId: string) =>
  server.work(async ({ tx }) => {
    await tx.scope({ companies: [companyId] })
    return tx.sql<{ action: string }>`select action from audit_log where company_id = ${companyId}`
  })

test('staff e-mail the import template to accounts of the company, once each', async () => {
  const people = await server.newCompany('Neige & Fils')
  const accounts = await people.admin(listAccounts)
  const emailOf = (id: string) => accounts.find((account) => account.id === id)?.email ?? ''
  const [owner, employee] = [emailOf(people.owner.accountId), emailOf(people.employee.accountId)]

  const ids = [people.owner.accountId, people.employee.accountId, people.owner.accountId]
  expect(await people.admin.raw(sendImportTemplate, { accountIds: ids })).toMatchObject({ status: 200, body: null })

  const letter = await server.letterTo(owner, /modèle d’importation pour Neige & Fils/)
  await server.letterTo(employee, /modèle d’importation/)
  const [sent, ...more] = await people.super_admin(platformCalls.listOutbox, { to: owner })
  expect(more).toEqual([])
  expect(sent?.attachments).toMatchObject([{ name: 'modele-importation.xlsx', size: expect.any(Number), cid: null }])
  expect(letter.html).toContain('Neige &amp; Fils')

  const file = await server.app.inject({
    url: `/api/outbox/attachments/${sent?.attachments[0]?.id}`,
    headers: { authorization: `Bearer ${people.admin.token}` },
  })
  expect(file.headers['content-disposition']).toContain('modele-importation.xlsx')
  const { sheets } = await readXlsx(file.rawPayload)
  expect(sheets.map(({ name }) => name)).toEqual([...Object.values(importSheets).map(({ name }) => name), 'Légende'])
  expect(sheets[0]?.rows[0]).toEqual(expect.arrayContaining(['Numéro de client', 'Nom *', 'Type', 'Code postal (facturation)']))
  const [legend, ...filled] = sheets.toReversed()
  expect(filled.every(({ rows: [, example] }) => String(example?.[0]).startsWith('(exemple) '))).toBe(true)
  expect(legend?.rows).toContainEqual(['Clients', 'Code postal (facturation)', 'Non', 'Un code postal canadien ou américain.', 'G1R 1P8'])
  expect(await auditOf(people.companyId)).toEqual([{ action: 'import-template-sent' }])
})

test('nobody gets it if one of them is not of the company', async () => {
  const [ours, theirs] = [await server.newCompany(), await server.newCompany()]
  const accountIds = [ours.employee.accountId, theirs.employee.accountId]
  expect((await ours.admin.raw(sendImportTemplate, { accountIds })).status).toBe(404)
  expect((await ours.owner.raw(sendImportTemplate, { accountIds: [ours.employee.accountId] })).status).toBe(403)
  expect((await ours.admin.raw(sendImportTemplate, { accountIds: [] })).status).toBe(422)
  expect(await auditOf(ours.companyId)).toEqual([])
})

test('an unknown attachment is not found', async () => {
  const { admin } = await server.newCompany()
  expect((await admin.raw(platformCalls.getAttachment, { id: '00000000-0000-7000-8000-000000000000' })).status).toBe(404)
})
