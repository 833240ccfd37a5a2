import { randomUUID } from 'node:crypto'
import { api } from '@bordee/core/api.ts'
import { expect, test } from 'vitest'
import { inDays, newContract, today } from '../testing/contracts.ts'
import { newClient } from '../testing/folders.ts'
import { openTestServer, type People } from '../testing/server.ts'
import { historyOf } from '../testing/signers.ts'
import { newCheque } from '../testing/world.ts'

const server = await openTestServer()

const signed = (owner: People['owner'], more: object = {}) => newContract(owner, { status: 'accepted', ...more })
const leftOf = async (owner: People['owner'], id: string) =>
  (await owner(api.getContract, { id })).paymentShedules.reduce((sum, { amountLeft }) => sum + amountLeft, 0)
const depositOf = (chequeIds: string[], more: object = {}) => ({ id: randomUUID(), deposit: { chequeIds, depositedOn: today(), ...more } })

test('a cheque pays several contracts of its client, once however often it is sent', async () => {
  const { owner } = await server.newCompany()
  const { id: clientId } = await newClient(owner, { billingState: 'QC' })
  const contracts = [await signed(owner, { clientId }), await signed(owner, { clientId })]
  const [first, second] = contracts.map(({ id }) => id)
  const parts = [
    { contractId: first ?? '', amount: 48_864 },
    { contractId: second ?? '', amount: 1136 },
  ]
  const sent = { id: randomUUID(), cheque: { number: '104', bank: 'Caisse Desjardins', amount: 50_000, dated: today(), parts } }
  const answers = await Promise.all([1, 2, 3, 4].map(() => owner(api.createCheque, sent)))
  expect(answers[0]).toMatchObject({ id: sent.id, state: 'held', number: '104', clientId, recordedBy: expect.stringContaining('@') })
  expect(await owner(api.listCheques)).toHaveLength(1)
  const other = await owner.raw(api.createCheque, { ...sent, cheque: { ...sent.cheque, number: '105' } })
  expect(other).toMatchObject({ status: 409, body: { code: 'id-used' } })
  expect(await owner(api.getContract, { id: first ?? '' })).toMatchObject({
    status: 'paid',
    payments: [{ amount: 48_864, type: 'check', chequeId: sent.id, editable: false }],
  })
  expect(await leftOf(owner, second ?? '')).toBe(48_864 - 1136)
  expect(await historyOf(owner, first ?? '')).toEqual(expect.arrayContaining(['payment → accepted', 'pay → paid']))
})

test('a cheque that doesn’t add up, pays too much, pays two clients or nothing is refused, and nothing is written', async () => {
  const { owner } = await server.newCompany()
  const [one, other] = [await signed(owner), await signed(owner)]
  const send = (amount: number, parts: object[]) =>
    owner.raw(api.createCheque, { cheque: { number: '1', amount, dated: today(), parts: parts as never } })
  expect(await send(100, [{ contractId: one.id, amount: 99 }])).toMatchObject({
    status: 422,
    body: { formErrors: { cheque: { parts: expect.stringMatching(/doit égaler le montant/) } } },
  })
  expect(await send(48_865, [{ contractId: one.id, amount: 48_865 }])).toMatchObject({
    status: 422,
    body: { formErrors: { cheque: { parts: expect.stringMatching(/^Il reste 488,64/) } } },
  })
  const two = [one, other].map(({ id }) => ({ contractId: id, amount: 50 }))
  expect(await send(100, two)).toMatchObject({ status: 422, body: { formErrors: { cheque: { parts: /d’un seul client/ } } } })
  expect((await send(100, [])).status).toBe(422)
  expect((await send(100, [{ contractId: randomUUID(), amount: 100 }])).status).toBe(404)
  expect(await owner(api.listCheques)).toEqual([])
  expect((await owner(api.getContract, { id: one.id })).payments).toEqual([])
})

test('two cheques recorded at once never pay more than a contract owes', async () => {
  const { owner, admin } = await server.newCompany()
  const { id } = await signed(owner)
  const send = (caller: People['owner'], number: string) =>
    caller.raw(api.createCheque, { cheque: { number, amount: 30_000, dated: today(), parts: [{ contractId: id, amount: 30_000 }] } })
  const answers = await Promise.all([send(owner, '1'), send(admin, '2')])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 422])
  expect(await leftOf(owner, id)).toBe(18_864)
})

test('a future cheque counts toward what is left at once, and toward the status on its day', async () => {
  const { owner } = await server.newCompany()
  const contract = await signed(owner)
  await newCheque(owner, { dated: inDays(30), amount: 48_864, contractId: contract.id })
  expect(await leftOf(owner, contract.id)).toBe(0)
  expect((await owner(api.getContract, { id: contract.id })).status).toBe('accepted')
})

