import { api } from '@bordee/core/api.ts'
import type { CallRow } from '@bordee/core/call.ts'
import { worksInTrial } from '@bordee/core/onboarding/trial-night.ts'
import type { Problem } from '@bordee/core/problem.ts'
import { type ActingRole, among } from '@bordee/core/roles.ts'
import { expect, test } from 'vitest'
import { batchOf, deliverBatch } from '../alerts/alerts.jobs.ts'
import { takeSenders } from '../alerts/senders.ts'
import { actingAs, type Work } from '../engine/ctx.ts'
import { sql } from '../engine/db/sql.ts'
import { mailLater } from '../engine/jobs/mail.jobs.ts'
import { newOccupant } from '../testing/alerts.ts'
import { minute, newRoute, warnNow } from '../testing/runs.ts'
import { type Caller, inCompany, openTestServer, type People } from '../testing/server.ts'
import { soon } from '../testing/soon.ts'
import { eraseOldNights } from './trial-nights.jobs.ts'
import { driveOn, readNight, startNight } from './trial-nights.ts'

const server = await openTestServer()
const { startTrialNight, driveTrialNight, endTrialNight, offerTrialNight, getCurrentAccount, getCurrentCompany } = api

/** An owner in a trial night on a route of six driveways, each with someone to alert. */
async function playing(people: People, by: Caller = people.owner) {
  const route = await newRoute(people.owner, 6)
  for (const site of route.siteIds) await newOccupant(people.owner, { site })
  const night = await by(startTrialNight, { routeId: route.id })
  const companyId = (await by(getCurrentCompany)).id
  await warnNow(server)
  return { route, night, companyId }
}

/** As if that many minutes had passed since the start. */
const driveFor = (owner: Caller, companyId: string, minutes: number) =>
  server.work(async (work) => {
    const now = new Date(Date.now() + minutes * minute)
    await work.tx.scope({ companies: [companyId] })
    const ctx = actingAs({ ...work, now }, { accountId: owner.accountId, email: '', role: 'owner', companyId })
    await driveOn({ ...ctx, actor: { ...ctx.actor, isTrial: true } })
    return readNight({ ...work, now }, companyId)
  })

async function someMessages(owner: Caller) {
  const { messages } = await owner(driveTrialNight)
  expect(messages).not.toEqual([])
  return messages
}

let colleagues = 0
/** Another owner of the same company. */
async function colleagueOf({ companyId }: People) {
  const email = `collegue.${++colleagues}@exemple.ca`
  await server.newAccount(email, { companyId, role: 'owner' })
  return server.signIn(email)
}

const refusalOf = async (call: Promise<unknown>) => {
  const problem = await call.then(
    () => null,
    (error: Problem) => error,
  )
  return problem && { status: problem.status, code: problem.body.code }
}

test('trucks clear the company’s own stops, and its residents’ messages are shown to the owner alone', async () => {
  const people = await server.newCompany()
  const { night, companyId } = await playing(people)
  expect(companyId).not.toBe(people.companyId)
  expect(night).toMatchObject({ stopsCount: 6, doneCount: 0, isOver: false, messages: [] })

  const first = await driveFor(people.owner, companyId, 1)
  expect(first.doneCount).toBeGreaterThan(0)
  expect(first.doneCount).toBeLessThan(6)
  const early = await soon(() => someMessages(people.owner))
  await driveFor(people.owner, companyId, 2)
  const messages = await soon(async () => {
    const now = await someMessages(people.owner)
    expect(now.length).toBeGreaterThan(early.length)
    return now
  })
  for (const { phone, text } of messages) {
    expect(phone).toMatch(/^(418|581|367)55501\d\d$/)
    expect(text).toContain('la déneigeuse passera chez vous')
  }
  const [move] = await people.owner(api.listCurrentRuns)
  expect(move).toMatchObject({ routeName: 'Haute-Ville', finishedAt: null })

  const over = await driveFor(people.owner, companyId, 11)
  expect(over).toMatchObject({ doneCount: 6, isOver: true, messagesCount: over.messages.length })
  expect(await people.owner(api.listCurrentRuns)).toEqual([])
  expect(await server.sql(`select * from outbox where channel <> 'email'`)).toEqual([])
  const spent = await inCompany(server, companyId, (tx) => tx.sql`select from alert_ledger union all select from sender_numbers`)
  expect(spent).toEqual([])
})

