// An operation: a night's work as one thing, with its runs, sends, readings and notes (docs/product/operations.md).
import * as z from 'zod'
import { runKind } from '../runs/run-kind.ts'
import { id, instant, lines, named, optionalText, text } from '../wire.ts'

export const operationKinds = ['snow', 'ice', 'hauling'] as const
export type OperationKind = (typeof operationKinds)[number]
export const operationKindNames: Record<OperationKind, string> = { snow: 'Neige', ice: 'Glace', hauling: 'Transport' }

/** Hours during which a closed operation may be reopened. */
export const reopenedWithin = 48

const readingKinds = ['depth', 'temperature'] as const
const reading = named(
  'Reading',
  z.object({
    id,
    kind: z.enum(readingKinds),
    /** Null for the whole operation. */
    sectorId: id.nullable(),
    at: instant,
    /** Centimetres, or degrees Celsius. */
    amount: z.number(),
    userName: z.string(),
  }),
)
export type Reading = z.infer<typeof reading>

const tenth = z.number().multipleOf(0.1, 'Une décimale au plus.')
/** Centimetres since the snow began, as people read a stick; now by default. */
export const newReading = z
  .object({ kind: z.enum(readingKinds), sectorId: id.nullish(), at: instant.nullish(), amount: tenth.min(-60).max(500) })
  .refine(({ kind, amount }) => kind === 'temperature' || amount >= 0, {
    path: ['amount'],
    message: 'La hauteur de neige ne peut pas être négative.',
  })
  .refine(({ kind, amount }) => kind === 'depth' || amount <= 60, { path: ['amount'], message: 'Il faut 60 au plus.' })

const note = named('OperationNote', z.object({ id, text: z.string(), at: instant, userName: z.string() }))
export const newNote = { text: lines(2000) }

const operationRoute = named(
  'OperationRoute',
  z.object({
    routeId: id,
    routeName: z.string(),
    /** The round that was prepared for this route and has not begun. */
    preparedKind: runKind.nullable(),
    /** The sectors whose sites it is limited to. */
    preparedSectorNames: z.array(z.string()).nullable(),
  }),
)

const operationCard = z.object({
  id,
  kind: z.enum(operationKinds),
  name: z.string(),
  openedAt: instant,
  /** Null: by its first run. */
  openedByName: z.string().nullable(),
  closedAt: instant.nullable(),
  closedByName: z.string().nullable(),
  runsCount: z.int(),
  /** Passes: sites that a round did. */
  passesCount: z.int(),
  /** The latest reading of the whole operation, or the deepest of its sectors; null without any. */
  depth: z.number().nullable(),
  /** Summed over its runs, each from its start to its end. */
  hours: z.number().nullable(),
})
export const operation = named('Operation', operationCard)
export type Operation = z.infer<typeof operation>

export const operationDetails = named(
  'OperationDetails',
  operationCard.extend({
    routes: z.array(operationRoute),
    readings: z.array(reading),
    notes: z.array(note),
  }),
)
export type OperationDetails = z.infer<typeof operationDetails>

export const newOperation = {
  kind: z.enum(operationKinds).default('snow'),
  name: text(100).nullish(),
  routeIds: z.array(id).max(500).nullish(),
}

export const operationChanges = { name: text(100).optional(), routeIds: z.array(id).max(500).optional() }

/** What became of a site in the current round. */
export const siteStates = ['done', 'partial', 'redo', 'left', 'unneeded'] as const
export const siteState = z.enum(siteStates)
export type SiteState = z.infer<typeof siteState>
export const siteStateNames: Record<SiteState, string> = {
  done: 'Fait',
  partial: 'Fait en partie',
  redo: 'À reprendre',
  left: 'À faire',
  unneeded: 'Non requis',
}

export const siteDecision = { required: z.boolean(), reason: optionalText(200).nullish() }

export const requestSources = ['call', 'resident'] as const
export const newRequest = z.object({
  siteId: id,
  source: z.enum(requestSources).default('call'),
  note: optionalText(500).nullish(),
  isUrgent: z.boolean().default(false),
})

/** The name that an operation gets when it opens: « Opération du 17 novembre ». */
export const operationName = (kind: OperationKind, day: string): string =>
  ({ snow: `Opération du ${day}`, ice: `Opération glace du ${day}`, hauling: `Transport de neige du ${day}` })[kind]
