// What an import is made of: sheets that were uploaded, which column of them fills which field, and what became of their rows (docs/product/imports.md).
import * as z from 'zod'
import { id, named } from '../wire.ts'
import { importSheets } from './columns.ts'

export type ImportEntity = keyof typeof importSheets
export const importEntities = Object.keys(importSheets) as [ImportEntity, ...ImportEntity[]]

/** A cell as it was read: dates are ISO texts (« 2026-11-15 », « 2026-11-15T07:30 »), numbers and booleans are what a workbook says they are. */
export const cell = z.union([z.string(), z.number(), z.boolean(), z.null()])
export type Cell = z.infer<typeof cell>

const uploadedColumn = z.object({
  /** Its key in rows and mappings, unique in its sheet. */
  normalizedKey: z.string(),
  /** As it stands at its head. */
  originalKey: z.string(),
  /** « clients.name »: the likeliest first. */
  potentialEntityFields: z.array(z.string()),
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

/** Which sheet an entity comes from, and its fields by the key of their column. */
export const entityMapping = z.object({ sheet: z.string().max(300), keyMappings: z.record(z.string().max(100), z.string().max(300)) })
export type EntityMapping = z.infer<typeof entityMapping>

/** By entity: those that are not named are not imported. */
export type ImportMappings = { [E in ImportEntity]?: EntityMapping | undefined }

export const importError = named(
  'ImportError',
  z.object({
    entity: z.enum(importEntities),
    sheet: z.string(),
    /** As Excel numbers them. */
    row: z.number(),
    message: z.string(),
    /** For how many it stands, where there are too many to tell each. */
    others: z.number().optional(),
  }),
)
export type ImportError = z.infer<typeof importError>

const importCount = z.object({ created: z.number(), updated: z.number(), unchanged: z.number(), refused: z.number() })
export type ImportCount = z.infer<typeof importCount>

/** What an import would do. */
export const importForecast = named(
  'ImportForecast',
  z.object({ counts: z.partialRecord(z.enum(importEntities), importCount), errors: z.array(importError) }),
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
    /** Sites without a place on the map are looked for once the import is done. */
    places: z.object({ wanted: z.number(), sought: z.number(), notFound: z.array(importError) }),
  }),
)
export type ImportProgress = z.infer<typeof importProgress>