test('no provider hears of a trial night: neither texts nor calls nor letters leave, and it takes no number', async () => {
  const people = await server.newCompany()
  const { companyId } = await playing(people)
  const reached: string[] = []
  const alerts = {
    ...server.gateways.alerts,
    isInside: false,
    pool: { numbers: ['4185550000'], perCompany: 1 },
    deliver: async () => {
      reached.push('alerts')
      return []
    },
  }
  const armed = (work: Work): Work => ({ ...work, gateways: { ...work.gateways, alerts } })
  const send = { companyId, sendId: companyId }
  for (const method of ['sms', 'call'] as const)
    await server.work(async (work) => {
      const one = {
        id: companyId,
        companyName: '',
        companyPhone: '',
        purpose: 'alert' as const,
        method,
        phone: '4185550100',
        text: 'Bonjour',
        keptText: 'Bonjour',
        from: null,
        mark: new Date().toISOString(),
      }
      await deliverBatch(armed(work), send, batchOf(work, send, [one]))
    })
  await server.work(async (work) => {
    await work.tx.scope({ companies: [companyId] })
    expect(await takeSenders(armed(work), companyId)).toEqual({ isEnough: true, newNumbers: [] })
    const mail = { ...work, later: async () => void reached.push('mail') }
    await mailLater(mail, { to: 'quelquun@exemple.ca', subject: 'Bonjour', paragraphs: [] })
    await work.tx.scope({ companies: [people.companyId] })
    await mailLater(mail, { to: 'quelquun@exemple.ca', subject: 'Bonjour', paragraphs: [] })
  })
  expect(reached).toEqual(['mail']) // the real company's
  const taken = await inCompany(server, companyId, (tx) => tx.sql`select from sender_numbers`)
  expect(taken).toEqual([])
})

const lists = (Object.values(api) as CallRow[]).filter(
  ({ verbs, path, stream, module, upload }) => verbs.includes('GET') && !path.includes(':') && !stream && !upload && module !== 'quotes',
)

test('no list, bill, search, statistic or export of the company or of platform staff shows it', async () => {
  const people = await server.newCompany()
  const { companyId } = await playing(people)
  await driveFor(people.owner, companyId, 2)
  const ids = await inCompany(server, companyId, async (tx) => {
    const found = await tx.sql<{ id: string }>`
      select id from runs union select id from operations union select id from sites union select id from clients
      union select account_id from accesses where role = 'employee'`
    return [companyId, ...found.map(({ id }) => id)]
  })
  const colleague = await colleagueOf(people)
  const asked = []
  for (const row of lists)
    for (const who of [colleague, people.manager, people.employee, people.client, people.admin, people.super_admin]) {
      const { status, body } = await who.raw(row, row.name === 'search' ? { q: 'Camion' } : {})
      if (status === 200) asked.push(row.name)
      const text = JSON.stringify(body) ?? ''
      expect(
        ids.filter((id) => text.includes(id)),
        row.name,
      ).toEqual([])
      expect(text, row.name).not.toContain('essai.invalid')
    }
  expect(asked).toEqual(expect.arrayContaining(['listCompanies', 'listClients', 'listCurrentRuns', 'listOperations', 'getStatistics']))
  for (const by of [people.admin, people.super_admin]) {
    expect(await refusalOf(by(api.getCompany, { id: companyId }))).toMatchObject({ status: 404 })
    const enter = { account: { accesses: [{ companyId, isCurrent: true }] } }
    expect(await refusalOf(by(api.updateCurrentAccount, enter))).toMatchObject({ status: 404 })
    for (const row of [api.archiveCompany, api.restoreCompany, api.deleteCompany, api.getCompany, api.updateCompany])
      expect((await by.raw(row, { id: companyId })).status, row.name).toBe(404)
    const named = { companyId, company_id: companyId, transaction: { amount: 5, expiresAt: null } }
    for (const row of [api.addLot, api.getPaymentAccount, api.exportCompany]) expect((await by.raw(row, named)).status, row.name).toBe(404)
  }
})

