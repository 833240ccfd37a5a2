import { Agent } from 'node:http'
import { api } from '@bordee/core/api.ts'
import { type CallRow, pathNames } from '@bordee/core/call.ts'
import { expect, test } from 'vitest'
import type { core } from 'zod'
import { ask, callerAt } from '../../../proof/ask.ts'
import { callersOf, type FuzzCompany } from '../../../proof/fuzz/companies.ts'
import { askedBy, type Plan, withGiven } from '../../../proof/fuzz/plan.ts'
import { prologueOf } from '../../../proof/fuzz/prologues.ts'
import { demoPassword, fillDemo } from '../demo/demo.ts'
import { boreal } from '../demo/payments.ts'
import { onlyFarHours } from '../testing/alerts.ts'
import { hearAnswers } from '../testing/answered.ts'
import { absent, empty } from '../testing/answered-exceptions.ts'
import { workForADay } from '../testing/answering.ts'
import { declaredFields, filledIn, presentIn } from '../testing/fields.ts'
import { openListeningServer } from '../testing/listening.ts'
import { inCompany, insertCompany, insertPeople } from '../testing/people.ts'
import { roundOf, writingRows } from '../testing/rounds.ts'
import { type Caller, ownerUrlOf } from '../testing/server.ts'
import { defOf } from '../testing/values.ts'
import { samples } from '../testing/world.ts'

const answering = (Object.values(api) as CallRow[]).filter(({ returns, stream }) => returns && !stream)

/** By what a list is made of, or what may be missing: several calls answer the same. */
const heard = new Map<core.$ZodType, { present: Set<string>; filled: Set<string> }>()
function entityOf(schema: core.$ZodType): core.$ZodType {
  const { shape, element, innerType } = defOf(schema)
  const inner = element ?? innerType
  return !shape && inner ? entityOf(inner) : schema
}
/** Each with the name of the last call that answers it. */
const entities = new Map(
  answering.flatMap(({ name, returns, rows: pieces }) =>
    [returns, pieces].flatMap((schema) => (schema ? [[entityOf(schema), name] as const] : [])),
  ),
)
const heardOf = (schema: core.$ZodType) => {
  const known = heard.get(entityOf(schema)) ?? { present: new Set(), filled: new Set() }
  heard.set(entityOf(schema), known)
  return known
}
hearAnswers((row, body, isPiece) => {
  const { present, filled } = heardOf((isPiece && row.rows) || (row.returns as core.$ZodType))
  for (const one of [body].flat()) {
    for (const path of presentIn(one)) present.add(path)
    for (const path of filledIn(one)) filled.add(path)
  }
})

const server = await openListeningServer()

test('everyone in the demo reads all that is there', async () => {
  await fillDemo(server, ownerUrlOf(server))
  for (const [role, name] of Object.entries({ owner: 'proprio', employee: 'equipe', client: 'client', super_admin: 'super' }))
    await readEverything(role, await server.signIn(`${name}@bordee.demo`, demoPassword))
  const owner = await server.signIn('proprio@bordee.demo', demoPassword)
  await inCompany(server, boreal, (tx) => tx.boss.executeSql(onlyFarHours))
  for (const { id } of await owner(api.listRoutes)) await owner(api.previewStart, { id }) // which says why it alerts nobody
}, 300_000)

test('a company works for a day', async () => {
  const people = await server.newCompany()
  await workForADay(server, people)
  for (const role of ['owner', 'client', 'super_admin'] as const) await readEverything(role, people[role])
})

test.each(writingRows.filter(({ verbs }) => verbs.includes('POST')))('$name answers what was written', async (row) => {
  await roundOf(server, row, 0)
})

test.each([...answering, api.retryDeadLetter, api.moveSandboxPayment].filter(prologueOf))(
  '$name answers what it is prepared for',
  async (row) => {
    const agent = new Agent()
    const url = `http://127.0.0.1:${server.env.port}`
    const at = { url, agent, secrets: server.secrets, work: server.work }
    const companyId = await insertCompany(server, 'Déneigement')
    const company: FuzzCompany = { mark: '', companyId, people: await insertPeople(server, companyId), ids: new Map(), tableOf: new Map() }
    const anyone = callerAt(() => url, agent, { accountId: '' })
    const given = await prologueOf(row)?.({ at, company, people: callersOf(at, company), anyone })
    const [verb = 'GET'] = row.verbs
    const body = verb === 'GET' ? null : { type: 'application/json', bytes: Buffer.alloc(0) }
    const drawn: Plan = { n: 0, row, who: 'owner', verb, kind: 'valid', input: {}, headers: {}, body, isPrepared: true }
    const plan = withGiven(drawn, given ?? {})
    const answer = await ask(url, agent, askedBy(plan, plan.token ?? (plan.who === 'anyone' ? undefined : company.people[plan.who].token)))
    agent.destroy()
    expect(answer.status, answer.text).toBe(row.status)
  },
)

/** Lists first: what they name is then read one by one. */
async function readEverything(role: string, caller: Caller) {
  const lists = new Map<string, Record<string, unknown>[]>()
  const admitted = answering.filter(({ verbs, who }) => verbs.includes('GET') && (!Array.isArray(who) || who.includes(role)))
  for (const row of admitted.toSorted((a, b) => pathNames(a.path).length - pathNames(b.path).length)) {
    const [name, ...others] = pathNames(row.path)
    if (others.length > 0) continue
    const known = name ? (lists.get(row.path.slice(0, row.path.indexOf('/:'))) ?? []).slice(0, 5) : [{}]
    for (const one of known) {
      const input = { ...samples[row.name], ...(name && { [name]: one[name] ?? one.id }) }
      const { body } = await caller.raw(row, input)
      if (Array.isArray(body)) lists.set(row.path, body)
      if (row.rows) await caller.raw(row, { ...input, limit: 1000 })
    }
  }
}

test('every field is in some answer of each kind that has it, and filled in one of them', () => {
  const fields = [...entities].flatMap(([entity, name]) => {
    const { present, filled } = heardOf(entity)
    return declaredFields(entity, 'out').flatMap(({ path, declared }) => {
      const field = path.replace(/^\[\]\.?/, '')
      return field ? [{ name: `${name}: ${field}`, declared, isPresent: holds(present, field), isFilled: holds(filled, field) }] : []
    })
  })
  const filled = new Set(fields.filter(({ isFilled }) => isFilled).map(({ declared }) => declared))
  const namesOf = (some: typeof fields) => [...new Set(some.map(({ name }) => name))].toSorted()
  expect(namesOf(fields.filter(({ isPresent }) => !isPresent))).toEqual(Object.values(absent).flat().toSorted())
  const unfilled = fields.filter(({ isPresent, declared }) => isPresent && !filled.has(declared))
  expect(namesOf(unfilled)).toEqual(Object.values(empty).flat().toSorted())
})

/** Itself, or what is in it where the schema does not say. */
const holds = (paths: ReadonlySet<string>, field: string) =>
  [...paths].some((path) => path === field || path.startsWith(`${field}.`) || path.startsWith(`${field}[`))
