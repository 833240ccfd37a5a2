// One caller can't starve the others: bodies, connections, streams and letters each have a budget.
import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { accountCalls } from '@bordee/core/accounts/accounts.calls.ts'
import { api } from '@bordee/core/api.ts'
import { type CallRow, pathNames } from '@bordee/core/call.ts'
import { companyCalls } from '@bordee/core/companies/companies.calls.ts'
import { platformCalls } from '@bordee/core/platform/platform.calls.ts'
import { routeCalls } from '@bordee/core/routes/routes.calls.ts'
import { siteCalls } from '@bordee/core/sites/sites.calls.ts'
import pg from 'pg'
import { SMTPServer } from 'smtp-server'
import { describe, expect, test, vi } from 'vitest'
import { openApp } from '../../app.ts'
import { closeAfterwards } from '../../testing/closing.ts'
import { newClient, newSite, square } from '../../testing/folders.ts'
import { inCompany, newAddress, openTestServer, ownerUrlOf } from '../../testing/server.ts'

const server = await openTestServer()
const [ours, theirs] = [await server.newCompany(), await server.newCompany()]
const nowhere = '00000000-0000-7000-8000-000000000000'

describe('a body', () => {
  const writing = (Object.values(api) as CallRow[]).filter(({ verbs, upload }) => !upload && verbs.some((verb) => verb.startsWith('P')))
  const send = (row: CallRow, type: string, payload: string) => {
    const path = pathNames(row.path).reduce((text, name) => text.replace(`:${name}`, nowhere), row.path)
    const { token } = typeof row.who === 'string' ? ours.super_admin : ours[row.who[0] ?? 'super_admin']
    const headers = { authorization: `Bearer ${token}`, 'content-type': type }
    return server.app.inject({ method: row.verbs[0] as 'POST', url: `/api${path}`, headers, payload, remoteAddress: newAddress() })
  }

  test.each(writing)('$name reads no more bytes than its row allows', async (row) => {
    const type = row.raw ? 'application/x-www-form-urlencoded' : 'application/json'
    const tooLong = 'x'.repeat(row.maxBytes + 1)
    expect((await send(row, type, row.raw ? `Body=${tooLong}` : JSON.stringify({ tooLong }))).statusCode).toBe(413)
  })

  test.each(writing.filter(({ raw }) => !raw))('$name takes no files', async (row) => {
    const body = '--x\r\ncontent-disposition: form-data; name="name"\r\n\r\nNouveau\r\n--x--\r\n'
    expect((await send(row, 'multipart/form-data; boundary=x', body)).statusCode).toBe(415)
  })

  test('only calls that declare a longer limit take long bodies', () => {
    const long = writing.filter(({ maxBytes }) => maxBytes > 64 * 1024).map(({ name }) => name)
    expect(long.filter((name) => /^(signIn|registerCompany|resetPassword|twilio)/.test(name))).toEqual([])
    expect(writing.filter(({ raw }) => raw).every(({ maxBytes }) => maxBytes <= 16 * 1024)).toBe(true)
  })

  test('tens of thousands of unknown keys are ignored without being parsed', async () => {
    const keys = Object.fromEntries(Array.from({ length: 40_000 }, (_, index) => [`k${index}`, 1]))
    const { id } = await newSite(ours.owner, (await newClient(ours.owner)).id)
    const changed = await ours.owner(siteCalls.updateSite, { id, site: { ...keys, name: 'Entrée nord' } })
    expect(changed.name).toBe('Entrée nord')
  })

  test('the areas of a site have a limit of corners together, and those of an unknown site are rejected quickly', async () => {
    const corners = Array.from({ length: 1000 }, (_, i) => ({ lat: 46.8 + i / 1e5, lng: -71.2 + (i % 2) / 1e4 }))
    const areas = Array.from({ length: 6 }, (_, i) => ({ name: `Zone ${i}`, polygon: corners }))
    expect(await ours.owner.raw(siteCalls.updateSite, { id: nowhere, site: { areas } })).toMatchObject({
      status: 422,
      body: { formErrors: { site: { areas: expect.stringContaining('5000') } } },
    })
    const [a, b, c, d] = square()
    const crossing = [
      { name: 'Zone A', polygon: square() },
      { name: 'Zone B', polygon: [a, c, b, d] },
    ]
    expect(await ours.owner.raw(siteCalls.updateSite, { id: nowhere, site: { areas: crossing } })).toMatchObject({
      status: 422,
      body: { formErrors: { site: { 'areas.1.polygon': 'Le contour de la zone se croise.' } } },
    })
  })
})