const emailOf = async (id: string) =>
  (await server.sql<{ email: string }>('select email from accounts where id = $1', [id]))[0]?.email ?? ''

test('a scope that looks across companies sees no row of it, in any table', async () => {
  const people = await server.newCompany()
  const { companyId } = await playing(people)
  await driveFor(people.owner, companyId, 1)
  await soon(() => someMessages(people.owner))
  const seen = await rowsOf(companyId, { platform: true })
  expect(seen).toEqual({ accounts: 2, trial_companies: 1 }) // without a wall: the owner and the driver who are there, and its id
  const own = await rowsOf(companyId, { companies: [companyId] })
  expect(Object.keys(own)).toEqual(
    expect.arrayContaining([
      'accesses',
      'alert_deliveries',
      'clients',
      'companies',
      'occupants',
      'position_chunks',
      'route_alerts',
      'runs',
      'trial_nights',
    ]),
  )
})

/** How many rows of each table name the company, as seen in that scope. */
async function rowsOf(companyId: string, scope: { companies?: string[]; platform?: boolean }): Promise<Record<string, number>> {
  const tables = await server.sql<{ name: string }>(`select tablename as name from pg_tables where schemaname = 'public' order by 1`)
  return server.work(async ({ tx }) => {
    await tx.scope(scope)
    const counts: [string, number][] = []
    for (const { name } of tables.filter(
      (table) => !['migrations', 'rules', 'streets', 'addresses', 'gazetteer', 'address_loads'].includes(table.name),
    )) {
      const [found] = await tx.rows(
        sql<{ n: number }>`select count(*)::int as n from ${sql.table(name)} t where t::text like ${`%${companyId}%`}`,
      )
      if (found && found.n > 0) counts.push([name, found.n])
    }
    return Object.fromEntries(counts)
  })
}

test('ended, it leaves no row in any table, and the owner is in the company again', async () => {
  const people = await server.newCompany()
  const { companyId } = await playing(people)
  await driveFor(people.owner, companyId, 1)
  await soon(() => someMessages(people.owner))
  const drivers = await inCompany(
    server,
    companyId,
    (tx) => tx.sql<{ id: string }>`select account_id as id from accesses where role = 'employee'`,
  )
  await people.owner(endTrialNight)
  await people.owner(endTrialNight) // pressed again
  expect(await rowsOf(companyId, { companies: [companyId], platform: true })).toEqual({})
  for (const { id } of drivers) expect(await rowsOf(id, { companies: [companyId], platform: true })).toEqual({})
  expect((await people.owner(getCurrentCompany)).id).toBe(people.companyId)
  expect((await people.owner(getCurrentAccount)).accesses).toHaveLength(1)
  expect(await refusalOf(people.owner(driveTrialNight))).toEqual({ status: 409, code: 'no-trial-night' })
})

test('one that nobody ends is closed after an hour and erased after a day', async () => {
  const people = await server.newCompany()
  const { companyId } = await playing(people)
  await server.work(eraseOldNights)
  expect((await people.owner(getCurrentCompany)).isTrial).toBe(true)
  await inCompany(server, companyId, (tx) => tx.sql`update companies set trial_ends_at = now() where id = ${companyId}`)
  expect((await people.owner(getCurrentCompany)).id).toBe(people.companyId)
  expect(await people.owner(offerTrialNight)).toMatchObject({ isUnderWay: false })
  await inCompany(server, companyId, (tx) => tx.sql`update companies set created_at = now() - interval '25 hours' where id = ${companyId}`)
  await server.work(eraseOldNights)
  expect(await rowsOf(companyId, { companies: [companyId], platform: true })).toEqual({})
})

