// A run: a route while it is driven, by one operator or several, with what was done of it (docs/product/runs.md).
import * as z from 'zod'
import { indicator } from '../sites/site.ts'
import { id, instant, named, optionalLines, point } from '../wire.ts'

/** Why an area was left, in the operator's words. */
export const notDoneReasons = ['vehicle', 'gate', 'danger', 'declined', 'other'] as const
export type NotDoneReason = (typeof notDoneReasons)[number]
export const notDoneReasonNames: Record<NotDoneReason, string> = {
  vehicle: 'Véhicule dans le chemin',
  gate: 'Barrière fermée',
  danger: 'Danger',
  declined: 'Refusé par le résident',
  other: 'Autre',
}

const markTypes = ['mark_as_done', 'mark_as_not_done'] as const
export type MarkType = (typeof markTypes)[number]

/** Milliseconds since 1970, written as such or as an instant. */
const timestamp = z.union([z.number(), instant.transform((text) => Date.parse(text))])

/** As a phone tells it; what makes no sense is left aside and counted, so that the rest of its batch goes on. `speed` in metres a second. */
const told = z.object({
  lat: z.number(),
  lng: z.number(),
  timestamp,
  accuracy: z.number().nullish(),
  speed: z.number().nullish(),
})

/** By the phone's own clock, however wrong; what is no time at all says nothing. */
const sent = timestamp.transform((at) => (at >= 0 && at < 4e12 ? at : null)).nullish()

export const maxBatch = 1000
/** Of one receiver in one run: fourteen hours at one a second. Beyond it they are left aside. */
export const mostPositions = 50_000
export const batch = {
  locations: z.array(told).max(maxBatch, `Un envoi ne peut pas avoir plus de ${maxBatch} positions.`),
  /** When the phone sent it, by its own clock: a clock that is off is set right by it. */
  sentAt: sent,
}

/** When it happened, for what a phone tells later; now, where it does not say. */
export const toldLater = { at: instant.nullish(), sentAt: sent }

export const markFields = {
  /** Made by the phone: the same one again changes nothing. */
  id: id.nullish(),
  ...toldLater,
  /** Kept for what was not done only. */
  reason: z.enum(notDoneReasons).nullish(),
  note: optionalLines(1000).nullish(),
}

const runCard = z.object({
  id,
  routeId: id.nullable(),
  routeName: z.string(),
  startedAt: instant,
  finishedAt: instant.nullable(),
  /** Finished, and its visits computed. */
  isFullyProcessed: z.boolean(),
  completionPercentage: z.int(),
  areasDone: z.int(),
  areasCount: z.int(),
  notDoneCount: z.int(),
  /** Seconds. Of a copy from another company nobody is known by his account. */
  userDurations: z.array(z.object({ userId: id.nullable(), email: z.string().nullable(), name: z.string(), duration: z.int() })),
})
export const run = named('Run', runCard)
export type Run = z.infer<typeof run>

const runAction = named(
  'RunAction',
  z.object({ id, type: z.enum(['start', 'quit']), userId: id.nullable(), userName: z.string(), at: instant }),
)
export type RunAction = z.infer<typeof runAction>

export const areaAction = named(
  'AreaAction',
  z.object({
    id,
    runSiteId: id,
    runSiteAreaId: id,
    type: z.enum(markTypes),
    reason: z.enum(notDoneReasons).nullable(),
    note: z.string().nullable(),
    userName: z.string(),
    at: instant,
  }),
)
export type AreaAction = z.infer<typeof areaAction>

const runLocation = named(
  'RunLocation',
  z.object({
    /** Of a copy, the operator's number in it: several still play apart. */
    userId: z.string().nullable(),
    /** A phone and a device of the same operator are two tracks. */
    track: z.string(),
    lat: z.number(),
    lng: z.number(),
    timestamp: instant,
    speed: z.number().nullable(),
    accuracy: z.number().nullable(),
  }),
)
export type RunLocation = z.infer<typeof runLocation>

const areaVisit = named(
  'AreaVisit',
  z.object({ id, runSiteAreaId: id, startedAt: instant, finishedAt: instant, duration: z.int(), userName: z.string() }),
)
export type AreaVisit = z.infer<typeof areaVisit>

const runSite = named(
  'RunSite',
  z.object({
    id,
    siteId: id.nullable(),
    siteName: z.string(),
    siteAddress: z.string(),
    customerName: z.string(),
    location: point.nullable(),
    notes: z.string().nullable(),
    sortOrder: z.int(),
    areas: z.array(
      z.object({
        /** What the calls name `runSiteAreaId`. */
        id,
        areaId: id.nullable(),
        name: z.string(),
        notes: z.string().nullable(),
        /** Null: without a drawing, marked by hand. */
        polygon: z.array(point).nullable(),
        indicators: z.array(indicator),
      }),
    ),
  }),
)
export type RunSite = z.infer<typeof runSite>

export const runDetails = named(
  'RunDetails',
  runCard.extend({
    actions: z.array(runAction),
    locations: z.array(runLocation),
    areaActions: z.array(areaAction),
    areaVisits: z.array(areaVisit),
    runSites: z.array(runSite),
  }),
)
export type RunDetails = z.infer<typeof runDetails>

export const visit = named(
  'Visit',
  z.object({
    id,
    siteId: id.nullable(),
    siteAddress: z.string(),
    areaId: id.nullable(),
    areaName: z.string(),
    runId: id,
    routeName: z.string(),
    userName: z.string(),
    startedAt: instant,
    finishedAt: instant,
    /** Seconds. */
    duration: z.int(),
  }),
)
export type SiteVisit = z.infer<typeof visit>

/** Of the live channel. */
const lastLocation = named(
  'LastLocation',
  z.object({
    userId: id,
    userName: z.string(),
    runId: id,
    routeName: z.string(),
    lat: z.number(),
    lng: z.number(),
    timestamp: instant,
    speed: z.number().nullable(),
  }),
)
export type LastLocation = z.infer<typeof lastLocation>

/** Seconds after which a position says nothing any more of where a truck is. */
export const locationLife = 15

/** What one consents to: another text is another version, and is asked again. */
export const consentVersion = 1
export const consent = named('PositionConsent', z.object({ acceptedAt: instant.nullable(), version: z.int() }))
