// A whole server on its own database, and people of every role to call it as.
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CallRow, type Input, type Output, pathNames } from '@bordee/core/call.ts'
import type { OutboxMessage } from '@bordee/core/platform/platform.calls.ts'
import { Problem, type ProblemBody } from '@bordee/core/problem.ts'
import type { ActingRole } from '@bordee/core/roles.ts'
import type { InjectOptions } from 'fastify'
import pg from 'pg'
import { expect, inject } from 'vitest'
import { openApp } from '../app.ts'
import type { Work } from '../engine/ctx.ts'
import { readEnv } from '../engine/env.ts'
import type { Server } from '../engine/server.ts'
import { openServer, startWork, withWork } from '../server.ts'
import { noteAnswered } from './answered.ts'
import { closeAfterwards } from './closing.ts'
import { inDatabase, templateDatabase, testAppPassword, testSecret } from './cluster.ts'
import { insertAccount, insertCompany, insertPeople, type NewAccount, testPassword } from './people.ts'
import { soon } from './soon.ts'

export { inCompany } from './people.ts'

noteAnswered()

export interface Reply {
  status: number
  body: unknown
  headers: Record<string, string | string[] | number | undefined>
  cookie: string | undefined
}

/** Makes calls as someone, as the web client does: returns the answer, or throws a Problem. */
export interface Caller {
  <C extends CallRow>(row: C, ...input: object extends Input<C> ? [input?: Input<C>] : [input: Input<C>]): Promise<Output<C>>
  /** Same, with any input at all; returns the raw answer. */
  raw(row: CallRow, input?: object, options?: RawOptions): Promise<Reply>
  token: string | undefined
  accountId: string
}

export interface RawOptions {
  headers?: Record<string, string>
  verb?: string
  address?: string
  payload?: unknown
}

export type People = Record<ActingRole, Caller> & { companyId: string }

export interface TestServer extends Server {
  app: Awaited<ReturnType<typeof openApp>>
  /** As the owner of the tables, who is bound by row-level security too. */
  sql<R extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<R[]>
  work<T>(run: (work: Work) => Promise<T>): Promise<T>
  anyone: Caller
  signIn(email: string, password?: string): Promise<Caller>
  /** A company with a person per role, each with a new e-mail, and the contract and geolocation modules active. */
  newCompany(name?: string): Promise<People>
  newAccount(email: string, of?: NewAccount): Promise<string>
  /** Waits for the `count`-th letter to that address with a matching subject, and reads the code in its link. */
  letterTo(email: string, subject?: RegExp, count?: number): Promise<OutboxMessage & { code: string }>
}

/**
 * With `share`, uses that test server's database: they are then two processes of one installation. `lookSeconds`: how often
 * it looks for jobs that nothing announces.
 */
export async function openTestServer(
  environment: Record<string, string> = {},
  share?: TestServer & { database?: string },
  { lookSeconds }: { lookSeconds?: number } = {},
): Promise<TestServer & { database: string }> {
  const ownerUrl = inject('ownerUrl')
  const database = share?.database ?? `test_${randomUUID().replaceAll('-', '')}`
  const closers: (() => Promise<unknown>)[] = []
  if (!share) {
    await outsideOf(`create database ${database} template ${templateDatabase} strategy file_copy`)
    // A process that was killed in a statement may still hold it; it then goes with the cluster.
    closers.push(() => outsideOf(`drop database ${database}`).catch(() => undefined))
  }
  const owner = new pg.Client(inDatabase(ownerUrl, database))
  await owner.connect()
  closers.push(() => owner.end())
  const dataDir = share?.env.dataDir ?? (await mkdtemp(join(tmpdir(), 'bordee-test-')))
  if (!share) closers.push(() => rm(dataDir, { recursive: true, force: true }))
  const env = readEnv({ DEMO: '1', DATA_DIR: dataDir, ...environment })
  const appUrl = appUrlOf({ database })
  const server = await openServer(env, testSecret, appUrl, closers)
  if (env.role !== 'web') await startWork(server, lookSeconds)
  const app = await openApp(server, { checkAnswers: true, heartbeatMs: 300 })
  closers.push(() => app.close())
  closeAfterwards(async () => {
    for (const close of closers.reverse()) await close()
  })

  const test: TestServer & { database: string } = {
    ...server,
    app,
    database,
    sql: async (text, values = []) => (await owner.query(text, values)).rows,
    work: (run) => withWork(server, run),
    anyone: callerOf(app, undefined, ''),
    async signIn(email, password = testPassword) {
      const answer = await app.inject({
        method: 'POST',
        url: '/api/identity/sign-in',
        remoteAddress: newAddress(),
        payload: { email, password },
      })
      if (answer.statusCode !== 200) throw new Error(`${email} could not sign in: ${answer.body}`)
      const { token, user } = answer.json<{ token: string; user: { uid: string } }>()
      return callerOf(app, token, user.uid)
    },
    newCompany: (name) => newCompany(test, name),
    newAccount: (email, of) => insertAccount(test, email, of),
    letterTo: (email, subject = /./, count = 1) => letterTo(test, email, subject, count),
  }
  return test
}

