// A punch (« pointage »): from when to when someone worked, as their phone, the office or a run says (docs/product/punches.md).
import * as z from 'zod'
import { id, instant, named, text } from '../wire.ts'

const punchSources = ['phone', 'office', 'run'] as const
export type PunchSource = (typeof punchSources)[number]
export const punchSourceNames: Record<PunchSource, string> = { phone: 'Téléphone', office: 'Bureau', run: 'Tournée' }

const wrongMinutes = 'Le temps payé doit être de 0 à 24 heures.'
const minutes = z.int(wrongMinutes).min(0, wrongMinutes).max(1440, wrongMinutes)
const soon = instant.refine((at) => /^(19[7-9]|20|21)/.test(at), 'Cette date est trop loin.')

/** What a correction may change; the trace keeps it before and after. */
const punchContent = { startedAt: instant, endedAt: instant.nullable(), paidMinutes: z.int().nullable() }

export const punch = named(
  'Punch',
  z.object({
    id,
    /** Null once the account is gone: the name stays. */
    accountId: id.nullable(),
    name: z.string(),
    ...punchContent,
    source: z.enum(punchSources),
    /** Who pressed or wrote it. */
    madeBy: z.string(),
    /** Really worked; null while the punch is open. */
    minutes: z.int().nullable(),
    /** What the law would have the company pay, while the office has not decided. */
    proposedMinutes: z.int().nullable(),
    isCorrected: z.boolean(),
    approvedAt: instant.nullable(),
    approvedBy: z.string().nullable(),
    removedAt: instant.nullable(),
  }),
)
export type Punch = z.infer<typeof punch>

/** A merge: missing keys stay. Other times leave what is paid undecided again. */
export const punchChanges = { startedAt: soon.optional(), endedAt: soon.optional(), paidMinutes: minutes.nullish(), reason: text(500) }
export const punchTimes = { startedAt: soon.nullish(), endedAt: soon.nullish() }

const changeKinds = ['corrected', 'paid', 'approved', 'unapproved', 'removed', 'reported'] as const
export type PunchChangeKind = (typeof changeKinds)[number]
export const punchChangeNames: Record<PunchChangeKind, string> = {
  corrected: 'Corrigé',
  paid: 'Temps payé décidé',
  approved: 'Approuvé',
  unapproved: 'Approbation retirée',
  removed: 'Retiré',
  reported: 'Fin annoncée plus tard par le téléphone',
}

export const punchChange = named(
  'PunchChange',
  z.object({
    id,
    kind: z.enum(changeKinds),
    before: z.object(punchContent),
    after: z.object(punchContent),
    reason: z.string().nullable(),
    userName: z.string(),
    at: instant,
  }),
)
export type PunchChange = z.infer<typeof punchChange>

/** Runs that someone drove without a punch. Its id is the same for whoever accepts it. */
export const proposedPunch = named(
  'ProposedPunch',
  z.object({
    id,
    accountId: id,
    name: z.string(),
    startedAt: instant,
    endedAt: instant,
    minutes: z.int(),
    routeNames: z.array(z.string()),
  }),
)
export type ProposedPunch = z.infer<typeof proposedPunch>

/** An approval does what it can: open punches and undecided ones wait. */
export const approval = z.object({ approvedCount: z.int(), openCount: z.int(), undecidedCount: z.int() })
export type Approval = z.infer<typeof approval>
