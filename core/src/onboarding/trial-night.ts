// A trial night: trucks drive the company's own route for ten minutes, in a copy that nobody else sees
// (docs/product/onboarding.md).
import * as z from 'zod'
import type { CallRow, SliceName } from '../call.ts'
import { id, instant, named } from '../wire.ts'

/** Minutes that the trucks drive; after `openMinutes` nobody is in the trial night any more. */
export const driveMinutes = 10
export const openMinutes = 60

/** A route needs this many stops on the map. */
export const fewestStops = 3

const played: readonly SliceName[] = ['callers', 'onboarding', 'operations', 'runs']
const alsoPlayed = ['sendAlert', 'previewAlert', 'stopAlert']
/** It writes into another company. */
const neverPlayed = ['duplicateRun']

/** Everything may be read there. What is written must stay there, cost nothing and reach nobody. */
export const worksInTrial = ({ name, slice, verbs, writes }: Pick<CallRow, 'name' | 'slice' | 'verbs' | 'writes'>): boolean =>
  (verbs.every((verb) => verb === 'GET') && !writes) || alsoPlayed.includes(name) || (played.includes(slice) && !neverPlayed.includes(name))

/** Before it starts: the routes it may be played on. */
export const trialOffer = named(
  'TrialOffer',
  z.object({
    /** The caller left one without ending it, and may go back. */
    isUnderWay: z.boolean(),
    routes: z.array(z.object({ id, name: z.string(), stopsCount: z.int() })),
  }),
)
export type TrialOffer = z.infer<typeof trialOffer>

const trialMessage = z.object({ id, siteName: z.string(), name: z.string(), phone: z.string(), text: z.string(), at: instant })
export type TrialMessage = z.infer<typeof trialMessage>

/** While it is played. */
export const trialNight = named(
  'TrialNight',
  z.object({
    operationId: id.nullable(),
    startedAt: instant,
    /** When its trucks will have done everything. */
    endsAt: instant,
    isOver: z.boolean(),
    stopsCount: z.int(),
    doneCount: z.int(),
    messagesCount: z.int(),
    /** What residents would have received, newest first; the last ones only. */
    messages: z.array(trialMessage),
  }),
)
export type TrialNight = z.infer<typeof trialNight>
