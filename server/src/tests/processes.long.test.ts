// Real processes, as operators start them: roles, logs, graceful stop, and two of them on one database.
import { expect, test, vi } from 'vitest'
import { mailLater } from '../engine/jobs/mail.jobs.ts'
import { startProcess } from '../testing/processes.ts'
import { openTestServer, ownerUrlOf } from '../testing/server.ts'

/** Generous, for a busy machine. */
const patience = { timeout: 30_000, interval: 50 }
/** Runs no jobs: the other processes do. */
const here = await openTestServer({ ROLE: 'web', DATABASE_URL: 'postgres://nobody@127.0.0.1/asks', SECRET: 'x'.repeat(32) })
const metricsOf = async ({ url }: { url: string }) => (await fetch(`${url}/metrics`)).text()
const done = (kind: string) => new RegExp(`^bordee_jobs_total\\{kind="${kind}",outcome="done"\\}`, 'm')

test('one process answers and enqueues, the other runs the jobs; events published by one reach listeners of the other', async () => {
  const { owner, companyId } = await here.newCompany()
  await here.work(async ({ tx }) => {
    await tx.scope({ companies: [companyId] })
    await tx.sql`update companies set quote_is_active = true where id = ${companyId}`
  })
  const authorization = `Bearer ${owner.token}`
  await here.newAccount('a.verifier@exemple.ca', { verified: false })
  const unproven = await here.signIn('a.verifier@exemple.ca')
  const [web, other] = await Promise.all([startProcess(here, { ROLE: 'web' }), startProcess(here, { ROLE: 'web' })])
  const asked = await fetch(`${web.url}/api/identity/email-verification`, {
    method: 'POST',
    headers: { authorization: `Bearer ${unproven.token}` },
  })
  expect(asked.status).toBeLessThan(300)
  expect(await here.sql(`select from pgboss.job where name = 'mail.send' and state = 'created'`)).toHaveLength(1)

  const worker = await startProcess(here, { ROLE: 'worker' })
  await here.letterTo('a.verifier@exemple.ca')
  await vi.waitFor(async () => expect(await metricsOf(worker)).toMatch(done('mail.send')), patience)
  expect(await metricsOf(web)).not.toContain('bordee_jobs_total{')
  expect((await fetch(`${worker.url}/api/config`)).status).toBe(404)

  const stream = await fetch(`${web.url}/api/live`, { headers: { authorization } })
  const heard: string[] = []
  const streamEnded = (async () => {
    for await (const chunk of stream.body?.pipeThrough(new TextDecoderStream()) ?? []) heard.push(chunk)
  })()
  const changed = await fetch(`${other.url}/api/quote-configs`, {
    method: 'PATCH',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ allowedOrigins: [] }),
  })
  expect(changed.status).toBe(200)
  await vi.waitFor(() => expect(heard.join('')).toContain('"topic":"companies"'), patience)

  for (const one of [web, worker, other]) one.signal('SIGTERM')
  expect(await Promise.all([web.ended, worker.ended, other.ended])).toEqual([0, 0, 0])
  await streamEnded
}, 120_000)

test('a server told to stop reports that it is not ready and finishes its work; nothing is lost or done twice', async () => {
  const { owner } = await here.newCompany()
  const stopping = await startProcess(here, { STOP_DELAY: '3' })
  await here.sql('begin')
  await here.sql('lock table outbox, services in access exclusive mode')
  await here.work((work) => mailLater(work, { to: 'arret@exemple.ca', subject: 'Arrêt', paragraphs: [] }))
  const request = fetch(`${stopping.url}/api/services`, { headers: { authorization: `Bearer ${owner.token}` } })
  const held = () =>
    here.sql(`select distinct relation from pg_locks where not granted and relation in ('outbox'::regclass, 'services'::regclass)`)
  await vi.waitFor(async () => expect(await held()).toHaveLength(2), patience)

  stopping.signal('SIGTERM')
  await vi.waitFor(async () => expect((await fetch(`${stopping.url}/ready`)).status).toBe(503), patience)
  await here.sql('rollback')

  expect((await request).status).toBe(200)
  expect(await stopping.ended).toBe(0)
  expect(await here.sql(`select from outbox where "to" = 'arret@exemple.ca'`)).toHaveLength(1)
  expect(await here.sql(`select from pgboss.job where name = 'mail.send' and state <> 'completed'`)).toEqual([])
}, 120_000)

test('with LOG=json every line is one object, and an error has the same id as its 500', async () => {
  const { owner, companyId } = await here.newCompany()
  const speaking = await startProcess(here, { ROLE: 'web', LOG: 'json' })
  await here.sql('alter table services rename to services_elsewhere')
  const headers = { authorization: `Bearer ${owner.token}` }
  const failed = await fetch(`${speaking.url}/api/services?secret=quelquun@exemple.ca`, { headers })
  await here.sql('alter table services_elsewhere rename to services')
  const { requestId } = (await failed.json()) as { requestId: string }

  speaking.signal('SIGTERM')
  expect(await speaking.ended).toBe(0)

  const lines = speaking.lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(lines.filter((line) => line.requestId === requestId)).toEqual([
    expect.objectContaining({ level: 'error', error: expect.objectContaining({ code: '42P01' }) }),
    expect.objectContaining({ level: 'info', call: 'listServices', status: 500, companyId }),
  ])
  const said = speaking.lines.join('\n')
  for (const secret of ['quelquun@', owner.token ?? '', ownerUrlOf(here)]) expect(said).not.toContain(secret)
}, 120_000)
