// The first page: what matters now. Each part is there if the caller's role and the company's modules have it.
import * as z from 'zod'
import { operation } from '../operations/operation.ts'
import { runKind } from '../runs/run-kind.ts'
import { id, instant, named } from '../wire.ts'

const sum = z.object({ count: z.int(), /** In cents. */ amount: z.int() })

/** An operation that is open, in a strip. */
const openOperation = named(
  'HomeOperation',
  z.object({
    ...operation.pick({ id: true, name: true, kind: true, openedAt: true, depth: true }).shape,
    sitesCount: z.int(),
    doneCount: z.int(),
    overdueCount: z.int(),
    redoCount: z.int(),
    requestsCount: z.int(),
    /** For someone to deal with: requests, and the sites to redo that nobody asked for. */
    itemsCount: z.int(),
    /** Of its last call to work: who comes, who doesn’t, and who has not answered. */
    crew: z.object({ confirmed: z.int(), refused: z.int(), silent: z.int() }).nullable(),
    expectedEnd: instant.nullable(),
    delayMinutes: z.int(),
  }),
)
export type OpenOperation = z.infer<typeof openOperation>

/** What someone has to deal with, outside of an operation. */
const waiting = z.object({
  /** That nobody has read; those about damage apart. */
  replies: z.int(),
  damages: z.int(),
  /** Sends of the last month that were stopped before everyone was alerted. */
  stoppedSends: z.int(),
  quotes: z.int(),
  /** Of this season and later ones. */
  declinedContracts: z.int(),
  /** Payments by card that a bank took back in the last month. */
  disputes: z.int(),
  /** Contracts that reached 80 % of this season’s ceiling. */
  ceilings: z.int(),
})

/** What clients owe. A contract is late as soon as one of its instalments is. */
const money = z.object({ overdue: sum, toSign: sum, dueThisWeek: sum })

/** How many alerts the company has left, and how many its last operation took. */
const bank = z.object({ left: z.int(), lastOperation: z.object({ id, name: z.string(), alertsCount: z.int() }).nullable() })

const seasonOperation = operation.pick({ id: true, name: true, openedAt: true, closedAt: true, depth: true, hours: true })
export type SeasonOperation = z.infer<typeof seasonOperation>

/** The caller's own run: the one under way, or the last one. */
const shift = z.object({
  routeName: z.string(),
  kind: runKind,
  isRedo: z.boolean(),
  unit: z.string().nullable(),
  startedAt: instant,
  finishedAt: instant.nullable(),
})

const platform = z.object({ companiesToReview: z.int(), failedJobs: z.int(), overdueInvoices: sum })

export const firstSteps = ['clients', 'places', 'contract', 'route', 'driver', 'message', 'trial'] as const
export type FirstStep = (typeof firstSteps)[number]

/** One statement each. */
const parts = {
  operations: z.array(openOperation),
  waiting,
  money,
  bank,
  /** Of this season, oldest first. */
  season: z.array(seasonOperation),
  /** Routes whose last driver is gone, or that nobody has driven for a year. */
  driverless: z.array(z.object({ id, name: z.string() })),
  shift: shift.nullable(),
  platform,
  /** The first steps of a new company that are done; absent once all are, or they were dismissed. */
  firstSteps: z.array(z.enum(firstSteps)),
}
export type HomePart = keyof typeof parts
export type HomeParts = { [P in HomePart]: z.infer<(typeof parts)[P]> }

export const home = named(
  'Home',
  z.object({
    ...(Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, part.optional()])) as {
      [P in HomePart]: z.ZodOptional<(typeof parts)[P]>
    }),
    /** The parts that could not be read. */
    failed: z.array(z.enum(Object.keys(parts) as [HomePart])),
  }),
)
export type Home = z.infer<typeof home>
