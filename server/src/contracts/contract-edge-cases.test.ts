// Bugs found in review, kept fixed.
import { clientCalls } from '@bordee/core/clients/clients.calls.ts'
import { contractCalls } from '@bordee/core/contracts/contracts.calls.ts'
import { siteCalls } from '@bordee/core/sites/sites.calls.ts'
import { templateCalls } from '@bordee/core/templates/templates.calls.ts'
import { expect, test } from 'vitest'
import { inDays, newContract } from '../testing/contracts.ts'
import { wordsOf } from '../testing/pdf.ts'
import { inCompany, openTestServer } from '../testing/server.ts'
import { sentContract, signedInClient } from '../testing/signers.ts'

const server = await openTestServer()
const {
  acceptContract,
  declineContract,
  getContract,
  listContracts,
  printContract,
  sendContracts,
  setContractStatuses,
  syncContracts,
  updateContract,
} = contractCalls

test('a draft whose instalments exceed the integer range does not break the list', async () => {
  const { owner } = await server.newCompany()
  const { id } = await newContract(owner, {
    services: [{ name: 'Tour', price: 1_000_000, quantity: 8 }],
    paymentShedules: [1, 2, 3].map((day) => ({ paymentDate: inDays(day), percent: 100 })),
  })

  expect((await owner(listContracts, { limit: 10 })).map((row) => row.id)).toEqual([id])
  expect((await owner(listContracts, {})).map((row) => row.id)).toEqual([id])
})

test.each([
  ['another script', '李小龙 ไทย 한국', '[non imprimable]'],
  ['a flag and a face', '🇨🇦 😀', '[émoji] 😀'],
  ['a character of somebody’s font', '\ue123 fin', '[non imprimable] fin'],
  ['soft hyphens', 'neige\u00ad'.repeat(60), 'neig'],
  ['direction marks', 'prix \u202e$ 001', 'prix $ 001'],
  ['a long word', 'Wagon'.repeat(18), 'Wago nWag onWa'],
])('a contract with %s in its text, or a name can be printed and signed, without an empty box', async (_, words, printed) => {
  const people = await server.newCompany()
  const { id, client } = await sentContract(server, people, {
    services: [{ name: words.slice(0, 90), price: 400 }],
    clauses: `<p>${words}</p>`,
  })

  await client(getContract, { id })
  const signed = await client(acceptContract, { id, signerName: words.slice(0, 150) })

  expect(signed.status).toBe('accepted')
  const [kept] = await inCompany(
    server,
    people.companyId,
    (tx) => tx.sql<{ pdf: Buffer }>`select pdf from contract_signatures where contract_id = ${id}`,
  )
  expect(kept?.pdf.includes('pdfaid:part')).toBe(true) // PDF/A has a glyph for every character
  expect((await wordsOf(kept?.pdf ?? new Uint8Array())).join(' ')).toContain(printed)
})

test.each([
  ['a hundred thousand marks on a letter', `<p>a${'\u0301'.repeat(90_000)}</p>`],
  ['six marks on a letter', `<p>${'x\u0323'.repeat(3)}${'\u0323'.repeat(5)}</p>`],
  ['a word of thousands of letters', `<p>${'a'.repeat(2001)}</p>`],
  ['such a word in parts', `<p>${'<b>neige</b><i>neige</i>'.repeat(300)}</p>`],
])('clauses with %s are refused when they are saved', async (_, clauses) => {
  const { owner } = await server.newCompany()
  const { id } = await newContract(owner)
  const refused = { clauses: expect.stringContaining('Ce texte ne peut pas être mis en page') }
  const days = { startAt: '2026-11-01', endAt: '2027-04-15' }

  const answers = [
    await owner.raw(updateContract, { id, contract: { clauses } }),
    await owner.raw(templateCalls.createTemplate, { contractTemplate: { name: 'Lourd', ...days, clauses } }),
  ]

  expect(answers).toMatchObject([
    { status: 422, body: { formErrors: { contract: refused } } },
    { status: 422, body: { formErrors: { contractTemplate: refused } } },
  ])
})

test('a client who answers a contract that became a draft is told so', async () => {
  const people = await server.newCompany()
  const { id, client } = await sentContract(server, people)
  const { version } = await client(getContract, { id })
  await people.owner(updateContract, { id, contract: { clauses: '<p>Autre chose</p>' } })

  for (const call of [acceptContract, declineContract])
    expect(await client.raw(call, { id, version })).toMatchObject({ status: 409, body: { code: 'contract-in-draft' } })
})

test('the signed file goes to its signer, and nobody can sign unread what another opened', async () => {
  const people = await server.newCompany()
  const { id, client, contract, email: before } = await sentContract(server, people)
  await client(getContract, { id })
  const { email, client: other } = await signedInClient(server, people)
  await people.owner(clientCalls.updateClient, { id: contract.clientId ?? '', client: { email } })

  expect(await other.raw(acceptContract, { id })).toMatchObject({ status: 409, body: { code: 'older-version' } })
  await other(getContract, { id })
  await other(acceptContract, { id })

  expect(await server.letterTo(email, /contrat signé/)).toBeDefined()
  expect(await server.sql(`select id from outbox where "to" = $1 and subject like '%signé%'`, [before])).toEqual([])
})

