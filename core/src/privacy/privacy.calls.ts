import * as z from 'zod'
import { call, slice } from '../call.ts'
import { clients, companyAdmins } from '../roles.ts'
import { id } from '../wire.ts'
import { erasureAnswer, erasureAsked, personalData, receivedErasure } from './privacy.ts'

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
})
