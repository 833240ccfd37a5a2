// Which fields of a company can be changed, by whom, and the rules between them (docs/product/companies.md).
import * as z from 'zod'
import { operationConfig } from '../operations/operation-config.ts'
import { photoConfig } from '../photos/photo.ts'
import { named, required, text } from '../wire.ts'
import { type AlertPriceId, alertPrices } from './alert-prices.ts'
import { address, alertConfig, type Company, companyFields, contractConfig, geolocationConfig } from './company.ts'

const taxNumber = (pattern: RegExp, hint: string) =>
  z
    .string()
    .transform((value) => value.toUpperCase().replace(/[\s-]/g, ''))
    .pipe(z.string().regex(pattern, `Le numéro doit être de la forme ${hint}.`))
    .transform((value) => value || null)
    .nullable()

const federalTaxNumber = taxNumber(/^(\d{9}RT\d{4})?$/, '000000000RT0000')
const quebecTaxNumber = taxNumber(/^(\d{10}TQ\d{4})?$/, '0000000000TQ0000')

export const maxLogoBytes = 1024 * 1024
export const logoRefused = 'Le logo doit être une image PNG, JPEG ou WebP.'
export const logoTooHeavy = 'Le logo ne doit pas dépasser 1 Mo.'

/** A data URL. The server checks what its bytes really are. */
const logo = z
  .string()
  .max(Math.ceil(maxLogoBytes / 3) * 4 + 40, logoTooHeavy)
  .regex(/^data:image\/(png|jpeg|webp);base64,[A-Za-z0-9+/]+={0,2}$/, logoRefused)
  .nullable()

/** Boolean on output; input may also be `"sector"` or `"group"`. */
const sectorMode = z.union([z.boolean(), z.enum(['sector', 'group'])]).transform((mode) => mode === true || mode === 'sector')

const companyFieldsEdited = z.object({
  ...companyFields.shape,
  state: text(2), // without the defaults of a registration: a field that is not sent stays as it is
  country: text(2),
  civicNumber: address.shape.civicNumber.unwrap(),
  apartment: address.shape.apartment.unwrap(),
  logo,
  tps: federalTaxNumber,
  tvq: quebecTaxNumber,
  hst: federalTaxNumber,
  type: text(50),
  isActive: z.boolean(),
  sectorMode,
  alertPriceId: z.enum(Object.keys(alertPrices) as AlertPriceId[], 'Ce prix n’existe pas.').nullable(),
})

const geolocationEdited = geolocationConfig.extend({
  alertsIntervalDelaySeconds: z
    .int(required)
    .min(60, 'Le délai minimal est d’une minute.')
    .max(86_400, 'Le délai maximal est de 24 heures.'),
})
const sectorConfig = z.object({ sectorType: z.enum(['flat', 'grouped']) })

const configs = {
  alertConfig: alertConfig.partial().nullish(),
  contractConfig: contractConfig.partial().nullish(),
  geolocationConfig: geolocationEdited.partial().nullish(),
  operationConfig: operationConfig.partial().nullish(),
  photoConfig: photoConfig.partial().nullish(),
  sectorConfig: sectorConfig.partial().nullish(),
}

/** A merge: missing keys stay, null clears. */
export const companyChanges = {
  company: companyFieldsEdited.partial().nullish(),
  ...configs,
  /** How many sites the user agreed would become inactive once contracts decide. */
  confirmedInactiveSites: z.int().min(0).nullish(),
}

const { name, QEN, email, phone, street, city, zip } = companyFieldsEdited.shape
export const newCompany = {
  company: named('NewCompany', companyFieldsEdited.partial().extend({ name, QEN, email, phone, street, city, zip })),
  ...configs,
}

const changes = z.object(companyChanges)
export type CompanyChanges = z.output<typeof changes>
const opening = z.object(newCompany)
export type NewCompany = z.output<typeof opening>

/** The same as a complete form. */
export const companyForm = z.object({
  company: companyFieldsEdited,
  alertConfig: alertConfig.superRefine((config, issues) => {
    for (const [field, message] of Object.entries(windowErrors(config))) issues.addIssue({ code: 'custom', path: [field], message })
  }),
  contractConfig,
  geolocationConfig: geolocationEdited,
  operationConfig,
  photoConfig,
  sectorConfig,
})
export type CompanyForm = z.input<typeof companyForm>

/** The hours between which alerts may be sent: both or none, start before end. */
export function windowErrors({ startHourAllowed: start, endHourAllowed: end }: AlertWindow): Partial<Record<keyof AlertWindow, string>> {
  if (!start && !end) return {}
  if (!start) return { startHourAllowed: required }
  if (!end) return { endHourAllowed: required }
  return start < end ? {} : { startHourAllowed: 'Doit précéder l’heure de fin.', endHourAllowed: 'Doit suivre l’heure de début.' }
}
type AlertWindow = Pick<Company['alertConfig'], 'startHourAllowed' | 'endHourAllowed'>

/** Fields only platform staff may change. Others may send them back unchanged, since the form sends whole objects. */
export const staffOnly = {
  company: ['isActive', 'sectorMode', 'type', 'alertPriceId'],
  alertConfig: ['isActive'],
  geolocationConfig: ['isActive'],
  contractConfig: ['isActive', 'isOnlinePaymentActive'],
} as const

/** The fields of `stored` that `sent` really changes, as `alertConfig.isActive`… */
export function changedFields(sent: CompanyChanges, stored: Company): string[] {
  const { company, confirmedInactiveSites: _, ...rest } = sent
  const parts: [string, object, object][] = [['company', company ?? {}, stored]]
  for (const [key, config] of Object.entries(rest)) parts.push([key, config ?? {}, stored[key as keyof Company] as object])
  return parts.flatMap(([part, wanted, held]) =>
    Object.entries(wanted)
      .filter(([field, value]) => value !== undefined && !same(value, (held as Record<string, unknown>)[field]))
      .map(([field]) => `${part}.${field}`),
  )
}

/** The changed fields that are reserved for platform staff. */
export function beyondRights(changed: readonly string[]): string[] {
  const reserved = Object.entries(staffOnly).flatMap(([part, fields]) => fields.map((field) => `${part}.${field}`))
  return changed.filter((field) => reserved.includes(field))
}

const same = (a: unknown, b: unknown): boolean => {
  if (typeof a !== 'object' || typeof b !== 'object' || !a || !b) return a === b
  const [one, other] = [a as Record<string, unknown>, b as Record<string, unknown>]
  return Object.keys({ ...one, ...other }).every((key) => same(one[key], other[key]))
}