test('syncing cannot make a draft cheaper than its payments; excess payments may be removed', async () => {
  const { owner, companyId } = await server.newCompany()
  const made = await newContract(owner, { services: [{ name: 'Neige', price: 425, quantity: 1 }] })
  const { payments, totalPrice } = await owner(updateContract, {
    id: made.id,
    contract: { payments: [{ amount: made.totalPrice, paidAt: inDays(0), type: 'cash' }] },
  })
  await owner(siteCalls.updateSite, { id: made.siteId ?? '', site: { address: { state: 'AB', zip: 'T2P 1J9', city: 'Calgary' } } })

  expect(await owner.raw(syncContracts, { contractIds: [made.id] })).toMatchObject({ status: 409, body: { conflicts: [{ id: made.id }] } })
  expect(await owner(getContract, { id: made.id })).toMatchObject({ totalPrice })

  await inCompany(server, companyId, (tx) => tx.sql`update contracts set total_price = 100 where id = ${made.id}`)
  expect(await owner(getContract, { id: made.id })).toMatchObject({ totalPrice: 100 })
  const [payment] = payments
  const changed = await owner(updateContract, {
    id: made.id,
    contract: { payments: [{ id: payment?.id, deletedAt: new Date().toISOString() }] },
  })
  expect(changed.payments).toEqual([])
})

test('when the office restores a status, the reason for declining is cleared', async () => {
  const people = await server.newCompany()
  const { id, client } = await sentContract(server, people)
  const { version } = await client(getContract, { id })
  await client(declineContract, { id, version, reason: 'Trop cher' })

  await people.owner(setContractStatuses, { contractIds: [id], status: 'sent' })

  expect(await people.owner(getContract, { id })).toMatchObject({ status: 'sent', declineReason: null })
})

test('a key that sent some contracts is refused for others', async () => {
  const { owner } = await server.newCompany()
  const [one, other] = [await newContract(owner), await newContract(owner)]
  const send = (contractIds: string[]) => owner.raw(sendContracts, { contractIds, requestKey: 'une touche' })
  const { status, body } = await send([one.id])

  expect(await send([other.id])).toMatchObject({ status: 409 })
  expect(await send([one.id])).toMatchObject({ status, body })
  expect(await owner(getContract, { id: other.id })).toMatchObject({ status: 'draft' })
})

test('HEAD must not mark a draft as printed', async () => {
  const { owner } = await server.newCompany()
  const { id } = await newContract(owner)

  await server.app.inject({ method: 'HEAD', url: `/api/contracts/print/${id}`, headers: { authorization: `Bearer ${owner.token}` } })

  expect(await owner(getContract, { id })).toMatchObject({ status: 'draft' })
})

test('a request may change a payment only once', async () => {
  const { owner } = await server.newCompany()
  const made = await newContract(owner)
  const { payments } = await owner(updateContract, {
    id: made.id,
    contract: { payments: [{ amount: 100, paidAt: inDays(0), type: 'cash' }] },
  })
  const id = payments[0]?.id

  const twice = [
    { id, deletedAt: new Date().toISOString() },
    { id, amount: 5 },
  ]
  expect(await owner.raw(updateContract, { id: made.id, contract: { payments: twice } })).toMatchObject({ status: 422 })

  expect((await owner(getContract, { id: made.id })).payments).toMatchObject([{ id, amount: 100 }])
})

test('a client never sees a contract archived while it was a draft', async () => {
  const people = await server.newCompany()
  const { email, client } = await signedInClient(server, people)
  const { id } = await newContract(people.owner, { email })
  const rewritten = await newContract(people.owner, { email, status: 'sent' })
  const shown = await newContract(people.owner, { email, status: 'sent' })
  await people.owner(updateContract, { id: rewritten.id, contract: { clauses: '<p>Jamais envoyé</p>' } })
  await people.owner(setContractStatuses, { contractIds: [id, rewritten.id, shown.id], status: 'canceled' })

  expect((await client(listContracts, {})).map((one) => one.id)).toEqual([shown.id])
  for (const unseen of [id, rewritten.id]) {
    expect((await client.raw(getContract, { id: unseen })).status).toBe(404)
    expect((await client.raw(printContract, { id: unseen })).status).toBe(404)
  }
})

test('nothing is sent to an address that the folder no longer has: its reader would be turned away', async () => {
  const { owner } = await server.newCompany()
  const { id, clientId } = await newContract(owner)
  await owner(clientCalls.updateClient, { id: clientId ?? '', client: { email: 'nouvelle@exemple.ca' } })

  const refused = await owner(sendContracts, { contractIds: [id] })
  await owner(syncContracts, { contractIds: [id] })
  const sent = await owner(sendContracts, { contractIds: [id] })

  expect(refused).toMatchObject({
    contractSentCount: 0,
    invalidContracts: [{ id, missingFields: [expect.stringMatching(/synchronisez/)] }],
  })
  expect(sent).toMatchObject({ contractSentCount: 1 })
})

test('a company learns that its contract was declined, and why', async () => {
  const people = await server.newCompany()
  const { id, client, contract } = await sentContract(server, people)
  const { version } = await client(getContract, { id })

  await client(declineContract, { id, version, reason: 'Trop cher' })

  const letter = await server.letterTo(contract.companyEmail ?? '', new RegExp(`refusé.*${contract.contractNumber}`))
  expect(letter.text).toContain('Trop cher')
})
