import * as z from 'zod'
import { bankAction } from '../billing/invoice.ts'
import { call, slice } from '../call.ts'
import { alertSenders, clients, companyAdmins } from '../roles.ts'
import { id, moment } from '../wire.ts'
import { alertFields, historyRow, logRow, preview, progress, receivedAlert, requestKey, sendOutcome } from './alert.ts'

export const alertCalls = slice('alerts', {
  sendAlert: call('POST /notifications/send', {
    who: alertSenders,
    input: { ...alertFields, requestKey },
    returns: sendOutcome,
    touches: ['bank', 'billing', 'platform', 'routes', 'sectors'],
    summary:
      'Tells everyone at the sites of a sector, a grouping, a route or a run; refused as a whole it is a warning, and nothing is written. The same `requestKey` again answers the same send',
  }),

  findAlert: call('GET /notifications/requests/:requestKey', {
    who: alertSenders,
    input: { requestKey: requestKey.unwrap().unwrap() },
    returns: sendOutcome,
    writes: true,
    summary: 'What became of one’s own press whose answer was lost: its send, or 404 when nothing was sent',
  }),

  previewAlert: call('POST /notifications/preview', {
    who: alertSenders,
    input: alertFields,
    returns: preview,
    summary: 'What a send would do and cost, without doing it',
  }),

  stopAlert: call('POST /notifications/:code/stop', {
    who: alertSenders,
    input: { code: id },
    returns: z.object({ stoppedCount: z.int() }),
    touches: ['bank', 'billing', 'routes', 'sectors'], // a stopped send that reached nobody no longer counts for « averti le »
    summary: 'Keeps what has not left yet from leaving, and gives it back',
  }),

  getAlertProgress: call('GET /notifications/:code/progress', {
    who: alertSenders,
    input: { code: id },
    returns: progress,
    summary: 'How far a send is, in numbers; where accesses are limited an employee follows his own',
  }),

  activateAlerts: call('POST /notifications/activate', {
    who: companyAdmins,
    input: { paymentMethodId: z.string().max(100).nullish() },
    limits: [{ by: 'address', max: 60, seconds: 3600 }], // the same as for saving a card
    returns: z.union([z.object({ message: z.string(), type: z.literal('success') }), bankAction]),
    touches: ['billing', 'companies'],
    outside: true,
    summary: 'Switches the alert module on for a fee, charged once; `action` asks for the bank’s confirmation first',
  }),

  listAlertHistory: call('GET /notifications/history', {
    who: companyAdmins,
    input: { from: moment, to: moment, clientId: id.optional() },
    returns: z.array(historyRow),
    summary: 'What was sent in a period, newest first; with a client, what of it concerned his sites',
  }),

  getAlert: call('GET /notifications/history/:code', {
    who: companyAdmins,
    input: { code: id },
    returns: historyRow,
    summary: 'One send',
  }),

  listAlertLog: call('GET /notifications/logs/:code', {
    who: companyAdmins,
    input: { code: id },
    returns: z.array(logRow),
    summary: 'What became of each delivery of one send',
  }),

  listReceivedAlerts: call('GET /notifications/received', {
    who: clients,
    returns: z.array(receivedAlert),
    summary: 'The alerts that reached a client’s sites, in every company of his, newest first; the last 500',
  }),
})
