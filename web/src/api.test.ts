import { call, slice } from '@bordee/core/call.ts'
import { Problem } from '@bordee/core/problem.ts'
import { companyAdmins } from '@bordee/core/roles.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod'
import { type ApiSettings, ask, initApi, openStream } from './api.ts'

const calls = slice('services', {
  getThing: call('GET /things/:id', {
    who: companyAdmins,
    input: { id: z.string(), color: z.string().optional() },
    returns: z.object({ name: z.string() }),
    summary: '',
  }),
  saveThing: call('PATCH|PUT /things/:id', {
    who: companyAdmins,
    input: { id: z.string(), thing: z.object({ name: z.string() }) },
    summary: '',
  }),
  printThing: call('GET /things/:id/print', { who: companyAdmins, input: { id: z.string() }, file: 'application/pdf', summary: '' }),
  ignoreThing: call('PUT /things/:id/ignored', {
    who: companyAdmins,
    input: { id: z.string(), reason: z.string().nullable() },
    summary: '',
  }),
  bringThings: call('POST /things', { who: companyAdmins, upload: 'files', input: { note: z.string().default('') }, summary: '' }),
  hearThings: call('GET /things/heard', { who: companyAdmins, stream: true, summary: '' }),
  enter: call('POST /enter', { who: 'anyone', input: { password: z.string() }, summary: '' }),
})

const server = vi.fn<typeof fetch>()
const settings = {
  token: vi.fn(async (force?: boolean) => (force ? 'fresh' : 'old')),
  tokenAtHand: () => null,
  companyId: () => 'company-1',
  onCompanyChanged: vi.fn(),
  fetch: server,
} satisfies ApiSettings
const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
const sent = (index = 0) => {
  const [url, request] = server.mock.calls[index] ?? []
  return { url, method: request?.method, body: request?.body, headers: Object.fromEntries(new Headers(request?.headers)) }
}

beforeEach(() => initApi(settings))
afterEach(() => vi.clearAllMocks())

test('a call made before the API is initialised throws', async () => {
  initApi(undefined)
  await expect(ask(calls.getThing, { id: '1' })).rejects.toThrow('NeoApi must be initialized.')
})

test('a missing required parameter fails before anything is sent', async () => {
  await expect(ask(calls.getThing, { id: undefined as never })).rejects.toThrow(
    'Required parameter id was null or undefined when calling getThing',
  )
  await expect(ask(calls.saveThing, { id: '1', thing: null as never })).rejects.toThrow(
    'Required parameter thing was null or undefined when calling saveThing',
  )
  expect(server).not.toHaveBeenCalled()
})

test('null is sent where it means something', async () => {
  server.mockImplementation(async () => json(null))
  await ask(calls.ignoreThing, { id: '1', reason: null })
  expect(sent()).toMatchObject({ method: 'PUT', body: '{"reason":null}' })
})

test('a call carries token, company, path, query and body', async () => {
  server.mockImplementation(async () => json({ name: 'x' }))
  expect(await ask(calls.getThing, { id: 'a/b', color: 'bleu ciel' })).toEqual({ name: 'x' })
  expect(sent()).toMatchObject({
    url: '/api/things/a%2Fb?color=bleu+ciel',
    method: 'GET',
    headers: { authorization: 'Bearer old', 'x-company': 'company-1' },
  })
  await ask(calls.saveThing, { id: '1', thing: { name: 'y' } })
  expect(sent(1)).toMatchObject({ method: 'PATCH', body: '{"thing":{"name":"y"}}', headers: { 'content-type': 'application/json' } })
})

test('an empty answer is null', async () => {
  server.mockResolvedValue(new Response(''))
  expect(await ask(calls.saveThing, { id: '1', thing: { name: 'y' } })).toBeNull()
})

test('a call answered 401 is retried once with a fresh token', async () => {
  server.mockResolvedValueOnce(json({ message: 'non', type: 'failure' }, 401)).mockResolvedValueOnce(json({ name: 'x' }))
  await ask(calls.getThing, { id: '1' })
  expect(settings.token.mock.calls).toEqual([[], [true]])
  expect(sent(1).headers.authorization).toBe('Bearer fresh')

  server.mockImplementation(async () => json({ message: 'non', type: 'failure' }, 401))
  await expect(ask(calls.getThing, { id: '1' })).rejects.toMatchObject({ status: 401 })
  expect(server).toHaveBeenCalledTimes(4)
})

test('a 401 from a public call is thrown as is', async () => {
  server.mockResolvedValue(json({ message: 'Courriel ou mot de passe invalide.', type: 'failure', code: 'wrong-password' }, 401))
  await expect(ask(calls.enter, { password: 'x' })).rejects.toMatchObject({ status: 401, body: { code: 'wrong-password' } })
  expect(server).toHaveBeenCalledTimes(1)
  expect(sent().headers).not.toHaveProperty('x-company')
})

test('a refusal from the server throws a Problem; any other failure throws something else', async () => {
  server.mockResolvedValueOnce(json({ message: 'Trop tard.', type: 'warning', formErrors: { thing: { name: 'Requis' } } }, 422))
  await expect(ask(calls.getThing, { id: '1' })).rejects.toMatchObject({
    status: 422,
    body: { type: 'warning', formErrors: { thing: { name: 'Requis' } } },
  })
  server.mockResolvedValueOnce(new Response('<h1>Bad gateway</h1>', { status: 502 }))
  await expect(ask(calls.getThing, { id: '1' })).rejects.not.toBeInstanceOf(Problem)
  server.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  await expect(ask(calls.getThing, { id: '1' })).rejects.toThrow(TypeError)
})

test('a tab whose company has changed reloads', async () => {
  server.mockResolvedValue(json({ message: 'changé', type: 'warning', code: 'company-changed' }, 409))
  await expect(ask(calls.getThing, { id: '1' })).rejects.toMatchObject({ status: 409 })
  expect(settings.onCompanyChanged).toHaveBeenCalledOnce()
})

test('a stream is opened and refused like any other call', async () => {
  const { signal } = new AbortController()
  server.mockResolvedValueOnce(json({}, 401)).mockResolvedValueOnce(new Response(': ok\n\n'))
  expect(await new Response(await openStream(calls.hearThings, {}, signal)).text()).toBe(': ok\n\n')
  expect(sent(1)).toMatchObject({ url: '/api/things/heard', headers: { authorization: 'Bearer fresh', 'x-company': 'company-1' } })

  server.mockResolvedValue(json({ message: 'changé', type: 'warning', code: 'company-changed' }, 409))
  await expect(openStream(calls.hearThings, {}, signal)).rejects.toBeInstanceOf(Problem)
  expect(settings.onCompanyChanged).toHaveBeenCalledOnce()
})

test('a file is downloaded as a Blob and uploaded as a form', async () => {
  server.mockResolvedValueOnce(new Response(new Blob(['%PDF']), { headers: { 'content-type': 'application/pdf' } }))
  expect(await (await ask(calls.printThing, { id: '1' })).arrayBuffer()).toHaveProperty('byteLength', 4)
  server.mockResolvedValueOnce(new Response(''))
  await ask(calls.bringThings, { files: [new File(['a;b'], 'clients.csv')] })
  const form = sent(1).body as FormData
  expect(form.get('files')).toMatchObject({ name: 'clients.csv' })
})
