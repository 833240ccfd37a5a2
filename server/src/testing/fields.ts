// Fields by their paths (`contract.services[].price`): those a schema has, those a value fills, those that got lost between two values.

import type { core } from 'zod'
import { type Def, defOf, sideOf } from './values.ts'

/** What a schema lets in, or what it promises to give out. */
type Side = 'in' | 'out'

interface Field {
  path: string
  /** As it is declared: schemas that are made from one another share it. */
  declared: core.$ZodType
}

/** Every field of a schema that holds no others. */
export function declaredFields(schema: core.$ZodType, side: Side, at = '', declared = schema): Field[] {
  const def = defOf(schema)
  const inner = innerOf(def, side)
  if (def.shape) return Object.entries(def.shape).flatMap(([key, field]) => declaredFields(field, side, under(at, key)))
  if (def.element) return declaredFields(def.element, side, `${at}[]`, declared)
  if (def.options) return def.options.flatMap((option) => declaredFields(option, side, at, declared))
  return inner ? declaredFields(inner, side, at, declared) : [{ path: at, declared }]
}

export const fieldsOf = (schema: core.$ZodType, side: Side): string[] => [...new Set(declaredFields(schema, side).map(({ path }) => path))]

function innerOf(def: Def, side: Side): core.$ZodType | undefined {
  return def.type === 'pipe' ? (side === 'in' ? sideOf(def) : def.out) : def.innerType
}

/** What is removed from a list (`removedSiteIds`) is no field of its own: tests/older-pages.test.ts sends it. */
export const namesRemoved = (path: string) => /\bremoved[A-Z]/.test(path)

/** Every field that a value fills. */
export function filledIn(value: unknown, at = ''): string[] {
  if (isNothing(value)) return []
  if (Array.isArray(value)) return [...new Set(value.flatMap((one) => filledIn(one, `${at}[]`)))]
  if (typeof value !== 'object') return [at]
  return Object.entries(value as object).flatMap(([key, one]) => filledIn(one, under(at, key)))
}

/** Every field that a value has, filled or not. */
export function presentIn(value: unknown, at = ''): string[] {
  if (value === undefined) return []
  if (Array.isArray(value)) return [...new Set(value.flatMap((one) => presentIn(one, `${at}[]`)))]
  if (typeof value !== 'object' || value === null || Object.keys(value).length === 0) return [at]
  return Object.entries(value).flatMap(([key, one]) => presentIn(one, under(at, key)))
}

/** The fields of `sent` that `answered` does not hold as they were sent. It may hold more, in lists too. */
export function lostFields(sent: unknown, answered: unknown, at = ''): string[] {
  if (isNothing(sent)) return []
  if (Array.isArray(sent)) {
    const found: unknown[] = Array.isArray(answered) ? answered : []
    const lost = sent.map((one, index) =>
      found.some((other) => lostFields(one, other).length === 0) ? [] : lostFields(one, found[index], `${at}[]`),
    )
    return [...new Set(lost.flat())]
  }
  if (typeof sent !== 'object') return isSame(sent, answered) ? [] : [at]
  const holder = (typeof answered === 'object' ? answered : null) as Record<string, unknown> | null
  return Object.entries(sent as object).flatMap(([key, one]) => lostFields(one, holder?.[key], under(at, key)))
}

/** Of a value only what an answer by this schema must hold: a list may show less of each than the whole. */
export function promisedBy(schema: core.$ZodType, value: unknown): unknown {
  const def = defOf(schema)
  const inner = innerOf(def, 'out')
  if (def.element && Array.isArray(value)) return value.map((one) => promisedBy(def.element as core.$ZodType, one))
  if (!def.shape) return inner ? promisedBy(inner, value) : value
  if (typeof value !== 'object' || value === null) return value
  const held = value as Record<string, unknown>
  const kept = Object.entries(def.shape).filter(([key, field]) => key in held && field._zod.optout === undefined)
  return Object.fromEntries(kept.map(([key, field]) => [key, promisedBy(field, held[key])]))
}

const isNothing = (value: unknown) => value === undefined || value === null || value === ''

const under = (at: string, key: string) => (at ? `${at}.${key}` : key)

/** An instant may be written in several ways. */
const isSame = (one: unknown, other: unknown) =>
  one === other || (isInstant(one) && isInstant(other) && Date.parse(one) === Date.parse(other))
const isInstant = (value: unknown): value is string => typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:/.test(value)
