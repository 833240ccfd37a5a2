// The formats that the whole API shares (ids, days, phones, lists in a query…), each said once.
import * as z from 'zod'
import { frCA } from 'zod/locales'

// Whatever a schema does not say itself is said in French all the same. Our pages forbid what zod would compile schemas with: there it does not try.
z.config({ ...frCA(), jitless: 'document' in globalThis })

export const required = 'Ce champ est requis.'
const invalidEmail = 'Ce champ requiert un courriel valide.'

/** A part of the OpenAPI document with a name of its own. */
export function named<S extends z.core.$ZodType>(id: string, schema: S): S {
  z.globalRegistry.add(schema, { id })
  return schema
}

export const id = z.uuid('Identifiant invalide.').toLowerCase()
export const instant = z.iso.datetime({ offset: true })

/** In a query: an instant, or a day, which is the company's local one. */
export const moment = z.union([instant, z.iso.date()], required).refine((at) => /^(19[7-9]|20|21)/.test(at), 'Cette date est trop loin.')

/** Two wordings of the same refusal, kept as users know them: the first in public forms, the second in client folders. */
const tooLong = (max: number) => `Ce champ ne doit pas comporter plus de ${max} caractères`
export const orLess = (max: number) => `Ce champ doit contenir ${max} caractères ou moins.`

/** Half of an emoji, cut by someone's program: no database takes it. */
export const halfCharacter = 'Le texte contient un caractère interdit.'
/** Control characters are no text either, save for those that break lines. */
export const isWellFormed = (value: string) => value.isWellFormed() && !/[\p{Cc}]/u.test(value.replace(/[\t\r\n]/g, ''))

/** Marks that turn the direction of text, or have no width: what one reads would not be what is stored. Nothing but such is nothing. */
const visible = (value: string) => {
  const shown = value.replace(/[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '').trim()
  return /^[\s\p{Default_Ignorable_Code_Point}\u2800]*$/u.test(shown) ? '' : shown
}

/** A name, a street, a subject: a line break that was pasted along is a space. */
export const onOneLine = (value: string) => visible(value.replace(/[\t\r\n\u2028\u2029]+/g, ' '))

/** One line that must say something; at most `max` characters. */
export const text = (max = 255, message = tooLong(max)) =>
  z.string(required).overwrite(onOneLine).min(1, required).max(max, message).refine(isWellFormed, halfCharacter)

/** Lines that must say something. */
export const lines = (max: number) => z.string(required).trim().min(1, required).max(max, tooLong(max)).refine(isWellFormed, halfCharacter)

/** A line that may be missing: `''` is `null`, so that a field can be cleared. */
export const optionalText = (max = 255, message = tooLong(max)) => clearable(z.string().overwrite(onOneLine), max, message)

/** Notes: several lines, that may be missing. */
export const optionalLines = (max: number) => clearable(z.string().overwrite(visible), max, tooLong(max))

const clearable = (string: z.ZodString, max: number, message: string) =>
  string
    .max(max, message)
    .refine(isWellFormed, halfCharacter)
    .transform((value) => value || null)
    .nullable()

export const email = z.string(required).trim().toLowerCase().min(1, required).max(255, invalidEmail).pipe(z.email(invalidEmail))

/** Ten digits; what people type around them, and +1, is dropped. */
export const phone = z
  .string(required)
  .transform((value) => value.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, ''))
  .pipe(z.string().regex(/^[2-9]\d{9}$/, 'Veuillez entrer un numéro de téléphone valide'))

export const zip = z
  .string(required)
  .transform((value) => value.toUpperCase().replace(/[^A-Z0-9]/g, ''))
  .pipe(z.string().regex(/^[A-Z]\d[A-Z]\d[A-Z]\d$/, 'Veuillez entrer un code postal valide'))
  .transform((value) => `${value.slice(0, 3)} ${value.slice(3)}`)

/** A Canadian postal code, or a ZIP code of the neighbours'; may be missing. */
export const optionalZip = z
  .string()
  .transform((value) => value.toUpperCase().replace(/[^A-Z0-9-]/g, ''))
  .pipe(z.string().regex(/^([A-Z]\d[A-Z]-?\d[A-Z]\d|\d{5}(-\d{4})?)?$/, 'Veuillez entrer un code postal valide'))
  .transform((value) => (/^\d/.test(value) ? value : value.replace('-', '').replace(/^(...)(...)$/, '$1 $2')) || null)
  .nullable()

export const optionalEmail = z.preprocess((value) => (typeof value === 'string' && !value.trim() ? null : value), email.nullable())

const minimumPassword = 8
/** The ceiling keeps a huge password from costing the server a huge hash. */
export const password = z
  .string(required)
  .min(minimumPassword, 'Ce champ doit contenir 8 caractères minimums.')
  .max(200, 'Ce champ ne doit pas comporter plus de 200 caractères')

export const point = named('Point', z.object({ lat: z.number().min(-90).max(90), lng: z.number().min(-180).max(180) }))

/** As drawn: at least three corners. A thousand are plenty for a driveway, and keep the look for crossings quick. */
export const polygon = z
  .array(point)
  .min(3, 'Une zone doit avoir au moins 3 points.')
  .max(1000, 'Une zone ne peut pas avoir plus de 1000 points.')

/** In a query: `a,b` or repeated. */
export const list = <S extends z.core.$ZodType>(of: S) => z.preprocess(split, z.array(of))

function split(value: unknown): unknown {
  return typeof value === 'string' ? value.split(',').filter(Boolean) : value
}

/** Ids of one kind, in the body or in the query; one that is not visible refuses them all. */
export const manyIds = z.preprocess(split, z.array(id).min(1, required).max(20_000))

/** In a query: `true` or `false`. */
export const flag = z.preprocess((value) => (value === 'true' ? true : value === 'false' ? false : value), z.boolean())
