import { randomUUID } from 'node:crypto'
import { api } from '@bordee/core/api.ts'
import type { BankFile } from '@bordee/core/bank-files/bank-file.ts'
import { expect, test } from 'vitest'
import { heldInvoices } from '../client-invoices/client-invoices.queries.ts'
import { printInvoice } from '../client-invoices/printing.ts'
import { base64, csvOf, fileOf, newBankFile } from '../testing/bank-files.ts'
import { newInvoice } from '../testing/client-invoices.ts'
import { inDays, newContract, today } from '../testing/contracts.ts'
import { newClient } from '../testing/folders.ts'
import { wordsOf } from '../testing/pdf.ts'
import { inCompany, openTestServer, type People } from '../testing/server.ts'
import { historyOf } from '../testing/signers.ts'
import { newCheque } from '../testing/world.ts'

const server = await openTestServer()

const signed = (owner: People['owner'], more: object = {}) => newContract(owner, { status: 'accepted', ...more })
const paymentsOf = async (owner: People['owner'], id: string) => (await owner(api.getContract, { id })).payments
const ticked = ({ lines }: BankFile) =>
  lines
    .filter(({ level }) => level === 'sure')
    .map(({ id, parts, depositId }) => ({
      lineId: id,
      depositId,
      parts: parts.map(({ contractId, invoiceId, amount }) => ({ contractId, invoiceId, amount })),
    }))
const refusalOf = async (answer: Promise<{ status: number; body: unknown }>) => {
  const { status, body } = await answer
  const { formErrors, code } = body as { formErrors?: { bankFile?: object }; code?: string }
  return [status, code ?? Object.keys(formErrors?.bankFile ?? {})[0]]
}

/** A client by this name who owes 488,64 $ in two halves, with their code. */
async function debtor(people: People, name: string) {
  const { id: clientId } = await newClient(people.owner, { name, billingState: 'QC' })
  const contract = await signed(people.owner, { clientId })
  const { transferCode: code } = await people.owner(api.getClient, { id: clientId })
  return { clientId, contract, code }
}

test('a file is read, its sure lines are applied, and the same or an overlapping file brings nothing again', async () => {
  const people = await server.newCompany()
  const { owner } = people
  const [roy, cote] = [await debtor(people, 'Paule Roy'), await debtor(people, 'Hélène Côté')]
  const lines = [
    { text: `VIREMENT INTERAC ${roy.code}`, amount: 24_432 },
    { text: 'VIREMENT DE HELENE COTE', amount: 24_432 },
    { text: 'PAIE', amount: -80_000 },
    { text: 'DÉPÔT INCONNU', amount: 777 },
  ]
  const sent = fileOf(lines)
  const [file] = await Promise.all([1, 2, 3].map(() => owner(api.createBankFile, sent)))
  expect(file).toMatchObject({ lineCount: 3, newCount: 3, otherCount: 1, unreadCount: 0, appliedCount: 0 })
  expect(file?.lines.map(({ level, reason }) => [level, reason])).toEqual([
    ['sure', 'code-amount'],
    ['sure', 'name-amount'],
    ['none', 'nothing'],
  ])
  if (!file) throw new Error('no file')
  const answers = await Promise.all([1, 2].map(() => owner(api.applyBankLines, { id: file.id, lines: ticked(file) })))
  expect(answers).toEqual([1, 2].map(() => ({ appliedCount: 2, refused: [] })))
  expect(await paymentsOf(owner, roy.contract.id)).toMatchObject([{ amount: 24_432, type: 'interact', paidAt: today(), editable: false }])
  expect(await paymentsOf(owner, cote.contract.id)).toHaveLength(1)

  const again = await owner(api.createBankFile, { ...sent, id: randomUUID() })
  expect(again).toMatchObject({ id: file.id, appliedCount: 2 })
  const { accountId } = sent.bankFile
  const more = [...lines, { text: 'VIREMENT DE HELENE COTE', amount: 24_432 }]
  const overlapping = await newBankFile(owner, more, { accountId, accountName: null })
  expect(overlapping).toMatchObject({ lineCount: 4, newCount: 1, appliedCount: 2 })
  expect(overlapping.lines.map(({ isKnown }) => isKnown)).toEqual([true, true, true, false])
  expect(await owner(api.applyBankLines, { id: overlapping.id, lines: ticked(overlapping) })).toEqual({ appliedCount: 1, refused: [] })
  expect(await paymentsOf(owner, cote.contract.id)).toHaveLength(2)
  expect(await owner(api.listBankFiles)).toHaveLength(2)
  expect(await owner(api.listBankAccounts)).toMatchObject([{ id: accountId, columns: { date: 0, amount: 3, description: [1] } }])
})

