// What someone learns about a contract they may not see: the answer, and nothing more.
import { contractCalls } from '@bordee/core/contracts/contracts.calls.ts'
import { expect, test } from 'vitest'
import type { Tx } from '../engine/db/db.ts'
import { newContract } from '../testing/contracts.ts'
import { openTestServer } from '../testing/server.ts'

const server = await openTestServer()
const neighbour = await server.newCompany()
const { companyId } = await server.newCompany()
const [draft, sent, edited] = [
  await newContract(neighbour.owner),
  await newContract(neighbour.owner, { status: 'sent' }),
  await newContract(neighbour.owner, { status: 'sent' }),
]
await neighbour.owner(contractCalls.updateContract, { id: edited.id, contract: { clauses: '<p>Autrement</p>' } })

const asStranger = <T>(run: (tx: Tx) => Promise<T>) =>
  server.work(async ({ tx }) => {
    await tx.scope({ companies: [companyId] })
    return run(tx)
  })
const platformIn = async (tx: Tx) => (await tx.sql<{ on: string }>`select current_setting('app.platform', true) as on`)[0]?.on
const seenIn = async (tx: Tx) => (await tx.sql`select id from contracts`).length

test.each([
  ['a draft', draft.id, false, false],
  ['one that was sent', sent.id, true, false],
  ['one that is being changed', edited.id, false, true],
])('a stranger learns only yes or no about %s', async (_, id, isSomeones, isEdited) => {
  const told = await asStranger((tx) => tx.sql`select is_someones_contract(${id}) as one, is_contract_being_edited(${id}) as other`)
  expect(told).toEqual([{ one: isSomeones, other: isEdited }])
})

test('asking does not let anyone see others’ contracts, in the same statement or after it', async () => {
  await asStranger(async (tx) => {
    const beside = await tx.sql`
      select is_someones_contract(${sent.id}) as told, (select count(*)::int from contracts) as seen,
             (select count(*)::int from find_signed_file('')) as files, (select count(*)::int from contracts) as still`
    expect(beside).toEqual([{ told: true, seen: 0, files: 0, still: 0 }])
    expect([await platformIn(tx), await seenIn(tx)]).toEqual(['', 0])
  })
})

test('asking does not open others’ contracts even when it fails halfway', async () => {
  // Someone else locks the table: the caller times out inside the function.
  const holder = Promise.withResolvers<void>()
  const isHeld = Promise.withResolvers<void>()
  const held = server.sql('begin').then(async () => {
    await server.sql('lock table contracts in access exclusive mode')
    isHeld.resolve()
    await holder.promise
    await server.sql('commit')
  })
  await isHeld.promise
  await asStranger(async (tx) => {
    await tx.sql`set local lock_timeout = '20ms'`
    await tx.sql`savepoint before`
    await expect(tx.sql`select is_someones_contract(${sent.id})`).rejects.toThrow(/lock timeout/)
    await tx.sql`rollback to before`
    expect(await platformIn(tx)).toBe('')
    holder.resolve()
    await held
    expect(await seenIn(tx)).toBe(0)
  })
})
