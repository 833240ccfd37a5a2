// Checks requests and answers against Stripe's description: reports unknown parameters, wrong types, missing fields and
// unknown values.
import type { Field, Type } from './declarations.ts'
import { meaningOf } from './description.ts'

interface Place {
  file: string
  within: string
}

/** A parameter that Stripe would refuse. */
export class BadParameter extends Error {
  readonly param: string
  readonly code: string
  constructor(message: string, param: string, code: string) {
    super(message)
    this.param = param
    this.code = code
  }
}

function known(type: Type, place: Place): { type: Type; place: Place } {
  if (type.is !== 'name') return { type, place }
  const found = meaningOf({ ...type, file: type.file ?? place.file, within: type.within ?? place.within })
  return found ? known(found.type, found) : { type: { is: 'anything' }, place }
}

function fieldsOf(type: Extract<Type, { is: 'object' }>, place: Place): [string, Field & { place: Place }][] {
  const own = Object.entries(type.fields).map(([name, field]): [string, Field & { place: Place }] => [name, { ...field, place }])
  const inherited = type.bases.flatMap((base) => {
    const found = known({ is: 'name', name: base }, place)
    return found.type.is === 'object' ? fieldsOf(found.type, found.place) : []
  })
  return [...inherited, ...own]
}

/** Converts form fields, which are texts, to the described types, or refuses them. */
export function readParams(type: Type, sent: unknown, path = '', place: Place = { file: 'shared', within: '' }): unknown {
  const found = known(type, place)
  const of = found.type
  const wrong = (what: string) => new BadParameter(`Invalid ${what}: ${JSON.stringify(sent)}`, path, 'parameter_invalid')
  switch (of.is) {
    case 'anything':
      return sent
    case 'string':
      if (typeof sent !== 'string') throw wrong('string')
      return sent
    case 'number':
      if (typeof sent !== 'string' || !/^-?\d+(\.\d+)?$/.test(sent)) throw wrong('integer')
      return Number(sent)
    case 'boolean':
      if (sent !== 'true' && sent !== 'false') throw wrong('boolean')
      return sent === 'true'
    case 'null':
      if (sent !== '') throw wrong('null')
      return null
    case 'literal':
      if (sent !== of.value) throw wrong(`value, must be ${of.value}`)
      return sent
    case 'nothing':
      throw wrong('value')
    case 'union': {
      let refusal: unknown
      for (const one of of.of) {
        try {
          return readParams(one, sent, path, found.place)
        } catch (error) {
          refusal ??= error
        }
      }
      throw of.of.every(({ is }) => is === 'literal' || is === 'nothing') ? wrong('enum value') : refusal
    }
    case 'array': {
      if (typeof sent !== 'object' || sent === null) throw wrong('array')
      return Object.values(sent).map((one, i) => readParams(of.of, one, `${path}[${i}]`, found.place))
    }
    case 'map': {
      if (typeof sent !== 'object' || sent === null) throw wrong('hash')
      return Object.fromEntries(Object.entries(sent).map(([name, one]) => [name, String(one)]))
    }
    case 'object': {
      if (typeof sent !== 'object' || sent === null) throw wrong('object')
      const fields = new Map(fieldsOf(of, found.place))
      const at = (name: string) => (path ? `${path}[${name}]` : name)
      for (const name of Object.keys(sent))
        if (!fields.has(name)) throw new BadParameter(`Received unknown parameter: ${at(name)}`, at(name), 'parameter_unknown')
      for (const [name, { optional }] of fields)
        if (!optional && !(name in sent)) throw new BadParameter(`Missing required param: ${at(name)}.`, at(name), 'parameter_missing')
      return Object.fromEntries(
        Object.entries(sent).flatMap(([name, one]) => {
          const field = fields.get(name)
          return field ? [[name, readParams(field.type, one, at(name), field.place)]] : []
        }),
      )
    }
    case 'name':
      return sent
  }
}

/** What is wrong with one of our answers. */
export function answerFaults(type: Type, told: unknown, path = '', place: Place = { file: 'shared', within: '' }): string[] {
  const found = known(type, place)
  const of = found.type
  const wrong = [`${path}: ${JSON.stringify(told)?.slice(0, 80)} is no ${of.is}`]
  switch (of.is) {
    case 'anything':
    case 'name':
      return []
    case 'string':
    case 'number':
    case 'boolean':
      return typeof told === of.is ? [] : wrong
    case 'null':
      return told === null ? [] : wrong
    case 'nothing':
      return told === undefined ? [] : wrong
    case 'literal':
      return told === of.value ? [] : wrong
    case 'union': {
      const each = of.of.map((one) => answerFaults(one, told, path, found.place))
      return each.toSorted((a, b) => a.length - b.length)[0] ?? []
    }
    case 'array':
      return Array.isArray(told) ? told.flatMap((one, i) => answerFaults(of.of, one, `${path}[${i}]`, found.place)) : wrong
    case 'map':
      return typeof told === 'object' && told !== null
        ? Object.entries(told).flatMap(([name, one]) => answerFaults(of.of, one, `${path}.${name}`, found.place))
        : wrong
    case 'object': {
      if (typeof told !== 'object' || told === null) return wrong
      const fields = new Map(fieldsOf(of, found.place))
      const unknown = Object.keys(told).filter((name) => !fields.has(name))
      return [
        ...unknown.map((name) => `${path}.${name} is not in the description`),
        ...[...fields].flatMap(([name, field]) => {
          const value = (told as Record<string, unknown>)[name]
          if (value === undefined) return field.optional ? [] : [`${path}.${name} is missing`]
          return answerFaults(field.type, value, `${path}.${name}`, field.place)
        }),
      ]
    }
  }
}

/** A value of this type with only its required fields, each as empty as possible. */
export function blank(type: Type, place: Place = { file: 'shared', within: '' }): unknown {
  const found = known(type, place)
  const of = found.type
  switch (of.is) {
    case 'string':
      return ''
    case 'number':
      return 0
    case 'boolean':
      return false
    case 'literal':
      return of.value
    case 'array':
      return []
    case 'map':
      return {}
    case 'union':
      return of.of.some(({ is }) => is === 'null') ? null : blank(of.of[0] ?? { is: 'null' }, found.place)
    case 'object':
      return Object.fromEntries(
        fieldsOf(of, found.place)
          .filter(([, { optional }]) => !optional)
          .map(([name, field]) => [name, blank(field.type, field.place)]),
      )
    default:
      return null
  }
}
