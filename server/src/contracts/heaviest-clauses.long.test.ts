// The heaviest clauses that are accepted print, and a client who prints them again and again holds up nobody.
import { contractCalls } from '@bordee/core/contracts/contracts.calls.ts'
import { expect, test } from 'vitest'
import { newContract } from '../testing/contracts.ts'
import { inCompany, openTestServer } from '../testing/server.ts'
import { sentContract } from '../testing/signers.ts'

const server = await openTestServer()
const { getContract, printContract } = contractCalls

test('a client who keeps printing does not block their company’s office', async () => {
  const people = await server.newCompany()
  const { id, client } = await sentContract(server, people)
  const storm = Array.from({ length: 40 }, () => client.raw(printContract, { id }))

  expect((await people.owner.raw(printContract, { id })).status).toBe(200)

  expect((await Promise.all(storm)).some(({ status }) => status === 429)).toBe(true)
})

test.each([
  ['lists in lists', Array.from({ length: 120 }, () => `${'<ul><li>'.repeat(3)}x${'</li></ul>'.repeat(3)}`).join('')],
  ['one paragraph without end', `<p style="text-align: justify">${'i '.repeat(49_000)}</p>`],
  ['two ways of writing, in lists', `${'<ul><li>'.repeat(3)}<p>${'neige ثلج '.repeat(9000)}</p>`],
  ['long words in one paragraph', `<p>${'contractuellement '.repeat(5000)}</p>`],
  ['words without end', `<p>${`${'i-'.repeat(1000)} `.repeat(49)}</p>`],
])('the heaviest accepted clauses can be printed: %s', async (_, clauses) => {
  const { owner } = await server.newCompany()
  const { id } = await newContract(owner, { clauses })

  expect((await owner.raw(printContract, { id })).status).toBe(200)
})

test('clauses saved before marks were limited still print', async () => {
  const people = await server.newCompany()
  const { id } = await newContract(people.owner)
  const clauses = `<p>a${'\u0301'.repeat(90_000)}</p>`
  await inCompany(server, people.companyId, (tx) => tx.sql`update contracts set clauses = ${clauses} where id = ${id}`)

  expect((await people.owner(getContract, { id })).clauses).toBe(clauses)
  expect((await people.owner.raw(printContract, { id })).status).toBe(200)
})
