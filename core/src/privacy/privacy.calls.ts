import { call, slice } from '../call.ts'
import { clients } from '../roles.ts'
import { erasureAsked, personalData } from './privacy.ts'

export const privacyCalls = slice('privacy', {
  getPersonalData: call('GET /accounts/current/data', {
    who: clients,
    returns: personalData,
    summary: 'Everything the companies hold about a client, without the office’s notes',
  }),

  askForErasure: call('POST /accounts/current/erasure-request', {
    who: clients,
    returns: erasureAsked,
    touches: ['platform'],
    summary: 'Asks each of a client’s companies to erase what it holds about the client; recorded and e-mailed, at most once a day',
  }),
})