test('pressed twice, or in two tabs at once, there is one night; two owners have one each', async () => {
  const people = await server.newCompany()
  const route = await newRoute(people.owner, 4)
  await Promise.all([1, 2, 3].map(() => people.owner(startTrialNight, { routeId: route.id })))
  await people.owner(startTrialNight, {})
  const ofCompany = () =>
    server.work(async ({ tx }) => {
      const ids = await tx.sql<{ id: string }>`select id from trial_companies`
      await tx.scope({ companies: ids.map(({ id }) => id) })
      return tx.sql<{ id: string }>`select id from companies where trial_of = ${people.companyId}`
    })
  expect(await ofCompany()).toHaveLength(1)

  const other = await colleagueOf(people)
  await Promise.all([other(startTrialNight, { routeId: route.id }), people.owner(driveTrialNight)])
  const [first, second] = await ofCompany()
  expect(new Set([first?.id, second?.id])).toEqual(
    new Set([(await people.owner(getCurrentCompany)).id, (await other(getCurrentCompany)).id]),
  )
  const [theirs] = await other(api.listCurrentRuns)
  expect(await refusalOf(people.owner(api.getRunDetails, { id: theirs?.id ?? '' }))).toMatchObject({ status: 404 })
  await other(endTrialNight)
  expect(await people.owner(driveTrialNight)).toMatchObject({ isOver: false })
})

test('a night that was left midway goes on for an hour, in whichever process it is asked for', async () => {
  const people = await server.newCompany()
  const { companyId, night } = await playing(people)
  const restarted = await openTestServer({}, server)
  const again = await restarted.signIn(await emailOf(people.owner.accountId))
  expect((await again(getCurrentCompany)).id).toBe(companyId)
  expect(await again(startTrialNight, {})).toMatchObject({ operationId: night.operationId, endsAt: night.endsAt })
  await again(driveTrialNight)
})

test('a server that dies while it makes one leaves nothing of it', async () => {
  const people = await server.newCompany()
  const before = await server.sql('select id from trial_companies')
  const { companyId, owner } = people
  const route = await newRoute(owner, 3)
  const scope = { companies: [companyId], account: owner.accountId }
  const aside: Work['aside'] = (run) =>
    server.work(async (own) => {
      await own.tx.scope(scope)
      return run(own)
    })
  const killed = aside(async (work) => {
    const ctx = actingAs({ ...work, aside }, { accountId: owner.accountId, email: '', role: 'owner', companyId })
    await startNight(ctx, route.id)
    throw new Error('killed')
  })
  await expect(killed).rejects.toThrow('killed')
  expect(await server.sql('select id from trial_companies')).toEqual(before)
  expect((await owner(getCurrentCompany)).id).toBe(companyId)
})

test('tabs that drive at once report once, and one that ends the night meanwhile ends it', async () => {
  const people = await server.newCompany()
  const { companyId } = await playing(people)
  await Promise.all([1, 2, 3].map(() => driveFor(people.owner, companyId, 1)))
  const twice = await inCompany(server, companyId, (tx) => tx.sql`select from run_visits group by run_area_id having count(*) > 1`)
  expect(twice).toEqual([])
  const [ended, ...driven] = await Promise.all([
    people.owner.raw(endTrialNight),
    people.owner.raw(driveTrialNight),
    people.owner.raw(driveTrialNight),
  ])
  expect(ended.status).toBe(200)
  for (const { status } of driven) expect([200, 409]).toContain(status)
  expect(await rowsOf(companyId, { companies: [companyId], platform: true })).toEqual({})
})

test('another company’s route, one with too few stops, and a company without an address are refused, and nothing is made', async () => {
  const [people, others] = [await server.newCompany(), await server.newCompany()]
  const before = await server.sql('select id from trial_companies')
  const theirs = await newRoute(others.owner, 4)
  const short = await newRoute(people.owner, 2)
  for (const { id } of [theirs, short])
    expect(await refusalOf(people.owner(startTrialNight, { routeId: id }))).toMatchObject({ status: 404 })
  await inCompany(server, people.companyId, (tx) => tx.sql`update companies set lat = null, lng = null where id = ${people.companyId}`)
  expect(await refusalOf(people.owner(startTrialNight, {}))).toEqual({ status: 409, code: 'no-location' })
  expect(await server.sql('select id from trial_companies')).toEqual(before)
  expect((await people.owner(getCurrentCompany)).id).toBe(people.companyId)
})

