// A list that an owner sends to platform staff, who import it (docs/product/onboarding.md).
import * as z from 'zod'
import { id, instant, named } from '../wire.ts'
import { importForecast } from './import.ts'

const statuses = ['pending', 'imported', 'refused'] as const
export type ImportRequestStatus = (typeof statuses)[number]
export const importDecision = z.enum(statuses).exclude(['pending'])

export const importRequest = named(
  'ImportRequest',
  z.object({
    id,
    status: z.enum(statuses),
    reason: z.string().nullable(),
    askedAt: instant,
    /** The names of the files. */
    files: z.array(z.string()),
    /** Below the headings, in all sheets. */
    rowsCount: z.int(),
    /** What importing it would do, by the wizard's first proposal; null if it recognised no column. Then the import's errors. */
    forecast: importForecast.pick({ counts: true, errors: true }).nullable(),
  }),
)
export type ImportRequest = z.infer<typeof importRequest>