test('what a cheque paid is changed in the register, not in the contract', async () => {
  const { owner } = await server.newCompany()
  const [contract, other] = await (async () => {
    const one = await signed(owner)
    return [one, await signed(owner, { clientId: one.clientId ?? undefined })] as const
  })()
  const cheque = await newCheque(owner, { amount: 20_000, contractId: contract.id })
  const [payment] = (await owner(api.getContract, { id: contract.id })).payments
  const pay = (change: object) =>
    owner.raw(api.updateContract, { id: contract.id, contract: { payments: [{ id: payment?.id, type: 'check', ...change }] } })
  for (const change of [{ amount: 1 }, { deletedAt: 'now' }])
    expect(await pay(change)).toMatchObject({
      status: 409,
      body: { code: 'cheque-payment', message: 'Ce paiement vient d’un chèque\u00a0: modifiez-le dans Chèques.' },
    })
  expect((await pay({ amount: 20_000 })).status).toBe(200) // as it was read

  const parts = [{ contractId: other.id, amount: 25_000 }]
  const moved = await owner(api.updateCheque, { id: cheque.id, cheque: { amount: 25_000, dated: inDays(-1), parts } })
  expect(moved.parts).toMatchObject([{ contractId: other.id, amount: 25_000 }])
  expect(await leftOf(owner, contract.id)).toBe(48_864)
  expect((await owner(api.getContract, { id: other.id })).payments).toMatchObject([{ amount: 25_000, paidAt: inDays(-1) }])
  const wrong = await owner.raw(api.updateCheque, { id: cheque.id, cheque: { amount: 24_000 } })
  expect(wrong).toMatchObject({ status: 422, body: { formErrors: { cheque: { parts: expect.any(String) } } } })
})

test('a payment by cheque typed in its contract is in the register, until someone completes it', async () => {
  const { owner } = await server.newCompany()
  const contract = await signed(owner, { payments: [{ amount: 10_000, paidAt: today(), type: 'check' }] })
  const [payment] = contract.payments
  const [typed] = await owner(api.listCheques)
  expect(typed).toMatchObject({ id: payment?.id, state: 'typed', number: null, amount: 10_000, parts: [{ contractId: contract.id }] })
  const id = typed?.id ?? ''
  expect((await owner.raw(api.createDeposit, depositOf([id]))).body).toMatchObject({ code: 'not-at-hand' })
  expect((await owner.raw(api.updateCheque, { id, cheque: {} })).status).toBe(422)
  expect((await owner.raw(api.updateCheque, { id, cheque: { number: '7', state: 'cleared' } })).status).toBe(409)
  expect((await owner.raw(api.createCheque, { id, cheque: { ...typed, number: '7', parts: typed?.parts ?? [] } as never })).status).toBe(
    409,
  )
  const done = await Promise.all([1, 2].map(() => owner(api.updateCheque, { id, cheque: { number: '7' } })))
  expect(done[0]).toMatchObject({ id, state: 'held', number: '7', amount: 10_000 })
  expect(await owner(api.listCheques)).toHaveLength(1)
  expect((await owner(api.getContract, { id: contract.id })).payments).toMatchObject([{ id, amount: 10_000, chequeId: id }])
})

test('a deposit takes what is at hand, all or none, and of two at once one succeeds', async () => {
  const { owner, admin } = await server.newCompany()
  const contract = await signed(owner)
  const made = [await newCheque(owner, { contractId: contract.id }), await newCheque(owner, { contractId: contract.id })]
  const later = await newCheque(owner, { contractId: contract.id, dated: inDays(10) })
  const ids = made.map(({ id }) => id)
  expect(await owner.raw(api.createDeposit, depositOf([...ids, later.id]))).toMatchObject({
    status: 409,
    body: { code: 'not-at-hand', message: expect.stringMatching(/est daté du/) },
  })
  const both = await Promise.all([owner.raw(api.createDeposit, depositOf(ids)), admin.raw(api.createDeposit, depositOf(ids.toReversed()))])
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
  const [deposit] = await owner(api.listDeposits)
  expect(deposit).toMatchObject({ number: 1, amount: 20_000 })
  expect(deposit?.chequeIds.toSorted()).toEqual(ids.toSorted())
  const again = (chequeIds: string[]) => owner.raw(api.createDeposit, { id: deposit?.id, deposit: { chequeIds, depositedOn: today() } })
  expect(await again(ids)).toMatchObject({ status: 201, body: deposit })
  expect(await again([later.id])).toMatchObject({ status: 409, body: { code: 'id-used' } })
  expect((await owner.raw(api.createDeposit, depositOf([later.id], { depositedOn: inDays(8) }))).status).toBe(422)
})

test('a deposited cheque keeps its amount, may be taken out, and clears', async () => {
  const { owner } = await server.newCompany()
  const contract = await signed(owner)
  const { id } = await newCheque(owner, { contractId: contract.id })
  const put = (cheque: object) => owner.raw(api.updateCheque, { id, cheque })
  expect(await put({ state: 'deposited' })).toMatchObject({ status: 409, body: { message: expect.stringMatching(/bordereau/) } })
  await owner(api.createDeposit, depositOf([id]))
  expect((await put({ dated: inDays(1) })).body).toMatchObject({ code: 'cheque-locked' })
  expect((await put({ number: '55', bank: 'BNC' })).body).toMatchObject({ number: '55', state: 'deposited', depositNumber: 1 })
  expect((await put({ state: 'held' })).body).toMatchObject({ state: 'held', depositId: null })
  expect(await owner(api.listDeposits)).toMatchObject([{ number: 1, amount: 0, chequeIds: [] }])
  await owner(api.createDeposit, depositOf([id]))
  expect((await put({ state: 'cleared' })).body).toMatchObject({ state: 'cleared', depositNumber: 2 })
  expect(await leftOf(owner, contract.id)).toBe(38_864)
})