test('two equal transfers of one day are two, in one file and in the next', async () => {
  const people = await server.newCompany()
  const { owner } = people
  const { contract } = await debtor(people, 'Luc Tremblay')
  const twice = [1, 2].map(() => ({ text: 'VIREMENT LUC TREMBLAY', amount: 24_432 }))
  const file = await newBankFile(owner, twice)
  expect(file).toMatchObject({ newCount: 2 })
  await owner(api.applyBankLines, { id: file.id, lines: ticked(file) })
  expect(await paymentsOf(owner, contract.id)).toHaveLength(2)
  const next = await newBankFile(owner, [...twice, { text: 'AUTRE', amount: 5 }], { accountId: file.accountId })
  expect(next).toMatchObject({ newCount: 1, appliedCount: 2 })
})

test('a line that is undone takes its payments back, and can be applied again', async () => {
  const people = await server.newCompany()
  const { owner } = people
  const roy = await debtor(people, 'Paule Roy')
  const invoice = await newInvoice(server, people, { clientId: roy.clientId, contract: { status: 'accepted' } })
  const total = 48_864 + invoice.totalPrice
  const file = await newBankFile(owner, [{ text: roy.code, amount: total }])
  const lines = ticked(file)
  const lineId = file.lines[0]?.id ?? ''
  await owner(api.applyBankLines, {
    id: file.id,
    lines: [
      {
        lineId,
        parts: [
          { contractId: roy.contract.id, amount: 48_864 },
          { invoiceId: invoice.id, amount: invoice.totalPrice },
        ],
      },
    ],
  })
  expect(lines.length).toBeLessThanOrEqual(1)
  expect((await owner(api.getContract, { id: roy.contract.id })).status).toBe('paid')
  const paid = await owner(api.getClientInvoice, { id: invoice.id })
  expect(paid).toMatchObject({ status: 'paid', payments: [{ type: 'interact', amount: invoice.totalPrice }] })
  const [payment] = await paymentsOf(owner, roy.contract.id)
  const change = { payments: [{ id: payment?.id, type: 'interact', deletedAt: 'now' }] }
  expect(await owner.raw(api.updateContract, { id: roy.contract.id, contract: change as never })).toMatchObject({
    status: 409,
    body: { code: 'bank-payment' },
  })
  expect(await owner.raw(api.removeInvoicePayment, { id: invoice.id, paymentId: paid.payments[0]?.id ?? '' })).toMatchObject({
    status: 409,
    body: { code: 'bank-payment' },
  })

  for (const _ of [1, 2]) {
    const undone = await owner(api.undoBankLines, { id: file.id, lineIds: [lineId] })
    expect(undone).toMatchObject({ appliedCount: 0, lines: [{ appliedAt: null }] })
  }
  expect(await owner(api.getContract, { id: roy.contract.id })).toMatchObject({ status: 'accepted', payments: [] })
  expect(await owner(api.getClientInvoice, { id: invoice.id })).toMatchObject({ status: 'issued', payments: [] })
  expect(await historyOf(owner, roy.contract.id)).toEqual(expect.arrayContaining(['paymentRemoved → paid', 'owe → accepted']))
  const redone = {
    id: file.id,
    lines: [
      {
        lineId,
        parts: [
          { contractId: roy.contract.id, amount: 48_864 },
          { invoiceId: invoice.id, amount: total - 48_864 },
        ],
      },
    ],
  }
  expect(await owner(api.applyBankLines, redone)).toEqual({ appliedCount: 1, refused: [] })
  expect((await owner(api.getContract, { id: roy.contract.id })).status).toBe('paid')
})

test('what doesn’t add up, pays too much, an archived contract or twice is refused line by line, and the others are applied', async () => {
  const people = await server.newCompany()
  const { owner } = people
  const [roy, cote] = [await debtor(people, 'Paule Roy'), await debtor(people, 'Hélène Côté')]
  const canceled = await signed(owner)
  await owner(api.setContractStatuses, { contractIds: [canceled.id], status: 'canceled' })
  const file = await newBankFile(
    owner,
    [1, 2, 3, 4].map((i) => ({ text: `LIGNE ${'ABCD'[i - 1]}`, amount: 40_000 })),
  )
  const [a = '', b = '', c = '', d = ''] = file.lines.map(({ id }) => id)
  const paying = (lineId: string, contractId: string, amount = 40_000) => ({ lineId, parts: [{ contractId, amount }] })
  const sent = [paying(a, roy.contract.id), paying(b, roy.contract.id), paying(c, cote.contract.id, 39_999), paying(d, canceled.id)]
  const { appliedCount, refused } = await owner(api.applyBankLines, { id: file.id, lines: sent })
  expect(appliedCount).toBe(1)
  expect(refused.map(({ id, reason }) => [id, reason.replace(/\s/g, ' ')])).toEqual([
    [b, `Il reste 88,64 $ à payer au contrat ${roy.contract.contractNumber}.`],
    [c, 'La répartition fait 399,99 $ : elle doit égaler 400,00 $.'],
    [d, `Le contrat ${canceled.contractNumber} n’est pas en vigueur.`],
  ])
  const other = await owner(api.applyBankLines, { id: file.id, lines: [paying(a, cote.contract.id)] })
  expect(other).toMatchObject({ appliedCount: 0, refused: [{ reason: expect.stringMatching(/déjà appliquée/) }] })
  expect(await paymentsOf(owner, cote.contract.id)).toEqual([])
  expect((await owner.raw(api.applyBankLines, { id: file.id, lines: [paying(randomUUID(), cote.contract.id)] })).status).toBe(404)
  expect((await owner.raw(api.applyBankLines, { id: file.id, lines: [paying(c, randomUUID())] })).status).toBe(404)
  expect(
    (await owner.raw(api.applyBankLines, { id: file.id, lines: [paying(c, cote.contract.id), paying(c, cote.contract.id)] })).status,
  ).toBe(422)
})

