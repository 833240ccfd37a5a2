// A contract template: the starting point of a season's contracts (docs/product/templates.md).
import * as z from 'zod'
import { ceilingFields, refuseHalfCeiling } from '../operations/ceiling.ts'
import { requirement, requirementChanges } from '../operations/requirement.ts'
import { email, id, instant, named, onOneLine, optionalLines, optionalText, orLess } from '../wire.ts'
import {
  clausesInput,
  dayOf,
  endBeforeStart,
  instalmentList,
  isObject,
  methodList,
  nsfFee,
  paymentMethods,
  serviceLine,
  serviceLines,
  spelled,
} from './terms.ts'

const nameRequired = 'Le nom est requis.'
const name = z.string(nameRequired).overwrite(onOneLine).min(1, nameRequired).max(100, orLess(100))

const templateFields = z.object({
  name,
  description: optionalLines(1000),
  clauses: clausesInput,
  startAt: dayOf('date de début'),
  endAt: dayOf('date de fin'),
  paymentSchedules: instalmentList,
  services: serviceLines,
  contractTemplatePaymentMethod: methodList,
  isTaxesCharged: z.boolean(),
  requirement: requirementChanges,
  ...ceilingFields,
  nsfFee,
  /** Replaces the company's own on paper and in e-mails. Platform staff only. */
  companyLogo: z.string().max(1_500_000).nullable(),
  companyName: optionalText(100),
  companyEmail: email.nullable(),
  /** Of the lists, as the sender read them. */
  version: z.int(),
})

interface Days {
  startAt?: string | undefined
  endAt?: string | undefined
}
const endsAfterStart = ({ startAt, endAt }: Days) => !startAt || !endAt || endAt > startAt
const wrongOrder = { path: ['endAt'], message: endBeforeStart }

const normalised = (value: unknown): unknown => (isObject(value) ? spelled(templateFields.shape, 'paymentSchedules', value) : value)

/** A merge: missing keys stay. Lists are refused when they carry an outdated version. */
export const templateChanges = z.preprocess(
  normalised,
  templateFields.partial().refine(endsAfterStart, wrongOrder).check(refuseHalfCeiling),
)
export type TemplateChanges = z.output<typeof templateChanges>
const { startAt, endAt } = templateFields.shape
export const newTemplateFields = z.preprocess(
  normalised,
  templateFields
    .omit({ version: true })
    .partial()
    .extend({ name, startAt, endAt })
    .refine(endsAfterStart, wrongOrder)
    .check(refuseHalfCeiling),
)
export const duplicateName = name

/** The brand that replaces the company's. */
export const brandKeys = ['companyLogo', 'companyName', 'companyEmail'] as const

export const template = named(
  'ContractTemplate',
  z.object({
    id,
    name: z.string(),
    description: z.string().nullable(),
    clauses: z.string(),
    startAt: z.iso.date(),
    endAt: z.iso.date(),
    paymentSchedules: z.array(z.object({ id, paymentDate: z.iso.date(), percent: z.number() })),
    services: z.array(serviceLine),
    contractTemplatePaymentMethod: z.array(z.enum(paymentMethods)),
    isTaxesCharged: z.boolean(),
    requirement,
    ...ceilingFields,
    nsfFee,
    deletedAt: instant.nullable(),
    companyLogo: z.string().nullable(),
    companyName: z.string().nullable(),
    companyEmail: z.string().nullable(),
    isUsed: z.boolean(),
    /** Counts the changes of its services, instalments and payment methods. */
    version: z.int(),
  }),
)
export type Template = z.infer<typeof template>
