import * as z from 'zod'
import { call, slice } from '../call.ts'
import { seasonInput } from '../contracts/usage.ts'
import { clients, companyAdmins, dispatchers } from '../roles.ts'
import { ignoring, seasonCheck } from './season-check.ts'
import { ownSeason, seasonSnowfall } from './season-snow.ts'

export const seasonCalls = slice('season', {
  getSeasonCheck: call('GET /season-check', {
    who: companyAdmins,
    returns: seasonCheck,
    summary: 'What to fix before the first snowfall, at most a thousand lines of each kind, and the score',
  }),

  ignoreSeasonLine: call('PUT /season-check/:line/ignored', {
    who: companyAdmins,
    input: ignoring,
    touches: [],
    summary: 'Ignores a line for a reason, or stops ignoring it',
  }),

  listOwnSeasons: call('GET /seasons', {
    who: clients,
    returns: z.array(ownSeason),
    summary: 'How much snow this season had at the caller’s own sites, of the companies that show it',
  }),

  getSeason: call('GET /seasons/:year', {
    who: dispatchers,
    input: { year: seasonInput },
    returns: seasonSnowfall,
    summary: 'A season in centimetres: by sector, day by day, and how much of the contracts’ ceilings it used',
  }),
})
