import { expect, test, vi } from 'vitest'
import { openTestServer } from '../../testing/server.ts'
import { mailLater } from './mail.jobs.ts'

const server = await openTestServer()
const letter = { subject: 'Essai', paragraphs: ['Bonjour'] }

/** What a clock three hours ahead has stamped, until now. */
const runAhead = async () => {
  await server.sql(`update pgboss.version set cron_on = now() + interval '3 hours', bam_on = now() + interval '3 hours'`)
  await server.sql(`update pgboss.queue set monitor_claim_on = now() + interval '3 hours', maintain_on = now() + interval '3 hours'`)
}
const stampsAhead = async () => {
  const [row] = await server.sql<{ count: number }>(`
    select (select count(*) from pgboss.version where greatest(cron_on, bam_on) > now())::int
         + (select count(*) from pgboss.queue where greatest(monitor_claim_on, maintain_on) > now())::int as count`)
  return row?.count
}

test('a server that starts after its clock was corrected schedules again, and jobs stamped ahead are done', async () => {
  await server.work((work) => mailLater(work, { ...letter, to: 'avance@exemple.ca' }))
  await server.letterTo('avance@exemple.ca')
  await runAhead()
  // A job enqueued while the clock was ahead, one that a worker died with, and a minute of the schedule.
  await server.sql(`
    update pgboss.job
    set state = 'created', completed_on = null, created_on = now() + interval '3 hours', start_after = now() + interval '3 hours'
    where name = 'mail.send'`)
  await server.sql(`delete from outbox where "to" = 'avance@exemple.ca'`)
  await server.sql(`
    insert into pgboss.job (name, state, started_on, heartbeat_on, heartbeat_seconds, created_on)
    values ('identity.purge', 'active', now() + interval '3 hours', now() + interval '3 hours', 30, now())`)
  await server.sql(`
    insert into pgboss.job (name, state, singleton_key, singleton_on)
    values ('__pgboss__send-it', 'completed', 'a', (now() + interval '3 hours') at time zone 'UTC'),
           ('__pgboss__send-it', 'completed', 'b', (now() - interval '3 hours') at time zone 'UTC')`)

  await openTestServer({}, server)

  expect(await stampsAhead()).toBe(0)
  await server.letterTo('avance@exemple.ca')
  expect(await server.sql(`select from pgboss.job where name = 'identity.purge' and heartbeat_on > now()`)).toEqual([])
  const minutes = await server.sql(`
    select singleton_key as key from pgboss.job
    where name = '__pgboss__send-it' and singleton_key in ('a', 'b') and singleton_on is not null`)
  expect(minutes).toEqual([{ key: 'b' }])
})

test('a running server notices that its clock went back', async () => {
  await runAhead()
  await vi.waitFor(async () => expect(await stampsAhead()).toBe(0), { timeout: 60_000, interval: 200 })
})

test('jobs that start later keep their delay, and the others theirs', async () => {
  await server.sql(`
    insert into pgboss.job (name, created_on, start_after, singleton_key)
    values ('identity.purge', now() + interval '3 hours', now() + interval '8 hours', 'ahead'),
           ('identity.purge', now(), now() + interval '8 hours', 'on time')`)
  await openTestServer({}, server)
  const delays = await server.sql(`
    select singleton_key as key, round(extract(epoch from start_after - now()) / 3600)::int as hours
    from pgboss.job
    where name = 'identity.purge' and singleton_key is not null
    order by key`)
  expect(delays).toEqual([
    { key: 'ahead', hours: 5 },
    { key: 'on time', hours: 8 },
  ])
})
