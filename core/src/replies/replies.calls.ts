import * as z from 'zod'
import { requestKey } from '../alerts/alert.ts'
import { call, slice } from '../call.ts'
import { pieceInput } from '../pieces.ts'
import { dispatchers, platformStaff } from '../roles.ts'
import { id, manyIds } from '../wire.ts'
import { crew, crewCall, newCrewCall } from './crew-call.ts'
import { answerText, conversation, playedReply, reply, replyChanges, replyFilters } from './reply.ts'

export const replyCalls = slice('replies', {
  listReplies: call('GET /replies', {
    who: dispatchers,
    input: { ...pieceInput, filter: z.enum(replyFilters).optional() },
    returns: z.array(reply),
    rows: reply,
    summary: 'What residents wrote or reported, newest first, whole or in pieces; only what is unread, or of unknown numbers, if asked',
  }),

  countUnreadReplies: call('GET /replies/unread', {
    who: dispatchers,
    returns: z.object({ count: z.int() }),
    summary: 'How many nobody has read',
  }),

  getReply: call('GET /replies/:id', {
    who: dispatchers,
    input: { id },
    returns: conversation,
    summary: 'One with its conversation, and the occupants who have its phone',
  }),

  updateReply: call('PUT /replies/:id', {
    who: dispatchers,
    input: { id, ...replyChanges },
    returns: conversation,
    touches: ['home', 'operations', 'runs'],
    summary: 'Marks its conversation as read, or it alone as unread, or says which occupant or site it is about',
  }),

  answerReply: call('POST /replies/:id/answer', {
    who: dispatchers,
    sends: true,
    input: { id, text: answerText, requestKey: requestKey.unwrap().unwrap() },
    returns: conversation,
    touches: ['alerts', 'bank', 'billing', 'home', 'platform'],
    summary: 'Answers by one text, at any hour; the same `requestKey` sends it once',
  }),

  playReply: call('POST /replies/played', {
    who: platformStaff,
    across: true,
    input: playedReply,
    returns: z.object({ /** What the phone gets back; null: nothing. */ answer: z.string().nullable() }),
    touches: ['alerts', 'home', 'operations', 'runs'],
    summary: 'Without a real provider: enters a text as if a phone had sent it to the company',
  }),

  getCrew: call('GET /operations/:id/crew', {
    who: dispatchers,
    input: { id },
    returns: crew,
    summary: 'Whom to call to work for an operation: its routes with their last operators, everyone who works here, and the last call',
  }),

  callCrew: call('POST /crew-calls', {
    who: dispatchers,
    sends: true,
    status: 201,
    input: newCrewCall,
    returns: crewCall,
    touches: ['alerts', 'bank', 'billing', 'home', 'operations', 'platform'],
    summary: 'Asks operators by text whether they come; the same `requestKey` asks once',
  }),

  getCrewCall: call('GET /crew-calls/:id', {
    who: dispatchers,
    input: { id },
    returns: crewCall,
    summary: 'Who was asked, and what they answered',
  }),

  phoneCrew: call('POST /crew-calls/:id/call', {
    who: dispatchers,
    sends: true,
    input: { id, personIds: manyIds },
    returns: crewCall,
    touches: ['alerts', 'bank', 'billing', 'platform'],
    summary: 'Calls those of them who did not answer, once',
  }),
})
