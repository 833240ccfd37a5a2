// Values that a schema accepts, derived from the same schemas that guard the calls.
import { sample, stringMatching } from 'fast-check'
import { type core, safeParse } from 'zod'

export type Random = () => number

export const upTo = (random: Random, max: number) => Math.floor(random() * max)
export const oneOf = <T>(random: Random, among: readonly T[]): T => among[upTo(random, among.length)] as T
export const chance = (random: Random, part: number) => random() < part

/** What the values of one call are made with. */
export interface Making {
  random: Random
  /** Part of every free text, so that anyone who reads it back knows which company it belongs to. */
  mark: string
  /** An id for a field of that name; undefined for one that is left out. */
  idFor(field: string): string | undefined
  /** Leaves nothing out: every key has a value, and a text, a number, a choice or a switch has another one in the next round. */
  round?: Round
}

export interface Round {
  number: number
  /** How many values were made so far, in all rounds: each is another one. */
  made: number
  /** A value for a field of that name whose rules no schema shows; undefined where there is none. */
  valueFor(field: string): unknown
}

/** The parts of a zod schema that values are made from. */
export interface Def {
  type: string
  format?: string
  pattern?: RegExp
  checks?: { _zod: { def: CheckDef } }[]
  innerType?: core.$ZodType
  element?: core.$ZodType
  in?: core.$ZodType
  out?: core.$ZodType
  keyType?: core.$ZodType
  valueType?: core.$ZodType
  options?: core.$ZodType[]
  values?: unknown[]
  entries?: Record<string, unknown>
  shape?: Record<string, core.$ZodType>
}

interface CheckDef {
  check: string
  minimum?: number
  maximum?: number
  value?: number
  inclusive?: boolean
  format?: string
  pattern?: RegExp
}

export const defOf = (schema: core.$ZodType) => schema._zod.def as unknown as Def

/** Retries when a rule that the schema doesn't show (`refine`) refuses a value. */
const tries = 6

/** Input that a call's schema accepts; `isValid` is false when its rules refused every try. */
export function validInput(schema: core.$ZodType, making: Making): { input: Record<string, unknown>; isValid: boolean } {
  const shape = defOf(schema).shape ?? {}
  const input: Record<string, unknown> = {}
  let isValid = true
  for (const [name, field] of Object.entries(shape)) {
    const made = accepted(field, making, name)
    isValid &&= made.isValid
    if (made.value !== undefined) input[name] = made.value
  }
  return { input, isValid: isValid && safeParse(schema, input).success }
}

function accepted(schema: core.$ZodType, making: Making, name: string): { value: unknown; isValid: boolean } {
  let value: unknown
  for (let i = 0; i < tries; i++) {
    value = make(schema, making, name)
    if (safeParse(schema, value).success) return { value, isValid: true }
  }
  return { value, isValid: false }
}

function make(schema: core.$ZodType, making: Making, name: string): unknown {
  const { random, round } = making
  const said = round?.valueFor(name)
  if (said !== undefined) return said
  const def = defOf(schema)
  switch (def.type) {
    case 'string':
      return text(def, making, name)
    case 'number':
      return number(def, making)
    case 'boolean':
      return pick(making, [true, false])
    case 'null':
      return null
    case 'enum':
      return pick(making, Object.values(def.entries ?? {}))
    case 'literal':
      return pick(making, def.values ?? [])
    case 'optional':
    case 'default':
    case 'prefault':
      return !round && chance(random, 0.4) ? undefined : inner(def, making, name)
    case 'nullable':
      return !round && chance(random, 0.2) ? null : inner(def, making, name)
    case 'union':
      return make(pick(making, def.options ?? []), making, name)
    case 'array':
      return array(def, making, name)
    case 'record':
      return Object.fromEntries(
        Array.from({ length: upTo(random, 3) }, () => [
          String(def.keyType ? make(def.keyType, making, name) : 'x'),
          def.valueType && make(def.valueType, making, name),
        ]),
      )
    case 'object':
      return object(def, making)
    case 'pipe':
      return make(sideOf(def), making, name)
    case 'unknown':
      return oneOf(random, [null, 12, making.mark, true, [], {}])
    default:
      return def.innerType ? inner(def, making, name) : undefined
  }
}

const pick = <T>({ random, round }: Making, among: readonly T[]): T =>
  round ? (among[round.number % among.length] as T) : oneOf(random, among)

const inner = (def: Def, making: Making, name: string) => (def.innerType ? make(def.innerType, making, name) : undefined)