test('a company whose calls all wait does not block the connections of others', async () => {
  const blocker = new pg.Client(ownerUrlOf(server))
  await blocker.connect()
  await blocker.query(`begin; select set_config('app.companies', '{${ours.companyId}}', true)`)
  await blocker.query('select from companies where id = $1 for update', [ours.companyId])

  const waiting = [ours.owner, ours.super_admin, ours.admin].flatMap((caller) =>
    Array.from({ length: 15 }, (_, i) => caller.raw(companyCalls.updateCurrentCompany, { company: { name: `Nom ${i}` } })),
  )
  await vi.waitFor(
    async () => {
      const blocked = await server.sql('select from pg_locks where not granted')
      expect(blocked.length).toBeGreaterThanOrEqual(4)
    },
    { timeout: 20_000, interval: 50 }, // a busy machine takes a while to get them all there
  )
  const neighbours = Array.from({ length: 20 }, () => theirs.owner.raw(routeCalls.listRouteOptions))
  expect((await Promise.all(neighbours)).map(({ status }) => status)).toEqual(neighbours.map(() => 200))

  await blocker.query('commit')
  await blocker.end()
  expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual(waiting.map(() => 200))
})

describe('over a real socket', async () => {
  const origin = await server.app.listen({ port: 0, host: '127.0.0.1' })
  const listen = (token: string | undefined, method = 'GET', signal?: AbortSignal) =>
    fetch(`${origin}/api${platformCalls.listen.path}`, {
      method,
      headers: { authorization: `Bearer ${token}` },
      ...(signal && { signal }),
    })
  const wanted = ['content-security-policy', 'x-content-type-options', 'referrer-policy', 'permissions-policy']
  const missing = (headers: Headers) => wanted.filter((name) => !headers.has(name))

  test('the content policy allows the configured reporting addresses, and no others', async () => {
    const reporting = await openTestServer({
      ERRORS_URL: 'https://erreurs.exemple.ca/api/1',
      ANALYTICS_URL: 'https://mesures.exemple.ca/hit',
    })
    const policyOf = async ({ app }: typeof reporting) => String((await app.inject('/api/config')).headers['content-security-policy'])
    expect(await policyOf(reporting)).toContain("connect-src 'self' https://erreurs.exemple.ca https://mesures.exemple.ca;")
    expect(await policyOf(server)).not.toContain('connect-src')
  })

  test('every answer carries the security headers', async () => {
    const hangUp = new AbortController()
    const answers = {
      page: await fetch(`${origin}/sign-in`, { headers: { accept: 'text/html' } }),
      'no such file': await fetch(`${origin}/assets/nothing.js`),
      'no such call': await fetch(`${origin}/api/nothing`),
      'no such address': await fetch(`${origin}/api/%zz`),
      'no JSON': await fetch(`${origin}/api/identity/sign-in`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{',
      }),
      stream: await listen(ours.owner.token, 'GET', hangUp.signal),
    }
    for (const [what, { headers }] of Object.entries(answers)) expect(missing(headers), what).toEqual([])
    expect(answers['no such address'].status).toBe(400)
    hangUp.abort()
  })

  test("a request that isn't HTTP is refused with the same headers", async () => {
    const socket = connect(Number(new URL(origin).port), '127.0.0.1')
    socket.write('NOT HTTP AT ALL\r\n\r\n')
    const chunks: Buffer[] = []
    for await (const chunk of socket) chunks.push(chunk as Buffer)
    const text = Buffer.concat(chunks).toString()
    expect(text).toMatch(/^HTTP\/1\.1 400 /)
    for (const name of wanted) expect(text).toContain(`${name}: `)
    expect(text).toContain('Requête mal formée.')
  })

  test('HEAD opens no stream', async () => {
    expect((await listen(ours.owner.token, 'HEAD')).status).toBe(404)
  })

  test('a person may listen in a limited number of tabs, and closing one makes room', async () => {
    const tabs = Array.from({ length: 20 }, () => new AbortController())
    const open = await Promise.all(tabs.map(({ signal }) => listen(theirs.owner.token, 'GET', signal)))
    expect(open.map(({ status }) => status)).toEqual(tabs.map(() => 200))
    const refused = await listen(theirs.owner.token)
    expect(refused.status).toBe(429)
    expect(await refused.json()).toMatchObject({ message: expect.stringContaining('onglets') })
    const colleague = new AbortController()
    expect((await listen(theirs.employee.token, 'GET', colleague.signal)).status).toBe(200)

    tabs[0]?.abort()
    const again = new AbortController()
    await vi.waitFor(async () => expect((await listen(theirs.owner.token, 'GET', again.signal)).status).toBe(200), { timeout: 20_000 })
    for (const tab of [...tabs, again, colleague]) tab.abort()
  })

  test('where accesses are limited, an employee only hears of their own sends; the office hears of all', async () => {
    const people = await server.newCompany()
    await inCompany(
      server,
      people.companyId,
      (tx) => tx.sql`update companies set alert_is_accesses_limited = true where id = ${people.companyId}`,
    )
    const [employee, owner] = [await heardBy(people.employee.token), await heardBy(people.owner.token)]
    server.live.publish(people.companyId, { topic: 'alerts', code: 'another', by: people.owner.accountId })
    server.live.publish(people.companyId, { topic: 'alerts', code: 'own', by: people.employee.accountId })
    await vi.waitFor(() => expect(owner.codes()).toEqual(['another', 'own']), { timeout: 20_000 })
    await vi.waitFor(() => expect(employee.codes()).toEqual(['own']), { timeout: 20_000 })

    // What they may hear is checked again while they listen.
    await inCompany(
      server,
      people.companyId,
      (tx) => tx.sql`update companies set alert_is_accesses_limited = false where id = ${people.companyId}`,
    )
    await vi.waitFor(
      () => {
        server.live.publish(people.companyId, { topic: 'alerts', code: 'free', by: people.owner.accountId })
        expect(employee.codes()).toContain('free')
      },
      { timeout: 20_000 },
    )
    employee.leave()
    owner.leave()
  })

  async function heardBy(token: string | undefined) {
    const tab = new AbortController()
    const answer = await listen(token, 'GET', tab.signal)
    const heard: string[] = []
    void (async () => {
      for await (const chunk of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) heard.push(chunk)
    })().catch(() => undefined)
    return { codes: () => [...heard.join('').matchAll(/"code":"(\w+)"/g)].map(([, code]) => code), leave: () => tab.abort() }
  }
})

