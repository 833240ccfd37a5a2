// A part of town whose occupants are alerted together (docs/product/sectors.md). `groupId` and `alertId` both name
// its grouping.
import * as z from 'zod'
import { isSimple } from '../geo.ts'
import { id, instant, named, point, polygon, text } from '../wire.ts'

export const sector = named(
  'Sector',
  z.object({
    id,
    name: z.string(),
    /** The sites inside the polygon, and those listed by hand. */
    siteIds: z.array(id),
    polygon: z.array(point).nullable(),
    alertId: id.nullable(),
    groupId: id.nullable(),
    groupName: z.string().nullable(),
    /** Who may send its alerts, if the company limits accesses. */
    userIds: z.array(id),
    contactsCount: z.int(),
    notifiedAt: instant.nullable(),
  }),
)
export type Sector = z.infer<typeof sector>

export const sectorForAlerts = named(
  'SectorForAlerts',
  sector.pick({ id: true, name: true, contactsCount: true, notifiedAt: true, groupId: true, groupName: true }),
)
export type SectorForAlerts = z.infer<typeof sectorForAlerts>

export const sectorNameTaken = 'Un autre secteur porte déjà ce nom.'
export const polygonRequired = 'Le secteur n’est pas dessiné\u00a0: choisissez «\u00a0Dessiner\u00a0», puis cliquez sur la carte.'
export const sitesRequired = 'Choisissez au moins un point de service.'

const sectorFields = z.object({
  name: text(100),
  polygon: z.preprocess(
    (drawn) => (Array.isArray(drawn) && drawn.length === 0 ? null : drawn),
    polygon.refine(isSimple, 'Le contour du secteur se croise.').nullable(),
  ),
  /** Listed by hand; sites inside the polygon need not be. */
  siteIds: z.array(id).max(20_000),
  userIds: z.array(id).max(1000),
  alertId: id.nullable(),
  groupId: id.nullable(),
})

/**
 * A merge: missing keys stay, `alertId: null` removes it from its grouping. A list sent with its `removed` one, even
 * empty, is merged instead of replacing.
 */
export const sectorChanges = sectorFields
  .extend({ removedSiteIds: sectorFields.shape.siteIds, removedUserIds: sectorFields.shape.userIds })
  .partial()
export type SectorChanges = z.output<typeof sectorChanges>
export const newSectorFields = sectorFields.partial().extend({ name: sectorFields.shape.name })

/** A sector needs a polygon where the company draws them, or a list of sites where it does not. */
export function shapeErrors(
  drawsSectors: boolean,
  { polygon: drawn, siteIds = [] }: Pick<SectorChanges, 'polygon' | 'siteIds'>,
): Record<string, string> {
  if (drawsSectors) return drawn ? {} : { polygon: polygonRequired }
  return drawn || siteIds.length > 0 ? {} : { siteIds: sitesRequired }
}
