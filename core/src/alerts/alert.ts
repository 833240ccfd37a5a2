// An alert: one message to everyone at the sites of a target. Its rules: docs/product/alerts.md.
import * as z from 'zod'
import { alertMethods } from '../occupants/occupant.ts'
import { someSites } from '../sites/site.ts'
import { pressedKeys } from '../voice-line/line.ts'
import { id, instant, named } from '../wire.ts'
import { cancellationDetails, hourDetails, sendEndings } from './ending.ts'

/** Why an occupant is not alerted, in the order of the checks. `other`: it could have left; the detail says why. */
export const cancellationReasons = ['inactive_site', 'unsubscribed', 'no_common_services', 'no_double', 'other'] as const
export type CancellationReason = (typeof cancellationReasons)[number]
export const cancellationTexts: Record<CancellationReason, string> = {
  inactive_site: 'Point de service inactif',
  unsubscribed: 'Désabonné',
  no_common_services: 'Aucun service en commun',
  no_double: 'Déjà avisé',
  other: 'Autre',
}

/** As the office sees them: `queued` until the provider accepts it; `unknown` if a crash lost its outcome. */
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

/** How a call ended that no person heard: `busy` when it was refused too. */
export const callOutcomes = ['voicemail', 'busy', 'no-answer'] as const
export type CallOutcome = (typeof callOutcomes)[number]
export const callOutcomeNames: Record<CallOutcome, string> = {
  voicemail: 'Boîte vocale',
  busy: 'Occupé ou refusé',
  'no-answer': 'Sans réponse',
}

/** `line`: what callers heard on the voice line. */
const sendPurposes = ['alert', 'answer', 'crew', 'line'] as const
export type SendPurpose = (typeof sendPurposes)[number]

/** Exactly one kind of target; a sector may come with the grouping that contains it. */
const targetFields = {
  siteIds: someSites.nullish(),
  sectorId: id.nullish(),
  sectorGroupId: id.nullish(),
  routeId: id.nullish(),
  runId: id.nullish(),
}
/** `operationId`: whose reasons the text gives, and which the send belongs to; by default the operation that is open. */
export const alertFields = { messageId: id, operationId: id.nullish(), ...targetFields }

/** Generated for each press of « Envoyer »: a request with the same key is the same press. */
export const requestKey = z.string().min(8).max(100).nullish()

export interface Target {
  siteIds?: string[] | null | undefined
  sectorId?: string | null | undefined
  sectorGroupId?: string | null | undefined
  routeId?: string | null | undefined
  runId?: string | null | undefined
}

/** How many kinds of target are set; exactly one is valid. */
export const targetKinds = ({ siteIds, sectorId, sectorGroupId, routeId, runId }: Target): number =>
  [siteIds, sectorId ?? sectorGroupId, routeId, runId].filter(Boolean).length

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
    /** Cents: what would be billed plus what the bank would pay. */
    amount: z.int(),
    /** Null for an employee: the company's balance is not their business. */
    bankAmount: z.int().nullable(),
    refusal: z.string().nullable(),
    /** The text where it is longest. */
    longestText: z.string(),
    /** What `{raison}` becomes, and at how many sites; null where nobody said why. */
    reasons: z.array(z.object({ reason: z.string().nullable(), sitesCount: z.int() })),
    /** Refused because an invoice is late: it can be paid at once. */
    isSuspended: z.boolean(),
    /** How long it takes at the rate of the company's numbers, including the alerts queued ahead of it. */
    seconds: z.int(),
    /** How many would not leave before the closing hour or within twelve hours. */
    lateCount: z.int(),
    /** Texts kept until an occupant's quiet hours end; texts and calls refused at this hour, by whose hours. */
    hours: z.object({
      held: z.int(),
      ...(Object.fromEntries(hourDetails.map((detail) => [detail, z.int()])) as Record<(typeof hourDetails)[number], z.ZodInt>),
    }),
  }),
)

export type AlertPreview = z.infer<typeof preview>

/** Progress of a send: deliveries by outcome. `detail`: why it ended early. `isPaused`: its provider is down. */
export const progress = named(
  'AlertProgress',
  z.object({
    ...(Object.fromEntries(deliveryStatuses.map((status) => [status, z.int()])) as Record<DeliveryStatus, z.ZodInt>),
    isPaused: z.boolean(),
    /** How many of the queued ones are kept until quiet hours end. */
    held: z.int(),
    detail: z.enum(sendEndings).nullable(),
  }),
)

export type AlertProgress = z.infer<typeof progress>

export const historyRow = named(
  'AlertHistoryRow',
  z.object({
    code: id,
    purpose: z.enum(sendPurposes),
    targetName: z.string(),
    triggeredByUsername: z.string(),
    /** The operation that it belongs to; null outside of one. */
    operationId: id.nullable(),
    /** With its variables: each delivery has the text as it was sent. */
    message: z.string(),
    expectedCount: z.int(),
    actualCount: z.int(),
    /** What it cost; null for those who dispatch without running the company. */
    amount: z.int().nullable(),
    triggeredAt: instant,
    /** `stopped`: some deliveries that could have left did not; `cancellationDetail` says why. */
    status: z.enum(['sending', 'done', 'stopped']),
    cancellationDetail: z.enum(sendEndings).nullable(),
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
    cancellationDetail: z.enum(cancellationDetails).nullable(),
    firstName: z.string().nullable(),
    lastName: z.string().nullable(),
    siteName: z.string(),
    customerName: z.string(),
    /** What this occupant was told. */
    message: z.string(),
    status: z.enum(deliveryStatuses),
    paidFrom: z.enum(['bank', 'invoice']).nullable(),
    sentAt: instant.nullable(),
    /** Of a call: null if someone heard it, as far as the provider knows. */
    callOutcome: z.enum(callOutcomes).nullable(),
    /** By someone who called the voice line. */
    pressedKeys: z.enum(pressedKeys).nullable(),
    /** Until when it is, or was, kept because of the occupant's quiet hours. */
    heldUntil: instant.nullable(),
  }),
)
export type LogRow = z.infer<typeof logRow>

/** What a client sees of an alert that reached one of their sites: no phone numbers. */
export const receivedAlert = named(
  'ReceivedAlert',
  z.object({ text: z.string(), sentAt: instant, siteAddress: z.string(), companyName: z.string() }),
)
export type ReceivedAlert = z.infer<typeof receivedAlert>