/** The schema after a transformation (a phone's digits, an e-mail's form) says more than the one before it. */
export function sideOf(def: Def): core.$ZodType {
  const [before, after] = [def.in, def.out]
  if (!before || !after) throw new Error('a pipe has two ends')
  if (defOf(before).type === 'transform') return after
  return defOf(after).type === 'string' ? after : before
}

function object(def: Def, making: Making): Record<string, unknown> {
  const made = Object.entries(def.shape ?? {}).map(([name, field]) => [name, accepted(field, making, name).value] as const)
  return Object.fromEntries(made.filter(([, value]) => value !== undefined))
}

function checksOf(def: Def) {
  const checks = (def.checks ?? []).map((check) => check._zod.def)
  const find = (name: string) => checks.filter(({ check }) => check === name)
  return {
    min: Math.max(0, ...find('min_length').map(({ minimum = 0 }) => minimum)),
    max: Math.min(...find('max_length').map(({ maximum = 0 }) => maximum)),
    above: Math.max(...find('greater_than').map(({ value = 0, inclusive }) => (inclusive ? value : value + 1))),
    below: Math.min(...find('less_than').map(({ value = 0, inclusive }) => (inclusive ? value : value - 1))),
    isWhole: def.format === 'safeint' || find('number_format').length > 0,
    pattern: def.pattern ?? checks.find(({ pattern }) => pattern)?.pattern,
    format: def.format ?? checks.find(({ format }) => format)?.format,
  }
}

const day = 86_400_000

function text(def: Def, making: Making, name: string): string | undefined {
  const { random, mark, round } = making
  const { min, max, pattern, format } = checksOf(def)
  if (round) round.made++
  const from = round ? Date.UTC(2030, 0, round.made) : Date.UTC(2026, 10, 1) + (upTo(random, 730) - 365) * day
  const at = new Date(from + upTo(random, day))
  if (format === 'uuid' || /(Ids?|_id)$/.test(name)) return making.idFor(name)
  if (format === 'email' || name === 'email') return `${mark}.${round?.made ?? upTo(random, 50)}@exemple.ca`
  if (format === 'datetime') return at.toISOString()
  if (format === 'date') return at.toISOString().slice(0, 10)
  if (pattern) return matching(pattern, random, round ? 1 : 0)
  if (round) return `${mark}${round.made}`.padEnd(min, 'é').slice(0, max)
  const words = Array.from({ length: 1 + upTo(random, 4) }, () => oneOf(random, palette)).join(' ')
  const most = Number.isFinite(max) ? max : 2000
  const wanted = chance(random, 0.05) && most <= 2000 ? most : Math.min(most, words.length + mark.length + 1)
  return `${mark} ${words}`.padEnd(Math.max(min, wanted), 'é').slice(0, most).trim()
}

/** What people and their programs write into fields. */
const palette = [
  'Déneigement',
  'Entrée',
  'Côté-Nord',
  'L’Anse-à-Gilles',
  '50 %',
  '=1+1',
  '<b>gras</b>',
  "O'Brien; --",
  '🚜❄️',
  'ŒUVRE',
  '«\u00a0nord\u00a0»',
  '\\',
  '"',
  '{{x}}',
  '../..',
  'null',
  'ﬁ\u0301',
  '\u202eenvers',
]

const patterns = new Map<string, ReturnType<typeof stringMatching>>()
function matching(pattern: RegExp, random: Random, least: number): string {
  const arbitrary = patterns.get(String(pattern)) ?? stringMatching(pattern)
  patterns.set(String(pattern), arbitrary)
  const samples = sample(arbitrary, { seed: upTo(random, 2 ** 31), numRuns: least ? 20 : 1 })
  return samples.find((text) => text.length >= least) ?? ''
}

function number(def: Def, { random, round }: Making): number {
  const { above, below, isWhole } = checksOf(def)
  const least = Number.isFinite(above) ? above : round ? 0 : -1000
  const most = Number.isFinite(below) ? below : Math.max(1000, least + 1000)
  if (round) return Math.min(Math.max(least, 0) + (++round.made % 90) + 1, most)
  const kind = random()
  const value =
    kind < 0.1 ? least : kind < 0.2 ? most : kind < 0.7 ? least + random() * Math.min(100, most - least) : least + random() * (most - least)
  return isWhole ? Math.floor(value) : Math.round(value * 100) / 100
}

function array(def: Def, making: Making, name: string): unknown[] {
  const { min, max } = checksOf(def)
  const { element } = def
  const length = making.round ? Math.max(min, 1) : Math.min(Math.max(min, upTo(making.random, 4)), Number.isFinite(max) ? max : 4)
  return element ? Array.from({ length }, () => accepted(element, making, name).value) : []
}
