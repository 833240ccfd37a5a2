// Kills every kind of job after it has done its work but before it is marked as done, then runs it again: the result
// must be as if it ran once.
import { utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { api } from '@bordee/core/api.ts'
import { bankCalls } from '@bordee/core/bank/bank.calls.ts'
import { messageCalls } from '@bordee/core/messages/messages.calls.ts'
import { occupantCalls } from '@bordee/core/occupants/occupants.calls.ts'
import { runCalls } from '@bordee/core/runs/runs.calls.ts'
import pg from 'pg'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { boreal } from '../demo/payments.ts'
import { fillDrivers } from '../demo/trucks.ts'
import { keepSession } from '../devices/trackers.jobs.ts'
import type { Tx } from '../engine/db/db.ts'
import { sql } from '../engine/db/sql.ts'
import { mailLater } from '../engine/jobs/mail.jobs.ts'
import { packSheets } from '../imports/uploads.ts'
import { workers } from '../slices.ts'
import { newContract } from '../testing/contracts.ts'
import { newClient, newSite } from '../testing/folders.ts'
import { killedInvoiceJobs } from '../testing/killed-invoice-jobs.ts'
import { type Killed, victimOf } from '../testing/killed-jobs.ts'
import { killedMoneyJobs } from '../testing/killed-money-jobs.ts'
import { killedSeasonJobs } from '../testing/killed-season-jobs.ts'
import { openListeningServer } from '../testing/listening.ts'
import { clearing, newRoute, newRun, warnNow } from '../testing/runs.ts'
import { appUrlOf, type Caller, inCompany as inFleet } from '../testing/server.ts'
import { newClaim, publishBulletin } from '../testing/world.ts'

const server = await openListeningServer({}, { lookSeconds: 0.5 }) // the payment sandbox posts its events over HTTP
const people = await server.newCompany()
const assassin = new pg.Client(appUrlOf(server)) // a role may terminate its own connections
await assassin.connect()
afterAll(() => assassin.end())

const victim = victimOf(server, people)
const { companyId, owner, count, lettersEnqueued, enqueuedFor, inCompany } = victim
const lettersSent = () => count(`select count(*) as n from outbox where "to" = 'tue@exemple.ca'`)
const accountEmail = 'reinitialise@exemple.ca'
await server.newAccount(accountEmail, { companyId, role: 'client' })

let oldQuotes = 0
const asPlatform = <T>(run: (tx: Tx) => Promise<T>) =>
  server.work(async ({ tx }) => {
    await tx.scope({ platform: true })
    return run(tx)
  })

const fleet = await server.newCompany()
const tracks = { reckoned: { companyId: fleet.companyId, trackId: '' }, compacted: { companyId: fleet.companyId, trackId: '' } }
const ofFleet = async (text: string) =>
  Number((await inFleet(server, fleet.companyId, (tx) => tx.rows(sql<{ n: string }>`${sql.raw(text)}`)))[0]?.n)
/** A track with positions of someone who isn't in a run yet. Returns its id. */
async function newTrack(by: Caller) {
  const { id, began } = await newRun(fleet, { by })
  await by(runCalls.addLocations, { id, locations: clearing(0, began) })
  const [track] = await inFleet(server, fleet.companyId, (tx) => tx.sql<{ id: string }>`select id from run_tracks where run_id = ${id}`)
  return track?.id ?? ''
}
const toRemove: { hashes: string[] } = { hashes: [] }
const swept = { hash: '' }
/** Of a site that is gone since. */
const keepOldPhoto = () =>
  inCompany(
    (tx) => tx.sql`
      with stored as (
        insert into stored_files (company_id, hash, size) values (${companyId}, ${'b'.repeat(64)}, 1) returning id)
      insert into photos (id, company_id, kind, taken_at, author, hash, size, width, height, full_id)
      select uuidv7(), ${companyId}, 'condition', now(), 'Camille', ${'b'.repeat(64)}, 1, 1, 1, id from stored`,
  )
const toStart = { routeId: '' }
const toBuild = { id: '' }
const toImport = { companyId, importId: '' }

const forgetLooks = () => inCompany((tx) => tx.sql`update bulletin_configs set computed_at = null where company_id = ${companyId}`)

const killedHere: Record<string, Killed> = {
  ...killedInvoiceJobs(victim),
  ...killedMoneyJobs(victim),
  ...killedSeasonJobs(victim),
  'mail.send': {
    enqueue: () => server.work((work) => mailLater(work, { to: 'tue@exemple.ca', subject: 'Une fois', paragraphs: ['Une seule.'] })),
    done: lettersSent,
  },
  'identity.send-reset': { data: { email: accountEmail }, done: lettersEnqueued },
  'identity.send-link': { data: { email: accountEmail }, done: lettersEnqueued },
  'identity.send-new-email': { data: { email: 'neuf@exemple.ca', currentEmail: accountEmail, code: 'x' }, done: lettersEnqueued },
  'accounts.send-template': { data: { email: accountEmail, companyId, companyName: 'Neige' }, done: lettersEnqueued },
  'identity.purge': {
    prepare: () => server.sql(`insert into throttles (key, hits, expires_at) values ('killed', 1, now() - interval '2 days')`),
    done: async () => 1 - (await count(`select count(*) as n from throttles where key = 'killed'`)),
  },
  'outbox.purge': {
    prepare: () =>
      server.sql(
        `insert into outbox (id, channel, "to", text, created_at) values (uuidv7(), 'sms', 'killed', 'x', now() - interval '9 years')`,
      ),
    done: async () => 1 - (await count(`select count(*) as n from outbox where "to" = 'killed'`)),
  },
  // The embedded provider has one tracker.
  'devices.trackers': {
    prepare: () =>
      server.work((work) =>
        keepSession(work, { token: 'killed', account: 'killed', expiresAt: null }, { email: 'killed', password: 'killed' }),
      ),
    done: () =>
      server.work(async ({ tx }) => {
        await tx.scope({ platform: true })
        return (await tx.sql`select from devices where provider = 'embedded'`).length
      }),
  },
  'demo.drive': {
    prepare: () =>
      server.work(async (work) => {
        await work.tx.scope({ companies: [boreal] })
        await work.tx.sql`
          insert into companies (id, name, qen, email, phone, civic_number, street, city, zip, geolocation_is_active)
          values (${boreal}, 'Boréal', '1174829305', 'info@exemple.ca', '4185550142', '1', 'rue du Nord', 'Québec', 'G1N 2E5', true)`
        await work.tx.sql`insert into routes (company_id, name) values (${boreal}, 'Beauport')`
        await fillDrivers(work)
      }),
    data: { atStart: true },
    done: () =>
      server.work(async ({ tx }) => {
        await tx.scope({ companies: [boreal] })
        // Not its runs: the start of this server may have begun some too.
        return (await tx.sql`select from operations`).length
      }),
  },
  'demo.sign': {
    async prepare() {
      const { id } = await newContract(owner, { status: 'accepted' })
      await inCompany((tx) => tx.sql`update contracts set signed_on_paper = false where id = ${id}`)
    },
    data: { companyId },
    done: async () => (await inCompany((tx) => tx.sql`select from contract_signatures`)).length,
  },
  'routes.clock': {
    async prepare() {
      await newRoute(owner, 3)
      await othersAreDone()
      await inCompany((tx) => tx.sql`delete from route_lengths`)
    },
    done: () => enqueuedFor('routes.measure'),
  },
  'routes.measure': {
    enqueue: () => newRoute(owner, 3),
    done: async () => (await inCompany((tx) => tx.sql`select from route_lengths`)).length,
  },
  'onboarding.erase-trials': {
    async prepare() {
      const night = await server.newCompany()
      await night.owner(api.startTrialNight, { routeId: (await newRoute(night.owner, 3)).id })
      const { id } = await night.owner(api.getCurrentCompany)
      await inFleet(server, id, (tx) => tx.sql`update companies set created_at = now() - interval '2 days' where id = ${id}`)
    },
    done: async () => 1 - (await count('select count(*) as n from trial_companies')),
  },
  'imports.purge': {
    prepare: () =>
      inCompany(
        (tx) => tx.sql`
          insert into import_uploads (company_id, account_id, created_at, sheets)
          values (${companyId}, ${owner.accountId}, now() - interval '2 hours', '')`,
      ),
    done: async () => 1 - (await inCompany((tx) => tx.sql`select from import_uploads`)).length,
  },
  'runs.reckon': {
    async prepare() {
      tracks.reckoned.trackId = await newTrack(fleet.employee)
      await inFleet(server, fleet.companyId, (tx) => tx.sql`update run_tracks set is_stale = true where id = ${tracks.reckoned.trackId}`)
    },
    data: tracks.reckoned,
    done: async () => 1 - (await ofFleet('select count(*) as n from run_tracks where is_stale')),
  },
  'runs.compact': {
    async prepare() {
      tracks.compacted.trackId = await newTrack(fleet.admin)
    },
    data: tracks.compacted,
    done: () => ofFleet('select count(*) as n from position_chunks where is_compacted'),
  },
  'runs.watch': {
    prepare: () => newRun(fleet, { ago: 3 * 3_600_000, by: fleet.owner }),
    done: () => ofFleet('select count(*) as n from run_actions where is_silent'),
  },
  'operations.close': {
    async prepare() {
      const { id } = await fleet.owner(api.openOperation, { kind: 'hauling' })
      await inFleet(server, fleet.companyId, (tx) => tx.sql`update operations set opened_at = now() - interval '3 days' where id = ${id}`)
    },
    done: () => ofFleet('select count(*) as n from operations where closed_at is not null'),
  },
  'bulletins.clock': {
    prepare: () => publishBulletin({ owner }, { isAutomatic: true }).then(othersAreDone).then(forgetLooks),
    done: () => enqueuedFor('bulletins.write'),
  },
  'bulletins.write': {
    prepare: () => inCompany((tx) => tx.sql`delete from bulletin_posts where company_id = ${companyId}`),
    data: { companyId },
    done: async () => (await inCompany((tx) => tx.sql`select from bulletin_posts`)).length,
  },
  'bulletins.forget': {
    prepare: () =>
      inCompany(
        (tx) => tx.sql`
          insert into bulletin_addresses (address, company_id, until) values ('ancienne', ${companyId}, now() - interval '1 day')`,
      ),
    done: async () => 1 - (await inCompany((tx) => tx.sql`select from bulletin_addresses where address = 'ancienne'`)).length,
  },
  'runs.purge': {
    async prepare() {
      const trackId = await newTrack(fleet.super_admin)
      await inFleet(
        server,
        fleet.companyId,
        (tx) => tx.sql`
          update runs
          set started_at = now() - interval '1100 days'
          where id = (select run_id from run_tracks where id = ${trackId})`,
      )
    },
    done: () => ofFleet('select count(*) as n from run_tracks where is_purged'),
  },
  'runs.seal': {
    async prepare() {
      const { id } = await newRun(fleet, { by: fleet.owner })
      await fleet.owner(runCalls.actOnRun, { id, type: 'quit' })
      await inFleet(server, fleet.companyId, (tx) => tx.sql`update runs set finished_at = now() - interval '8 days' where id = ${id}`)
    },
    done: () => ofFleet('select count(*) as n from runs where sealed_at is not null'),
  },
  'records.clock': {
    async prepare() {
      await othersAreDone()
      await inCompany((tx) => tx.sql`update companies set recorded_on = null`)
    },
    done: () => enqueuedFor('records.close'),
  },
  'records.close': {
    async prepare() {
      await inCompany(
        (tx) => tx.sql`
          insert into record_entries (company_id, day, kind, source_id, event, hash)
          values (${companyId}, '2020-01-01', 'mark', '', 'received', '')`,
      )
      await inCompany((tx) => tx.sql`update companies set recorded_on = '2020-01-01'`)
    },
    data: { companyId, today: '2020-01-02' },
    done: async () => (await inCompany((tx) => tx.sql`select from record_trees`)).length,
  },
  'photos.purge': {
    prepare: () => keepOldPhoto(),
    done: async () => Number((await inCompany((tx) => tx.sql`select from photos where deleted_at is not null`)).length),
  },
  'files.remove': {
    async prepare() {
      toRemove.hashes = [await server.gateways.files.put(Buffer.from('tué'))]
    },
    data: toRemove,
    done: async () => (toRemove.hashes[0] && !(await server.gateways.files.has(toRemove.hashes[0])) ? 1 : 0),
  },
  'files.sweep': {
    async prepare() {
      swept.hash = await server.gateways.files.put(Buffer.from('balayé'))
      await utimes(join(server.env.dataDir, 'files', swept.hash.slice(0, 2), swept.hash), 1, 1)
    },
    done: async () => ((await server.gateways.files.has(swept.hash)) ? 0 : 1),
  },
  'replies.purge': {
    prepare: () =>
      inCompany(
        (tx) => tx.sql`
          insert into replies (company_id, kind, source, phone, text, at)
          values (${companyId}, 'text', 'text', '4185550123', 'Tuée', now() - interval '4 years')`,
      ),
    done: async () => 1 - (await inCompany((tx) => tx.sql`select from replies`)).length,
  },
  'quotes.purge': {
    async prepare() {
      await asPlatform(
        (tx) => tx.sql`
          insert into quote_submissions (id, submitted_at, content_hash, withdraw_hash, company_ids, company_names, unmatched)
          values (gen_random_uuid(), now() - interval '200 days', '', uuid_send(gen_random_uuid()), '{}', '[]', '{}')`,
      )
      oldQuotes += 1
    },
    done: async () => oldQuotes - (await asPlatform((tx) => tx.sql`select from quote_submissions`)).length,
  },
  'runs.warn': {
    async prepare() {
      await inFleet(
        server,
        fleet.companyId,
        (tx) => tx.sql`
          update companies
          set alert_is_active = true, geolocation_has_geolocation_alerts = true
          where id = ${fleet.companyId}`,
      )
      await fleet.super_admin(bankCalls.addLot, { companyId: fleet.companyId, transaction: { amount: 5, expiresAt: null } })
      const { id: message } = await fleet.owner(messageCalls.createMessage, { message: { short: 'Bientot', long: 'Nous arrivons.' } })
      const route = await newRoute(fleet.owner, 1, { hasAlerts: true, siteBefore: 1, message })
      await fleet.owner(occupantCalls.createOccupant, { contact: { site: route.siteIds[0] ?? '', phone: '4185550177' } })
      toStart.routeId = route.id
    },
    async enqueue() {
      await fleet.owner(runCalls.startRun, toStart) // the owner was signed out for inactivity before
      await warnNow(server)
    },
    done: () => ofFleet('select count(*) as n from route_alerts'),
  },
  'imports.run': {
    async prepare() {
      const columns = [{ normalizedKey: 'name', originalKey: 'Nom', potentialEntityFields: [] }]
      const sheets = await packSheets([{ name: 'F', file: 'f.csv', columns, rows: [{ row: 2, cells: ['Tué une fois'] }] }])
      const mappings = JSON.stringify({ clients: { sheet: 'F', keyMappings: { name: 'name' } } })
      const [made] = await inCompany(
        (tx) => tx.sql<{ id: string }>`
          insert into imports (company_id, account_id, sheets, mappings)
          values (${companyId}, ${owner.accountId}, ${sheets}, ${mappings})
          returning id`,
      )
      toImport.importId = made?.id ?? ''
    },
    data: toImport,
    done: async () => (await inCompany((tx) => tx.sql`select from clients where name = 'Tué une fois'`)).length,
  },
  'imports.find-places': {
    async prepare() {
      const site = await newSite(owner, (await newClient(owner)).id, {
        address: { street: 'rue Nulle part', city: 'Québec', location: null },
      })
      await inCompany(
        (tx) => tx.sql`
          insert into import_places (company_id, import_id, site_id, sheet, row)
          values (${companyId}, ${toImport.importId}, ${site.id}, 'F', 2)`,
      )
    },
    data: toImport,
    done: async () => (await inCompany((tx) => tx.sql`select from import_places where is_found = false`)).length,
  },
  'imports.forget': {
    prepare: () =>
      inCompany(
        (tx) => tx.sql`
          insert into imports (company_id, sheets, mappings, state, created_at)
          values (${companyId}, '', '{}', 'done', now() - interval '31 days')`,
      ),
    done: async () => 1 - (await inCompany((tx) => tx.sql`select from imports where created_at < now() - interval '30 days'`)).length,
  },
  'evidence.build': {
    async prepare() {
      const { siteId } = await newClaim(owner)
      toBuild.id = (await owner(api.orderEvidence, { evidence: { siteId, from: '2026-01-01', to: '2026-01-02' } })).id
    },
    enqueue: async () => undefined,
    done: async () => (await inCompany((tx) => tx.sql`select from evidence_files where state = 'ready' and id = ${toBuild.id}`)).length,
  },
  'evidence.purge': {
    prepare: () =>
      inCompany(
        (tx) => tx.sql`
          with f as (insert into stored_files (company_id, hash, size) values (${companyId}, ${'e'.repeat(64)}, 1) returning id)
          insert into evidence_files (
            company_id, subject, from_day, to_day, with_drivers, state, total, file_id, user_name, created_at)
          select ${companyId}, 'Ancien', '2020-01-01', '2020-01-02', true, 'ready', 1, f.id, 'Camille', now() - interval '9 years' from f`,
      ),
    done: async () => (await inCompany((tx) => tx.sql`select from evidence_files where state = 'removed'`)).length,
  },
  'versions.sweep': {
    async prepare() {
      for (const _ of ['once', 'again'])
        await server.work(async ({ tx }) => {
          await tx.scope({ companies: [companyId] })
          await tx.sql`select note_change(${companyId}, 'clients')`
        })
    },
    done: async () => {
      const rows = await server.work(async ({ tx }) => {
        await tx.scope({ companies: [companyId] })
        return tx.sql`select from slice_changes where company_id = ${companyId} and slice = 'clients'`
      })
      return rows.length === 1 ? 1 : 0
    },
  },
}

/** Kinds killed in other test files. */
const killedElsewhere: Record<string, string> = {
  'alerts.send': 'alerts/faults.long.test.ts',
  'alerts.resume': 'alerts/faults.long.test.ts',
  'alerts.purge': 'alerts/retention.test.ts',
}

test('every kind of job is covered', () => {
  const known = [...Object.keys(killedHere), ...Object.keys(killedElsewhere)]
  expect(workers.map(({ kind }) => kind.name).toSorted()).toEqual(known.toSorted())
})

// A scheduled job that starts meanwhile would be killed too.
await server.sql('delete from pgboss.schedule')

// Marking a job as done waits for this lock.
const lock = 4711
await server.sql(`
  create function wait_at_the_end() returns trigger language plpgsql as $$
  begin
    perform pg_advisory_xact_lock_shared(${lock});
    return new;
  end $$`)

describe.each(workers.map(({ kind }) => kind).filter(({ name }) => name in killedHere))('$name', (kind) => {
  test('killed at its end, it is done once', async () => {
    const { prepare, data = {}, enqueue = () => server.work((work) => work.later(kind, data)), done } = killedHere[kind.name] as Killed
    const trigger = `killed_${kind.name.replaceAll(/\W/g, '_')}`
    await othersAreDone()
    await server.sql(`
      create trigger ${trigger} before update on pgboss.job for each row
      when (new.name = '${kind.name}' and new.state = 'completed') execute function wait_at_the_end()`)
    await server.sql('select pg_advisory_lock($1)', [lock])
    let before: number
    try {
      await prepare?.()
      before = await done()
      await enqueue()
      await killWhoWaits()
      if (kind.outside)
        await server.sql(`update pgboss.job set state = 'retry', start_after = now() where name = $1 and state = 'active'`, [kind.name])
    } finally {
      await server.sql('select pg_advisory_unlock($1)', [lock]) // released whatever fails, so that the next kind isn't blocked
    }

    if (!kind.outside) expect(await done()).toBe(before)
    await vi.waitFor(
      async () => {
        await server.sql(
          `update pgboss.job
           set state = 'retry', start_after = now()
           where name = $1 and state = 'retry' and start_after > now()`,
          [kind.name],
        )
        expect(await count(`select count(*) as n from pgboss.job where name = $1 and state <> 'completed'`, [kind.name])).toBe(0)
      },
      { timeout: 40_000, interval: 200 },
    )
    expect(await done()).toBe(before + 1)
    await server.sql(`drop trigger ${trigger} on pgboss.job`)
  })
})

/** Waits for jobs enqueued by the start and by the kinds before. */
async function othersAreDone() {
  const waiting = `
    select distinct name from pgboss.job
    where state in ('created', 'active', 'retry') and start_after < now() + interval '10 seconds'`
  await vi.waitFor(async () => expect(await server.sql(waiting)).toEqual([]), { timeout: 30_000, interval: 100 })
}

async function killWhoWaits() {
  await vi.waitFor(
    async () => {
      const { rows } = await assassin.query(`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and wait_event = 'advisory' and pid <> pg_backend_pid()`)
      expect(rows.length).toBeGreaterThan(0)
    },
    { timeout: 20_000, interval: 50 },
  )
}
