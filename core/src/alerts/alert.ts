// An alert: one message to everyone at the sites of a target. Its rules: docs/product/alerts.md.
import * as z from 'zod'
import { alertMethods } from '../occupants/occupant.ts'
import { id, instant, named } from '../wire.ts'

/** Why someone is not told, in the order in which it is looked for. What was stopped in time is `other`. */
export const cancellationReasons = ['inactive_site', 'unsubscribed', 'no_common_services', 'no_double', 'other'] as const
export type CancellationReason = (typeof cancellationReasons)[number]
export const cancellationTexts: Record<CancellationReason, string> = {
  inactive_site: 'Point de service inactif',
  unsubscribed: 'Désabonné',
  no_common_services: 'Aucun service en commun',
  no_double: 'Déjà averti',
  other: 'Autre',
}

/** As the office reads them: what is on its way to the provider is still `queued`; `unknown` is what a crash left and nobody can tell. */
export const deliveryStatuses = ['queued', 'accepted', 'delivered', 'failed', 'cancelled', 'unknown'] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]
export const deliveryStatusNames: Record<DeliveryStatus, string> = {
  queued: 'En attente',
  accepted: 'Envoyé',
  delivered: 'Reçu',
  failed: 'Échoué',
  cancelled: 'Annulé',
  unknown: 'Inconnu',
}

/** Exactly one kind; a sector may be named together with the grouping that it is in. */
const targetFields = {
  sectorId: id.nullish(),
  sectorGroupId: id.nullish(),
  routeId: id.nullish(),
  runId: id.nullish(),
}
export const alertFields = { messageId: id, ...targetFields }

export interface Target {
  sectorId?: string | null | undefined
  sectorGroupId?: string | null | undefined
  routeId?: string | null | undefined
  runId?: string | null | undefined
}

/** How many kinds of target are named: one is right. */
export const targetKinds = ({ sectorId, sectorGroupId, routeId, runId }: Target): number =>
  [sectorId ?? sectorGroupId, routeId, runId].filter(Boolean).length

export const sendOutcome = named(
  'SendOutcome',
  z.object({
    message: z.string(),
    type: z.enum(['success', 'warning']),
    code: id.nullable(),
    expectedCount: z.int(),
    cancelledCount: z.int(),
  }),
)

export const preview = named(
  'AlertPreview',
  z.object({
    expectedCount: z.int(),
    byMethod: z.object({ sms: z.int(), call: z.int() }),
    cancelled: z.partialRecord(z.enum(cancellationReasons), z.int()),
    /** Cents, of what would be billed and what the bank would pay together. */
    amount: z.int(),
    /** What the company has is not an employee's business: null for him. */
    bankAmount: z.int().nullable(),
    refusal: z.string().nullable(),
  }),
)

/** How far a send is: deliveries by what became of them. */
export const progress = named('AlertProgress', z.record(z.enum(deliveryStatuses), z.int()))

export const historyRow = named(
  'AlertHistoryRow',
  z.object({
    code: id,
    targetName: z.string(),
    triggeredByUsername: z.string(),
    message: z.string(),
    expectedCount: z.int(),
    actualCount: z.int(),
    amount: z.int(),
    triggeredAt: instant,
    status: z.enum(['sending', 'done', 'stopped']),
  }),
)
export type HistoryRow = z.infer<typeof historyRow>

export const logRow = named(
  'AlertLogRow',
  z.object({
    id,
    alertMethod: z.enum(alertMethods),
    phone: z.string(),
    /** This row was charged. */
    factured: z.boolean(),
    cancellationReason: z.enum(cancellationReasons).nullable(),
    firstName: z.string().nullable(),
    lastName: z.string().nullable(),
    siteName: z.string(),
    customerName: z.string(),
    status: z.enum(deliveryStatuses),
    paidFrom: z.enum(['bank', 'invoice']).nullable(),
    sentAt: instant.nullable(),
  }),
)
export type LogRow = z.infer<typeof logRow>
