import * as z from 'zod'
import { bankAction } from '../billing/invoice.ts'
import { call, longLists, slice } from '../call.ts'
import { alertSenders, clients, companyAdmins, dispatchers } from '../roles.ts'
import { id, moment } from '../wire.ts'
import { alertFields, historyRow, logRow, preview, progress, receivedAlert, requestKey, sendOutcome } from './alert.ts'

export const alertCalls = slice('alerts', {
  sendAlert: call('POST /notifications/send', {
    who: alertSenders,
    sends: true,
    maxBytes: longLists,
    input: { ...alertFields, requestKey },
    returns: sendOutcome,
    touches: ['bank', 'billing', 'platform', 'routes', 'sectors'],
    summary:
      'Alerts everyone at the sites of a sector, grouping, route or run, or at the given sites. ' +
      'A send refused as a whole answers a warning and writes nothing; the same `requestKey` answers the same send',
  }),

  findAlert: call('GET /notifications/requests/:requestKey', {
    who: alertSenders,
    input: { requestKey: requestKey.unwrap().unwrap() },
    returns: sendOutcome,
    writes: true,
    summary: 'The send of the caller’s own press, if its answer was lost; 404 if nothing was sent',
  }),

  previewAlert: call('POST /notifications/preview', {
    who: alertSenders,
    maxBytes: longLists,
    input: alertFields,
    returns: preview,
    summary: 'What a send would do and cost; writes nothing',
  }),

  stopAlert: call('POST /notifications/:code/stop', {
    who: alertSenders,
    input: { code: id },
    returns: z.object({ stoppedCount: z.int() }),
    touches: ['bank', 'billing', 'routes', 'sectors'], // a stopped send that reached nobody no longer counts for « avisé le »
    summary: 'Stops a send: deliveries that have not left are cancelled and credited',
  }),

  getAlertProgress: call('GET /notifications/:code/progress', {
    who: alertSenders,
    input: { code: id },
    returns: progress,
    summary: 'A send’s progress in numbers; where accesses are limited, employees see only their own sends',
  }),

  activateAlerts: call('POST /notifications/activate', {
    who: companyAdmins,
    input: { paymentMethodId: z.string().max(100).nullish() },
    limits: [{ by: 'address', max: 60, seconds: 3600 }], // the same as for saving a card
    returns: z.union([z.object({ message: z.string(), type: z.literal('success') }), bankAction]),
    touches: ['billing', 'companies'],
    outside: true,
    summary: 'Switches the alert module on for a fee, charged once; `action` means the bank must confirm first',
  }),

  listAlertHistory: call('GET /notifications/history', {
    who: dispatchers,
    input: { from: moment, to: moment, clientId: id.optional(), operationId: id.optional() },
    returns: z.array(historyRow),
    summary:
      'The sends of a period, newest first; with a client, only those to its sites; with an operation, only its own. ' +
      'Dispatchers read no amount',
  }),

  getAlert: call('GET /notifications/history/:code', {
    who: dispatchers,
    input: { code: id },
    returns: historyRow,
    summary: 'One send',
  }),

  listAlertLog: call('GET /notifications/logs/:code', {
    who: dispatchers,
    input: { code: id },
    returns: z.array(logRow),
    summary: 'The outcome of each delivery of a send',
  }),

  listReceivedAlerts: call('GET /notifications/received', {
    who: clients,
    returns: z.array(receivedAlert),
    summary: 'The last 500 alerts that reached a client’s sites, in all companies that serve the client, newest first',
  }),
})
