// One round of a call: every field of its input is sent a fresh value, and looked for wherever it is read.
import { api } from '@bordee/core/api.ts'
import { type CallRow, envelopeOf, pathNames } from '@bordee/core/call.ts'
import type { ActingRole } from '@bordee/core/roles.ts'
import { expect } from 'vitest'
import type { core } from 'zod'
import { fieldsOf, filledIn, lostFields, namesRemoved, promisedBy } from './fields.ts'
import type { Caller, People, TestServer } from './server.ts'
import { defOf, validInput } from './values.ts'
import { companyResources } from './world.ts'
import type { Setting, Written } from './writing.ts'
import { written } from './written.ts'
import { writeNothing } from './written-exceptions.ts'
import { asSent, thingFor, valueFor } from './written-values.ts'

type Values = Record<string, unknown>

/** What was written as it was read; `by` a schema that need not show all of it. */
interface Reading {
  read: Values
  by?: core.$ZodType
}

const rows = Object.values(api) as CallRow[]

/** Calls that take something besides the ids in their paths, and do not remove what these name. */
export const takingRows = rows.filter(
  ({ verbs, path, input }) =>
    !verbs.includes('GET') && !verbs.includes('DELETE') && Object.keys(input.shape).some((key) => !pathNames(path).includes(key)),
)
/** Those of them that write fields. */
export const writingRows = takingRows.filter(({ name }) => !Object.values(writeNothing).flat().includes(name))

/** Goes on from call to call: no two fields are sent the same value. */
let made = 0
let drawn = 0
const random = () => (++drawn * 0.618_033_988_75) % 1

/** Sends a fresh value for every field, and looks for each of them wherever it is read. */
export async function roundOf(server: TestServer, row: CallRow, round: number) {
  const people = await server.newCompany()
  const how = written[row.name] ?? {}
  const setting = await settingOf(server, row, people, round)
  const values = { number: round, made, valueFor: (field: string) => valueFor(field, round) }
  const { input: fresh } = validInput(row.input, { random, mark: round ? 'n' : 'm', idFor: setting.idFor, round: values })
  made = values.made
  const target = row.path.includes('/:id') ? { id: await companyResources[row.slice]?.(people, server) } : {}
  const added = JSON.parse(JSON.stringify(fresh, (key, value) => (namesRemoved(key) ? undefined : value))) as Values
  const input = merged({ ...added, ...target }, (await how.given?.(setting)) ?? {})
  const caller = callerOf(server, row, how, people)
  const { status, body } = await caller.raw(row, input, { headers: (await how.headers?.(setting)) ?? {} })
  expect(status, JSON.stringify([body, input])).toBe(row.status)
  const understood = row.input.parse(input) as Values
  const reads: Reading[] = how.reads
    ? (await how.reads(setting, understood, body as Values)).map((read) => ({ read }))
    : await usualReads(row, understood, body as Values, caller)
  const sent = Object.fromEntries(Object.entries(understood).filter(([key]) => !pathNames(row.path).includes(key)))
  return {
    setting,
    answer: body as Values,
    sent: filledIn(sent),
    lost: reads.flatMap(({ read, by }) => lostFields(by ? shownBy(by, row, sent) : sent, read)),
  }
}

async function settingOf(server: TestServer, row: CallRow, people: People, round: number): Promise<Setting> {
  const names = fieldsOf(row.input, 'in').map((path) => path.replaceAll('[]', '').split('.').at(-1) ?? '')
  const ids = new Map<string, string>()
  for (const name of new Set(names)) {
    const make = thingFor[name]
    if (make) ids.set(name, await make(people, server))
  }
  return { server, people, round, idFor: (field) => ids.get(field) }
}

function callerOf(server: TestServer, { who }: CallRow, { as }: Written, people: People): Caller {
  if (who === 'anyone') return server.anyone
  const [first = 'owner'] = who === 'signed-in' || who.includes('owner') ? [] : who
  return people[as ?? (first as ActingRole)]
}

/** Of what was sent, in its envelope and beside it. */
function shownBy(element: core.$ZodType, row: CallRow, sent: Values): Values {
  const envelope = envelopeOf(row)
  const shown = promisedBy(element, sent) as Values
  return envelope ? { ...shown, [envelope]: promisedBy(element, sent[envelope]) } : shown
}

function merged(fresh: Values, given: Values): Values {
  const parts = Object.entries(given).map(([key, value]) => {
    const isPart = typeof value === 'object' && value !== null && !Array.isArray(value)
    return [key, isPart ? merged((fresh[key] ?? {}) as Values, value as Values) : value]
  })
  return { ...fresh, ...Object.fromEntries(parts) }
}

/** The answer itself, the GET of the same path, and the list, which may show less of each than the whole. */
async function usualReads(row: CallRow, sent: Values, answer: Values, caller: Caller): Promise<Reading[]> {
  const envelope = envelopeOf(row)
  const view = (read: Values) => {
    const one = asSent[row.slice]?.(read) ?? read
    return envelope ? { ...one, [envelope]: one } : one
  }
  const base = row.path.replace(/\/:id(\/.*)?$/, '')
  const readings = rows.filter(({ verbs, path }) => verbs.includes('GET') && [row.path, base, `${base}/:id`].includes(path))
  const reads: Reading[] = [{ read: view(answer) }]
  for (const reading of readings) {
    const ids = Object.fromEntries(pathNames(reading.path).map((name) => [name, sent[name] ?? answer[name]]))
    const whole = { input: ids, element: reading.returns && defOf(reading.returns).element }
    for (const { input, element } of reading.rows ? [whole, { input: { ...ids, limit: 1000 }, element: reading.rows }] : [whole]) {
      const { status, body } = await caller.raw(reading, input)
      expect(status, JSON.stringify([reading.name, body])).toBe(reading.status)
      const read = element ? (body as Values[]).find(({ id }) => id === answer.id) : (body as Values)
      reads.push({ read: view(read ?? {}), ...(element && { by: element }) })
    }
  }
  return reads
}
