// What an import consists of: uploaded sheets, which column fills which field, and the outcome of each row
// (docs/product/imports.md).
import * as z from 'zod'
import { id, named } from '../wire.ts'
import { importSheets } from './columns.ts'

export type ImportEntity = keyof typeof importSheets
export const importEntities = Object.keys(importSheets) as [ImportEntity, ...ImportEntity[]]

/** A cell as read: dates are ISO texts (« 2026-11-15 », « 2026-11-15T07:30 »), other values as in the workbook. */
export const cell = z.union([z.string(), z.number(), z.boolean(), z.null()])
export type Cell = z.infer<typeof cell>

/** Stands in a cell for a formula whose value the file lacks. */
export const emptyFormula = '#FORMULE!'

const uploadedColumn = z.object({
  /** Key in rows and mappings, unique in its sheet. */
  normalizedKey: z.string(),
  /** The heading as written. */
  originalKey: z.string(),
  /** « clients.name »; likeliest first. */
  potentialEntityFields: z.array(z.string()),
  /** How many of its formulas have no value. */
  emptyFormulas: z.number().optional(),
})
export type UploadedColumn = z.infer<typeof uploadedColumn>

const uploadedSheet = named(
  'UploadedSheet',
  z.object({
    /** Unique in its upload. */
    name: z.string(),
    file: z.string(),
    rowCount: z.number(),
    /** The first 50 rows, by `normalizedKey`. */
    content: z.array(z.record(z.string(), cell)),
    columns: z.array(uploadedColumn),
  }),
)
export type UploadedSheet = z.infer<typeof uploadedSheet>

export const upload = named('Upload', z.object({ uploadId: id, sheets: z.array(uploadedSheet) }))
export type Upload = z.infer<typeof upload>

/** The sheet an entity comes from, and the column key for each of its fields. */
export const entityMapping = z.object({ sheet: z.string().max(300), keyMappings: z.record(z.string().max(100), z.string().max(300)) })
export type EntityMapping = z.infer<typeof entityMapping>

/** By entity; missing ones are not imported. */
export type ImportMappings = { [E in ImportEntity]?: EntityMapping | undefined }

export const importError = named(
  'ImportError',
  z.object({
    entity: z.enum(importEntities),
    sheet: z.string(),
    /** As Excel numbers rows. */
    row: z.number(),
    message: z.string(),
    /** How many errors it stands for, when there are too many to list. */
    others: z.number().optional(),
  }),
)
export type ImportError = z.infer<typeof importError>

/** Why an occupant would receive no alerts. */
export const unalertedReasons = ['landline', 'extension', 'phone', 'unsubscribed'] as const
export type Unalerted = (typeof unalertedReasons)[number]
export const unalertedTexts: Record<Unalerted, (phone: string) => string> = {
  landline: (phone) =>
    `${phone} est une ligne fixe, qui ne reçoit pas de textos\u00a0: choisissez «\u00a0Appel\u00a0» comme mode d’alerte.`,
  extension: () => 'Une alerte n’atteint pas un poste\u00a0: inscrivez un numéro direct.',
  phone: () => 'Personne n’est avisé sans numéro de téléphone.',
  unsubscribed: (phone) => `${phone} s’est désabonné des alertes.`,
}

const importCount = z.object({ created: z.number(), updated: z.number(), unchanged: z.number(), refused: z.number() })
export type ImportCount = z.infer<typeof importCount>

export const importForecast = named(
  'ImportForecast',
  z.object({
    counts: z.partialRecord(z.enum(importEntities), importCount),
    errors: z.array(importError),
    /** Which of its occupants would receive alerts, if it brings any; `rows` says where the others are, and why. */
    alerts: z
      .object({ alerted: z.number(), unalerted: z.record(z.enum(unalertedReasons), z.number()), rows: z.array(importError) })
      .optional(),
  }),
)
export type ImportForecast = z.infer<typeof importForecast>

const importStates = ['waiting', 'running', 'done', 'failed'] as const
export const importProgress = named(
  'ImportProgress',
  z.object({
    uploadId: id.nullable(),
    state: z.enum(importStates),
    /** Rows. */
    done: z.number(),
    total: z.number(),
    errors: z.array(importError),
    /** After the import, sites without a position are geocoded. */
    places: z.object({ wanted: z.number(), sought: z.number(), notFound: z.array(importError) }),
  }),
)
export type ImportProgress = z.infer<typeof importProgress>
