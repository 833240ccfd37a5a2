import { isSimple } from '@bordee/core/geo.ts'
import { polygonRequired, type Sector } from '@bordee/core/sectors/sector.ts'
import { point, text } from '@bordee/core/wire.ts'
import * as z from 'zod'
import { emptyValues, valuesFrom } from '../ui/form/values.ts'

export const sectorSchema = z.object({
  name: text(100),
  polygon: z.array(point).min(3, polygonRequired).refine(isSimple, 'Le contour du secteur se croise.'),
  alertId: z.string().nullable(),
  userIds: z.array(z.string()),
})
export type SectorValues = z.output<typeof sectorSchema>

export const emptySector = emptyValues(sectorSchema, {})
export const valuesOf = (sector: Sector): SectorValues => valuesFrom(sectorSchema, sector, { polygon: sector.polygon ?? [] })
