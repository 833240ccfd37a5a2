// A part of the town whose occupants are warned together (WIRE §6). `groupId` and `alertId` are two names of its grouping.
import * as z from 'zod'
import { id, instant, named, point } from '../wire.ts'

export const sector = named(
  'Sector',
  z.object({
    id,
    name: z.string(),
    /** Those inside the polygon, and those it lists. */
    siteIds: z.array(id),
    polygon: z.array(point).nullable(),
    alertId: id.nullable(),
    groupId: id.nullable(),
    groupName: z.string().nullable(),
    /** Who may send its alerts, when the company limits accesses. */
    userIds: z.array(id),
    contactsCount: z.int(),
    notifiedAt: instant.nullable(),
  }),
)
export type Sector = z.infer<typeof sector>