test('two who apply two lines to one balance at once never pay more than it owes', async () => {
  const people = await server.newCompany()
  const { owner, admin } = people
  const { contract } = await debtor(people, 'Paule Roy')
  const file = await newBankFile(
    owner,
    ['A', 'B'].map((text) => ({ text, amount: 30_000 })),
  )
  const apply = (caller: People['owner'], i: number) =>
    caller(api.applyBankLines, {
      id: file.id,
      lines: [{ lineId: file.lines[i]?.id ?? '', parts: [{ contractId: contract.id, amount: 30_000 }] }],
    })
  const answers = await Promise.all([apply(owner, 0), apply(admin, 1)])
  expect(answers.map(({ appliedCount }) => appliedCount).toSorted((one, other) => one - other)).toEqual([0, 1])
  expect(await paymentsOf(owner, contract.id)).toHaveLength(1)
})

test('a deposit of cheques is one line: its cheques clear, and undoing it says that they haven’t', async () => {
  const { owner } = await server.newCompany()
  const contract = await signed(owner)
  const cheques = [await newCheque(owner, { contractId: contract.id }), await newCheque(owner, { contractId: contract.id, amount: 5000 })]
  const deposit = await owner(api.createDeposit, { deposit: { chequeIds: cheques.map(({ id }) => id), depositedOn: today() } })
  const file = await newBankFile(owner, [
    { text: 'DÉPÔT AU GUICHET', amount: 15_000 },
    { text: 'DÉPÔT', amount: 14_999 },
  ])
  expect(file.lines).toMatchObject([
    { level: 'sure', reason: 'deposit', depositId: deposit.id, depositNumber: 1, parts: [] },
    { level: 'none' },
  ])
  const [lineId = '', other = ''] = file.lines.map(({ id }) => id)
  const wrong = await owner(api.applyBankLines, { id: file.id, lines: [{ lineId: other, parts: [], depositId: deposit.id }] })
  expect(wrong).toMatchObject({ appliedCount: 0, refused: [{ id: other, reason: expect.stringMatching(/Ce dépôt fait 150,00/) }] })
  expect(await owner(api.applyBankLines, { id: file.id, lines: ticked(file) })).toEqual({ appliedCount: 1, refused: [] })
  const states = async () => (await owner(api.listCheques)).map(({ state }) => state)
  expect(await states()).toEqual(['cleared', 'cleared'])
  expect(await paymentsOf(owner, contract.id)).toHaveLength(2)
  await owner(api.undoBankLines, { id: file.id, lineIds: [lineId] })
  expect(await states()).toEqual(['deposited', 'deposited'])
})

