// What rows can declare that no call uses yet: files in and out, both verbs, bare entities, errors under another name.

import { call, slice } from '@bordee/core/call.ts'
import { alertSenders } from '@bordee/core/roles.ts'
import { id, text } from '@bordee/core/wire.ts'
import { afterAll, expect, test } from 'vitest'
import * as z from 'zod'
import { mounted } from '../../testing/mounted.ts'
import { openTestServer } from '../../testing/server.ts'
import type { Handlers } from '../ctx.ts'
import type { Tx } from '../db/db.ts'

const things = slice('services', {
  saveSector: call('PATCH|PUT /sectors/:id', {
    who: alertSenders,
    input: { id, sector: z.object({ name: text(10) }) },
    errorsUnder: { sector: 'siteGroup' },
    returns: z.object({ id, name: z.string() }),
    summary: '',
  }),
  deleteThings: call('POST /things/multi-delete', {
    who: alertSenders,
    input: { thingIds: z.array(id) },
    returns: z.array(id),
    summary: '',
  }),
  printThing: call('GET /things/:id/print', { who: alertSenders, input: { id }, file: 'application/pdf', summary: '' }),
  bringFiles: call('POST /things/files', {
    who: alertSenders,
    upload: 'files',
    returns: z.array(z.object({ name: z.string(), size: z.int() })),
    summary: '',
  }),
  alertThings: call('POST /things/alert', { who: alertSenders, module: 'alerts', summary: '' }),
  lookAtThings: call('GET /things/looked-at', { who: alertSenders, summary: '' }),
  followThings: call('GET /things/followed', { who: alertSenders, writes: true, summary: '' }),
  breakThings: call('POST /things/break', { who: alertSenders, input: { how: z.string() }, summary: '' }),
})

const handlers: Handlers<typeof things> = {
  saveSector: async (_ctx, { id, sector }) => ({ id, name: sector.name }),
  deleteThings: async (_ctx, { thingIds }) => thingIds,
  printThing: async () => ({ bytes: new TextEncoder().encode('%PDF-1.7'), name: 'Contrat d’été.pdf' }),
  async bringFiles(_ctx, { files }) {
    const seen = []
    for await (const file of files) seen.push({ name: file.name, size: (await file.bytes()).length })
    return seen
  },
  alertThings: async () => null,
  lookAtThings: ({ tx }) => noteLooked(tx),
  followThings: ({ tx }) => noteLooked(tx),
  async breakThings({ tx }, { how }) {
    await tx.sql`insert into audit_log (action) values ('before the break')`
    if (how === 'bug') throw new Error('secret detail')
    if (how === 'unique') await tx.sql`insert into accounts (email) select email from accounts limit 1`
    if (how === 'swallowed') await tx.sql`select 1 / 0`.catch(() => undefined)
    return null
  },
}

async function noteLooked(tx: Tx) {
  await tx.sql`insert into audit_log (action) values ('looked')`
  return null
}

const server = await openTestServer()
const people = await server.newCompany()
const app = await mounted(server, things, handlers)
afterAll(() => app.close())

const headers = { authorization: `Bearer ${people.owner.token}` }
const one = '0197a000-0000-7000-8000-000000000001'

test.each(['PATCH', 'PUT'] as const)('%s takes the entity in its envelope, or bare', async (method) => {
  for (const payload of [{ sector: { name: 'Nord', unknown: 1 } }, { name: 'Nord', id: 'ignored' }]) {
    const answer = await app.inject({ method, url: `/sectors/${one}`, headers, payload })
    expect(answer.json()).toEqual({ id: one, name: 'Nord' })
  }
})

test('errors appear under the name that the row gives', async () => {
  const answer = await app.inject({ method: 'PUT', url: `/sectors/${one}`, headers, payload: { sector: { name: '' } } })
  expect(answer.json()).toMatchObject({ formErrors: { siteGroup: { name: 'Ce champ est requis.' } } })
})

test('a list of ids is accepted as a field, as a bare list, or in the address', async () => {
  const send = (options: object) => app.inject({ method: 'POST', url: '/things/multi-delete', headers, ...options })
  expect((await send({ payload: { thingIds: [one] } })).json()).toEqual([one])
  expect((await send({ payload: [one] })).json()).toEqual([one])
  expect((await send({ url: `/things/multi-delete?thingIds=${one}&thingIds=${one}` })).json()).toEqual([one, one])
})

test('a file is sent with its name', async () => {
  const answer = await app.inject({ url: `/things/${one}/print`, headers })
  expect(answer.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': "attachment; filename*=UTF-8''Contrat%20d%E2%80%99%C3%A9t%C3%A9.pdf",
  })
  expect(answer.body).toBe('%PDF-1.7')
})

test('files are read one by one; one that is too large is refused in French, by name', async () => {
  const form = (size: number) => {
    const body = new FormData()
    body.append('note', 'x')
    body.append('files', new Blob(['a;b']), 'clients.csv')
    body.append('files', new Blob(['x'.repeat(size)]), 'sites.csv')
    return body
  }
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const send = (body: FormData) => fetch(`${address}/things/files`, { method: 'POST', headers, body })
  expect(await (await send(form(10))).json()).toEqual([
    { name: 'clients.csv', size: 3 },
    { name: 'sites.csv', size: 10 },
  ])
  const refused = await send(form(5000))
  expect(refused.status).toBe(413)
  expect(await refused.json()).toMatchObject({ message: expect.stringMatching(/^«.sites\.csv.» dépasse /) })
})

test('a call of an inactive module is refused as such', async () => {
  const answer = await app.inject({ method: 'POST', url: '/things/alert', headers })
  expect(answer.statusCode).toBe(409)
  expect(answer.json()).toMatchObject({ code: 'module-inactive', type: 'warning' })
})

test.each([
  ['bug', 500],
  ['unique', 422],
  ['swallowed', 500],
])('a %s rolls everything back and reveals nothing', async (how, status) => {
  const answer = await app.inject({ method: 'POST', url: '/things/break', headers, payload: { how } })
  expect(answer.statusCode).toBe(status)
  expect(answer.body).not.toContain('secret detail')
  if (status === 500) expect(answer.json()).toMatchObject({ message: expect.stringContaining('réessayer'), requestId: expect.any(String) })
  const written = await server.work(async ({ tx }) => {
    await tx.scope({ platform: true })
    return tx.sql`select from audit_log where action = 'before the break'`
  })
  expect(written).toEqual([])
})

test('a GET cannot write, unless its row says that it does', async () => {
  const answers = await Promise.all(['looked-at', 'followed'].map((what) => app.inject({ url: `/things/${what}`, headers })))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([500, 200])
  const written = await server.work(async ({ tx }) => {
    await tx.scope({ platform: true })
    return tx.sql`select from audit_log where action = 'looked'`
  })
  expect(written).toHaveLength(1)
})
