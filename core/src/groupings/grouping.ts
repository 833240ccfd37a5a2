// A set of sectors: a grouping where the company draws sectors, an alert list where it does not; `alerts` on the wire
// (docs/product/groupings.md).
import * as z from 'zod'
import { halfCharacter, id, instant, isWellFormed, named, onOneLine } from '../wire.ts'

export const grouping = named(
  'Alert',
  z.object({
    id,
    name: z.string(),
    createdAt: instant,
    updatedAt: instant,
    siteGroupIds: z.array(id),
    /** Sectors may overlap: each site and each occupant counts once. */
    sitesCount: z.int(),
    contactsCount: z.int(),
  }),
)
export type Grouping = z.infer<typeof grouping>

export const element = named('AlertElement', z.object({ id, name: z.string(), siteIds: z.array(id), userIds: z.array(id) }))

const nameRequired = 'Le nom est requis.'
const name = z
  .string(nameRequired)
  .overwrite(onOneLine)
  .min(1, nameRequired)
  .max(100, 'Ce champ ne doit pas comporter plus de 100 caractères.')
  .refine(isWellFormed, halfCharacter)

/** A sub-sector saved together with its list. */
const part = z.object({
  id: id.nullish(),
  name,
  siteIds: z.array(id).min(1, 'Choisissez au moins un point de service.').max(20_000),
  userIds: z.array(id).max(1000).nullish(),
})

const sectorIds = z.array(id).max(1000)
const parts = { siteGroupIds: sectorIds.nullish(), siteGroups: z.array(part).max(1000).nullish() }

export const newGroupingFields = z.object({ name, ...parts })
export const groupingChanges = z.object({ name: name.optional(), ...parts })
/** The same, outside the envelope. */
export const groupingParts = parts
export type GroupingParts = z.output<z.ZodObject<typeof parts>>
/** Sent with the other lists, even when empty: those are then merged instead of replacing. */
export const removedSiteGroupIds = sectorIds.optional()
