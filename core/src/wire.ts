// Formats shared by the whole API (ids, days, phones, lists in a query…), each defined once.
import * as z from 'zod'
import { holdsLink, noLink } from './links.ts'
import { count, formatNumber } from './text.ts'

export const required = 'Ce champ est requis.'

/** What a schema says that has no message of its own: zod's own French names the types of the language. */
function refusal({ code, input, origin, maximum, minimum }: z.core.$ZodRawIssue): string {
  const [limit, bound] = code === 'too_big' ? [Number(maximum), 'au plus'] : [Number(minimum), 'au moins']
  const of: Record<string, string> = { string: 'caractère', array: 'élément', set: 'élément' }
  const unit = of[String(origin)]
  if (input === undefined || input === null) return required
  if (code === 'invalid_value') return 'Ce choix n’existe pas.'
  if (code !== 'too_big' && code !== 'too_small') return 'Cette valeur est invalide.'
  return `Il faut ${unit ? count(limit, unit) : formatNumber(limit)} ${bound}.`
}

// Our pages' security policy forbids zod's code generation, so it is off in browsers.
z.config({ localeError: refusal, jitless: 'document' in globalThis })

const invalidEmail = 'Ce champ requiert un courriel valide.'

/** Gives a schema its own name in the OpenAPI document. */
export function named<S extends z.core.$ZodType>(id: string, schema: S): S {
  z.globalRegistry.add(schema, { id })
  return schema
}

export const id = z.uuid('Identifiant invalide.').toLowerCase()
export const instant = z.iso.datetime({ offset: true })
/** `06:30`. */
/** A day of work or of money: a slip of the keyboard is refused. */
export const plausibleDay = z.iso.date().refine((day) => day >= '2000-01-01' && day <= '2100-12-31', 'Choisissez une date de 2000 à 2100.')
export const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)

/** In a query: an instant, or a day in the company's time zone. */
export const moment = z.union([instant, z.iso.date()], required).refine((at) => /^(19[7-9]|20|21)/.test(at), 'Cette date est trop loin.')

/** Two wordings of one refusal, as users know them: the first for public forms, the second for client folders. */
const tooLong = (max: number) => `Ce champ ne doit pas comporter plus de ${max} caractères.`
export const orLess = (max: number) => `Ce champ doit contenir ${max} caractères ou moins.`

/** A lone surrogate, such as half of an emoji, can't be stored in a database. */
export const halfCharacter = 'Le texte contient un caractère interdit.'
/** Control characters are refused too, except line breaks and tabs. */
export const isWellFormed = (value: string) => value.isWellFormed() && !/[\p{Cc}]/u.test(value.replace(/[\t\r\n]/g, ''))

/** Strips direction marks and zero-width characters, so that people see what is stored. Nothing else means empty. */
const visible = (value: string) => {
  // All but what emojis and some alphabets are joined with.
  const shown = value.replace(/(?!\u200c|\u200d|\ufe0e|\ufe0f)\p{Default_Ignorable_Code_Point}/gu, '').trim()
  return /^[\s\p{Default_Ignorable_Code_Point}\u2800]*$/u.test(shown) ? '' : shown
}

/** For names, streets, subjects: a pasted line break becomes a space. */
export const onOneLine = (value: string) => visible(value.replace(/[\t\r\n\u2028\u2029]+/g, ' '))

/** One non-empty line of at most `max` characters. */
export const text = (max = 255, message = tooLong(max)) =>
  z.string(required).overwrite(onOneLine).min(1, required).max(max, message).refine(isWellFormed, halfCharacter)

/** The name of a company or a person: e-mails carry it, so it holds no address. */
export const properName = (max = 255) => text(max).refine((value) => !holdsLink(value), noLink)

/** Non-empty text of several lines. */
export const lines = (max: number) =>
  z.string(required).overwrite(visible).min(1, required).max(max, tooLong(max)).refine(isWellFormed, halfCharacter)

/** An optional line: `''` becomes `null`, so that a field can be cleared. */
export const optionalText = (max = 255, message = tooLong(max)) => clearable(z.string().overwrite(onOneLine), max, message)

/** Optional notes of several lines. */
export const optionalLines = (max: number) => clearable(z.string().overwrite(visible), max, tooLong(max))

const clearable = (string: z.ZodString, max: number, message: string) =>
  string
    .max(max, message)
    .refine(isWellFormed, halfCharacter)
    .transform((value) => value || null)
    .nullable()

export const email = z.string(required).trim().toLowerCase().min(1, required).max(255, invalidEmail).pipe(z.email(invalidEmail))

/** Ten digits; punctuation and +1 are dropped. */
export const phone = z
  .string(required)
  .transform((value) => value.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, ''))
  .pipe(z.string().regex(/^[2-9]\d{9}$/, 'Veuillez entrer un numéro de téléphone valide.'))

/** May be cleared: `''` becomes `null`. */
export const optionalPhone = z.preprocess((value) => (value === '' ? null : value), phone.nullable())

export const zip = z
  .string(required)
  .transform((value) => value.toUpperCase().replace(/[^A-Z0-9]/g, ''))
  .pipe(z.string().regex(/^[A-Z]\d[A-Z]\d[A-Z]\d$/, 'Veuillez entrer un code postal valide.'))
  .transform((value) => `${value.slice(0, 3)} ${value.slice(3)}`)

/** A Canadian postal code or an American ZIP code; optional. */
export const optionalZip = z
  .string()
  .transform((value) => value.toUpperCase().replace(/[^A-Z0-9-]/g, ''))
  .pipe(z.string().regex(/^([A-Z]\d[A-Z]-?\d[A-Z]\d|\d{5}(-\d{4})?)?$/, 'Veuillez entrer un code postal valide.'))
  .transform((value) => (/^\d/.test(value) ? value : value.replace('-', '').replace(/^(...)(...)$/, '$1 $2')) || null)
  .nullable()

export const optionalEmail = z.preprocess((value) => (typeof value === 'string' && !value.trim() ? null : value), email.nullable())

const minimumPassword = 8
/** The maximum keeps a huge password from costing the server a huge hash. */
export const password = z
  .string(required)
  .min(minimumPassword, 'Ce champ doit contenir au moins 8 caractères.')
  .max(200, 'Ce champ ne doit pas comporter plus de 200 caractères.')

export const point = named('Point', z.object({ lat: z.number().min(-90).max(90), lng: z.number().min(-180).max(180) }))

/** As drawn: at least three corners. A thousand are plenty for a driveway, and keep the crossing check fast. */
export const polygon = z
  .array(point)
  .min(3, 'Une zone doit avoir au moins 3 points.')
  .max(1000, 'Une zone ne peut pas avoir plus de 1000 points.')

/** In a query: `a,b` or repeated. */
export const list = <S extends z.core.$ZodType>(of: S) => z.preprocess(split, z.array(of))

function split(value: unknown): unknown {
  return typeof value === 'string' ? value.split(',').filter(Boolean) : value
}

/** Ids of one kind, in the body or the query; if one is not visible, all are refused. */
export const manyIds = z.preprocess(split, z.array(id).min(1, required).max(20_000))

/** In a query: `true` or `false`. */
export const flag = z.preprocess((value) => (value === 'true' ? true : value === 'false' ? false : value), z.boolean())
