// What is done with the runs of an operation.
import * as z from 'zod'
import { call, longLists, slice } from '../call.ts'
import { pieceInput } from '../pieces.ts'
import { dispatchers as who } from '../roles.ts'
import { run } from '../runs/run.ts'
import { someSites } from '../sites/site.ts'
import { id, instant } from '../wire.ts'
import { board, journalEntry, operationSite } from './board.ts'
import { operationDetails, siteState } from './operation.ts'

/** Trucks fall silent and forecasts move without a change: the board is at most this old. */
export const forecastSeconds = 10
const boardReads = ['accounts', 'clients', 'companies', 'contracts', 'operations', 'routes', 'runs', 'sectors', 'sites'] as const

export const boardCalls = slice('operations', {
  closeOperation: call('POST /operations/:id/close', {
    who,
    input: { id },
    returns: operationDetails,
    touches: ['runs'],
    summary: 'Closes an operation; runs under way go on and stay in it, and redo runs that nobody took are removed',
  }),

  joinOperations: call('POST /operations/:id/join', {
    who,
    input: { id, otherId: id },
    returns: operationDetails,
    touches: ['alerts', 'runs'],
    summary: 'Moves everything of another operation of the same kind into this one, and removes the other',
  }),

  splitOperation: call('POST /operations/:id/split', {
    who,
    status: 201,
    input: { id, at: instant },
    returns: operationDetails,
    touches: ['alerts', 'runs'],
    summary: 'Ends the operation at a moment; what began from then on belongs to a new one, which is answered',
  }),

  getBoard: call('GET /operations/:id/board', {
    who,
    input: { id },
    returns: board,
    reads: [...boardReads],
    staleAfter: forecastSeconds,
    summary: 'The six numbers, the rounds and what someone has to deal with',
  }),

  listOperationSites: call('GET /operations/:id/sites', {
    who,
    input: { id, state: siteState.optional(), ...pieceInput },
    returns: z.array(operationSite),
    rows: operationSite,
    reads: [...boardReads],
    staleAfter: forecastSeconds,
    summary: 'Every site of the operation with its state in the current round and its passes, whole or in pieces',
  }),

  listJournal: call('GET /operations/:id/journal', {
    who,
    input: { id },
    returns: z.array(journalEntry),
    summary: 'What happened, newest first',
  }),

  createRedoRun: call('POST /operations/:id/redo-run', {
    who,
    status: 201,
    module: 'geolocation',
    maxBytes: longLists,
    input: { id, runId: id.nullish(), siteIds: someSites, evenIfGiven: z.boolean().default(false) },
    returns: run,
    touches: ['runs'],
    summary:
      'Creates a run of just these sites, in the order given, which any driver may take. ' +
      'Refused if another run has been given one of them (`given-already`), unless `evenIfGiven`',
  }),
})
