import { call, slice } from '../call.ts'
import { clients } from '../roles.ts'
import { erasureAsked, personalData } from './privacy.ts'

export const privacyCalls = slice('privacy', {
  getPersonalData: call('GET /accounts/current/data', {
    who: clients,
    returns: personalData,
    summary: 'All that a client’s companies hold about him, without the office’s notes',
  }),

  askForErasure: call('POST /accounts/current/erasure-request', {
    who: clients,
    returns: erasureAsked,
    touches: ['platform'],
    summary: 'Asks each company of a client to erase what it holds about him; recorded, e-mailed, and the same request within a day',
  }),
})