describe('letters', async () => {
  // A real SMTP server that holds back the letters to one company's people until it is released.
  const received: string[] = []
  const held: (() => void)[] = []
  let holds = true
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, { envelope }, done) {
      const [to = ''] = envelope.rcptTo.map(({ address }) => address)
      stream.resume()
      stream.on('end', () => {
        const accept = () => {
          received.push(to)
          done()
        }
        if (holds && to.startsWith('flot')) held.push(accept)
        else accept()
      })
    },
  })
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve))
  const { port } = smtp.server.address() as { port: number }
  const mailing = await openTestServer({ SMTP_URL: `smtp://127.0.0.1:${port}` })
  closeAfterwards(() => new Promise<void>((resolve) => smtp.close(resolve)))
  const invite = (people: typeof ours, email: string) =>
    people.owner.raw(accountCalls.createAccount, { account: { firstName: 'A', lastName: 'B', email, invite: true, role: 'employee' } })

  test('of a company that sends many do not delay those of another', async () => {
    const [busy, calm] = [await mailing.newCompany(), await mailing.newCompany()]
    for (let index = 0; index < 20; index++) await invite(busy, `flot${index}@exemple.ca`)
    await vi.waitFor(() => expect(held.length).toBeGreaterThan(0), { timeout: 20_000 })
    await invite(calm, 'attendue@exemple.ca')
    await vi.waitFor(() => expect(received).toEqual(['attendue@exemple.ca']), { timeout: 20_000 })
    holds = false
    for (const accept of held.splice(0)) accept()
    await vi.waitFor(() => expect(received).toHaveLength(21), { timeout: 60_000 })
    expect(new Set(received).size).toBe(21)
  })

  test('of invitation to one address are limited to a few a day, without keeping any company from inviting', async () => {
    const email = 'assailli@exemple.ca'
    const givers = await Promise.all(Array.from({ length: 10 }, () => mailing.newCompany()))
    for (const people of givers) expect((await invite(people, email)).status).toBe(201)
    const [first] = givers
    const id = (await first?.owner(accountCalls.listAccounts))?.find((account) => account.email === email)?.id ?? ''
    const again = async () => (await first?.owner.raw(accountCalls.updateAccount, { id, account: { invite: true } }))?.status
    expect([await again(), await again(), await again(), await again()]).toEqual([200, 200, 200, 429])
    await invite(givers[1] ?? ours, 'sentinelle@exemple.ca')
    await vi.waitFor(() => expect(received).toContain('sentinelle@exemple.ca'), { timeout: 20_000 })
    expect(received.filter((to) => to === email).length).toBeLessThanOrEqual(9)
  })
})

test('stopping does not wait for clients that keep their connection open', async () => {
  const app = await openApp(server, { graceMs: 100 })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  // One sends nothing, and the other's request never ends.
  const silent = connect(port, '127.0.0.1')
  const slow = connect(port, '127.0.0.1')
  await Promise.all([once(silent, 'connect'), once(slow, 'connect')])
  slow.write('POST /api/identity/sign-in HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{')
  const gone = Promise.all(
    [silent, slow].map((socket) => new Promise((resolve) => socket.on('error', () => undefined).once('close', resolve))),
  )
  await app.close()
  await gone
})
