// What the office reads while someone is on the phone (docs/product/callers.md).
import * as z from 'zod'
import { callOutcomes } from '../alerts/alert.ts'
import { contractStatuses } from '../contracts/contract-life.ts'
import { operationKinds, siteState } from '../operations/operation.ts'
import { notDoneReasons } from '../runs/run.ts'
import { runKind } from '../runs/run-kind.ts'
import { id, instant, named } from '../wire.ts'
import { phoneCall } from './phone-call.ts'

/** The user narrows the search by typing another letter. */
export const mostCallers = 8

/** Somebody who may be calling, at one of their sites. */
const caller = named(
  'Caller',
  z.object({
    /** Null for a client without a site. */
    siteId: id.nullable(),
    siteName: z.string(),
    siteAddress: z.string(),
    customerId: id,
    customerName: z.string(),
    /** The occupant whose name or phone was found. */
    occupantName: z.string().nullable(),
    phone: z.string().nullable(),
  }),
)
export type Caller = z.infer<typeof caller>

export const sheetPass = z.object({
  id,
  /** The n-th of the site in the operation. */
  passNumber: z.int(),
  kind: runKind,
  unit: z.string().nullable(),
  at: instant,
  userName: z.string().nullable(),
})

const siteSheet = named(
  'SiteSheet',
  z.object({
    siteId: id,
    siteName: z.string(),
    siteAddress: z.string(),
    customerId: id,
    customerName: z.string(),
    phone: z.string().nullable(),
    /** For the driver. */
    notes: z.string().nullable(),
    isActive: z.boolean(),
    routeNames: z.array(z.string()),
    /** The one that is open, or else the latest. */
    operation: z.object({ id, kind: z.enum(operationKinds), name: z.string(), openedAt: instant, closedAt: instant.nullable() }).nullable(),
    /** In the operation's current round; null if the site doesn't take part. */
    state: siteState.nullable(),
    decidedAt: instant.nullable(),
    /** Why it is not done, or only in part. */
    reason: z.enum(notDoneReasons).nullable(),
    reasonNote: z.string().nullable(),
    isRequested: z.boolean(),
    passes: z.array(sheetPass),
    /** Between which moments a run under way should get there; null if none will. */
    expected: z.object({ from: instant, to: instant }).nullable(),
    deadline: instant.nullable(),
    isLate: z.boolean(),
    /** Centimetres; null without a threshold. */
    triggerDepth: z.number().nullable(),
    /** Centimetres since the last complete pass; null if nobody read them. */
    snowSince: z.number().nullable(),
    /** The latest that reached its occupants. */
    alerts: z.array(
      z.object({
        id,
        at: instant,
        name: z.string().nullable(),
        phone: z.string(),
        text: z.string(),
        callOutcome: z.enum(callOutcomes).nullable(),
      }),
    ),
    /** Null for users who may not see contracts, and without one. */
    contract: z
      .object({
        id,
        contractNumber: z.string(),
        status: z.enum(contractStatuses),
        endAt: z.iso.date().nullable(),
        /** Cents. */
        totalPrice: z.int(),
        amountLeft: z.int(),
        overdueAmount: z.int(),
      })
      .nullable(),
    /** The latest about this site. */
    phoneCalls: z.array(phoneCall),
  }),
)
export type SiteSheet = z.infer<typeof siteSheet>

export const callSheet = named(
  'CallSheet',
  z.object({
    /** The ten digits, if that is what was typed. */
    phone: z.string().nullable(),
    callers: z.array(caller),
    /** More were found than are listed. */
    hasMore: z.boolean(),
    /** Of the site that was asked for, or else of the first caller. */
    sheet: siteSheet.nullable(),
    /** The latest calls, while nothing is typed. */
    latest: z.array(phoneCall),
  }),
)
export type CallSheet = z.infer<typeof callSheet>
