// What happened in a client's folder, in one list (docs/product/callers.md).
import * as z from 'zod'
import { id, instant, named } from '../wire.ts'

export const timelineKinds = ['call', 'request', 'pass', 'damage', 'condition', 'claim', 'alert', 'contract', 'payment', 'note'] as const
export type TimelineKind = (typeof timelineKinds)[number]
export const timelineKindNames: Record<TimelineKind, string> = {
  call: 'Appels',
  request: 'Demandes',
  pass: 'Passages',
  damage: 'Dommages',
  condition: 'États des lieux',
  claim: 'Réclamations',
  alert: 'Alertes',
  contract: 'Contrats',
  payment: 'Paiements',
  note: 'Notes',
}

export const timelineEntry = named(
  'TimelineEntry',
  z.object({
    id,
    at: instant,
    kind: z.enum(timelineKinds),
    title: z.string(),
    /** What was written or sent. */
    text: z.string().nullable(),
    isUrgent: z.boolean(),
    siteAddress: z.string().nullable(),
    userName: z.string().nullable(),
    /** What the entry opens. */
    contractId: id.nullable(),
    operationId: id.nullable(),
    claimId: id.nullable(),
    /** What was photographed there and then, at most eight. */
    photoIds: z.array(id),
  }),
)
export type TimelineEntry = z.infer<typeof timelineEntry>
