import { api } from '@bordee/core/api.ts'
import { type CallRow, pathNames } from '@bordee/core/call.ts'
import { type ActingRole, actingRoles, isPlatform } from '@bordee/core/roles.ts'
import { describe, expect, test } from 'vitest'
import { sql } from '../engine/db/sql.ts'
import { openTestServer, type People, type Reply, type TestServer, withoutPolicies } from '../testing/server.ts'
import { companyResources, repeatable, sampleOf, samples } from '../testing/world.ts'

const server = await openTestServer()
const ours = await server.newCompany()
const theirs = await server.newCompany()

const rows = Object.values(api) as CallRow[]
const nowhere = '00000000-0000-7000-8000-000000000000'
const anyIds = (row: CallRow) => Object.fromEntries(pathNames(row.path).map((name) => [name, nowhere]))
const admitted = (row: CallRow): ActingRole[] => (Array.isArray(row.who) ? [...row.who] : [...actingRoles])

describe.each(rows.filter((row) => row.who !== 'anyone'))('$name', (row) => {
  test.each(row.verbs)('%s without a token is 401', async (verb) => {
    expect(await server.anyone.raw(row, anyIds(row), { verb })).toMatchObject({
      status: 401,
      body: { type: 'failure', message: expect.any(String) },
    })
  })

  test('an invalid token is 401', async () => {
    const headers = { authorization: 'Bearer eyJhbGciOiJub25lIn0.e30.' }
    expect((await server.anyone.raw(row, anyIds(row), { headers })).status).toBe(401)
  })

  const refused = actingRoles.filter((role) => !admitted(row).includes(role))
  if (refused.length) {
    test.each(refused)('%s is 403', async (role) => {
      expect(await ours[role].raw(row, anyIds(row))).toMatchObject({ status: 403, body: { type: 'failure' } })
    })
  }

  test('a tab that still shows another company gets a 409', async () => {
    const role = admitted(row)[0] ?? 'owner'
    const answer = await ours[role].raw(row, anyIds(row), { headers: { 'x-company': theirs.companyId } })
    expect(answer).toMatchObject({ status: 409, body: { code: 'company-changed' } })
  })
})

/** Who may call it, but not for every company: platform staff may make some calls in all of them. */
const neighboursOf = (row: CallRow) => (row.who === 'anyone' ? [] : admitted(row).filter((role) => !(row.across && isPlatform(role))))
const withIds = rows.filter((row) => row.path.includes(':') && neighboursOf(row).length > 0 && !repeatable.includes(row.name))

// Asked with and without row-level security: the query's filter must be enough without the policy, and vice versa.
const naked = await openTestServer()
await withoutPolicies(naked)
const neighbour = await naked.newCompany()
const walls = [
  { walls: 'both walls', us: ours, idsOfThem: await resourcesOf(server, theirs) },
  { walls: 'the query alone', us: await naked.newCompany(), idsOfThem: await resourcesOf(naked, neighbour) },
]

/** Something of the company in each slice, by slice: the calls below must not reach it, so one is enough for all of them. */
async function resourcesOf(at: TestServer, people: People) {
  const ids = new Map<string, string>()
  for (const [slice, resource] of Object.entries(companyResources)) ids.set(slice, await resource(people, at))
  return ids
}

describe.each(walls)('behind $walls', ({ us, idsOfThem }) => {
  describe.each(withIds)('$name, called from another company', (row) => {
    test.each(neighboursOf(row))('%s gets 404', async (role) => {
      const id = idsOfThem.get(row.slice)
      if (!id) throw new Error(`testing/world.ts has nothing for the slice ${row.slice}`)
      const [name = 'id'] = pathNames(row.path)
      const input = { ...anyIds(row), ...sampleOf(row, anyIds(row)), [name]: id }
      expect((await us[role].raw(row, input)).status).toBe(404)
    })
  })

  test('a list contains nothing of another company', async () => {
    await us.owner(api.activatePaymentAccount) // without an account there are no links to it
    const lists = rows.filter(
      (row) => row.verbs.includes('GET') && !row.path.includes(':') && !row.across && !row.stream && row.who !== 'anyone',
    )
    for (const row of lists) {
      const { status, body } = await us[admitted(row).includes('owner') ? 'owner' : (admitted(row)[0] ?? 'owner')].raw(
        row,
        samples[row.name],
      )
      expect(status, row.name).toBe(200)
      for (const id of idsOfThem.values()) expect(JSON.stringify(body), row.name).not.toContain(id)
    }
  })
})

test('behind the policy alone, an unfiltered query sees one company', async () => {
  const tables = await server.sql<{ table_name: string }>(
    `select table_name from information_schema.columns where table_schema = 'public' and column_name = 'company_id'
       and table_name in (select relname from pg_class where relforcerowsecurity)`,
  )
  expect(tables.length).toBeGreaterThan(1)
  await server.work(async ({ tx }) => {
    await tx.scope({ companies: [ours.companyId] })
    for (const { table_name } of tables) {
      const rows = await tx.rows(sql<{ company_id: string }>`select company_id from ${sql.table(table_name)}`)
      expect(
        rows.filter((row) => row.company_id !== ours.companyId),
        table_name,
      ).toEqual([])
    }
  })
})

const malformed = [
  'not-an-id',
  '0',
  "'; drop table accounts; --",
  '\u0000',
  '../../..',
  'é'.repeat(400),
  '%2e%2e',
  nowhere.replace('7', 'g'),
]

