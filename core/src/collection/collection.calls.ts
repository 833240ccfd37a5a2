import { call, slice } from '../call.ts'
import { companyAdmins } from '../roles.ts'
import { id } from '../wire.ts'
import { ageing, clientAgeing, collectionNoteFields, resumeFields, stopFields } from './ageing.ts'

const office = { who: companyAdmins, module: 'contracts' } as const
/** Where drivers, the board and residents read that a site isn't served. */
const whereStopped = ['callers', 'operations', 'runs', 'tracking'] as const

export const collectionCalls = slice('collection', {
  listAgeing: call('GET /ageing', {
    ...office,
    returns: ageing,
    summary: 'What each client owes on contracts and invoices, by days past due',
  }),

  getClientAgeing: call('GET /ageing/:clientId', {
    ...office,
    input: { clientId: id },
    returns: clientAgeing,
    summary: 'What one client owes, line by line, with the notes about collecting it and the stops of service',
  }),

  addCollectionNote: call('POST /collection-notes', {
    ...office,
    input: { note: collectionNoteFields },
    returns: clientAgeing,
    touches: [],
    summary: 'Adds a note about collecting what a client owes; the newest one says when to follow up',
  }),

  stopService: call('POST /service-stops', {
    ...office,
    input: { stop: stopFields },
    returns: clientAgeing,
    touches: whereStopped,
    summary: 'Stops the service of a client’s sites from a day on',
  }),

  resumeService: call('PATCH /service-stops/:id', {
    ...office,
    input: { id, stop: resumeFields },
    returns: clientAgeing,
    touches: whereStopped,
    summary: 'Resumes the service on a day',
  }),
})
