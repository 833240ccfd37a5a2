// What residents write back, and what they report (docs/product/replies.md).
import * as z from 'zod'
import { deliveryStatuses } from '../alerts/alert.ts'
import { fitsOneSms } from '../messages/sms-text.ts'
import { id, instant, lines, named, phone } from '../wire.ts'

export const reportKinds = ['forgotten', 'windrow', 'ice', 'damage'] as const
export type ReportKind = (typeof reportKinds)[number]
/** They ask for the truck: the board shows them. */
export const askedKinds = ['forgotten', 'windrow', 'ice'] as const satisfies ReportKind[]

const replyKinds = ['text', 'moved', ...reportKinds] as const
export type ReplyKind = (typeof replyKinds)[number]
export const replyKindNames: Record<ReplyKind, string> = {
  text: 'Texto',
  moved: 'Véhicule déplacé',
  forgotten: 'Oubli',
  windrow: 'Banc de neige',
  ice: 'Glace',
  damage: 'Dommage',
}

const replySources = ['text', 'link', 'voice'] as const
export type ReplySource = (typeof replySources)[number]
export const replySourceNames: Record<ReplySource, string> = { text: 'Texto', link: 'Page de suivi', voice: 'Ligne vocale' }

/** Characters of a text that are kept: ten SMS. */
export const longestReply = 1600

export const reply = named(
  'Reply',
  z.object({
    id,
    at: instant,
    kind: z.enum(replyKinds),
    source: z.enum(replySources),
    text: z.string(),
    /** Texts of the same phone that came too fast to be kept. */
    moreCount: z.int(),
    /** Null: reported from the page of a site. */
    phone: z.string().nullable(),
    isRead: z.boolean(),
    occupantId: id.nullable(),
    occupantName: z.string().nullable(),
    /** Null for a number that nobody of the company has. */
    siteId: id.nullable(),
    siteAddress: z.string().nullable(),
    customerId: id.nullable(),
    customerName: z.string().nullable(),
    operationId: id.nullable(),
    operationName: z.string().nullable(),
    answersCount: z.int(),
  }),
)
export type Reply = z.infer<typeof reply>

const candidate = z.object({
  occupantId: id,
  occupantName: z.string().nullable(),
  siteId: id,
  siteAddress: z.string(),
  customerName: z.string(),
})
export type ReplyCandidate = z.infer<typeof candidate>

/** What was said between a phone and the company, oldest first. */
const line = z.object({
  id,
  at: instant,
  from: z.enum(['resident', 'alert', 'office']),
  text: z.string(),
  /** Who sent it; null for the resident. */
  userName: z.string().nullable(),
  /** What became of a text that left. */
  status: z.enum(deliveryStatuses).nullable(),
})
export type ConversationLine = z.infer<typeof line>

export const conversation = named(
  'Conversation',
  z.object({
    reply,
    lines: z.array(line),
    /** The occupants who have this phone, the one that was found among them. */
    candidates: z.array(candidate),
    /** Why the office can’t answer; null if it can. */
    refusal: z.string().nullable(),
  }),
)
export type Conversation = z.infer<typeof conversation>

export const replyFilters = ['unread', 'unknown'] as const
export type ReplyFilter = (typeof replyFilters)[number]

export const replyChanges = { isRead: z.boolean().optional(), occupantId: id.nullish(), siteId: id.nullish() }

const tooLong = 'La réponse ne tient pas dans un seul texto.'
export const answerText = lines(160).refine(fitsOneSms, tooLong)

/** As a phone sends it: anything. */
export const playedReply = { companyId: id, phone, text: lines(longestReply) }
