// A company and its settings (docs/product/companies.md). Every key is a column of `companies`, as in columns.ts.
import * as z from 'zod'
import { callHours } from '../alerts/hours.ts'
import { operationConfig } from '../operations/operation-config.ts'
import { photoConfig } from '../photos/photo.ts'
import {
  email,
  id,
  instant,
  named,
  optionalLines,
  optionalText,
  phone,
  point,
  properName,
  required,
  text,
  timeOfDay,
  zip,
} from '../wire.ts'
import { moduleRequest } from './module-request.ts'

export const incompleteAddress = 'Assurez-vous d’avoir sélectionné une adresse complète proposée.'

const upper = (value: string) => value.toUpperCase().replace(/\s/g, '')

export const address = z.object({
  civicNumber: optionalText(20).optional(),
  street: text(),
  apartment: optionalText(20).optional(),
  city: text(100),
  state: text(2).default('QC'),
  country: text(2).default('CA'),
  zip,
  location: z.nullable(point),
})

/** Québec enterprise number or federal business number. */
const businessNumber = z
  .string(required)
  .transform(upper)
  .pipe(
    z
      .string()
      .min(1, required)
      .regex(/^[A-Z0-9]{9,10}$/, 'Ce champ doit contenir 9 ou 10 chiffres.'),
  )

/** What a company enters when it registers. */
export const companyFields = z.object({ name: properName(100), QEN: businessNumber, email, phone, ...address.shape })

export const registrationFields = companyFields.extend({ location: z.nullish(point) }).superRefine((company, issues) => {
  if (!company.location) issues.addIssue({ code: 'custom', path: ['location'], message: incompleteAddress })
})

export const alertConfig = z.object({
  isActive: z.boolean(),
  isAccessesLimited: z.boolean(),
  minTimeBetweenTwoAlert: z.int(required).min(0, required).max(1440, 'Le délai ne peut pas dépasser 1440 minutes.'),
  startHourAllowed: z.nullable(timeOfDay),
  endHourAllowed: z.nullable(timeOfDay),
  /** When automatic calls may begin, besides; null: whenever texts may. */
  callHours,
  /** Calls to its numbers are answered. */
  voiceLine: z.boolean(),
  /** When the line may put a caller through to the office; null: at any hour. */
  officeHours: callHours,
  /** How many occupants a client may register at one of their sites. */
  maxClientOccupants: z.int(required).min(0, required).max(1000, 'Le nombre ne peut pas dépasser 1000.'),
})

export const contractConfig = z.object({
  isActive: z.boolean(),
  isPaymentReminderActive: z.boolean(),
  isSignatureReminderActive: z.boolean(),
  isContractAffectSiteStatus: z.boolean(),
  isOnlinePaymentActive: z.boolean(),
  /** Of the company's invoices to its clients. */
  invoiceTermDays: z.int('Entrez un nombre de jours.').min(0, 'Entrez de 0 à 365 jours.').max(365, 'Entrez de 0 à 365 jours.'),
  invoiceNote: optionalLines(1000),
})

export const geolocationConfig = z.object({
  isActive: z.boolean(),
  hasGeolocationAlerts: z.boolean(),
  alertsIntervalDelaySeconds: z.int(),
})

const admissions = ['pending', 'admitted', 'refused'] as const
export const admission = z.enum(admissions)
export type Admission = z.infer<typeof admission>

/** Where the company serves, and which websites may show its form. Left out for employees, who don't need to know. */
export const quoteConfig = z.object({
  isActive: z.boolean(),
  /** Whether platform staff let residents' requests reach the company, or why not. */
  admission: admission.optional(),
  admissionReason: z.string().nullish(),
  /** Staff lifted the limits of its sector. */
  isSectorUnlimited: z.boolean().optional(),
  polygon: z.nullish(z.array(point)),
  allowedOrigins: z.array(z.string()).optional(),
})

/** What every role may read of its company. */
export const companyCard = z.object({
  id,
  name: z.string(),
  logo: z.string().nullable(),
  phone: z.string(),
  email: z.string(),
  /** The time zone in which its instants are shown. */
  timeZone: z.string(),
  /** An owner has proven their e-mail, or the platform vouches for the company: until then it sends nothing. */
  isProven: z.boolean(),
  /** It is a trial night: a copy that nobody else sees, and that is gone the next day. */
  isTrial: z.boolean(),
  sectorMode: z.boolean(),
  sectorConfig: z.object({ sectorType: z.enum(['flat', 'grouped']) }),
  alertConfig,
  contractConfig,
  geolocationConfig,
  operationConfig,
  photoConfig,
  quoteConfig: z.nullable(quoteConfig),
})

/** What company admins may read in addition. */
const companyDetails = z.object({
  /** Its reader has followed a link sent to it: until then, notices go to the owners who have proven theirs. */
  isEmailProven: z.boolean(),
  type: z.string(),
  QEN: z.string(),
  isActive: z.boolean(),
  tps: z.string().nullable(),
  tvq: z.string().nullable(),
  hst: z.string().nullable(),
  street: z.string(),
  civicNumber: z.string().nullable(),
  apartment: z.string().nullable(),
  zip: z.string(),
  city: z.string(),
  state: z.string(),
  country: z.string(),
  location: z.nullable(point),
  paymentAccountId: z.string().nullable(),
  customerId: z.string().nullable(),
  alertPriceId: z.string().nullable(),
  defaultPaymentMethod: z.string().nullable(),
  /** The modules that it asked platform staff for, oldest first. */
  moduleRequests: z.array(moduleRequest),
  /** When it sent a list that waits for platform staff; null: none waits. */
  importAskedAt: z.nullable(instant),
  createdAt: instant,
  archivedAt: z.nullable(instant),
})

export const company = named('Company', companyCard.extend(companyDetails.partial().shape))
export type Company = z.infer<typeof company>
