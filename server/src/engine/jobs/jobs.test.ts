import { platformCalls } from '@bordee/core/platform/platform.calls.ts'
import { expect, test, vi } from 'vitest'
import { purge } from '../../identity/identity.jobs.ts'
import { openTestServer } from '../../testing/server.ts'
import { mailLater } from './mail.jobs.ts'

const server = await openTestServer()
const letter = { to: 'quelquun@exemple.ca', subject: 'Essai', paragraphs: ['<b>Bonjour</b> & bienvenue'] }

test('a job exists only if its transaction commits', async () => {
  await expect(
    server.work(async (work) => {
      await mailLater(work, letter)
      throw new Error('after the enqueue')
    }),
  ).rejects.toThrow('after the enqueue')
  await server.work((work) => mailLater(work, { ...letter, to: 'autre@exemple.ca' }))
  await server.letterTo('autre@exemple.ca')
  expect(await server.sql(`select from outbox where "to" = $1`, [letter.to])).toEqual([])
})

test('a letter escapes what users typed', async () => {
  await server.work((work) => mailLater(work, { ...letter, to: 'echappe@exemple.ca' }))
  expect((await server.letterTo('echappe@exemple.ca')).html).toContain('&lt;b&gt;Bonjour&lt;/b&gt; &amp; bienvenue')
})

test('a job that fails for good is shown to platform staff, who can retry it', async () => {
  const people = await server.newCompany()
  const broken = await openTestServer({ SMTP_URL: 'smtp://127.0.0.1:9' })
  const { super_admin: staff } = await broken.newCompany()
  await broken.work((work) => mailLater(work, letter))
  // Uses up the retries instead of waiting for them.
  await vi.waitFor(
    async () => {
      await broken.sql(
        `update pgboss.job set retry_count = retry_limit, start_after = now() where name = 'mail.send' and state in ('created', 'retry')`,
      )
      expect(await staff(platformCalls.listDeadLetters)).toHaveLength(1)
    },
    { timeout: 30_000, interval: 200 },
  )
  const [dead] = await staff(platformCalls.listDeadLetters)
  expect(dead).toMatchObject({ kind: 'mail.send', error: expect.stringContaining('ECONNREFUSED') })
  expect(JSON.stringify(dead)).not.toContain(letter.to)

  broken.gateways.mail = server.gateways.mail
  await staff(platformCalls.retryDeadLetter, { id: dead?.id ?? '' })
  expect((await broken.letterTo(letter.to)).subject).toBe('Essai')
  expect(await staff(platformCalls.listDeadLetters)).toEqual([])
  expect((await people.owner.raw(platformCalls.listDeadLetters)).status).toBe(403)
  expect((await staff.raw(platformCalls.retryDeadLetter, { id: dead?.id ?? '' })).status).toBe(404)
})

test('scheduled jobs run in Québec’s time', async () => {
  const schedules = await server.sql<{ name: string; cron: string; timezone: string }>('select name, cron, timezone from pgboss.schedule')
  expect(schedules).toContainEqual({ name: 'identity.purge', cron: '20 3 * * *', timezone: 'America/Toronto' })
})

test('expired rows are purged, and others stay', async () => {
  const count = async () => (await server.sql<{ key: string }>('select key from throttles order by key')).map((row) => row.key)
  await server.sql(`insert into throttles (key, hits, expires_at) values ('old', 1, now() - interval '2 days'), ('young', 1, now())`)
  await server.work((work) => work.later(purge, {}))
  await vi.waitFor(async () => expect(await count()).not.toContain('old'), { timeout: 20_000, interval: 100 })
  expect(await count()).toContain('young')
})
