import { configCalls } from '@bordee/core/platform/config.calls.ts'
import { platformCalls } from '@bordee/core/platform/platform.calls.ts'
import { expect, test, vi } from 'vitest'
import { mailLater } from '../engine/jobs/mail.jobs.ts'
import { Logs } from '../engine/logs.ts'
import { release } from '../engine/version.ts'
import { openTestServer } from '../testing/server.ts'

const server = await openTestServer()
const get = (url: string, options: { headers?: Record<string, string>; remoteAddress?: string } = {}, at = server) =>
  at.app.inject({ method: 'GET', url, remoteAddress: '127.0.0.1', ...options })

test('metrics count calls, jobs and connections by name, and identify nobody', async () => {
  const { owner, companyId } = await server.newCompany()
  await owner(configCalls.getConfig)
  await owner.raw(platformCalls.listOutbox)
  await server.work((work) => mailLater(work, { to: 'compte@exemple.ca', subject: 'Essai', paragraphs: [] }))
  await server.letterTo('compte@exemple.ca')

  const text = await vi.waitFor(
    async () => {
      const { body } = await get('/metrics')
      expect(body).toMatch(/^bordee_jobs_total\{kind="mail.send",outcome="done"\} [1-9]/m)
      return body
    },
    { timeout: 20_000, interval: 50 },
  )
  expect(text).toMatch(/^bordee_requests_total\{call="getConfig",status="200"\} 1$/m)
  expect(text).toMatch(/^bordee_requests_total\{call="listOutbox",status="403"\} 1$/m)
  expect(text).toMatch(/^bordee_request_duration_seconds_bucket\{call="getConfig",le="\+Inf"\} 1$/m)
  expect(text).toMatch(/^bordee_pool_connections\{state="waiting"\} 0$/m)
  expect(text).toMatch(/^bordee_live_listeners 0$/m)
  expect(text).toMatch(/^bordee_jobs\{kind="mail.send",state="queued"\} \d+$/m)
  expect(text).toMatch(/^bordee_event_loop_delay_seconds\{quantile="0.99"\} [\d.e-]+$/m)
  for (const secret of [companyId, owner.accountId, '@']) expect(text).not.toContain(secret)
  for (const line of text.trim().split('\n'))
    expect(line).toMatch(/^(# (HELP|TYPE) bordee_\w+ .+|bordee_\w+(\{\w+="[^"]*"(,\w+="[^"]*")*\})? [\d.e+-]+)$/)
})

test('anybody may ask whether a process is alive and ready', async () => {
  const [health, ready] = [await get('/health', { remoteAddress: '203.0.113.7' }), await get('/ready', { remoteAddress: '203.0.113.7' })]
  expect([health.statusCode, health.json()]).toEqual([200, { alive: true, version: release }])
  expect([ready.statusCode, ready.json()]).toEqual([200, { ready: true }])
})

test('a server is not ready on a database that lacks one of its migrations, but is on a newer one', async () => {
  const [last] = await server.sql<{ name: string }>('select name from migrations order by name desc limit 1')
  await server.sql(`update migrations set name = '9999-future.sql' where name = $1`, [last?.name])
  const behind = await get('/ready')
  await server.sql(`insert into migrations (name, checksum) values ($1, 'x')`, [last?.name])

  expect([behind.statusCode, behind.json()]).toEqual([503, { ready: false, why: 'migrations' }])
  expect((await get('/ready')).statusCode).toBe(200)
})

test('a server is not ready while PostgreSQL does not answer, nor once it is stopping', async () => {
  const other = await openTestServer({}, server)
  await server.sql('begin')
  await server.sql('lock table migrations in access exclusive mode')
  expect((await get('/ready', {}, other)).json()).toEqual({ ready: false, why: 'database' })
  expect((await get('/health', {}, other)).statusCode).toBe(200)
  await server.sql('rollback')

  other.state.isStopping = true

  expect((await get('/ready', {}, other)).json()).toEqual({ ready: false, why: 'stopping' })
})

test.each(['- 1 hour', '3 hours'])('a schedule whose last pass is %s away is reported, and requests are still answered', async (away) => {
  const web = await openTestServer({ ROLE: 'web', DATABASE_URL: 'postgres://nobody@127.0.0.1/asks', SECRET: 'x'.repeat(32) })
  const { super_admin: staff, owner } = await web.newCompany()
  const at = async (by: string) => {
    await web.sql('update pgboss.version set cron_on = now() + $1::interval', [by])
    const [ready, { body: metrics }] = [await get('/ready', {}, web), await get('/metrics', {}, web)]
    const [, seconds] = /^bordee_schedule_age_seconds ([\d.-]+)$/m.exec(metrics) ?? []
    const { isLate } = await staff(platformCalls.getSchedule)
    return { status: ready.statusCode, body: ready.json() as object, isFar: Math.abs(Number(seconds)) > 120, isLate }
  }

  expect(await at(away)).toEqual({ status: 200, body: { ready: true, late: 'schedule' }, isFar: true, isLate: true })
  expect(await at('- 10 seconds')).toEqual({ status: 200, body: { ready: true }, isFar: false, isLate: false })
  expect((await owner.raw(platformCalls.getSchedule)).status).toBe(403)
})

test('metrics are open to the machine itself, not through its proxy; with a token, to whoever holds it', async () => {
  const behind = await openTestServer({ PUBLIC_URL: 'https://bordee.exemple.ca' }, server)
  const guarded = await openTestServer({ METRICS_TOKEN: 'un jeton de mesures' }, server)
  const asks = [
    await get('/metrics'),
    await get('/metrics', { remoteAddress: '203.0.113.7' }),
    await get('/metrics', { headers: { 'x-forwarded-for': '127.0.0.1' } }),
    await get('/metrics', {}, behind), // by a local proxy that adds no header
    await get('/metrics', {}, guarded),
    await get('/metrics', { headers: { authorization: 'Bearer un jeton de mesurez' } }, guarded),
    await get('/metrics', { remoteAddress: '203.0.113.7', headers: { authorization: 'Bearer un jeton de mesures' } }, guarded),
  ]
  expect(asks.map(({ statusCode }) => statusCode)).toEqual([200, 404, 404, 404, 404, 404, 200])
})

test('a valid request id is only accepted from our own proxy', async () => {
  const behind = await openTestServer({ TRUST_PROXY: '1' }, server)
  const named = async (id: string, at = behind) =>
    (await get('/api/config', { headers: { 'x-request-id': id } }, at)).headers['x-request-id']
  expect(await named('from-the-proxy.1')).toBe('from-the-proxy.1')
  expect(await named('"forged\n')).not.toContain('forged')
  expect(await named('from-the-proxy.1', server)).not.toBe('from-the-proxy.1')
})

test('with LOG=json a request is one line, with its call but never its content', async () => {
  const lines: string[] = []
  const logs = new Logs('json', (line) => lines.push(line))
  logs.request({ requestId: 'r1', call: 'listClients', method: 'GET', status: 200, ms: 4, companyId: null })
  logs.error({
    requestId: 'r2',
    method: 'POST',
    route: '/api/clients',
    error: Object.assign(new Error('duplicate key'), { detail: 'Key (email)=(a@b.ca)' }),
  })

  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
    { level: 'info', requestId: 'r1', call: 'listClients', status: 200, ms: 4 },
    { level: 'error', requestId: 'r2', route: '/api/clients', error: { name: 'Error', message: 'duplicate key' } },
  ])
  expect(lines.join()).not.toContain('a@b.ca')
})

test('as text, only errors are logged, with the id that the answer shows', () => {
  const lines: string[] = []
  const logs = new Logs('text', (line) => lines.push(line))
  logs.request({ requestId: 'r1', call: 'listClients', method: 'GET', status: 200, ms: 4, companyId: null })
  logs.error({ requestId: 'r2', method: 'POST', route: '/api/clients', error: new Error('broken') })
  expect(lines).toEqual([expect.stringMatching(/^Erreur \(requête r2\) POST \/api\/clients\u00a0: Error: broken/)])
})
