// What templates and contracts share: services, instalments, payment methods, dates, clauses.
import * as z from 'zod'
import { type Cents, formatMoney } from '../money.ts'
import { materialUnits } from '../runs/work.ts'
import { colorOf } from '../services/service.ts'
import { id, named, optionalLines, optionalText } from '../wire.ts'
import { band, bandList, pricedMaterials, pricings, rateErrors } from './pricing.ts'

export const paymentMethods = ['credit_card', 'cash', 'check', 'interact'] as const // sic
export type PaymentMethod = (typeof paymentMethods)[number]
export const paymentMethodNames: Record<PaymentMethod, string> = {
  credit_card: 'Carte de crédit',
  cash: 'Argent comptant',
  check: 'Chèque',
  interact: 'Virement Interac',
}

const otherSpellings: Record<string, PaymentMethod> = { interac: 'interact', cheque: 'check' }
/** Accepts both spellings; stores one. */
export const methodOf = (message: string) =>
  z.preprocess((value) => otherSpellings[String(value)] ?? value, z.enum(paymentMethods, message))
export const methodList = z.array(methodOf('Ce mode de paiement n’existe pas.')).max(20)

/** `name` is feminine: « date de début ». */
export const dayOf = (name: string) =>
  z.iso
    .date({
      error: ({ input }) =>
        input === undefined || input === null || input === '' ? `La ${name} est requise.` : `La ${name} est invalide.`,
    })
    .refine((day) => day >= '1990-01-01' && day <= '2100-12-31', `La ${name} est invalide.`)

/** '' clears, like null. */
export const optionalDayOf = (name: string) => z.preprocess((value) => (value === '' ? null : value), dayOf(name).nullable())

export const endBeforeStart = 'La date de fin doit être postérieure à la date de début.'

const hasDecimals = (most: number) => (value: number) => Math.round(value * 10 ** most) / 10 ** most === value

const badFee = 'Entrez un montant de 0,01 $ à 500 $.'
/** Cents, for a cheque of the client that bounces. Without it, nothing is charged. */
export const nsfFee = z.int(badFee).min(1, badFee).max(50_000, badFee).nullable().meta({ title: 'Frais de chèque sans provision' })

/** What the contract says of it, in its text, on paper and in the portal. */
export const nsfFacts = ({ nsfFee: fee }: { nsfFee: Cents | null }): Record<string, string> =>
  fee === null ? {} : { 'Frais de chèque sans provision': formatMoney(fee) }

const maxLines = 100
const serviceLineFields = z.object({
  id: id.nullish(),
  serviceId: id.nullish(),
  name: optionalText(100).optional(),
  description: optionalLines(255).optional(),
  quantity: z
    .number('Veuillez entrer une quantité.')
    .positive('La quantité doit être supérieure à 0.')
    .max(10_000, 'La quantité ne peut pas dépasser 10 000.')
    .refine(hasDecimals(2), 'La quantité doit avoir au plus 2 décimales.')
    .default(1),
  pricing: z.enum(pricings).default('season'),
  /** Dollars: of the season, a pass, an hour or a unit of material. A discount is negative. */
  price: z
    .number('Veuillez entrer un prix.')
    .min(-1_000_000, 'Le prix doit être d’au moins -1 000 000 $.')
    .max(1_000_000, 'Le prix ne peut pas dépasser 1 000 000 $.')
    .refine(hasDecimals(2), 'Le prix doit avoir au plus 2 décimales.'),
  /** Prices of an outing. */
  bands: bandList.nullish(),
  /** What works by the hour: « Chargeuse ». */
  equipment: optionalText(60).optional(),
  materialKind: z.enum(pricedMaterials).nullish(),
  materialUnit: z.enum(materialUnits).nullish(),
  color: colorOf.nullish(),
})
/** A line is one of the company's services, or has a name; it says what its pricing needs. */
const serviceLineInput = serviceLineFields
  .refine(({ serviceId, name }) => serviceId || name, { path: ['name'], message: 'Sélectionnez un service.' })
  .check(({ value, issues }) => {
    for (const [path, message] of rateErrors(value)) issues.push({ code: 'custom', path, message, input: value })
  })
export type ServiceLineInput = z.output<typeof serviceLineInput>
export const serviceLines = z.array(serviceLineInput).max(maxLines, `Un contrat ne peut pas avoir plus de ${maxLines} services.`)

export const serviceLine = named(
  'ServiceLine',
  z.object({
    id,
    serviceId: id.nullable(),
    name: z.string(),
    description: z.string().nullable(),
    quantity: z.number(),
    pricing: z.enum(pricings),
    price: z.number(),
    bands: z.array(band).nullable(),
    equipment: z.string().nullable(),
    materialKind: z.enum(pricedMaterials).nullable(),
    materialUnit: z.enum(materialUnits).nullable(),
    color: colorOf,
  }),
)

const percentOf = z
  .number('Veuillez entrer un pourcentage.')
  .min(0, 'Le pourcentage doit être d’au moins 0.')
  .max(100, 'Le pourcentage ne peut pas dépasser 100.')
  .refine(hasDecimals(2), 'Le pourcentage doit avoir au plus 2 décimales.')

const instalmentInput = z.object({ id: id.nullish(), paymentDate: dayOf('date de paiement'), percent: percentOf })
export type InstalmentInput = z.output<typeof instalmentInput>
const maxInstalments = 60
export const instalmentList = z
  .array(instalmentInput)
  .max(maxInstalments, `Un calendrier ne peut pas avoir plus de ${maxInstalments} versements.`)

/**
 * The keys of `shape` that were sent. Iterates over the known names, because there may be a hundred thousand others.
 * Accepts both spellings of the schedule.
 */
export function spelled(shape: object, schedule: 'paymentSchedules' | 'paymentShedules', given: Record<string, unknown>) {
  const known = Object.keys(shape).filter((key) => Object.hasOwn(given, key))
  const other = given[schedule === 'paymentSchedules' ? 'paymentShedules' : 'paymentSchedules']
  return {
    // One more than the maximum is enough for the schema to refuse it.
    ...(other !== undefined && { [schedule]: Array.isArray(other) ? other.slice(0, maxInstalments + 1) : other }),
    ...Object.fromEntries(known.map((key) => [key, given[key]])),
  }
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const longestClauses = 100_000
export const tooLongClauses = `Les clauses ne doivent pas comporter plus de ${longestClauses} caractères`

/** Rich text; the server strips what a clause may not contain. */
export const clausesInput = z
  .string()
  .max(longestClauses, tooLongClauses)
  .refine((html) => html.isWellFormed() && !html.includes('\0'), 'Le texte contient un caractère interdit.')
