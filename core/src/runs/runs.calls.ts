import * as z from 'zod'
import { call, longLists, slice } from '../call.ts'
import { alertSenders, clients, companyAdmins, dispatchers, platformStaff } from '../roles.ts'
import { someSites } from '../sites/site.ts'
import { flag, id, list, moment, optionalText } from '../wire.ts'
import {
  areaAction,
  batch,
  consent,
  consentVersion,
  currentRun,
  damage,
  damageFields,
  joinFields,
  markFields,
  routeStop,
  run,
  runDetails,
  startFields,
  startPreview,
  toldLater,
  visit,
} from './run.ts'
import { runKind } from './run-kind.ts'
import { correcting } from './visit-correction.ts'

const module = 'geolocation'
/** Drivers and the office. */
const drivers = alertSenders
/** Routes show their active runs, alerts may target a run, and it belongs to an operation. */
const withTheRun = ['operations', 'platform', 'routes'] as const
/** The caller's other run, which he quits at the moment of this start. */
const leaves = id.nullish()
const scheduled = z.object({ message: z.string(), type: z.literal('success') })

/** The text of the consent that the caller shows; callers that say nothing show the first. */
const textShown = z.coerce.number().int().min(1).max(consentVersion).default(1)

export const runCalls = slice('runs', {
  listRuns: call('GET /runs', {
    who: drivers,
    module,
    input: { isFullyProcessed: flag.optional(), startingDate: moment.optional(), endingDate: moment.optional() },
    returns: z.array(run),
    summary: 'The runs started in a period (by default the last week), newest first; employees see active ones and those they joined',
  }),

  listCurrentRuns: call('GET /runs/current', {
    who: drivers,
    module,
    returns: z.array(currentRun),
    summary: 'The unfinished runs; owners, platform staff and dispatchers also get where each truck was last seen',
  }),

  listActiveRuns: call('GET /runs/actives', {
    who: drivers,
    module,
    input: { routeId: id },
    returns: z.array(run),
    summary: 'A route’s unfinished runs',
  }),

  getConsent: call('GET /runs/consent', {
    who: drivers,
    module,
    input: { version: textShown },
    returns: consent,
    summary: 'Whether the caller agreed to have positions recorded while driving, to the text `version` or a later one',
  }),

  setConsent: call('POST /runs/consent', {
    who: drivers,
    module,
    input: { accepted: z.boolean(), version: textShown },
    returns: consent,
    touches: [],
    summary: 'Agrees or refuses; after a refusal no positions are recorded, and the caller marks areas by hand',
  }),

  getRunDetails: call('GET /runs/:id/details', {
    who: drivers,
    module,
    input: { id, locations: flag.optional() },
    longUnless: 'locations',
    returns: runDetails,
    summary:
      'A run with its sites, positions, marks and visits; employees get only their own positions, dispatchers those of ' +
      'drivers who agreed to it, and nobody any with `locations=false`',
  }),

  startRun: call('POST /runs', {
    who: drivers,
    module,
    status: 201,
    input: { routeId: id, id: id.nullish(), leaves, ...startFields, ...toldLater },
    returns: run,
    touches: withTheRun,
    summary:
      'Starts a run of a route; the same `id` answers the same run. Refused while the caller is in another run ' +
      '(`run-active`), unless it is the one named in `leaves`, and if a colleague has begun the round of some sites that was ' +
      'prepared (`round-begun`), unless `isWholeRoute`. If that is `false`, also if no such round waits any more (`round-gone`)',
  }),

  takeRunBack: call('POST /runs/:id/take-back', {
    who: drivers,
    module,
    input: { id },
    touches: withTheRun,
    summary: 'Removes a run as if it had never started: only by its starter, within 15 s, before anyone joins or is alerted',
  }),

  listRouteStops: call('GET /routes/:id/stops', {
    who: drivers,
    module,
    input: { id },
    returns: z.array(routeStop),
    summary: 'What a run of this route would copy now: its sites and areas, for a phone that may start without a network',
  }),

  previewStart: call('GET /routes/:id/start-preview', {
    who: drivers,
    module,
    input: { id, kind: runKind.optional() },
    returns: startPreview,
    summary: 'Which round a start would begin, of how many stops, how many people it alerts, and what that costs',
  }),

  actOnRun: call('POST /runs/:id/action', {
    who: drivers,
    module,
    input: { id, type: z.enum(['start', 'quit']), leaves, ...joinFields, ...toldLater },
    returns: run,
    touches: withTheRun,
    summary: 'Joins or quits a run; the last operator to quit ends it',
  }),

  updateRun: call('PATCH /runs/:id', {
    who: dispatchers,
    module,
    input: { id, operationId: id.nullable().optional(), kind: runKind.optional(), unit: optionalText(20).optional() },
    returns: run,
    touches: withTheRun,
    summary: 'Moves a run to another operation, or corrects its kind or unit',
  }),

  addStops: call('POST /runs/:id/stops', {
    who: dispatchers,
    module,
    maxBytes: longLists,
    input: { id, siteIds: someSites, place: z.enum(['next', 'end']), evenIfGiven: z.boolean().default(false) },
    returns: z.object({ addedCount: z.int() }),
    touches: ['operations'],
    summary:
      'Adds sites to a run under way, after the last stop reached or at the end; those it still has to do are moved there. ' +
      'Refused if another run has been given one of them (`given-already`), unless `evenIfGiven`',
  }),

  handOverRun: call('POST /runs/:id/hand-over', {
    who: dispatchers,
    module,
    input: { id },
    returns: run,
    touches: ['operations'],
    summary: 'Puts what is left of a run on the list of sites to redo, at once',
  }),

  addLocations: call('POST /runs/:id/locations', {
    who: drivers,
    module,
    maxBytes: 2 * longLists,
    input: { id, ...batch },
    returns: z.object({ acceptedCount: z.int(), ignoredCount: z.int() }),
    touches: [],
    summary:
      'Takes the caller’s positions in batches, in any order, repeated or not; for 7 days after a quit, ' +
      'positions from before it are accepted',
  }),

  markAreaDone: call('POST /runs/:runId/run-site-area/:siteAreaId/mark-as-done', {
    who: drivers,
    module,
    input: { runId: id, siteAreaId: id, ...markFields },
    returns: z.array(areaAction),
    touches: ['operations'],
    summary: 'Marks an area as done; the latest mark wins',
  }),

  markAreaPartial: call('POST /runs/:runId/run-site-area/:siteAreaId/mark-as-partial', {
    who: drivers,
    module,
    input: { runId: id, siteAreaId: id, ...markFields },
    returns: z.array(areaAction),
    touches: ['operations'],
    summary: 'Marks an area as done in part, with the reason: most often a vehicle is in the way',
  }),

  markAreaNotDone: call('POST /runs/:runId/run-site-area/:siteAreaId/mark-as-not-done', {
    who: drivers,
    module,
    input: { runId: id, siteAreaId: id, ...markFields },
    returns: z.array(areaAction),
    touches: ['operations'],
    summary: 'Marks an area as not done, with the reason',
  }),

  markSiteDone: call('POST /runs/:runId/run-site/:runSiteId/mark-as-done', {
    who: drivers,
    module,
    input: { runId: id, runSiteId: id, ...markFields },
    returns: z.array(areaAction),
    touches: ['operations'],
    summary: 'Marks all areas of a site as done',
  }),

  markSitePartial: call('POST /runs/:runId/run-site/:runSiteId/mark-as-partial', {
    who: drivers,
    module,
    input: { runId: id, runSiteId: id, ...markFields },
    returns: z.array(areaAction),
    touches: ['operations'],
    summary: 'Marks all areas of a site as done in part, with the reason: most often a vehicle is in the way',
  }),

  markSiteNotDone: call('POST /runs/:runId/run-site/:runSiteId/mark-as-not-done', {
    who: drivers,
    module,
    input: { runId: id, runSiteId: id, ...markFields },
    returns: z.array(areaAction),
    touches: ['operations'],
    summary: 'Marks all areas of a site as not done, with the reason',
  }),

  reportDamage: call('POST /runs/:runId/run-site/:runSiteId/damage', {
    who: drivers,
    module,
    input: { runId: id, runSiteId: id, ...damageFields },
    returns: damage,
    touches: ['operations'],
    summary: 'Reports damage at a site, in words; photos follow with its id as `markId`. The same `id` answers the same damage',
  }),

  regenerateRun: call('POST /runs/:id/regenerate', {
    who: companyAdmins,
    module,
    input: { id },
    returns: scheduled,
    touches: [],
    summary: 'Recomputes a run’s visits from its positions; refused once those are deleted',
  }),

  duplicateRun: call('POST /runs/:id/duplicate', {
    who: platformStaff,
    module,
    status: 201,
    input: { id, destinationCompany: id },
    returns: run,
    touches: ['platform'],
    summary: 'Copies a run to another company, without accounts and without links to routes and sites',
  }),

  deleteRun: call('DELETE /runs/:id', {
    who: platformStaff,
    module,
    input: { id },
    touches: withTheRun,
    summary: 'Removes a run, with its positions and visits',
  }),

  followLocations: call('GET /companies/:id/last-locations', {
    who: dispatchers,
    module,
    input: { id },
    stream: true,
    summary:
      'Server-sent events `location`: where the company’s trucks are; first the positions newer than 15 s, ' + 'then each as it arrives',
  }),

  listVisits: call('GET /visits', {
    who: [...companyAdmins, ...clients],
    module,
    input: { from: moment, to: moment, siteIds: list(id).optional() },
    returns: z.array(visit),
    summary: 'The visits of a period, newest first; to a client those of his own sites, without run, route, driver and truck',
  }),

  correctVisit: call('POST /visits/:visitId/corrections', {
    who: companyAdmins,
    module,
    input: { visitId: id, ...correcting },
    returns: visit,
    touches: [],
    status: 201,
    summary: 'Says what a visit was in truth, and why; the visit itself stays as it was computed',
  }),
})
