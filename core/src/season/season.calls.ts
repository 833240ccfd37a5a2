import { call, slice } from '../call.ts'
import { companyAdmins } from '../roles.ts'
import { ignoring, seasonCheck } from './season-check.ts'

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
})