test('without a route, an example near the company’s address is driven', async () => {
  const people = await server.newCompany()
  await inCompany(server, people.companyId, (tx) => tx.sql`update companies set lat = 48.4, lng = -68.5 where id = ${people.companyId}`)
  const night = await people.owner(startTrialNight, {})
  expect(night.stopsCount).toBeGreaterThan(5)
  expect(await people.owner(api.listCurrentRuns)).toMatchObject([{ routeName: 'Trajet d’exemple' }])
})

test('an owner who is driving stays in the run that people wait for', async () => {
  const people = await server.newCompany()
  const route = await newRoute(people.owner, 3)
  await people.owner(api.startRun, { routeId: route.id })
  expect(await refusalOf(people.owner(startTrialNight, { routeId: route.id }))).toEqual({ status: 409, code: 'run-active' })
})

test('an owner who loses the company loses its trial night at once, and so does everyone when it closes', async () => {
  const people = await server.newCompany()
  await playing(people)
  const colleague = await colleagueOf(people)
  await colleague(startTrialNight, {})
  await people.admin(api.deleteAccount, { id: people.owner.accountId })
  expect((await people.owner.raw(driveTrialNight)).status).not.toBe(200)
  expect((await people.owner.raw(api.listClients)).status).not.toBe(200)
  await people.admin(api.archiveCompany, { id: people.companyId })
  expect((await colleague.raw(driveTrialNight)).status).not.toBe(200)
})

test('with a company goes the trial night that its owner left', async () => {
  const people = await server.newCompany()
  const { companyId } = await playing(people)
  const staff = people.super_admin
  await staff(api.archiveCompany, { id: people.companyId })
  await staff.raw(api.exportCompany, { company_id: people.companyId })
  expect((await staff.raw(api.deleteCompany, { id: people.companyId })).status).toBeLessThan(300)
  for (const [table, column] of [
    ['folder_words', 'company_id'],
    ['slice_changes', 'company_id'],
    ['trial_companies', 'id'],
  ]) {
    const left = await server.work(async ({ tx }) => {
      await tx.scope({ companies: [companyId] })
      return tx.sql`select from ${sql.ref(table ?? '')} where ${sql.ref(column ?? '')} = ${companyId}`
    })
    expect(left, table).toEqual([])
  }
  expect(await server.sql('select from accounts where email like $1', [`%${companyId}%`])).toEqual([])
})

test('there, everything may be read, runs and the board may be used, and nothing else is written', async () => {
  const people = await server.newCompany()
  await playing(people)
  const mayOwner = ({ who }: CallRow) => typeof who !== 'string' && among(who as readonly ActingRole[], 'owner')
  const closed = (Object.values(api) as CallRow[]).filter((row) => (mayOwner(row) || row.who === 'signed-in') && !worksInTrial(row))
  expect(closed.map(({ name }) => name)).toEqual(
    expect.arrayContaining(
      [
        'createClient',
        'createAccount',
        'updateCurrentCompany',
        'buyAlerts',
        'activateAlerts',
        'sendContracts',
        'deleteUser',
        'askForModule',
      ].filter((name) => name in api),
    ),
  )
  for (const row of closed) expect((await people.owner.raw(row)).body, row.name).toMatchObject({ code: 'trial-night' })
  expect(worksInTrial(api.duplicateRun)).toBe(false)
})

test('platform staff may play one for a company too', async () => {
  const people = await server.newCompany()
  const route = await newRoute(people.owner, 3)
  await people.admin(startTrialNight, { routeId: route.id })
  expect((await people.admin(getCurrentCompany)).isTrial).toBe(true)
  expect(await people.admin(driveTrialNight)).toMatchObject({ stopsCount: 3 })
  await people.admin(endTrialNight)
  expect((await people.admin(getCurrentCompany)).id).toBe(people.companyId)
})
