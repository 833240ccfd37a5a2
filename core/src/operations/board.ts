// What the board shows of an operation: six numbers, its rounds, and what someone has to deal with.
import * as z from 'zod'
import { crewAnswers } from '../replies/crew-answer.ts'
import { notDoneReasons } from '../runs/run.ts'
import { runKind } from '../runs/run-kind.ts'
import { id, instant, named, point } from '../wire.ts'
import { operationDetails, requestSources, siteState } from './operation.ts'

/** Worst first. */
export const roundStates = ['not-started', 'stopped', 'silent', 'late', 'under-way', 'handed-over', 'finished'] as const
export type RoundState = (typeof roundStates)[number]

/** A route in its current round, or a run of sites to redo. */
const boardRound = named(
  'BoardRound',
  z.object({
    /** Null while the round has not begun. */
    runId: id.nullable(),
    routeId: id.nullable(),
    routeName: z.string(),
    kind: runKind,
    isRedo: z.boolean(),
    /** 1 for the first run of the route in the operation. */
    number: z.int(),
    unit: z.string().nullable(),
    drivers: z.array(z.object({ name: z.string(), phone: z.string().nullable() })),
    /** Who was last called to work for the route, and their answer; null: none yet. */
    crew: z.array(
      z.object({ name: z.string(), phone: z.string(), answer: z.enum(crewAnswers).nullable(), answeredAt: instant.nullable() }),
    ),
    startedAt: instant.nullable(),
    finishedAt: instant.nullable(),
    handedOverAt: instant.nullable(),
    /** The routes and runs that took over what was left. */
    handedTo: z.array(z.string()),
    state: z.enum(roundStates),
    /** When it stopped or was last heard from, if that is its state. */
    since: instant.nullable(),
    sitesCount: z.int(),
    doneCount: z.int(),
    partialCount: z.int(),
    redoCount: z.int(),
    /** The first and the last of the stops that a run under way has left. */
    nextStop: point.nullable(),
    lastStop: point.nullable(),
    /** Null when nothing is left, or nothing is known. */
    expectedEnd: instant.nullable(),
    /** The earliest deadline among what is left. */
    deadline: instant.nullable(),
    /** By how much the site that misses its deadline most will be late, at this pace. */
    delayMinutes: z.int(),
  }),
)
export type BoardRound = z.infer<typeof boardRound>

/** Something that a person must deal with. */
const boardItem = named(
  'BoardItem',
  z.object({
    /** A request has an id of its own; a site to redo is known by its site. */
    kind: z.enum(['request', 'redo', 'handed-over']),
    requestId: id.nullable(),
    runId: id.nullable(),
    siteId: id,
    siteName: z.string(),
    siteAddress: z.string(),
    customerName: z.string(),
    location: point.nullable(),
    at: instant,
    source: z.enum(requestSources).nullable(),
    reason: z.enum(notDoneReasons).nullable(),
    note: z.string().nullable(),
    isUrgent: z.boolean(),
    /** The run that it was added to, and its route's name. */
    addedTo: z.object({ runId: id, routeName: z.string(), unit: z.string().nullable() }).nullable(),
  }),
)
export type BoardItem = z.infer<typeof boardItem>

export const board = named(
  'Board',
  z.object({
    operation: operationDetails,
    counts: z.object({
      total: z.int(),
      done: z.int(),
      partial: z.int(),
      redo: z.int(),
      left: z.int(),
      unneeded: z.int(),
      /** Sites that will miss their deadline at this pace, or have. */
      overdue: z.int(),
      /** Trucks in a run that nobody hears from. */
      silent: z.int(),
    }),
    expectedEnd: instant.nullable(),
    deadline: instant.nullable(),
    delayMinutes: z.int(),
    rounds: z.array(boardRound),
    /** Urgent first, then oldest first; at most a hundred. */
    items: z.array(boardItem),
    itemsCount: z.int(),
  }),
)
export type Board = z.infer<typeof board>

/** A site of the operation with its passes. */
export const operationSite = named(
  'OperationSite',
  z.object({
    siteId: id,
    siteName: z.string(),
    siteAddress: z.string(),
    customerName: z.string(),
    location: point.nullable(),
    routeNames: z.array(z.string()),
    state: siteState,
    /** When the visit or mark was made that decided it. */
    decidedAt: instant.nullable(),
    /** By when it must be done; null if it is, or nothing says so. */
    deadline: instant.nullable(),
    /** It missed its deadline, or will at this pace. */
    isLate: z.boolean(),
    reason: z.enum(notDoneReasons).nullable(),
    note: z.string().nullable(),
    /** Rounds in which it was done, oldest first: the n-th is its n-th pass. */
    passes: z.array(z.object({ id, runId: id, kind: runKind, at: instant, routeName: z.string(), userName: z.string().nullable() })),
    isRequested: z.boolean(),
    /** « Ne pas déneiger »: its client's service was stopped, so it isn't counted as left undone. */
    isServiceStopped: z.boolean(),
    /** When the resident said that the car is gone, until a truck has come by; null otherwise. */
    carMovedAt: instant.nullable(),
  }),
)
export type OperationSite = z.infer<typeof operationSite>

const journalKinds = [
  'opened',
  'closed',
  'run-started',
  'run-finished',
  'handed-over',
  'not-done',
  'request',
  'reading',
  'note',
  'send',
  'decision',
] as const
export const journalEntry = named(
  'JournalEntry',
  z.object({
    at: instant,
    kind: z.enum(journalKinds),
    text: z.string(),
    userName: z.string().nullable(),
    runId: id.nullable(),
    siteId: id.nullable(),
  }),
)
export type JournalEntry = z.infer<typeof journalEntry>