/** A statement about a database, from another one. */
async function outsideOf(text: string): Promise<void> {
  const client = new pg.Client(inject('ownerUrl'))
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}

export const ownerUrlOf = ({ database }: { database: string }) => inDatabase(inject('ownerUrl'), database)
export const appUrlOf = (server: { database: string }) =>
  Object.assign(new URL(ownerUrlOf(server)), { username: 'bordee_app', password: testAppPassword }).href

/** Takes down the second wall, to check that the first one is enough. */
export async function withoutPolicies(test: TestServer) {
  const tables = await test.sql<{ relname: string }>(
    `select relname from pg_class where relforcerowsecurity and relnamespace = 'public'::regnamespace`,
  )
  for (const { relname } of tables) await test.sql(`alter table ${relname} disable row level security`)
}

let addresses = 0
/** A new household for each call, unless a test gives an address. */
export const newAddress = () => `198.${51 + Math.floor(++addresses / 62_500)}.${Math.floor(addresses / 250) % 250}.${1 + (addresses % 250)}`

function callerOf(app: TestServer['app'], token: string | undefined, accountId: string): Caller {
  async function raw(
    row: CallRow,
    input: object = {},
    { headers = {}, verb = row.verbs[0] ?? 'GET', address = newAddress(), payload }: RawOptions = {},
  ): Promise<Reply> {
    const given = { ...input } as Record<string, unknown>
    let url = `/api${row.path}`
    for (const name of pathNames(row.path)) {
      url = url.replace(`:${name}`, encodeURIComponent(String(given[name])))
      delete given[name]
    }
    const asQuery = verb === 'GET' || verb === 'DELETE'
    const form = row.upload && payload === undefined && !asQuery ? await formOf(given) : undefined
    const options: InjectOptions = {
      method: verb as 'GET',
      url,
      remoteAddress: address,
      headers: { ...(token && { authorization: `Bearer ${token}` }), ...form?.headers, ...headers },
      ...(asQuery
        ? { query: given as Record<string, string> }
        : { payload: form?.payload ?? ((payload === undefined ? given : payload) as object) }),
    }
    const answer = await app.inject(options)
    const isJson = String(answer.headers['content-type']).startsWith('application/json')
    const cookie = answer.cookies.find((one) => one.name === 'bordee_session')?.value
    return {
      status: answer.statusCode,
      body: answer.body === '' ? null : isJson ? answer.json() : answer.body,
      headers: answer.headers,
      cookie,
    }
  }
  async function call(row: CallRow, input: object = {}): Promise<unknown> {
    const { status, body } = await raw(row, input)
    if (status >= 400) throw new Problem(status, (body as ProblemBody).message, body as ProblemBody)
    return body
  }
  return Object.assign(call as Caller, { raw, token, accountId })
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

/** The fields of an upload, without a file. */
async function formOf(fields: Record<string, unknown>) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.append(name, textOf(value))
  const request = new Request('http://bordee/', { method: 'POST', body: form })
  return {
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
    payload: Buffer.from(await request.arrayBuffer()),
  }
}

let companies = 0
async function newCompany(test: TestServer, name = `Compagnie ${++companies}`): Promise<People> {
  const companyId = await insertCompany(test, name)
  const people = { companyId } as People
  for (const [role, { token, accountId }] of Object.entries(await insertPeople(test, companyId)))
    people[role as ActingRole] = callerOf(test.app, token, accountId)
  return people
}

async function letterTo(test: TestServer, email: string, subject: RegExp, count: number) {
  const letters = await soon(async () => {
    const rows = await test.sql<OutboxMessage>(
      `select *, created_at as "createdAt" from outbox where "to" = $1 order by created_at desc, id desc`,
      [email],
    )
    const matching = rows.filter((row) => subject.test(row.subject ?? ''))
    expect(matching.length).toBeGreaterThanOrEqual(count)
    return matching
  })
  const [letter] = letters
  if (!letter) throw new Error('no letter')
  return { ...letter, code: /oobCode=([\w-]+)/.exec(letter.text)?.[1] ?? '' }
}
