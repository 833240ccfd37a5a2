import { call, slice } from '../call.ts'
import { alertSenders, companyAdmins } from '../roles.ts'
import { home } from './home.ts'

export const homeCalls = slice('home', {
  getHome: call('GET /home', {
    who: alertSenders,
    returns: home,
    summary: 'The first page: the parts that the caller’s role and the company’s modules have; those that fail are named',
  }),

  dismissFirstSteps: call('POST /first-steps/dismiss', {
    who: companyAdmins,
    touches: [],
    summary: 'Hides the first steps of a new company for good',
  }),
})
