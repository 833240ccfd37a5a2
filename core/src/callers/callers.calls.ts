import * as z from 'zod'
import { call, slice } from '../call.ts'
import { pieceInput } from '../pieces.ts'
import { companyAdmins, dispatchers } from '../roles.ts'
import { id } from '../wire.ts'
import { callSheet } from './call-sheet.ts'
import { newPhoneCall, phoneCall } from './phone-call.ts'
import { timelineEntry, timelineKinds } from './timeline.ts'

export const callerCalls = slice('callers', {
  getCallSheet: call('GET /call-sheet', {
    who: dispatchers,
    input: { q: z.string().trim().max(100, 'Au plus 100 caractères.').default(''), siteId: id.optional() },
    returns: callSheet,
    summary: 'Who may be calling, by phone, address or name, and what one of their sites is to be told; without words, the latest calls',
  }),

  notePhoneCall: call('POST /calls', {
    who: dispatchers,
    status: 201,
    input: newPhoneCall,
    returns: phoneCall,
    touches: ['operations'],
    summary: 'Notes a call in the folder; a request goes to the board, or waits for the next operation',
  }),

  listTimeline: call('GET /customers/:id/timeline', {
    who: companyAdmins,
    input: { id, kind: z.enum(timelineKinds).optional(), ...pieceInput },
    returns: z.array(timelineEntry),
    rows: timelineEntry,
    summary: 'Calls, requests, passes, claims, alerts, contracts, payments and notes of a client, newest first, whole or in pieces',
  }),
})