test('files of Windows-1252 and UTF-8 are read; what is none, or of another account, is refused and changes nothing', async () => {
  const { owner } = await server.newCompany()
  const csv = csvOf([{ text: 'Dépôt de Hélène Côté', amount: 123_456 }])
  const first = await owner(api.createBankFile, fileOf([], { content: base64(csv.replace(/\u00a0/g, ' '), 'latin1') }))
  expect(first.lines).toMatchObject([{ description: 'Dépôt de Hélène Côté', amount: 123_456 }])
  const { accountId } = first
  const send = (content: string, more: object = {}) =>
    refusalOf(owner.raw(api.createBankFile, fileOf([], { accountId, content: base64(content), ...more })))
  expect(await send('\0\x01PNG')).toEqual([422, 'content'])
  expect(await send('Date;Description;Credit\n"2026')).toEqual([422, 'content'])
  expect(await send('Nom;Ville\nRoy;Québec')).toEqual([422, 'columns'])
  expect(await send(csvOf([{ text: 'PAIE', amount: -5 }]))).toEqual([422, 'columns'])
  expect(await send(csvOf([{ text: 'DEMAIN', amount: 5, day: inDays(20) }]))).toEqual([422, 'columns'])
  const other = { accountId: randomUUID(), accountName: 'Épargne' }
  expect(await send(csv.replace(/\u00a0/g, ' '), other)).toEqual([201, undefined])
  expect(await refusalOf(owner.raw(api.createBankFile, fileOf([], { ...other, accountId: randomUUID(), content: base64('x') })))).toEqual([
    422,
    'columns',
  ])

  const rbc = (account: string) => `Account Number,Date,Description,Amount\n${account},${today()},Dépôt,1.00\n`
  const own = { accountId: randomUUID(), accountName: 'RBC' }
  expect(await send(rbc('01234-5671111'), own)).toEqual([201, undefined])
  expect(await send(rbc('01234-5672222'), own)).toEqual([409, 'other-account'])
  expect(await send(rbc('01234-5671111'), { accountId: randomUUID(), accountName: 'Autre' })).toEqual([409, 'other-account'])
  expect(await send(`${rbc('01234-5671111')}01234-5672222,${today()},Dépôt,1.00`, own)).toEqual([422, 'content'])
  expect((await owner(api.listBankAccounts)).map(({ name, digits }) => [name, digits])).toEqual(
    expect.arrayContaining([
      ['RBC', '1111'],
      ['Épargne', null],
    ]),
  )
  expect(await owner(api.listBankFiles)).toHaveLength(3)
})

test('columns that the user corrects are remembered for the account’s next file', async () => {
  const { owner } = await server.newCompany()
  const text = (day: string) => `Jour;Quoi;Sortie;Entrée;Note\n${day};Virement;;10,00;PAULE ROY`
  const columns = { hasHeadings: true, date: 0, dayOrder: 'dmy' as const, amount: 3, description: [4], reference: null, account: null }
  const [year, month, day] = today().split('-')
  const first = await owner(api.createBankFile, fileOf([], { content: base64(text(`${day}/${month}/${year}`)), columns }))
  expect(first.lines).toMatchObject([{ day: today(), description: 'PAULE ROY', amount: 1000 }])
  const sent = fileOf([], {
    accountId: first.accountId,
    content: base64(`${text(`${day}/${month}/${year}`)}\n${day}/${month}/${year};Virement;;20,00;ROY`),
  })
  expect((await owner(api.createBankFile, sent)).lines.map(({ description, isKnown }) => [description, isKnown])).toEqual([
    ['PAULE ROY', true],
    ['ROY', false],
  ])
})

test('a client has a code that nobody else in the company has, and reads it where the contract accepts transfers', async () => {
  const people = await server.newCompany()
  const { owner, client } = people
  const codes: string[] = []
  for (let i = 0; i < 30; i++) codes.push((await newClient(owner)).transferCode)
  expect(codes.every((code) => /^BQ-[34679ACDEFGHJKLMNPQRTUVWXY]{4}$/.test(code))).toBe(true)
  expect(new Set(codes).size).toBe(30)
  const { email } = await client(api.getCurrentAccount)
  const { id: clientId, transferCode } = await newClient(owner, { email, billingState: 'QC' })
  await signed(owner, { clientId })
  const invoice = await newInvoice(server, people, { clientId })
  expect(invoice.transferCode).toBeNull()
  await signed(owner, { clientId, paymentMethods: ['interact'] })
  const [newest, before] = await client(api.listContracts)
  expect([newest?.transferCode, before?.transferCode]).toEqual([transferCode, null])
  expect(await client(api.listClientInvoices)).toMatchObject([{ id: invoice.id, transferCode }])
  const [held] = await inCompany(server, people.companyId, (tx) => heldInvoices({ tx, now: new Date() }, [invoice.id]))
  const words = (await wordsOf(await printInvoice({ ...(held as NonNullable<typeof held>), companyLogo: null }))).join(' ')
  expect(words.replace(/\s/g, '')).toContain(`mettezlecode${transferCode}danslemessage`)
})

test('payments outlive a company that is deleted, without its cheques and its bank’s lines', async () => {
  const people = await server.newCompany()
  const { owner, companyId } = people
  const { contract, code } = await debtor(people, 'Paule Roy')
  await newCheque(owner, { contractId: contract.id, amount: 100 })
  const file = await newBankFile(owner, [{ text: code, amount: 24_332 }])
  await owner(api.applyBankLines, { id: file.id, lines: ticked(file) })
  const left = await inCompany(server, companyId, async (tx) => {
    await tx.sql`delete from companies where id = ${companyId}`
    return tx.sql`select amount, cheque_id, bank_line_id from contract_payments where company_id = ${companyId} order by amount`
  })
  expect(left).toEqual([100, 24_332].map((amount) => ({ amount, cheque_id: null, bank_line_id: null })))
})