describe.each(rows.filter((row) => row.path.includes(':')))('$name with malformed ids', (row) => {
  const isTile = row.path.endsWith('/:x/:y') // there is one at 0, 0
  test.each(malformed.filter((value) => !isTile || value !== '0'))('%j is 404 or 422', async (value) => {
    const caller = row.who === 'anyone' ? server.anyone : ours[admitted(row)[0] ?? 'owner']
    const ids = Object.fromEntries(pathNames(row.path).map((name) => [name, value]))
    expect([404, 422]).toContain((await caller.raw(row, { ...ids, ...sampleOf(row, ids) })).status)
  })
})

const hostile: unknown[] = [
  null,
  [],
  'text',
  12,
  {},
  { account: null },
  { account: [] },
  { email: { $ne: '' } },
  { email: '\u0000@x.ca', password: '\u0000' },
]
const deep = {
  id: JSON.parse(`${'['.repeat(500)}${']'.repeat(500)}`) as unknown,
  email: 'x'.repeat(100_000),
  account: { email: Number.MAX_VALUE, firstName: '\ud800' },
}

const isRead = (row: CallRow) => row.verbs.every((verb) => verb === 'GET') && !row.writes
const rowsOf = (isWanted: (row: CallRow) => boolean) => rows.filter((row) => !row.stream && isWanted(row))

test.each(rowsOf(isRead))('$name with a body of nonsense never breaks the server', async (row) => {
  const caller = row.who === 'anyone' ? server.anyone : ours[admitted(row)[0] ?? 'owner']
  expectAnAnswer(await caller.raw(row, anyIds(row), { payload: JSON.stringify(deep), headers: asJson }))
})

test.each(rowsOf((row) => !isRead(row)))('$name with nonsense as input never breaks the server', async (row) => {
  const people = row.who === 'anyone' ? undefined : await server.newCompany() // what it writes harms no other test
  const caller = people?.[admitted(row)[0] ?? 'owner'] ?? server.anyone
  for (const payload of [...hostile, deep])
    for (const verb of row.verbs)
      expectAnAnswer(await caller.raw(row, anyIds(row), { verb, payload: JSON.stringify(payload), headers: asJson }))
})

const asJson = { 'content-type': 'application/json' }

function expectAnAnswer({ status, body }: Reply) {
  expect(status, JSON.stringify(body)).toBeLessThan(500)
  if (status >= 400) expect(body).toMatchObject({ message: expect.any(String), type: expect.stringMatching(/^(warning|failure)$/) })
}

test.each(['[]', '[{"boxes":[]}]', '"text"', '12', 'true'])('the body %s is 400, not taken for an empty one', async (payload) => {
  const answer = await ours.client.raw(api.acceptContract, { id: nowhere }, { payload, headers: { 'content-type': 'application/json' } })
  expect(answer).toMatchObject({ status: 400, body: { message: 'Requête mal formée.' } })
})

test('a body that is not JSON is 400, one that is too large is 413, both in French', async () => {
  const row = api.resetPassword
  const headers = { 'content-type': 'application/json' }
  expect(await server.anyone.raw(row, {}, { payload: '{"email":', headers })).toMatchObject({
    status: 400,
    body: { message: 'Requête mal formée.' },
  })
  expect(await server.anyone.raw(row, {}, { payload: `"${'x'.repeat(2_000_000)}"`, headers })).toMatchObject({
    status: 413,
    body: { message: 'La requête est trop volumineuse.' },
  })
})

test('an unknown path is 404 with a message', async () => {
  const answer = await server.app.inject('/api/nothing-here')
  expect(answer.statusCode).toBe(404)
  expect(answer.json()).toMatchObject({ message: 'Élément introuvable.', type: 'failure' })
})

test('only these calls are open to anyone', () => {
  expect(
    rows
      .filter((row) => row.who === 'anyone')
      .map((row) => row.path)
      .toSorted(),
  ).toEqual(
    [
      '/identity/sign-in',
      '/identity/sign-in/second-step',
      '/identity/sign-in-with-token',
      '/identity/token',
      '/identity/sign-out',
      '/identity/reset-code/verify',
      '/identity/reset-code/confirm',
      '/identity/email-verification/confirm',
      '/accounts/reset-password',
      '/accounts/sign-in-link',
      '/authentication/retrieve/sign-in-link-token',
      '/addresses/suggestions',
      '/addresses/details/:placeId/:sessionToken',
      '/addresses/streets/:zoom/:x/:y',
      '/addresses/houses/:x/:y',
      '/companies/register',
      '/companies/email-verification/confirm',
      '/devices/ingest',
      '/config',
      '/captcha/challenge',
      '/openapi.json',
      '/webhooks/twilio/:hook',
      '/webhooks/payments',
      '/webhooks/mail',
      '/webhooks/twilio/line',
      // Protected by links that the sandbox seals.
      '/sandbox/setup/:clientSecret',
      '/sandbox/onboarding/:token',
      '/sandbox/onboarding/:token',
      '/sandbox/account/:token',
      '/sandbox/account/:token/payments',
      '/sandbox/account/:token/payments/:paymentId',
      '/sandbox/checkout/:clientSecret',
      '/sandbox/checkout/:clientSecret',
      // Protected by unguessable secrets.
      '/sandbox/invoices/:token',
      '/sandbox/invoices/:token',
      '/sandbox/invoices/:token/pdf',
      '/sandbox/confirmations/:clientSecret',
      '/sandbox/confirmations/:clientSecret',
      '/verification',
      '/published-days',
      '/quotes-requests',
      '/quotes-requests/company',
      '/quotes-requests/recipients',
      '/quotes-requests/withdraw',
    ].toSorted(),
  )
})

test.each(['//x', `/api/customers/${'0'.repeat(6000)}`, `/${'a'.repeat(6000)}`])(
  'an impossible file name is not found: %.30s',
  async (url) => {
    const answer = await server.app.inject({ url })
    expect([404, 414]).toContain(answer.statusCode)
    expect(answer.json()).toMatchObject({ type: 'failure' })
  },
)
