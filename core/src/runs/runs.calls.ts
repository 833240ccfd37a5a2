import * as z from 'zod'
import { call, longLists, slice } from '../call.ts'
import { alertSenders, companyAdmins, platformStaff } from '../roles.ts'
import { flag, id, list, moment } from '../wire.ts'
import { areaAction, batch, consent, markFields, run, runDetails, toldLater, visit } from './run.ts'

const module = 'geolocation'
/** Drivers and the office. */
const drivers = alertSenders
/** Routes show their active runs, and alerts may target a run. */
const withTheRun = ['platform', 'routes'] as const
const scheduled = z.object({ message: z.string(), type: z.literal('success') })

export const runCalls = slice('runs', {
  listRuns: call('GET /runs', {
    who: drivers,
    module,
    input: { isFullyProcessed: flag.optional(), startingDate: moment.optional(), endingDate: moment.optional() },
    returns: z.array(run),
    summary: 'The runs begun in a period, the last week without one, newest first; an employee sees active ones and those that he joined',
  }),

  listCurrentRuns: call('GET /runs/current', { who: drivers, module, returns: z.array(run), summary: 'The runs that are not finished' }),

  listActiveRuns: call('GET /runs/actives', {
    who: drivers,
    module,
    input: { routeId: id },
    returns: z.array(run),
    summary: 'The runs of a route that are not finished',
  }),

  getConsent: call('GET /runs/consent', {
    who: drivers,
    module,
    returns: consent,
    summary: 'Whether one has agreed that one’s position is recorded while one drives, and to which text',
  }),

  setConsent: call('POST /runs/consent', {
    who: drivers,
    module,
    input: { accepted: z.boolean() },
    returns: consent,
    touches: [],
    summary: 'Agrees, or refuses: then no position of one’s is taken, and one marks by hand',
  }),

  getRunDetails: call('GET /runs/:id/details', {
    who: drivers,
    module,
    input: { id, locations: flag.optional() },
    longUnless: 'locations',
    returns: runDetails,
    summary:
      'A run with its sites, positions, marks and visits; an employee gets no positions but his own, and nobody any with `locations=false`',
  }),

  startRun: call('POST /runs', {
    who: drivers,
    module,
    status: 201,
    input: { routeId: id, id: id.nullish(), ...toldLater },
    returns: run,
    touches: withTheRun,
    summary: 'Begins a run of a route; the same `id` again answers the same run; refused while one is in another (`run-active`)',
  }),

  actOnRun: call('POST /runs/:id/action', {
    who: drivers,
    module,
    input: { id, type: z.enum(['start', 'quit']), ...toldLater },
    returns: run,
    touches: withTheRun,
    summary: 'Joins a run or quits it; the last to quit ends it',
  }),

  addLocations: call('POST /runs/:id/locations', {
    who: drivers,
    module,
    maxBytes: 2 * longLists,
    input: { id, ...batch },
    returns: z.object({ acceptedCount: z.int(), ignoredCount: z.int() }),
    touches: [],
    summary:
      'Positions of one’s own, in batches, in any order, as often as need be; after a quit those from before it are taken for 7 days',
  }),

  markAreaDone: call('POST /runs/:runId/run-site-area/:siteAreaId/mark-as-done', {
    who: drivers,
    module,
    input: { runId: id, siteAreaId: id, ...markFields },
    returns: z.array(areaAction),
    touches: [],
    summary: 'An area is done; the latest word wins',
  }),

  markAreaNotDone: call('POST /runs/:runId/run-site-area/:siteAreaId/mark-as-not-done', {
    who: drivers,
    module,
    input: { runId: id, siteAreaId: id, ...markFields },
    returns: z.array(areaAction),
    touches: [],
    summary: 'An area was left, with the reason',
  }),

  markSiteDone: call('POST /runs/:runId/run-site/:runSiteId/mark-as-done', {
    who: drivers,
    module,
    input: { runId: id, runSiteId: id, ...markFields },
    returns: z.array(areaAction),
    touches: [],
    summary: 'All areas of a site are done',
  }),

  markSiteNotDone: call('POST /runs/:runId/run-site/:runSiteId/mark-as-not-done', {
    who: drivers,
    module,
    input: { runId: id, runSiteId: id, ...markFields },
    returns: z.array(areaAction),
    touches: [],
    summary: 'All areas of a site were left, with the reason',
  }),

  regenerateRun: call('POST /runs/:id/regenerate', {
    who: companyAdmins,
    module,
    input: { id },
    returns: scheduled,
    touches: [],
    summary: 'Reckons the visits of a run again from its positions; refused once these are gone',
  }),

  duplicateRun: call('POST /runs/:id/duplicate', {
    who: platformStaff,
    module,
    status: 201,
    input: { id, destinationCompany: id },
    returns: run,
    touches: ['platform'],
    summary: 'Copies a run to another company, without its accounts and without ties to routes and sites',
  }),

  deleteRun: call('DELETE /runs/:id', {
    who: platformStaff,
    module,
    input: { id },
    touches: withTheRun,
    summary: 'Removes a run, with its positions and visits',
  }),

  followLocations: call('GET /companies/:id/last-locations', {
    who: companyAdmins,
    module,
    input: { id },
    stream: true,
    summary: 'Server-sent events `location`: where the trucks of one’s company are; first what is newer than 15 s, then each as it comes',
  }),

  listVisits: call('GET /visits', {
    who: companyAdmins,
    module,
    input: { from: moment, to: moment, siteIds: list(id).optional() },
    returns: z.array(visit),
    summary: 'Who passed where and when, in a period, newest first',
  }),
})
