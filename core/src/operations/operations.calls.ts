import * as z from 'zod'
import { call, slice } from '../call.ts'
import { dispatchers as who } from '../roles.ts'
import { runKind } from '../runs/run-kind.ts'
import { id, moment } from '../wire.ts'
import { newNote, newOperation, newReading, newRequest, operation, operationChanges, operationDetails, siteDecision } from './operation.ts'

export const operationCalls = slice('operations', {
  listOperations: call('GET /operations', {
    who,
    input: { from: moment.optional(), to: moment.optional() },
    returns: z.array(operation),
    summary: 'The operations of a period (by default the season, from 1 October), newest first',
  }),

  openOperation: call('POST /operations', {
    who,
    status: 201,
    input: newOperation,
    returns: operationDetails,
    touches: [],
    summary: 'Opens an operation; if one of that kind is open, answers that one',
  }),

  getOperation: call('GET /operations/:id', {
    who,
    input: { id },
    returns: operationDetails,
    summary: 'An operation with its routes, readings and notes',
  }),

  updateOperation: call('PATCH /operations/:id', {
    who,
    input: { id, ...operationChanges },
    returns: operationDetails,
    touches: [],
    summary: 'Renames an operation, or changes which routes take part',
  }),

  reopenOperation: call('POST /operations/:id/reopen', {
    who,
    input: { id },
    returns: operationDetails,
    touches: [],
    summary: 'Reopens an operation within 48 h, unless another of its kind is open',
  }),

  addOperationNote: call('POST /operations/:id/notes', {
    who,
    status: 201,
    input: { id, ...newNote },
    returns: operationDetails,
    touches: [],
    summary: 'Adds a note',
  }),

  addOperationReading: call('POST /operations/:id/readings', {
    who,
    status: 201,
    input: { id, reading: newReading },
    returns: operationDetails,
    touches: [],
    summary: 'Adds a reading of snow or temperature, of the whole operation or of one sector',
  }),

  prepareRound: call('POST /operations/:id/rounds', {
    who,
    input: { id, kind: runKind, routeIds: z.array(id).max(500).default([]), sectorId: id.nullish() },
    returns: operationDetails,
    touches: [],
    summary:
      'Prepares a round of some routes, or of the sites of a sector, such as the one after the City has ploughed: ' +
      'these sites are left to do again',
  }),

  decideSite: call('PUT /operations/:id/sites/:siteId', {
    who,
    input: { id, siteId: id, ...siteDecision },
    touches: [],
    summary: 'Says whether a site is required in this operation; it stays on the phones',
  }),

  addSiteRequest: call('POST /operations/:id/requests', {
    who,
    status: 201,
    input: { id, request: newRequest },
    returns: z.object({ id }),
    touches: [],
    summary: 'Someone asked for a site: it is to redo until it is done after that',
  }),

  settleSiteRequest: call('POST /operations/:id/requests/:requestId/settle', {
    who,
    input: { id, requestId: id },
    touches: [],
    summary: 'Puts a request aside',
  }),
})