test('a cheque that bounces reopens the balance once, notifies the company and tells the fee that the contract states', async () => {
  const { owner } = await server.newCompany()
  const contract = await signed(owner, { nsfFee: 2500 })
  const cheque = await newCheque(owner, { contractId: contract.id, amount: 48_864 })
  expect((await owner(api.getContract, { id: contract.id })).status).toBe('paid')
  await owner(api.createDeposit, depositOf([cheque.id]))
  const bounce = { id: cheque.id, cheque: { state: 'bounced' as const, reason: 'Compte fermé' } }
  const answers = await Promise.all([1, 2, 3].map(() => owner(api.updateCheque, bounce)))
  expect(answers[2]).toMatchObject({ state: 'bounced', reason: 'Compte fermé', nsfFee: 2500, parts: [{ amount: 48_864 }] })
  expect(await owner(api.getContract, { id: contract.id })).toMatchObject({ status: 'accepted', payments: [] })
  expect(await leftOf(owner, contract.id)).toBe(48_864)
  expect((await historyOf(owner, contract.id)).filter((line) => line.startsWith('cheque'))).toEqual(['chequeBounced → paid'])
  const letter = await server.letterTo(contract.companyEmail ?? '', new RegExp(`sans provision.*nº\u00a0${cheque.number}`))
  expect(letter.text).toMatch(/488,64.*Compte fermé.*25,00/s)
  const letters = await server.sql('select from outbox where "to" = $1 and subject = $2', [letter.to, letter.subject])
  expect(letters).toHaveLength(1)
  expect((await owner.raw(api.updateCheque, { id: cheque.id, cheque: { state: 'cleared' } })).body).toMatchObject({ code: 'cheque-state' })
  expect((await owner.raw(api.updateCheque, { id: cheque.id, cheque: { note: 'x' } })).body).toMatchObject({ code: 'cheque-locked' })
})

test('without a fee in the contract, none is told; a cheque may bounce after its contract was archived', async () => {
  const { owner } = await server.newCompany()
  const contract = await signed(owner)
  const cheque = await newCheque(owner, { contractId: contract.id })
  await owner(api.createDeposit, depositOf([cheque.id]))
  await owner(api.updateCheque, { id: cheque.id, cheque: { state: 'cleared' } })
  await owner(api.setContractStatuses, { contractIds: [contract.id], status: 'canceled' })
  expect(await owner(api.updateCheque, { id: cheque.id, cheque: { state: 'bounced' } })).toMatchObject({ state: 'bounced', nsfFee: null })
  expect(await owner(api.getContract, { id: contract.id })).toMatchObject({ status: 'canceled', payments: [] })
})

test('a cheque at hand is returned: its contract owes again, and a draft that it paid can’t be deleted', async () => {
  const { owner } = await server.newCompany()
  const contract = await newContract(owner)
  const cheque = await newCheque(owner, { contractId: contract.id })
  expect(await owner(api.updateCheque, { id: cheque.id, cheque: { state: 'returned' } })).toMatchObject({ state: 'returned' })
  expect((await owner(api.getContract, { id: contract.id })).payments).toEqual([])
  expect((await owner.raw(api.deleteContract, { id: contract.id })).status).toBe(409)
  expect(await owner(api.listCheques, { state: 'held' })).toEqual([])
  expect(await owner(api.listCheques, { clientId: contract.clientId ?? '' })).toHaveLength(1)
})

test('`since` leaves out what was settled before, never what is at hand', async () => {
  const { owner } = await server.newCompany()
  const contract = await signed(owner)
  const [held, cleared] = [
    await newCheque(owner, { contractId: contract.id, dated: inDays(-90) }),
    await newCheque(owner, { contractId: contract.id, dated: inDays(-90) }),
  ]
  await owner(api.createDeposit, depositOf([cleared.id]))
  await owner(api.updateCheque, { id: cleared.id, cheque: { state: 'cleared' } })
  expect((await owner(api.listCheques, { since: inDays(-30) })).map(({ id }) => id)).toEqual([held.id])
})

test('the slip of a deposit is a PDF, the same each time', async () => {
  const { owner } = await server.newCompany()
  const contract = await signed(owner)
  const cheque = await newCheque(owner, { contractId: contract.id })
  const { id } = await owner(api.createDeposit, depositOf([cheque.id], { bank: 'Caisse Desjardins de Québec', accountDigits: '4821' }))
  const files = [await owner.raw(api.printDeposit, { id }), await owner.raw(api.printDeposit, { id })]
  expect(files[0]).toMatchObject({ status: 200, headers: { 'content-type': 'application/pdf' } })
  expect(String(files[0]?.body)).toMatch(/^%PDF-/)
  expect(files[0]?.body).toBe(files[1]?.body)
})
