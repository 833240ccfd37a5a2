import * as z from 'zod'
import { call, slice } from '../call.ts'
import { alertSenders, companyAdmins } from '../roles.ts'
import { flag, id } from '../wire.ts'
import { message, messageChanges, model, newMessageFields } from './message.ts'

export const messageCalls = slice('messages', {
  listMessages: call('GET /messages', {
    who: alertSenders,
    input: { active: flag.optional() },
    returns: z.array(message),
    summary: 'The company’s messages; employees see the active ones',
  }),

  listModels: call('GET /messages/templates', { who: companyAdmins, returns: z.array(model), summary: 'The platform’s message models' }),

  createMessage: call('POST /messages', {
    who: companyAdmins,
    status: 201,
    input: { message: newMessageFields },
    returns: message,
    touches: [],
    summary: 'Creates a message, from a model or with its own texts; the long one must fit one SMS',
  }),

  updateMessage: call('PATCH|PUT /messages/:id', {
    who: companyAdmins,
    input: { id, message: messageChanges },
    returns: message,
    touches: ['alerts'],
    summary: 'Changes a message; omitted fields stay',
  }),

  deleteMessage: call('DELETE /messages/:id', {
    who: companyAdmins,
    input: { id },
    touches: ['alerts'],
    summary: 'Removes a message; refused while a route sends it',
  }),
})
