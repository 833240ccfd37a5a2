import type { CallRow } from '@bordee/core/call.ts'
import { clientCalls } from '@bordee/core/clients/clients.calls.ts'
import { occupantCalls } from '@bordee/core/occupants/occupants.calls.ts'
import { siteCalls } from '@bordee/core/sites/sites.calls.ts'
import { expect, test } from 'vitest'
import { newClient, newSite } from '../../testing/folders.ts'
import { type Caller, openTestServer } from '../../testing/server.ts'

const server = await openTestServer()
const lists = [clientCalls.listClients, siteCalls.listSites, occupantCalls.listOccupants]

interface Listed {
  id: string
}

/** Reads all pieces, one after the other. */
async function inPieces(caller: Caller, row: CallRow, limit: number, between: (read: Listed[]) => Promise<unknown> = async () => {}) {
  const pieces: Listed[][] = []
  let after: string | undefined
  do {
    if (pieces.length) await between(pieces.flat())
    const { status, body, headers } = await caller.raw(row, { limit, ...(after && { after }) })
    expect(status).toBe(200)
    pieces.push(body as Listed[])
    after = headers['x-next-piece'] as string | undefined
  } while (after)
  return pieces
}
const idsOf = (rows: Listed[]) => rows.map(({ id }) => id)

/** Names that are equal, or differ only by accent or case, and that byte order would sort differently. */
const names = [
  'Émond',
  'Emond',
  'emond',
  'Zoé',
  'zoe',
  'Côté',
  'Cote',
  'Coté',
  'Tremblay',
  'Tremblay',
  'Tremblay',
  'De l’Isle',
  'Ñandú',
  '9e Rang',
]

async function filled() {
  const people = await server.newCompany()
  for (const name of names) {
    const client = await newClient(people.owner, { name })
    for (const site of name === 'Tremblay' ? ['Entrée', 'Arrière'] : ['Entrée']) {
      const { id } = await newSite(people.owner, client.id, { name: site })
      for (const phone of ['4185550001', '4185550002']) await people.owner(occupantCalls.createOccupant, { contact: { site: id, phone } })
    }
  }
  return people
}

test.each(lists)('$name: the pieces together are the whole list, whatever their size', async (row) => {
  const { owner } = await filled()
  const whole = (await owner.raw(row)).body as Listed[]
  expect(whole.length).toBeGreaterThanOrEqual(names.length)
  for (const limit of [1, 2, 5, whole.length - 1, whole.length, 5000]) {
    const pieces = await inPieces(owner, row, limit)
    expect(idsOf(pieces.flat()), `by ${limit}`).toEqual(idsOf(whole))
    expect(pieces.slice(0, -1).every((piece) => piece.length === limit)).toBe(true)
    expect(pieces.at(-1)?.length).toBeGreaterThan(0)
  }
})

test.each(lists)('$name: rows of a piece agree with the whole list, and carry less', async (row) => {
  const { owner } = await filled()
  const [whole] = (await owner.raw(row)).body as object[]
  const [[shown] = []] = (await inPieces(owner, row, 1)) as object[][]
  expect(whole).toMatchObject(shown ?? {})
  expect(JSON.stringify(shown).length).toBeLessThan(JSON.stringify(whole).length)
})

test('a client’s row keeps the address that the grid shows, but not the other details', async () => {
  const { owner } = await server.newCompany()
  const client = await newClient(owner, { name: 'Roy', firstName: 'Ana', post: '12' })
  await newSite(owner, client.id)
  const [[row] = []] = await inPieces(owner, clientCalls.listClients, 1)
  expect(row).toMatchObject({
    name: 'Roy',
    sites: [{ address: { civicNumber: '500', street: 'rue Saint-Jean', apartment: null, city: 'Québec' } }],
  })
  expect(Object.keys(row ?? {})).not.toEqual(expect.arrayContaining(['firstName']))
  expect(Object.keys(row ?? {})).not.toEqual(expect.arrayContaining(['post']))
})

test('rows that are there throughout are read once, even if others are added, deleted or renamed between two pieces', async () => {
  const { owner } = await server.newCompany()
  const clients: Listed[] = []
  for (const name of ['B', 'D', 'F', 'H', 'J', 'L']) clients.push(await newClient(owner, { name }))
  const changes = [
    (read: Listed[]) => owner(clientCalls.updateClient, { id: read.at(-1)?.id ?? '', client: { name: 'Z, où la pièce finissait' } }),
    () => newClient(owner, { name: 'A, avant' }),
    (read: Listed[]) => owner(clientCalls.deleteClient, { id: read.at(-1)?.id ?? '' }),
    () => newClient(owner, { name: 'K, après' }),
  ]
  const renamedOrGone = new Set<string>()
  const pieces = await inPieces(owner, clientCalls.listClients, 1, async (read) => {
    const change = changes.shift()
    if (change?.length) renamedOrGone.add(read.at(-1)?.id ?? '')
    await change?.(read)
  })
  const read = idsOf(pieces.flat())
  for (const { id } of clients.filter((client) => !renamedOrGone.has(client.id))) expect(read.filter((one) => one === id)).toHaveLength(1)
})

test('a manager reads only their own clients in pieces', async () => {
  const { owner, manager, companyId } = await filled()
  const whole = await owner(clientCalls.listClients)
  const his = whole.filter((_, i) => i % 3 === 0)
  await server.work(async ({ tx }) => {
    await tx.scope({ companies: [companyId] })
    await tx.sql`
      insert into access_customers (company_id, access_id, client_id)
      select ${companyId}, a.id, c.id from accesses a, clients c
      where a.company_id = ${companyId} and a.account_id = ${manager.accountId} and c.id = any(${idsOf(his)}::uuid[])`
  })
  for (const row of lists) {
    const list = (await manager.raw(row)).body as Listed[]
    expect(list.length).toBeGreaterThanOrEqual(his.length)
    expect(idsOf((await inPieces(manager, row, 2)).flat())).toEqual(idsOf(list))
  }
})

test('the occupants of one site also come in pieces', async () => {
  const { owner } = await filled()
  const [site] = await owner(siteCalls.listSites)
  const { body, headers } = await owner.raw(occupantCalls.listOccupants, { siteId: site?.id, limit: 1 })
  expect(body).toMatchObject([{ site: { id: site?.id } }])
  const rest = await owner.raw(occupantCalls.listOccupants, { siteId: site?.id, limit: 1, after: headers['x-next-piece'] })
  expect(rest.body).toMatchObject([{ site: { id: site?.id } }])
  expect(rest.headers['x-next-piece']).toBeUndefined()
})

const place = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const nowhere = '00000000-0000-7000-8000-000000000000'
test.each([
  '',
  'é',
  '%00',
  'x'.repeat(2000),
  place(null),
  place({}),
  place([]),
  place(['Roy']),
  place(['Roy', 'not-an-id']),
  place(['Roy\0', nowhere]),
  place(['\ud800', nowhere]),
  place([12, nowhere]),
  place(['Roy', nowhere, 'yesterday', nowhere]),
])('an invalid cursor, %j, is refused in French', async (after) => {
  const { owner } = await server.newCompany()
  for (const row of lists) {
    expect(await owner.raw(row, { after })).toMatchObject({
      status: 422,
      body: { message: 'La suite demandée n’existe pas. Relisez la liste du début.' },
    })
  }
})

test.each(['0', '-1', '5001', '1.5', 'x', ''])('a limit of %j rows is refused', async (limit) => {
  const { owner } = await server.newCompany()
  for (const row of lists) expect((await owner.raw(row, { limit })).status).toBe(422)
})
