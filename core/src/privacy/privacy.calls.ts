import * as z from 'zod'
import { call, slice } from '../call.ts'
import { clients, companyAdmins } from '../roles.ts'
import { id } from '../wire.ts'
import { erasure } from './erasure.ts'
import { erasureAnswer, erasureAsked, personalData, receivedErasure } from './privacy.ts'

/** What an erasure removes from. */
const erased = [
  'accounts',
  'alerts',
  'callers',
  'claims',
  'clients',
  'contracts',
  'evidence',
  'groupings',
  'occupants',
  'operations',
  'photos',
  'platform',
  'quotes',
  'replies',
  'routes',
  'runs',
  'search',
  'sectors',
  'sites',
] as const

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

  listErasureRequests: call('GET /erasure-requests', {
    who: companyAdmins,
    returns: z.array(receivedErasure),
    summary: 'Who asked the company to erase what it holds about them, and what was done; newest first',
  }),

  answerErasureRequest: call('PATCH /erasure-requests/:id', {
    who: companyAdmins,
    input: { id, ...erasureAnswer.shape },
    returns: receivedErasure,
    touches: ['platform'],
    sends: true,
    summary: 'Records what was done about a request, once, and writes it to the client',
  }),

  eraseRequested: call('POST /erasure-requests/:id/erasure', {
    who: companyAdmins,
    input: { id },
    returns: erasure,
    touches: erased,
    sends: true,
    summary:
      'Erases what nothing holds of the folders with the requester’s e-mail, answers the request and writes to the client what stays ' +
      'and why. Repeating it changes nothing; once a claim is closed, it erases what the claim held',
  }),

  eraseClient: call('POST /customers/:id/erasure', {
    who: companyAdmins,
    input: { id },
    returns: erasure,
    touches: erased,
    sends: true,
    summary: 'The same for one folder, without a request: for instance after a phone call',
  }),

  listErasures: call('GET /erasures', {
    who: companyAdmins,
    input: { customerId: id.optional() },
    returns: z.array(erasure),
    summary: 'The reports of what was erased and what stays, newest first; of one folder, if given',
  }),
})
