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
    summary: 'The company’s messages; an employee sees the active ones',
  }),

  listModels: call('GET /messages/templates', { who: companyAdmins, returns: z.array(model), summary: 'The models of the platform' }),

  createMessage: call('POST /messages', {
    who: companyAdmins,
    status: 201,
    input: { message: newMessageFields },
    returns: message,
    touches: [],
    summary: 'A new message, from a model or with texts of its own; the long one fits one SMS',
  }),

  updateMessage: call('PATCH|PUT /messages/:id', {
    who: companyAdmins,
    input: { id, message: messageChanges },
    returns: message,
    touches: ['alerts'],
    summary: 'Changes a message; what is not sent stays',
  }),

  deleteMessage: call('DELETE /messages/:id', {
    who: companyAdmins,
    input: { id },
    touches: ['alerts'],
    summary: 'Refused while a route sends it',
  }),
})
