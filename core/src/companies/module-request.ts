// A company asks platform staff for a module (docs/product/companies.md).
import * as z from 'zod'
import { instant, named } from '../wire.ts'

/** Quote requests need none: every company starts them, and is then admitted. */
export const requestableModule = z.enum(['alerts', 'contracts', 'geolocation'])
export type RequestableModule = z.infer<typeof requestableModule>

const statuses = ['pending', 'activated', 'refused'] as const
export type ModuleRequestStatus = (typeof statuses)[number]
export const moduleDecision = z.enum(statuses).exclude(['pending'])

export const moduleRequest = named(
  'ModuleRequest',
  z.object({ module: requestableModule, status: z.enum(statuses), reason: z.string().nullable(), askedAt: instant }),
)
export type ModuleRequest = z.infer<typeof moduleRequest>
