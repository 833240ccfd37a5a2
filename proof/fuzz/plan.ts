// Call number n of a seed: which row, who asks, with what. The same seed and number give the same call; ids are chosen
// by company, table and position.
import { api } from '@bordee/core/api.ts'
import type { CallRow } from '@bordee/core/call.ts'
import { type ActingRole, actingRoles, isPlatform } from '@bordee/core/roles.ts'
import { seeded } from '../../server/src/demo/chance.ts'
import { chance, oneOf, type Random, upTo, validInput } from '../../server/src/testing/values.ts'
import { nowhere, samples } from '../../server/src/testing/world.ts'
import { type Asked, addressed } from '../ask.ts'
import { type FuzzCompany, tableFor } from './companies.ts'
import type { Given } from './prologue.ts'
import { preparedPart } from './prologues.ts'
import { type Body, brokenBody, spoiled, uploadedBody } from './spoiling.ts'

type Who = ActingRole | 'anyone'

export interface Plan {
  n: number
  row: CallRow
  who: Who
  verb: string
  /** `valid`: the schema accepts it. `spoiled`: broken in one to three places. `broken`: an unreadable body. */
  kind: 'valid' | 'spoiled' | 'broken'
  input: Record<string, unknown>
  headers: Record<string, string>
  body: Body | null
  /** First creates what the call needs to succeed. */
  isPrepared: boolean
  /** Of a person created for this call. */
  token?: string | undefined
}

/** Whose ids a plan may use: its own company's, and its neighbours'. */
export interface Around {
  own: FuzzCompany
  neighbours: readonly FuzzCompany[]
  /** For platform staff, who may rightly act there. */
  ground: FuzzCompany
}

/** Password hashes, pictures, files and streams cost more than the rest, so they are drawn less often. */
const hashing = 'signIn|updatePassword|confirmResetCode|createAccount|registerCompany|createCompany'
const costly = new RegExp(`^(${hashing}|validateImport|runImport|print|export|verifyContract|activate)`)

const isCostly = ({ name, stream, file, upload }: CallRow) => Boolean(stream || file || upload) || costly.test(name)

const allRows = Object.values(api as Record<string, CallRow>)

/** Drawn a quarter as often as the others. */
export const costlyRows = allRows.filter(isCostly)

export function rowsOf(only: string | undefined): CallRow[] {
  const wanted = allRows.filter(({ name, slice }) => !only || name === only || slice === only)
  return wanted.flatMap((row) => Array.from({ length: !only && isCostly(row) ? 1 : 4 }, () => row))
}

export function planOf(seed: number, n: number, rows: readonly CallRow[], around: Around): Plan {
  const random = seeded(Math.imul(seed, 0x9e3779b1) ^ Math.imul(n + 1, 0x85ebca6b))
  const row = oneOf(random, rows)
  const who = whoAsks(row, random)
  const verb = oneOf(random, row.verbs)
  const making = {
    random,
    mark: who === 'anyone' || isPlatform(who) ? 'personne' : around.own.mark,
    idFor: (field: string) => idFor(around, row, who, field, random),
  }
  const { input: made } = validInput(row.input, making)
  const given = chance(random, 0.3) ? { ...made, ...samples[row.name] } : made
  const fate = random()
  const kind = fate < 0.55 ? 'valid' : fate < 0.92 ? 'spoiled' : 'broken'
  const input = kind === 'spoiled' ? spoiled(given, making) : given
  const headers = headersOf(making.idFor, random)
  const body = bodyOf(row, verb, kind, input, random)
  return { n, row, who, verb, kind, input, headers, body, isPrepared: kind !== 'broken' && chance(random, preparedPart(row)) }
}

/** Applies the prologue: what it gives replaces what was drawn, except in some parts of a spoiled plan. */
export function withGiven(plan: Plan, { who = plan.who, token, input = {}, headers = {}, body }: Given): Plan {
  const random = seeded(plan.n + 1)
  const given = Object.entries(input).filter(() => plan.kind === 'valid' || chance(random, 0.7))
  const made = { ...plan.input, ...Object.fromEntries(given) }
  const json = plan.body && { type: 'application/json', bytes: Buffer.from(JSON.stringify(addressed(plan.row, plan.verb, made).rest)) }
  const isGivenBody = body && plan.verb !== 'GET'
  const others = plan.kind === 'valid' ? {} : plan.headers
  return {
    ...plan,
    who,
    token,
    input: made,
    headers: { ...others, ...headers },
    body: isGivenBody ? body : plan.row.upload ? plan.body : json,
  }
}

function whoAsks(row: CallRow, random: Random): Who {
  const admitted: readonly Who[] = row.who === 'anyone' ? ['anyone'] : row.who === 'signed-in' ? actingRoles : row.who
  return chance(random, 0.75) ? oneOf(random, admitted) : oneOf<Who>(random, ['anyone', ...actingRoles])
}

/** The draws are always the same: only the ids they select differ from run to run. */
function idFor({ own, neighbours, ground }: Around, row: CallRow, who: Who, field: string, random: Random): string {
  const kind = random()
  const neighbour = oneOf(random, neighbours)
  const place = random()
  const anyTable = random()
  if (kind < 0.05) return nowhere
  const company = kind < 0.75 ? own : who !== 'anyone' && isPlatform(who) ? ground : neighbour
  const tables = [...company.ids.keys()]
  const table = kind > 0.95 || (kind > 0.7 && kind < 0.75) ? tables[Math.floor(anyTable * tables.length)] : tableFor(company, row, field)
  const ids = company.ids.get(table ?? '') ?? []
  return ids[Math.floor(place * ids.length)] ?? nowhere
}

function headersOf(id: (field: string) => string, random: Random): Record<string, string> {
  const kind = upTo(random, 40)
  const other = id('companyId')
  if (kind === 0) return { 'x-company': other }
  if (kind === 1) return { 'if-none-match': '"1-2-3", *' }
  if (kind === 2) return { recaptcha: 'e30=', cookie: 'bordee_session=a.b.c; =; %00=%' }
  if (kind === 3) return { authorization: 'Bearer eyJhbGciOiJub25lIn0.e30.' }
  if (kind === 4) return { 'x-forwarded-for': '::1, not an address', 'x-http-method-override': 'DELETE' }
  return {}
}

function bodyOf(row: CallRow, verb: string, kind: Plan['kind'], input: Record<string, unknown>, random: Random): Body | null {
  if (verb === 'GET' || verb === 'DELETE') return null
  if (row.upload && kind !== 'broken') return uploadedBody(row.upload, random)
  const json = JSON.stringify(addressed(row, verb, input).rest)
  return kind === 'broken' ? brokenBody(json, random) : { type: 'application/json', bytes: Buffer.from(json) }
}

/** As sent on the wire. */
export function askedBy(plan: Plan, token: string | undefined): Asked {
  const { row, verb, input, headers, body } = plan
  return {
    method: verb,
    path: addressed(row, verb, input).path,
    headers: {
      'accept-encoding': 'identity',
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body?.type && { 'content-type': body.type }),
      ...headers,
    },
    ...(body?.bytes && { body: body.bytes }),
  }
}
